"""The composition root: joins the engine over the configured store and models (`engines`) with tool sets and servers.

Adapters are imported when they are needed: the handshake must not wait for numpy, nor `--help` for a database.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simonides import __version__
from simonides.domain.actor import Actor, Caller, called_by, client_label
from simonides.domain.errors import Invalid, Overdue
from simonides.engines import build_host
from simonides.hosting.complaints import tell, told_on_stderr
from simonides.hosting.keys import PalaceKeys
from simonides.hosting.lazy_engine import LazyEngine
from simonides.settings import Settings
from simonides.storage import build_roles, build_tokens, home_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from socket import socket

    from starlette.routing import BaseRoute

    from simonides.hosting.desk import Desk
    from simonides.hosting.open_pages import OpenPages
    from simonides.servers.deadlines import CallLimit
    from simonides.servers.http.access import Access
    from simonides.servers.http.limits.values import HttpLimits
    from simonides.servers.mcp.protocol import Core
    from simonides.servers.workers import Workers
    from simonides.toolkit.calling import OpenReceiver, Purpose, Signing
    from simonides.toolkit.catalogue import Catalogue
    from simonides.toolkit.grant import Grant
    from simonides.toolkit.introduction import Introduction
    from simonides.toolkit.offering import Offering
    from simonides.toolkit.tool import Toolset


def toolset_names() -> tuple[str, ...]:
    """The names of all tool sets, in the order of their list."""
    from simonides.toolsets import introductions

    return tuple(introductions.ALL)


def build_core(settings: Settings, tools: Sequence[str], lazy: LazyEngine) -> "Core":
    """An MCP server without a transport, for the tool sets named."""
    from simonides.servers.mcp.protocol import Core, identify
    from simonides.toolkit.introduction import introduce

    introduction = introduce([_introduction(name) for name in tools])
    return Core(
        introduction,
        lambda: build_catalogue(tools, settings.schemas),
        lazy.open_within,
        server_info=identify(introduction, "simonides", __version__),
        default_scope=settings.palace,
        # Only the trusty contract defines this key.
        scope_key="default_palace" if "trusty" in tools else None,
        offering=_offering(tools),
        limit=_call_limit(settings),
        sign=_signing,
        reads_only=settings.read_only,
    )


def open_desk(settings: Settings, tools: str) -> "Desk":
    """A server of one tool set for a caller in this process."""
    from simonides.hosting.desk import Desk
    from simonides.servers.mcp.session import Session

    lazy = build_host(settings)
    return Desk(partial(build_core(settings, [tools], lazy).handle, session=Session()), lazy.close, settings.palace_name)


def _signing(client: Mapping[str, Any], holder: str) -> "Signing":
    """Signs what a call writes with the client's name and version, its token and the tool set."""
    label = client_label(client.get("name"), client.get("version"), holder)
    return lambda toolset: called_by(Caller(Actor.AGENT, label, toolset, holder))


def _service_signing(agent: str, holder: str) -> "AbstractContextManager[None]":
    return called_by(Caller(Actor.SERVICE, client_label(agent, token=holder), "rest", holder))


def _call_limit(settings: Settings) -> "CallLimit":
    from simonides.domain.deadline import limited
    from simonides.servers.deadlines import CallLimit

    return CallLimit(settings.call_s, settings.long_call_s, limited, Overdue)


def _http_limits(settings: Settings) -> "HttpLimits":
    from simonides.servers.http.limits.values import MIB, HolderLimits, HttpLimits

    holder = HolderLimits(
        settings.tenant_requests,
        settings.tenant_at_once,
        settings.tenant_sessions,
        settings.tenant_mb * MIB,
        settings.tenant_cpu,
    )
    return HttpLimits(
        settings.http_header_s,
        settings.http_body_s,
        settings.http_connections,
        settings.http_sessions,
        settings.http_bodies_mb * MIB,
        settings.access_log,
        holder,
    )


def set_up_logs(settings: Settings, tools: Sequence[str], *, always: bool = False) -> None:
    """Log as the settings say; without any, a server on stdio alone does not even import logging."""
    level = settings.log_level_for(tools)
    if always or level is not None or settings.log_file is not None:
        from simonides.servers.logs import log_to

        log_to(settings.log_file, level or "warning", is_json=settings.log_format == "json", shows_access=settings.access_log)


