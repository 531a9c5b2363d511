"""The command `open`: the web page of a running server, or of one that it starts."""

import secrets
import sys
import webbrowser
from dataclasses import replace

from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.serve import DEFAULT_ADDRESS
from simonides.domain.errors import Invalid

ANY_PORT = "127.0.0.1:0"


def open_page(call: Call) -> int:
    """Open the web page in a browser; without a running server, start one on this machine and serve until it is stopped."""
    # `--help` must not pay for the server.
    from simonides.wiring import find_page

    if (running := find_page(call.settings)) is not None:
        _show(call, *running)
        return 0
    return _serve(call)


def _serve(call: Call) -> int:
    from simonides.wiring import serve

    def show(url: str, code: str) -> None:
        _show(call, url, code)
        call.out.note("the server runs as long as this command; end it with Ctrl-C")

    settings = replace(call.settings, http_only=True, token=call.settings.token or secrets.token_urlsafe(32))
    addresses = (call.args.http,) if call.args.http else (DEFAULT_ADDRESS, ANY_PORT)
    for address in addresses:
        try:
            return serve(replace(settings, http=address), ("palace",), show)
        except OSError as error:
            # Another program listens there already.
            if address == addresses[-1]:
                raise Invalid("--http", f"cannot listen at {address}: {error.strerror}") from error
    return 1


def _show(call: Call, url: str, code: str) -> None:
    # The code works once, within a minute.
    address = f"{url}/ui/#code={code}"
    if call.args.print or not webbrowser.open(address):
        call.out.say(address)
    else:
        call.out.say(f"opened {url}/ui/")
    sys.stdout.flush()


OPEN = Command(
    "open",
    "open the web page: see, search and correct what is remembered",
    open_page,
    (
        switch("--print", "print the address instead of opening a browser; it works once"),
        argument("--http", metavar="ADDR", help=f"where to listen when no server runs (default: {DEFAULT_ADDRESS})"),
    ),
)
