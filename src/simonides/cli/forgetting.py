"""How does a person have something forgotten?"""

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.domain.naming import clean_text


def forget(call: Call) -> int:
    """Remove the memories of these ids for good; those that are not there are named."""
    ids = list(dict.fromkeys(clean_text(each) for each in call.args.ids))
    with call.reading() as palace:
        forgotten = [each for each in ids if palace.memories.forget(each)]
    unknown = [each for each in ids if each not in forgotten]
    if call.out.is_json:
        call.out.json({"forgotten": forgotten, "unknown": unknown})
    else:
        for each in forgotten:
            call.out.say(f"forgot {each}")
    for each in unknown:
        call.out.note(f"memory not found: {each}")
    return 1 if unknown else 0


FORGET = Command(
    "forget",
    "remove memories for good, by their ids",
    forget,
    (argument("ids", nargs="+", metavar="ID", help="the id of a memory, as search and recall show it"),),
)