def serve(settings: Settings, tools: Sequence[str], on_page: Callable[[str, str], object] = lambda *_: None) -> int:
    """Serve one client on stdin and stdout until it leaves, and any number over HTTP if that is set.

    `on_page` is called once the web page can be opened, with the server's address and a code.
    """
    if settings.database_guard == "refuse" and (roles := build_roles(settings)) and (complaint := roles.standing().complaint):
        raise Invalid("database", f"{complaint}; use another role, as `simonides database grant ROLE` prepares it")
    if settings.http is not None or settings.http_only:
        return _serve_http(settings, tools, on_page)
    from simonides.servers.stdio.server import serve_stdio
    from simonides.servers.stdio.wires import take_wires

    wires = take_wires()
    set_up_logs(settings, tools)
    lazy = build_host(settings)
    core = build_core(settings, tools, lazy)
    return serve_stdio(
        core,
        wires=wires,
        on_first_reply=lazy.begin,
        on_first_call=lazy.start,
        shutdown=[lazy.close],
        at_once=_calls_at_once(settings),
    )


def find_page(settings: Settings) -> tuple[str, str] | None:
    """The address of a running server, and a code that opens its page; None when no server runs."""
    from simonides.hosting.server_file import code_from, read_server

    running = read_server(settings.data_dir)
    code = code_from(running) if running else None
    return (running.url, code) if running and code else None


def _serve_http(settings: Settings, tools: Sequence[str], on_page: Callable[[str, str], object]) -> int:
    from simonides.hosting.server_file import RunningServer, forget_server, note_server
    from simonides.servers.http.server import HttpServer, serve_alone
    from simonides.servers.stdio.server import serve_stdio
    from simonides.servers.stdio.wires import take_wires
    from simonides.servers.stopping import Stop
    from simonides.toolkit.grant import EVERYTHING

    listener, access, pages = _listen(settings)
    wires = None if settings.http_only else take_wires()
    stop = Stop()
    stop.listen()
    set_up_logs(settings, tools, always=True)
    lazy = build_host(settings)
    core = build_core(settings, tools, lazy)

    def tell_page(url: str) -> None:
        tell(f"the web page is at {url}/ui/; `simonides open` opens it")
        with told_on_stderr():
            note_server(settings.data_dir, RunningServer(url, pages.door, os.getpid()))
        on_page(url, pages.issue(EVERYTHING))

    def read_routes(pool: "Workers") -> "list[BaseRoute]":
        return [*build_companion_routes(settings, lazy, access, pages, pool), *build_page_routes(pages)]

    http = HttpServer(
        core,
        listener,
        access,
        on_end=stop.ask,
        read_routes=read_routes,
        limits=_http_limits(settings),
        at_once=_calls_at_once(settings),
        on_start=tell_page,
    )
    leave = partial(forget_server, settings.data_dir, os.getpid())
    # Many clients share this server, so it has the model ready before the first of them asks.
    lazy.start()
    if wires is None:
        return serve_alone(http, stop, shutdown=[leave, lazy.close])
    http.start()
    serve_stdio(core, wires=wires, stop=stop, shutdown=[http.end, leave, lazy.close], at_once=_calls_at_once(settings))
    return http.leave()


def _calls_at_once(settings: Settings) -> int:
    """How many brief calls a server runs at the same time: the more, the longer they wait for somebody else."""
    from simonides.servers.workers import AT_ONCE

    if settings.embedder_url is not None:
        return 8 * AT_ONCE
    return AT_ONCE if settings.database is None else AT_ONCE + 1


