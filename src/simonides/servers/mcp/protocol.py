"""The MCP server without a transport: stdio feeds it messages, HTTP calls its methods directly.

`receive` never blocks for long: quick methods are answered at once, slow ones come back as Work that any thread may run.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from simonides.servers.deadlines import NO_LIMIT, CallLimit
from simonides.servers.mcp.eras import MODERN, SERVER_INFO_KEY, Era, era_of, negotiate
from simonides.servers.mcp.messages import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    Message,
    MessageId,
    Reply,
    RpcError,
    error_reply,
    id_of,
    read_message,
    result_reply,
)
from simonides.servers.mcp.methods import Ask, Method, Result, as_mapping
from simonides.servers.mcp.offers import capabilities_of, offered_methods
from simonides.servers.mcp.session import Session
from simonides.servers.mcp.work import Answer, RequestBatch, Work
from simonides.toolkit.dialogue.voice import LEVELS, AskFailed, CannotAsk, Unanswered
from simonides.toolkit.introduction import Introduction
from simonides.toolkit.offering import NOTHING, Offering

if TYPE_CHECKING:
    from simonides.servers.mcp.dialogue.sealing import Seal
    from simonides.toolkit.calling import OpenReceiver, Signing, Surroundings
    from simonides.toolkit.catalogue import Catalogue, Entry
    from simonides.toolkit.grant import Grant

DISCOVER = "server/discover"
DATA_KEY = "simonides/structured"
"""The key in a call's `_meta` by which a client asks for the reply as data, where only its text is sent otherwise."""

# The tools of a running server never change; a client may still want to see a newer server's soon after an upgrade.
_CACHING = {"ttlMs": 300_000, "cacheScope": "private"}


Sign: TypeAlias = "Callable[[Mapping[str, Any], str], Signing]"
"""How the writes of a call are signed, by what its client calls itself and by the holder of its grant."""


