"""Who asks, and who else may: the caller, open pages, codes that open further ones, and the tokens of palaces."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal, Protocol, TypedDict

from simonides.domain.errors import Forbidden, NotFound, OnlyReads
from simonides.domain.time import rfc3339
from simonides.engine.tokens import TokenDesk
from simonides.engine.upkeep.examination import CheckLine
from simonides.frozen import frozen
from simonides.toolkit.grant import Grant
from simonides.toolkit.shapes import Arg

ModelState = Literal["idle", "loading", "ready", "error"]


class PageRow(Protocol):
    """A page that holds a key."""

    id: str
    grant: Grant
    opened_at: datetime
    asked_at: datetime


class PageKeeper(Protocol):
    """Opens and closes pages."""

    def issue(self, grant: Grant) -> str:
        """A code for a page that may do as much as the grant says."""
        ...

    def lines(self) -> Sequence[PageRow]:
        """The open pages, the oldest first."""
        ...

    def close(self, page_id: str) -> bool:
        """Revoke the key of a page; False when there is none."""
        ...


@frozen
class Entrance:
    """The way into a server, for one caller."""

    pages: PageKeeper
    tokens: TokenDesk
    grant: Grant
    version: str
    default_palace: str | None
    is_open: bool
    """Whether requests without a token do everything, as they may on the loopback."""
    model: Callable[[], ModelState]
    """How far the model is loaded, which asking does not change."""
    checkup: Callable[[], Iterable[CheckLine]] = tuple
    """Examines the installation."""

    def require_all(self) -> None:
        """Raises Forbidden for the holder of one palace's token, and for everybody where the server only reads."""
        if self.grant.scope is not None:
            raise Forbidden("it gives no access to pages and tokens of others")
        if not self.grant.may_write:
            raise OnlyReads


class CallerDocument(TypedDict):
    """What the caller may do: in one palace or in all (null), and whether to write; `is_open` when no token is asked for.

    `model` tells how far the model is loaded; until it is ready, searches go by words.
    """

    palace: str | None
    may_write: bool
    manages_tokens: bool
    is_open: bool
    page: str | None
    version: str
    default_palace: str | None
    model: ModelState


class CodeDocument(TypedDict):
    """A code that works once, within a minute; put it behind `/ui/#code=`."""

    code: str


class PageDocument(TypedDict):
    """An open page, without its key."""

    id: str
    palace: str | None
    may_write: bool
    opened_at: str
    asked_at: str
    is_yours: bool


class TokenDocument(TypedDict):
    """A token, without its secret."""

    id: str
    palace: str
    read_only: bool
    note: str
    created_at: str


class NewToken(TokenDocument):
    """A new token with its secret, which is shown this once."""

    secret: str


def show_caller(entrance: Entrance) -> CallerDocument:
    """What the token or key of this request allows, and how far the model is loaded."""
    grant = entrance.grant
    return {
        "palace": grant.scope,
        "may_write": grant.may_write,
        "manages_tokens": grant.scope is None and grant.may_write,
        "is_open": entrance.is_open,
        "page": grant.page or None,
        "version": entrance.version,
        "default_palace": entrance.default_palace,
        "model": entrance.model(),
    }


def issue_code(entrance: Entrance) -> CodeDocument:
    """A code that opens one page, which may then do as much as you may."""
    return {"code": entrance.pages.issue(entrance.grant)}


def list_pages(entrance: Entrance) -> list[PageDocument]:
    """The open pages that hold a key; the holder of one palace's token sees only those with the same token."""
    mine = entrance.grant
    return [_page(each, mine) for each in entrance.pages.lines() if mine.scope is None or each.grant.holder == mine.holder]


def close_page(entrance: Entrance, page: Annotated[str, Arg("Its id")]) -> None:
    """Revoke the key of a page, also of your own."""
    if page not in {each["id"] for each in list_pages(entrance)} or not entrance.pages.close(page):
        raise NotFound("page", page)


def list_tokens(entrance: Entrance) -> list[TokenDocument]:
    """Every token of a palace, the oldest first, without secrets."""
    entrance.require_all()
    return [_token(each) for each in entrance.tokens.list()]


def create_token(
    entrance: Entrance,
    palace: Annotated[str, Arg("The palace that it is for")],
    read_only: Annotated[bool, Arg("Allow reading only")] = False,  # noqa: FBT002 - every argument travels by name
    note: Annotated[str, Arg("Who it is for")] = "",
) -> NewToken:
    """Create a token for one palace. With the first one, a server that was open to local programs wants a token of everybody."""
    entrance.require_all()
    token, secret = entrance.tokens.create(palace, read_only=read_only, note=note)
    return {**_token(token), "secret": secret}


def revoke_token(entrance: Entrance, token: Annotated[str, Arg("Its id")]) -> None:
    """Revoke a token; it is refused from the next request on."""
    entrance.require_all()
    if not entrance.tokens.revoke(token):
        raise NotFound("token", token)


class TokenRow(Protocol):
    """A token as it is stored."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def palace(self) -> str:
        """The palace it is for."""
        ...

    @property
    def read_only(self) -> bool:
        """Whether it allows reading only."""
        ...

    @property
    def note(self) -> str:
        """Who it is for."""
        ...

    @property
    def created_at(self) -> datetime:
        """When it was created."""
        ...


def _token(token: TokenRow) -> TokenDocument:
    return {
        "id": token.id,
        "palace": token.palace,
        "read_only": token.read_only,
        "note": token.note,
        "created_at": rfc3339(token.created_at),
    }


def _page(page: PageRow, mine: Grant) -> PageDocument:
    return {
        "id": page.id,
        "palace": page.grant.scope,
        "may_write": page.grant.may_write,
        "opened_at": rfc3339(page.opened_at),
        "asked_at": rfc3339(page.asked_at),
        "is_yours": page.id == mine.page,
    }
