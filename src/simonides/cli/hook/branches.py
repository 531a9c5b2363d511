"""The sessions that a session branched off: what was said there before is still before the agent."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_COPIED_MAX = 32 * 1_048_576
_LATEST = datetime.max.replace(tzinfo=UTC)


def sessions_left(transcript: Path) -> dict[str, datetime]:
    """Each session that the one of a transcript was copied from, and the last time of which its words were taken along."""
    left: dict[str, datetime] = {}
    with transcript.open("rb") as file:
        for session, moment in _copied(_records(file)):
            left[session] = max(moment, left.get(session, moment))
    return left


def _records(file: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    size = 0
    for line in file:
        size += len(line)
        if size > _COPIED_MAX:
            return
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield record


def _copied(records: Iterable[dict[str, Any]]) -> Iterator[tuple[str, datetime]]:
    """What was copied stands first: at Claude Code record by record, at Codex below the heads of the sessions it came from."""
    began: datetime | None = None
    for record in records:
        payload, origin = record.get("payload"), record.get("forkedFrom")
        if isinstance(origin, dict):
            yield str(origin.get("sessionId")), _moment(record)
        elif record.get("type") == "session_meta" and isinstance(payload, dict):
            if began is not None:
                yield str(payload.get("id")), began
            began = began or _moment(payload)
        elif payload is not None or record.get("type") in {"user", "human", "assistant"}:
            return


def _moment(record: dict[str, Any]) -> datetime:
    try:
        moment = datetime.fromisoformat(record["timestamp"])
    except (KeyError, TypeError, ValueError):
        return _LATEST
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