class Core:
    """An MCP server without a transport, shared by all sessions and threads.

    `introduction` is what the handshake says of the tool sets; `read_catalogue` reads their tools, after it. `server_info`
    names the server. `open_within` returns the opener of receivers for a grant. `default_scope` is the configured scope: with
    it, or with a grant for one scope only, the argument that names the scope is optional. `scope_key` is the key under which
    the server information names that scope, if it does. `offering` is what is served beside tools; it is left out when the
    tool set's contract fixes the methods. `limit` is how long a call may take, `sign` how its writes are signed. With
    `reads_only` everybody is shown what only reads.
    """

    def __init__(
        self,
        introduction: Introduction,
        read_catalogue: "Callable[[], Catalogue]",
        open_within: "Callable[[Grant], OpenReceiver]",
        *,
        server_info: Mapping[str, Any],
        default_scope: str | None = None,
        scope_key: str | None = None,
        offering: Offering = NOTHING,
        limit: CallLimit = NO_LIMIT,
        sign: "Sign | None" = None,
        reads_only: bool = False,
    ) -> None:
        self.introduction = introduction
        self.server_info = dict(server_info)
        self._read_catalogue = read_catalogue
        self._open_within = open_within
        self._default_scope = default_scope
        self._scope_key = scope_key
        self.limit = limit
        self._sign = sign
        self._reads_only = reads_only
        self._offering = NOTHING if introduction.methods is not None else offering
        self._methods = {
            "initialize": Method(self._initialize, in_modern=False),
            DISCOVER: Method(self._discover, is_cacheable=True, in_handshake=False),
            "ping": Method(_pong, in_modern=False),
            "tools/list": Method(self._list_tools, is_cacheable=True),
            "tools/call": Method(self._call_tool, is_slow=True),
            **({"logging/setLevel": Method(_set_level, in_modern=False)} if introduction.logs else {}),
            **offered_methods(self._offering, self._surround),
        }

    @cached_property
    def catalogue(self) -> "Catalogue":
        """The tools, read when first needed."""
        return self._read_catalogue()

    def capabilities(self, *, in_handshake: bool = True) -> Result:
        """What a client may ask for."""
        offered = capabilities_of(self._offering, in_handshake=in_handshake)
        return {"tools": {}, **({"logging": {}} if self.introduction.logs else {}), **offered}

    def is_slow(self, method: str) -> bool:
        """Whether the answer may be slow, so that it belongs in a thread."""
        found = self._methods.get(method)
        return found is not None and found.is_slow

    def seconds_for(self, ask: Ask) -> float:
        """How long a request may take; 0 for any time."""
        entry = self._entry_of(ask)
        return self.limit.long_s if entry is not None and entry.tool.takes_long else self.limit.seconds

    def answer(self, method: str, ask: Ask) -> Result:
        """Answer a request for a transport that keeps sessions and ids itself; raises RpcError."""
        return self._result(self._find(method, ask.era), ask)

    def overdue(self, ask: Ask) -> Result:
        """The answer to a request whose time is up; raises RpcError where the tool set fails that way."""
        from simonides.servers.mcp.calls import failure

        error, entry = self.limit.overdue(self.seconds_for(ask)), self._entry_of(ask)
        if entry is None:
            raise RpcError(INTERNAL_ERROR, str(error))
        return failure(entry, error)

    def handle(self, raw: object, session: Session) -> Answer:
        """Answer a decoded message, however long it takes; None when there is nothing to say."""
        answer = self.receive(raw, session)
        return answer.run() if isinstance(answer, Work) else answer

    def receive(self, raw: object, session: Session) -> Answer | Work:
        """Accept a decoded message, in the order of arrival."""
        if not isinstance(raw, list):
            return self._receive_one(raw, session)
        if not raw or not session.era.has_batches:
            reason = "an empty batch" if session.era.has_batches else f"batches are not part of MCP {session.era.version}"
            return error_reply(None, RpcError(INVALID_REQUEST, f"Invalid request: {reason}"))
        parts = [self._receive_one(one, session) for one in raw]
        if any(isinstance(part, Work) for part in parts):
            batch = RequestBatch(parts)
            return Work(batch.run, batch.give_up, self.limit.seconds)
        return RequestBatch(parts).run()

    def _receive_one(self, raw: object, session: Session) -> Reply | Work | None:
        try:
            message = read_message(raw)
            if message is None:
                _take_response(raw, session)
                return None
            if message.id is None:
                _notice(message, session)
                return None
            return self._begin(message, message.id, session)
        except RpcError as error:
            return error_reply(id_of(raw), error)

    def _begin(self, message: Message, to: MessageId, session: Session) -> Reply | Work | None:
        # `initialize` does not exist in the modern era, whatever its envelope says.
        era = session.era if message.method == "initialize" else era_of(message.params, session.era)
        method = self._find(message.method, era)
        if not session.begin(to):
            raise RpcError(INVALID_REQUEST, f"Invalid request: a request with id {to!r} is still running")
        ask = Ask(message.params, era, session, line=session.line)
        if not method.is_slow:
            return self._answer(method, ask, to)
        return Work(lambda: self._answer(method, ask, to), lambda: self._give_up(ask, to), self.seconds_for(ask))

    def _find(self, name: str, era: Era) -> Method:
        method = self._methods.get(name)
        allowed = self.introduction.methods
        is_allowed = allowed is None or name in allowed or name == DISCOVER
        if method is None or not is_allowed or not (method.in_handshake if era.has_handshake else method.in_modern):
            raise RpcError(METHOD_NOT_FOUND, f"Method not found: {name}")
        return method

    def _answer(self, method: Method, ask: Ask, to: MessageId) -> Reply | None:
        try:
            # A call cancelled while it waited for a thread need not run.
            reply = result_reply(to, self._result(method, ask) if ask.session.is_wanted(to) else {})
        except RpcError as error:
            reply = error_reply(to, error)
        # A broad catch, as for tools, which end before it: whatever a method does, its caller gets an answer.
        except Exception as error:  # noqa: BLE001
            from simonides.servers.mcp.calls import log_bug

            log_bug(error)
            reply = error_reply(to, RpcError(INTERNAL_ERROR, "Internal error"))
        finally:
            is_wanted = ask.session.finish(to)
        return reply if is_wanted else None

    def _give_up(self, ask: Ask, to: MessageId) -> Reply | None:
        if not ask.session.finish(to):
            return None
        try:
            return result_reply(to, self.overdue(ask))
        except RpcError as error:
            return error_reply(to, error)

    def _result(self, method: Method, ask: Ask) -> Result:
        if not method.is_slow:
            return self._plain_result(method, ask)
        with self.limit.limited(self.seconds_for(ask)):
            return self._plain_result(method, ask)

    def _plain_result(self, method: Method, ask: Ask) -> Result:
        try:
            return self._stamped(method.answer(ask), method, ask)
        except Unanswered as unanswered:
            from simonides.servers.mcp.dialogue.voices import questions_of

            return self._stamped(questions_of(unanswered, ask.params, self._seal), method, ask)
        except CannotAsk as error:
            raise RpcError(MISSING_CAPABILITY, str(error), {"requiredCapabilities": {error.capability: {}}}) from error
        except AskFailed as error:
            raise RpcError(INTERNAL_ERROR, f"The client did not answer: {error}") from error

    def _stamped(self, result: Result, method: Method, ask: Ask) -> Result:
        if ask.era.has_handshake:
            return result
        caching = _CACHING if method.is_cacheable else {}
        meta = {**result.get("_meta", {}), SERVER_INFO_KEY: self._info_for(ask.grant)}
        return {"resultType": "complete", **result, **caching, "_meta": meta}

    def _initialize(self, ask: Ask) -> Result:
        ask.session.era = negotiate(ask.params.get("protocolVersion"))
        ask.session.client = as_mapping(ask.params.get("clientInfo"))
        capabilities = ask.params.get("capabilities")
        if ask.session.line is not None and isinstance(capabilities, Mapping):
            ask.session.line.capabilities = capabilities
        opening = {"protocolVersion": ask.session.era.version, "capabilities": self.capabilities()}
        return self._with_instructions({**opening, "serverInfo": self._info_for(ask.grant)})

    def _discover(self, _ask: Ask) -> Result:
        capabilities = self.capabilities(in_handshake=False)
        return self._with_instructions({"supportedVersions": [MODERN.version], "capabilities": capabilities})

    def _with_instructions(self, result: Result) -> Result:
        instructions = self.introduction.instructions
        return {**result, "instructions": instructions} if instructions else result

    def _list_tools(self, ask: Ask) -> Result:
        ask.refuse_cursor()
        catalogue = self.catalogue if self._may_write(ask) else self._for_readers
        listings = catalogue.listings(has_default_scope=self._scope_for(ask.grant) is not None)
        return {"tools": [_in_era(listing, ask.era) for listing in listings]}

    def _call_tool(self, ask: Ask) -> Result:
        # Imported here since the handshake needs none of it.
        from simonides.servers.mcp.calls import answer_call

        name = ask.params.get("name")
        if not isinstance(name, str):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'name' must be a string")
        # A reader's call of a tool that is not for readers is refused with a reason, so every other name is looked up as well.
        is_for_readers = not self._may_write(ask) and self._for_readers.find(name) is not None
        catalogue = self._for_readers if is_for_readers else self.catalogue
        result = answer_call(catalogue, name, ask.params.get("arguments"), self._surround(ask))
        entry = catalogue.find(name)
        if not ask.era.has_structure or (entry is not None and not entry.shows_reply and not _asks_for_data(ask)):
            result.pop("structuredContent", None)
        return result

    def _may_write(self, ask: Ask) -> bool:
        return ask.grant.may_write and not self._reads_only

    @cached_property
    def _for_readers(self) -> "Catalogue":
        return self.catalogue.for_readers()

    def _surround(self, ask: Ask) -> "Surroundings":
        from simonides.servers.mcp.dialogue.voices import ClientVoice
        from simonides.toolkit.calling import Surroundings, unsigned

        opener = self._open_within(ask.grant)
        signing = self._sign(ask.client, ask.grant.holder) if self._sign else unsigned
        return Surroundings(opener, self._scope_for(ask.grant), ask.headers, ClientVoice(ask, self._seal), signing)

    def _entry_of(self, ask: Ask) -> "Entry | None":
        name = ask.params.get("name")
        return self.catalogue.find(name) if isinstance(name, str) else None

    def _scope_for(self, grant: "Grant") -> str | None:
        return self._default_scope if grant.scope is None else grant.scope

    def _info_for(self, grant: "Grant") -> dict[str, Any]:
        scope = self._scope_for(grant)
        return {**self.server_info, self._scope_key: scope} if self._scope_key and scope is not None else self.server_info

    @cached_property
    def _seal(self) -> "Seal":
        from simonides.servers.mcp.dialogue.sealing import Seal

        return Seal()