def build_companion_routes(
    settings: Settings, lazy: LazyEngine, access: "Access", pages: "OpenPages", pool: "Workers", *, interval_s: float = 0.5
) -> "list[BaseRoute]":
    """The REST operations and the event stream, for a server that guards and runs them; listeners poll every `interval_s`."""
    from simonides.checkup import examine_installation
    from simonides.domain.time import system_clock
    from simonides.engine.tokens import TokenDesk
    from simonides.servers.rest.companion import Api, Companion
    from simonides.toolsets import companion
    from simonides.toolsets.companion.entrance import Entrance
    from simonides.toolsets.companion.following import Follower
    from simonides.toolsets.companion.site import Site
    from simonides.toolsets.companion.watching import PalaceWatch

    def open_within(grant: "Grant") -> "OpenReceiver":
        if settings.read_only:
            grant = grant._replace(may_write=False)

        def open_receiver(receiver: type, name: str | None, purpose: "Purpose") -> object:
            if receiver is Site:
                tenancy = lazy.tenancy(grant, purpose)
                # Where the data lies is nobody's business who may know of one palace only.
                home = home_of(settings) if grant.scope is None else None
                return Site(tenancy, __version__, grant.scope or settings.palace, home, desk)
            if receiver is Entrance:
                is_open = access.grant_of(None) is not None
                named = grant.scope or settings.palace
                return Entrance(pages, desk, grant, __version__, named, is_open, lazy.model, checkup)
            return lazy.open_within(grant)(receiver, name, purpose)

        return open_receiver

    watch, checkup = PalaceWatch(lazy.engine, interval_s), partial(examine_installation, settings)
    desk = TokenDesk(build_tokens(settings, stays=True), system_clock)
    api = Api(
        __version__,
        companion.ROUTES,
        companion.STATUSES,
        open_within,
        lambda last_id, grant: Follower(watch, last_id, grant.scope),
        pages.are_good,
        interval_s,
        limit=_call_limit(settings),
        sign=_service_signing,
    )
    return [Companion(api, pool)]


def build_page_routes(pages: "OpenPages") -> "Sequence[BaseRoute]":
    """The web page, which holds no data of its own."""
    from simonides.servers.web.assets import Assets
    from simonides.servers.web.page import page_routes

    return page_routes(Assets(Path(__file__).parent / "web"), pages.redeem)


def _listen(settings: Settings) -> "tuple[socket, Access, OpenPages]":
    from simonides.hosting.open_pages import OpenPages
    from simonides.servers.http.access import access_to
    from simonides.servers.http.address import read_address

    if settings.http is None:
        raise Invalid("http_only", "listening address missing: use --http ADDR")
    if find_spec("mcp") is None:
        # Imported late: it is needed only here.
        from simonides.installation import install_command

        raise Invalid("http", f"HTTP support is not installed; run {install_command('http')}")
    try:
        address = read_address(settings.http)
        pages = OpenPages(PalaceKeys(build_tokens(settings, stays=True)))
        access = access_to(address, settings.token, settings.http_names, pages)
    except ValueError as error:
        raise Invalid("http", str(error)) from error
    listener = address.listen()
    # Port 0 means any free one, and only the socket knows which.
    return listener, replace(access, port=listener.getsockname()[1]), pages


def _introduction(name: str) -> "Introduction":
    from simonides.toolsets import introductions

    if name not in introductions.ALL:
        raise Invalid("tools", f"'{name}' is not a tool set; choose from: {', '.join(introductions.ALL)}")
    return introductions.ALL[name]


def _offering(tools: Sequence[str]) -> "Offering":
    if "core" in tools:
        from simonides.toolsets.core_offers import offer_core

        return offer_core()
    if "palace" in tools:
        from simonides.toolsets.offers import offer_wake_up

        return offer_wake_up()
    from simonides.toolkit.offering import NOTHING

    # The contracts of the other sets define tools only.
    return NOTHING


def build_catalogue(tools: Sequence[str], schemas: str | None = None) -> "Catalogue":
    """The tools of the sets named; `schemas` as in the settings."""
    from simonides.toolkit.catalogue import Catalogue

    return Catalogue(tuple(_toolset(name) for name in tools), None if schemas is None else schemas == "full")


def _toolset(name: str) -> "Toolset":
    # A set is the constant of its own package, so that a server reads only the tools it serves.
    toolset: Toolset = getattr(import_module(f"simonides.toolsets.{name.replace('-', '_')}"), name.replace("-", "_").upper())
    return toolset
