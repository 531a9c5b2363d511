"""The command `code`: a search of the source code that `index` has read."""

from pathlib import PurePath
from typing import TYPE_CHECKING

from simonides.cli.arguments import MAX_TOKENS, WORDS_ONLY, whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.domain.code import ChunkHit, CodeScope
from simonides.domain.validation import check_question

if TYPE_CHECKING:
    from simonides.engine.palace import Palace


def code(call: Call) -> int:
    """Show the definitions and passages of code that answer a question, best first."""
    args = call.args
    with call.reading() as palace:
        roots = {project.id: project.root for project in palace.codebase.projects()}
        if args.project is not None and args.project not in roots:
            call.out.note(_unknown(args.project, roots))
            return 1
        hits = palace.codebase.search(
            check_question(args.query), CodeScope(args.project), args.limit, 0.0 if args.words_only else None
        )
        texts = palace.passages(args.query, [("--max-tokens 0", hit.chunk.content) for hit in hits], args.max_tokens)
        _show(call, list(zip(hits, texts, strict=True)), roots)
        if not args.words_only and not any(hit.is_named for hit in hits):
            _tell_gap(call, palace, args.query)
    return 0


def _show(call: Call, hits: list[tuple[ChunkHit, str]], roots: dict[str, str]) -> None:
    if call.out.is_json:
        call.out.json([_document(hit, roots) | {"content": text} for hit, text in hits])
        return
    for number, (hit, text) in enumerate(hits, 1):
        chunk = hit.chunk
        what = f"  {chunk.kind} {chunk.breadcrumb}".rstrip()
        call.out.passage([f"{number}. {_path(hit, roots)}:{chunk.start_line}{what}"], text)
    if not hits:
        begin = f"Nothing found: no code is indexed yet; begin with {call.typed('index', 'DIR')}."
        call.out.say("Nothing found." if roots else begin)


def _tell_gap(call: Call, palace: "Palace", question: str) -> None:
    if gap := palace.vectors.gap_in_code(question):
        call.out.note(gap.told())


def _unknown(project: str, roots: dict[str, str]) -> str:
    return f"project not found: {project}; indexed projects: {', '.join(sorted(roots)) or 'none yet'}"


def _path(hit: ChunkHit, roots: dict[str, str]) -> str:
    return str(PurePath(roots[hit.chunk.project], hit.chunk.path))


def _document(hit: ChunkHit, roots: dict[str, str]) -> dict[str, object]:
    chunk = hit.chunk
    return {
        "id": chunk.id,
        "project": chunk.project,
        "path": _path(hit, roots),
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "language": chunk.language,
        "kind": chunk.kind,
        "name": chunk.breadcrumb or None,
        "score": hit.score,
    }


CODE = Command(
    "code",
    "search indexed source code by name, word and meaning",
    code,
    (
        argument("query", metavar="QUERY", help="a question, keywords or a name from the code"),
        argument("--project", metavar="NAME", help="only in this project, named as `index` named it"),
        argument("--limit", type=whole_number, default=5, metavar="N", help="number of hits (default: 5)"),
        MAX_TOKENS,
        WORDS_ONLY,
    ),
)