def identify(introduction: Introduction, name: str, version: str) -> dict[str, str]:
    """The server's name and version: from the contract of a tool set served alone, else the given ones."""
    return {"name": introduction.server_name or name, "version": introduction.server_version or version}


def _asks_for_data(ask: Ask) -> bool:
    meta = ask.params.get("_meta")
    return isinstance(meta, Mapping) and meta.get(DATA_KEY) is True


def _pong(_ask: Ask) -> Result:
    return {}


def _notice(message: Message, session: Session) -> None:
    """Accept a notification; only a cancellation has an effect."""
    if message.method == "notifications/cancelled":
        session.cancel(message.params.get("requestId"))


def _take_response(raw: object, session: Session) -> None:
    """Pass a response to the call that asked."""
    if session.line is not None and isinstance(raw, Mapping):
        session.line.take(raw)


def _set_level(ask: Ask) -> Result:
    level = ask.params.get("level")
    if level not in LEVELS:
        raise RpcError(INVALID_PARAMS, f"Invalid params: 'level' must be one of {', '.join(LEVELS)}")
    ask.session.log_level = level
    return {}


def _in_era(listing: Result, era: Era) -> Result:
    hidden = set() if era.has_structure else {"title", "outputSchema"}
    if not era.has_annotations:
        hidden.add("annotations")
    kept = {key: value for key, value in listing.items() if key not in hidden}
    if era.has_annotations and not era.has_structure:
        # 2025-03-26 has no title of its own, but its annotations do.
        kept["annotations"] = {"title": listing["title"], **listing["annotations"]}
    return kept
