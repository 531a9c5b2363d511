"""The command `demo`: a palace with a small story in it, to ask and to throw away."""

import shlex

from simonides.cli.call import Call
from simonides.cli.clients.instructions import where_meant
from simonides.cli.command import Command, switch
from simonides.cli.output import counted
from simonides.domain.errors import Invalid
from simonides.engine.demo.story import DESCRIPTION, NOTES, QUESTIONS
from simonides.engine.demo.telling import NAME, is_demo, tell_story
from simonides.engine.engine import Engine


def demo(call: Call) -> int:
    """Make the palace with its story, or delete it."""
    name = call.args.palace or NAME
    with call.engine() as engine:
        if call.args.remove:
            return _remove(call, engine, name)
        is_new = name not in engine.names()
        if is_new:
            call.await_model(engine, " ".join(note.text for note in NOTES))
            tell_story(engine.create(name, DESCRIPTION))
        else:
            _check_ours(engine, name)
        counts = engine.palace(name).health()
    return _show(call, name, is_new=is_new, memories=counts.memories)


def _remove(call: Call, engine: Engine, name: str) -> int:
    if name not in engine.names():
        call.out.note(f"there is no palace '{name}'; nothing was deleted")
        return 1
    _check_ours(engine, name)
    engine.delete(name)
    if call.out.is_json:
        call.out.json({"palace": name, "removed": True})
    else:
        call.out.say(f"deleted the palace '{name}'")
    return 0


def _check_ours(engine: Engine, name: str) -> None:
    if not is_demo(engine.palace(name)):
        raise Invalid("palace", f"'{name}' is a palace of your own; choose another name with --palace")


def _show(call: Call, name: str, *, is_new: bool, memories: int) -> int:
    where = ["--palace", name, *(word for word in where_meant(call.args) if word not in {"--palace", name})]
    words = [(["simonides", "search", question, "--limit", "2"], why) for question, why in QUESTIONS]
    words.append((["simonides", "kg", "query", "Bakery", "--as-of", "2026-01-15"], "what held then"))
    tries = [(shlex.join([*command, *where]), why) for command, why in words]
    if call.out.is_json:
        call.out.json({"palace": name, "new": is_new, "memories": memories, "try": [command for command, _ in tries]})
        return 0
    state = "is ready" if is_new else "is still there"
    call.out.say(f"The palace '{name}' {state}: {counted(memories, 'memory', 'memories')} of an island's bakery.")
    call.out.say("\nAsk it:")
    for command, why in tries:
        call.out.say(f"  {command}    # {why}")
    call.out.say(f"\nLet an agent ask it:  {shlex.join(['simonides', 'setup', *where])}")
    call.out.say(f"Throw it away:        {shlex.join(['simonides', 'demo', '--remove', *where])}")
    return 0


DEMO = Command(
    "demo",
    "make a palace with a small story in it, to play with",
    demo,
    (switch("--remove", "delete that palace again"),),
)
