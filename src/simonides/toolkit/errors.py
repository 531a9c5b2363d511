"""Errors between a function and the wire.

BadTool       a function cannot become a tool; raised while a tool set is built, never during a call
BadArgument   a call's arguments break the tool's signature; names the argument
"""


class BadTool(Exception):
    """A function cannot become a tool as it stands."""

    def __init__(self, tool: str, reason: str) -> None:
        self.tool = tool
        self.reason = reason
        super().__init__(f"{tool}: {reason}")


class BadArgument(Exception):
    """A wire argument breaks the tool's signature; `reason` is a clause that names the argument."""

    def __init__(self, tool: str, argument: str, reason: str) -> None:
        self.tool = tool
        self.argument = argument
        self.reason = reason
        super().__init__(reason)
