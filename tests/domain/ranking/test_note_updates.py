"""Notes that a later note replaces: the later one on the same matter goes first, and most later notes are not on it."""

from dataclasses import replace
from datetime import date

import pytest

from simonides.domain.question.parsed import understand
from simonides.domain.ranking.note_updates import NoteCandidate, NoteUpdates
from simonides.domain.ranking.traits import flags_of
from support.counting import calls_of

MARCH = date(2025, 3, 4)
MAY = date(2025, 5, 28)


def note(text: str, day: date, fit: float = 1.0) -> NoteCandidate:
    return NoteCandidate(fit, (day - date(1970, 1, 1)).days, flags_of(text, None, None), None)


def moves(
    question: str,
    *told: tuple[str, date],
    likeness: float = 0.7,
    fits: tuple[float, ...] = (),
    unlike: tuple[int, ...] = (),
    today: date | None = None,
) -> list[tuple[int, int]]:
    notes = [note(text, day, fits[row] if fits else 1.0) for row, (text, day) in enumerate(told)]
    asked = understand(question, today)

    def alike(row: int, other: int) -> float:
        return 0.0 if row in unlike or other in unlike else likeness

    return list(NoteUpdates(question, asked, notes, lambda row: told[row][0], alike).moves())


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("Who waters the plants?", "The plants are watered by Ines.", "Ines is away; Tom looks after the plants."),
        ("Where is the spare fuse?", "The spare fuse is in the hall.", "We tidied up: the spare fuse is in the cellar."),
        ("Wer gießt die Pflanzen?", "Ines gießt die Pflanzen.", "Um die Pflanzen kümmert sich Tom."),
        ("谁给植物浇水?", "植物由小林浇水。", "植物以后由小王浇水。"),
        ("Кто поливает цветы?", "Цветы поливает Инна.", "Цветы теперь поливает Олег."),
        ("Что пьёт Ольга?", "Ольга пьёт чай.", "Чай Ольге больше не наливай, ей нужен кофе."),
        ("How much is the rent?", "The rent is 800 euros.", "The rent is 870 euros now; we moved in two years ago."),
        ("Where is the blog?", "The blog is on Netlify.", "We considered Vercel, but the blog is now on Cloudflare."),
        ("Quand vient Zoé ?", "Zoé vient deux jours par semaine.", "Zoé vient maintenant un jour par semaine."),
        (
            "What is our AMQP broker now?",
            "QueueMaker replaces Lapin as our AMQP broker.",
            "Back to Lapin. One broker is enough for us.",
        ),
        (
            "Where are the carrier API keys?",
            "Carrier API keys sit in Strongroom.",
            "The carrier keys went to Cellar; Strongroom is history.",
        ),
        ("¿Quién lleva el taller?", "El taller lo lleva Marta.", "Nuria reemplaza a Marta en el taller."),
        ("¿Qué gestor usamos?", "Nuestro gestor es Ábaco.", "Dejamos Ábaco; el gestor es Pergamino."),
        ("Welche Waage steht im Laden?", "Im Laden steht eine Waage von Pesola.", "Wir gehen zurück zur Waage von Brecknell."),
    ],
)
def test_the_later_note_on_a_matter_goes_first(question: str, earlier: str, later: str) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_a_note_of_a_day_to_come_replaces_only_what_is_to_come_as_well() -> None:
    question, texts = "Who waters the plants?", ("The plants are watered by Ines.", "Tom waters the plants now.")

    def found(*are_to_come: bool) -> list[tuple[int, int]]:
        told = zip(texts, (MARCH, MAY), are_to_come, strict=True)
        notes = [replace(note(text, day), is_to_come=is_to_come) for text, day, is_to_come in told]
        return list(NoteUpdates(question, understand(question), notes, texts.__getitem__, lambda *_: 0.7).moves())

    assert found(False, False) == found(True, True) == [(1, 0)]
    assert found(False, True) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "cosines", "likeness", "found"),
    [
        ("What time is standup?", (0.5, 0.49), 0.4, [(1, 0)]),
        ("What time is standup?", (0.5, 0.44), 0.4, []),
        ("What time is standup?", (0.5, 0.49), 0.2, []),
        ("What time was standup before?", (0.5, 0.49), 0.4, []),
        ("Wann ist unser Standup?", (0.5, 0.49), 0.4, []),
    ],
    ids=["as near", "less near", "unlike", "for the past", "in German"],
)
def test_of_two_notes_that_answer_as_well_the_later_goes_first(
    question: str, cosines: tuple[float, float], likeness: float, found: list[tuple[int, int]]
) -> None:
    texts = ("Standup every day at 9:30 in the big room", "My first change as lead: standup at 9:00, on Mondays alone")
    told = zip(texts, (MARCH, MAY), (1.0, 0.5), cosines, strict=True)
    notes = [replace(note(text, day, fit), cosine=cosine) for text, day, fit, cosine in told]

    moved = NoteUpdates(question, understand(question), notes, texts.__getitem__, lambda *_: likeness).moves()

    assert list(moved) == found


@pytest.mark.requirement("recall-note-updates")
def test_a_note_in_another_language_is_not_as_near_by_its_cosine_as_one_in_english() -> None:
    texts = (
        "We drop the rota: from June on Camille does all nights.",
        "Bascule vers NATS faite dans la nuit du 2 au 3 novembre.",
    )
    told = zip(texts, (MARCH, MAY), (1.0, 0.5), (0.36, 0.35), strict=True)
    notes = [replace(note(text, day, fit), cosine=cosine) for text, day, fit, cosine in told]
    question = "Who is on call at night?"

    assert not list(NoteUpdates(question, understand(question), notes, texts.__getitem__, lambda *_: 0.4).moves())


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "texts", "is_replaced"),
    [
        ("Where are the keys?", ("The keys are in the hall.", "The keys are in the cellar now."), True),
        ("Where does Ada keep the keys?", ("The keys are in the hall.", "The keys are in the cellar now."), False),
        ("Where are the keys?", ("Ada: my keys are in the hall.", "Bo: my keys are in the cellar now."), False),
    ],
    ids=["of a thing", "of somebody", "in their own words"],
)
def test_what_one_wrote_down_another_brings_up_to_date(question: str, texts: tuple[str, str], is_replaced: bool) -> None:
    told = zip(texts, (MARCH, MAY), ("ada eze", "bo lind"), strict=True)
    notes = [replace(note(text, day), speaker=speaker) for text, day, speaker in told]

    moved = NoteUpdates(question, understand(question), notes, texts.__getitem__, lambda *_: 0.7).moves()

    assert list(moved) == ([(1, 0)] if is_replaced else [])


@pytest.mark.requirement("recall-note-updates")
def test_a_note_that_asks_gives_way_to_one_that_tells() -> None:
    assert moves("Who waters the plants?", ("Who waters the plants?", MAY), ("Ines waters the plants.", MARCH)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_a_long_text_replaces_nothing() -> None:
    report = "The plants are watered by Tom. " + "Much else was said about the garden. " * 20

    assert moves("Who waters the plants?", ("Ines waters the plants.", MARCH), (report, MAY)) == []


@pytest.mark.requirement("recall-note-updates")
def test_of_several_replacements_the_last_goes_first() -> None:
    june = date(2025, 6, 30)

    found = moves(
        "Who waters the plants?",
        ("Ines waters the plants.", MARCH),
        ("Tom waters the plants.", MAY),
        ("Ada waters the plants.", june),
    )

    assert found == [(1, 0), (2, 1)]


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("Who waters the plants?", "Ines waters the plants.", "Should Tom water the plants?"),
        ("Who waters the plants?", "Ines waters the plants.", "An old list says that in 2019 Tom watered the plants."),
        ("When does the Oslo shop open?", "The Oslo shop opens at 9:00.", "The Bergen shop opens at 8:00."),
        ("What colour is the small door?", "The small door is red.", "The large door is green."),
        ("How many chairs do we have?", "We have 12 chairs.", "The chairs were cleaned."),
        ("北京仓库有多少箱子?", "北京仓库有30个箱子。", "上海仓库有50个箱子。"),
        ("Where do we keep logs?", "We keep logs in Loki.", "Moving the logs to S3 was proposed and rejected."),
        ("Where do we keep logs?", "We keep logs in Loki.", "Funny, years ago we kept the logs on paper."),
        ("Where do we keep logs?", "We keep logs in Loki.", "Rumour: the logs are now in S3."),
        ("Wo liegen die Akten?", "Die Akten liegen im Keller.", "Idee: die Akten eines Tages ins Archiv geben."),
    ],
    ids=[
        "a question",
        "earlier years",
        "another name",
        "another thing",
        "no number",
        "another place in Chinese",
        "a proposal",
        "long ago",
        "a rumour of a change",
        "an idea",
    ],
)
def test_a_later_note_that_does_not_replace_stays_where_it_is(question: str, earlier: str, later: str) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY)) == []


@pytest.mark.requirement("recall-note-updates")
def test_notes_of_one_day_or_on_other_matters_stay_where_they_are() -> None:
    told = (("Ines waters the plants.", MARCH), ("Tom waters the plants.", MARCH))

    assert moves("Who waters the plants?", *told) == []
    assert moves("Who waters the plants?", told[0], ("Tom paints the fence.", MAY), likeness=0.3) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("later", "source", "likeness", "is_replaced"),
    [
        ("Ana: almond milk now.", None, 0.7, True),
        ("Ana drinks almond milk.", None, 0.7, False),
        ("Ben drinks almond milk now.", None, 0.7, False),
        ("Ana: almond milk now.", "notes.md", 0.7, False),
        ("Ana: almond milk now.", None, 0.55, False),
    ],
    ids=["a told change", "no change told", "of somebody else", "pieces of one file", "little alike"],
)
def test_on_one_day_what_was_filed_later_replaces_only_by_a_told_change(
    later: str, source: str | None, likeness: float, is_replaced: bool
) -> None:
    question, texts = "What milk does Ana drink?", ("Ana drinks oat milk.", later)
    day = (MARCH - date(1970, 1, 1)).days
    notes = [NoteCandidate(1.0, day, flags_of(text, None, None), None, key) for key, text in enumerate(texts)]

    found = NoteUpdates(question, understand(question), notes, texts.__getitem__, lambda *_: likeness, lambda _: source).moves()

    assert list(found) == ([(1, 0)] if is_replaced else [])


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "is_of_today"),
    [
        ("Who waters the plants?", True),
        ("Who watered the plants?", False),
        ("Who was it before?", False),
        ("Wer gießt die Pflanzen?", True),
        ("Wer goss die Pflanzen früher?", False),
        ("以前谁给植物浇水?", False),
        ("Кто раньше поливал цветы?", False),
        ("word " * 100, False),
        ("Ada: I am tired.\nBot: Then rest!", False),
    ],
)
def test_a_question_for_the_past_asks_for_nothing_that_holds_now(question: str, is_of_today: bool) -> None:
    assert understand(question).is_of_today == is_of_today


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "score", "is_replaced"),
    [
        ("What do the plants cost?", 0.5, True),
        ("What do the plants cost?", 0.4, False),
        ("What do the plants cost now?", 0.4, True),
    ],
    ids=["half as good", "much worse", "asked for now"],
)
def test_what_answers_much_worse_replaces_nothing_unless_it_is_asked_for(question: str, score: float, is_replaced: bool) -> None:
    texts = ("The plants cost 40 euros a month.", "The plants cost us 50 from June on.", *["The fence is green."] * 8)

    def found(count: int) -> list[tuple[int, int]]:
        days, fits, scores = (MARCH, MAY, *[MARCH] * 8), (1.0, 0.8, *[0.1] * 8), (1.0, score, *[0.0] * 8)
        told = zip(texts[:count], days, fits, scores, strict=False)
        notes = [replace(note(text, day, fit), score=score) for text, day, fit, score in told]

        def likeness(row: int, other: int) -> float:
            return 0.7 if row + other == 1 else 0.1

        return list(NoteUpdates(question, understand(question), notes, texts.__getitem__, likeness).moves())

    assert found(10) == ([(1, 0)] if is_replaced else [])
    assert found(2) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later", "is_replaced"),
    [
        (
            "who heads purchasing at Acme",
            "Acme: purchasing is headed by Lea at the Depot.",
            "Acme pays 3 % now, the Depot too.",
            True,
        ),
        (
            "wer leitet den Einkauf bei Acme",
            "Acme: den Einkauf leitet Lea im Depot.",
            "Acme zahlt jetzt 3 %, das Depot auch.",
            False,
        ),
        (
            "wer leitet den Einkauf bei Acme",
            "Acme: den Einkauf leitet Lea im DepotSued.",
            "Acme zahlt jetzt 3 %, der DepotSued auch.",
            True,
        ),
    ],
    ids=["a name in English", "a noun in German", "a coined name in German"],
)
def test_a_german_noun_is_no_name_that_shows_a_change(question: str, earlier: str, later: str, is_replaced: bool) -> None:
    found = moves(question, (earlier, MARCH), (later, MAY), fits=(1.0, 0.3), likeness=0.5)

    assert found == ([(1, 0)] if is_replaced else [])


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("day", "is_replaced"), [(date(2026, 7, 2), False), (date(2026, 8, 20), True)], ids=["right after it", "later"]
)
def test_a_report_on_a_quarter_right_after_it_is_of_that_quarter(day: date, is_replaced: bool) -> None:
    first, second = ("First quarter: 1,204 bookings.", date(2026, 5, 31)), ("Second quarter: 2,977 bookings.", day)

    found = moves("how many bookings in the second quarter of 2026", second, first, today=date(2026, 11, 2))

    assert found == ([(1, 0)] if is_replaced else [])


@pytest.mark.requirement("recall-note-updates")
def test_what_is_no_more_alike_than_others_and_answers_less_well_replaces_nothing() -> None:
    told = (("The plants are watered by Ines.", MARCH), ("We bought a hose for the garden.", MAY))
    other = ("The garden has a new gate.", MARCH)

    assert moves("Who waters the plants?", *told, other, likeness=0.5, fits=(1.0, 0.6, 0.6)) == []


@pytest.mark.requirement("recall-note-updates")
def test_what_is_more_alike_than_all_others_replaces_in_other_words() -> None:
    told = (("The plants are watered by Ines.", MARCH), ("Tom sees to everything green.", MAY), ("The bus is late.", MARCH))

    assert moves("Who waters the plants now?", *told, likeness=0.45, fits=(1.0, 0.8, 0.1)) == []
    assert moves("Who waters the plants now?", *told, likeness=0.45, fits=(1.0, 0.8, 0.1), unlike=(2,)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "timed", "earlier", "later"),
    [
        ("why press the bell", "how many buns today", "Hotel Miramar: 120 rolls, ring twice.", "Hotel Miramar: 80 rolls."),
        ("Wozu klingeln?", "Was backen wir derzeit?", "Hotel Miramar: 120 Stück.", "Hotel Miramar: 80 Stück."),
        ("Po co dzwonić?", "Ile teraz pieczemy?", "Hotel zamawia u nas 120 bułek.", "Hotel zamawia u nas 80 bułek."),
        ("为何按门铃？", "现在烤多少？", "海景酒店：面包一百二十个。", "海景酒店：面包八十个。"),
    ],
)
def test_a_question_in_other_words_may_be_for_another_part_of_a_note_unless_it_says_now(
    question: str, timed: str, earlier: str, later: str
) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY)) == []
    assert moves(timed, (earlier, MARCH), (later, MAY)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize("question", ["Wer gießt die Blumen?", "Кто поливает цветы?"])
def test_a_question_in_another_language_shares_no_word_with_the_notes(question: str) -> None:
    told = (("The plants are watered by Ines.", MARCH), ("The plants are watered by Tom.", MAY))

    assert moves(question, *told) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_a_text_of_some_three_hundred_characters_tells_of_one_thing() -> None:
    earlier, later = "The rent is 800 euros.", "The rent is 870 euros now."

    assert moves("How much is the rent?", (earlier, MARCH), (later + " x" * 130, MAY)) == [(1, 0)]
    assert moves("How much is the rent?", (earlier, MARCH), (later + " x" * 150, MAY)) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("What is Marta's phone number?", "Marta's phone number is 0664 555 120.", "Marta moved to Graz."),
        (
            "What is the wifi password of the cabin?",
            "The cabin's wifi password is fern-77.",
            "The cabin is booked for us in July.",
        ),
        ("How long is the visa valid?", "The visa is valid until May.", "The visa took 6 weeks and cost 80 dollars."),
        ("How much is the rent?", "The rent is 800 euros.", "My parents paid 950 euros for the flight."),
    ],
)
def test_a_note_that_shares_only_its_subject_or_a_part_of_a_word_replaces_nothing(
    question: str, earlier: str, later: str
) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY), likeness=0.35, fits=(1.0, 0.6)) == []


@pytest.mark.requirement("recall-note-updates")
def test_another_word_in_the_place_of_one_that_the_question_names_is_another_subject() -> None:
    told = ("Il corso di danza costa 90 euro.", MARCH)
    question = "Quanto costa il corso di danza?"

    assert moves(question, told, ("Il corso di yoga costa 110 euro.", MAY)) == []
    assert moves(question, told, ("Il corso di danza costa 110 euro.", MAY)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_a_told_change_in_much_the_same_words_replaces_though_it_hardly_fits_the_question() -> None:
    told = (("RabbitMQ carries our messages.", MARCH), ("RabbitMQ was shut down, NATS carries everything now.", MAY))

    assert moves("Which message broker do we run?", *told, likeness=0.6, fits=(1.0, 0.2)) == [(1, 0)]
    assert moves("Which message broker do we run?", *told, likeness=0.25, fits=(1.0, 0.2)) == []


@pytest.mark.requirement("recall-note-updates")
def test_a_told_change_of_the_same_subject_replaces_though_it_is_less_alike() -> None:
    earlier, untold = ("Nobody looks after the spare keys.", MARCH), ("Tom has the spare keys.", MAY)

    told, other, fits = ("Tom took over the spare keys.", MAY), ("Two spare keys are bent.", MARCH), (1.0, 0.6, 0.1)

    assert moves("Who looks after the spare keys?", earlier, told, other, likeness=0.5, fits=fits) == [(1, 0)]
    assert moves("Who looks after the spare keys?", earlier, untold, other, likeness=0.5, fits=fits) == []


@pytest.mark.requirement("recall-note-updates")
def test_what_lacks_part_of_the_subject_and_tells_no_change_needs_more() -> None:
    told = (("The swimming course costs 90 euros.", MARCH), ("The judo course costs 110 euros.", MAY))

    assert moves("What does the swimming course cost?", *told, likeness=0.55, fits=(1.0, 0.6)) == []


@pytest.mark.requirement("recall-note-updates")
def test_a_note_with_the_value_that_is_known_replaces_nothing() -> None:
    told = (("We play tennis on Tuesday.", MARCH), ("On Tuesday a school class was in the tennis hall.", MAY))

    assert moves("On which day do we play tennis?", *told) == []


@pytest.mark.requirement("recall-note-updates")
def test_a_told_change_of_the_subject_needs_no_number() -> None:
    earlier = ("Parking costs 4 euros.", MARCH)

    assert moves("How much is parking?", earlier, ("Parking is free now.", MAY)) == [(1, 0)]
    assert moves("How much is parking?", earlier, ("Parking was easy.", MAY)) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("How much ramipril does Max take?", "Max takes 5 mg of ramipril.", "Rosa takes 10 mg of ramipril now."),
        ("How much is parking in Bonn?", "Parking in Bonn costs 4 euros a day.", "Parking in Cologne is free now."),
        ("Who is our electricity provider?", "Our electricity provider is Vattenfall.", "Our gas provider is now Eon."),
        ("What is wrong with the red bike?", "The red bike has a flat tyre.", "The blue bike has new tyres now."),
        ("How much does client Alpha pay?", "Client Alpha pays 900 a month.", "Client Beta now pays 1200 a month."),
        ("Which train does Ole take to Ulm?", "Ole takes the ICE to Ulm.", "Ida now takes the bus to Ulm."),
        (
            "Wie hoch ist die Miete in Bremen?",
            "Die Miete in Bremen beträgt 700 Euro.",
            "Die Miete in Kiel beträgt jetzt 820 Euro.",
        ),
        ("Сколько стоит парковка в Казани?", "Парковка в Казани стоит 100 рублей.", "Парковка в Перми теперь стоит 150 рублей."),
        ("北京仓库有多少箱子?", "北京仓库有30个箱子。", "上海仓库现在有50个箱子。"),
    ],
)
def test_a_told_change_of_another_subject_replaces_nothing(question: str, earlier: str, later: str) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY)) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("Who is CEO of Brenntal?", "CEO of Brenntal is Mr. Voss.", "Edda runs Brenntal now."),
        ("Which train does Ole take to Ulm?", "Ole takes the ICE to Ulm.", "Ole now takes the bus."),
        ("Wer gießt die Pflanzen im Büro?", "Ines gießt die Pflanzen im Büro.", "Um die Pflanzen kümmert sich jetzt Tom."),
        ("Wo steht Opas Auto?", "Opas Auto steht im Hof.", "Das Auto steht jetzt in der Garage."),
        ("我们用什么画图?", "画图都用 Visio。", "Visio 不再用了，现在写 Mermaid。"),
    ],
)
def test_a_told_change_may_leave_out_a_name_as_long_as_no_other_stands_in_its_place(
    question: str, earlier: str, later: str
) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY)) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_a_function_word_with_a_capital_is_no_name() -> None:
    told = (("El taller es en el aula 2.", MARCH), ("Taller: aula 5.", MAY))

    assert moves("En qué aula es el taller", *told) == [(1, 0)]


@pytest.mark.requirement("recall-note-updates")
def test_of_two_names_in_the_question_one_names_the_subject_of_a_change() -> None:
    told = (("CEO of Brenntal is Mr. Voss.", MARCH), ("Mr. Voss has retired from Brenntal, Edda runs the company.", MAY))
    ticket = (("Closed OPS-1042.", MARCH), ("OPS-1140 is closed now.", MAY))

    assert moves("Who is CEO of Brenntal?", *told) == [(1, 0)]
    assert moves("What about OPS-1042?", *ticket) == []


@pytest.mark.requirement("recall-note-updates")
@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("What do we pay each month?", "We pay 90 euros a month.", "We pay 110 euros a month."),
        ("Was zahlen wir jeden Monat?", "Wir zahlen 90 Euro im Monat.", "Wir zahlen 110 Euro im Monat."),
        ("Where will the summer party be?", "The summer party is on the roof.", "The summer party is in the yard."),
        ("本番のRubyのバージョンは?", "本番のRubyは3.1です。", "本番のRubyを3.3に上げました。"),
    ],
)
def test_a_period_a_season_before_a_noun_and_a_particle_do_not_hide_what_a_question_asks_for(
    question: str, earlier: str, later: str
) -> None:
    assert moves(question, (earlier, MARCH), (later, MAY), today=date(2026, 11, 16)) == [(1, 0)]


@pytest.mark.requirement("recall-reversals")
@pytest.mark.parametrize(
    "question",
    ["Who watered the plants originally?", "Who watered the plants in spring 2025?", "Wer hat am Anfang die Pflanzen gegossen?"],
)
def test_a_question_for_what_held_earlier_gets_the_replaced_note_first(question: str) -> None:
    june = date(2025, 6, 30)
    told = (("Tom waters the plants now.", june), ("Ines waters the plants.", MARCH))

    assert moves(question, *told, today=date(2026, 1, 10)) == [(1, 0)]


@pytest.mark.requirement("recall-reversals")
def test_at_a_time_that_the_best_note_is_of_nothing_moves() -> None:
    told = (("Tom waters the plants now.", MAY), ("Ines waters the plants.", MARCH))

    assert moves("Who watered the plants in May 2025?", *told, today=date(2026, 1, 10)) == []


@pytest.mark.requirement("recall-note-updates")
def test_a_note_that_asks_and_is_quoted_is_what_is_looked_for() -> None:
    texts = ("Who waters the plants in July?", "Ines waters the plants in July.")
    asked = understand(texts[0])

    def replaced(*, is_quoted: bool) -> list[tuple[int, int]]:
        notes = [replace(note(texts[0], MARCH), is_quoted=is_quoted), note(texts[1], MAY)]
        return list(NoteUpdates(texts[0], asked, notes, lambda row: texts[row], lambda *_: 0.7).moves())

    assert replaced(is_quoted=False) == [(1, 0)]
    assert replaced(is_quoted=True) == []


@pytest.mark.requirement("recall-note-updates")
def test_a_statement_that_holds_all_of_the_question_is_replaced_all_the_same() -> None:
    texts = ("Our monthly budget for cloud hosting is 4,000 euros.", "Finance raised the monthly cloud hosting budget to 5,500.")
    question = "What is the monthly budget for cloud hosting?"
    notes = [replace(note(texts[0], MARCH), is_quoted=True), note(texts[1], MAY)]

    updates = NoteUpdates(question, understand(question), notes, lambda row: texts[row], lambda *_: 0.7)

    assert list(updates.moves()) == [(1, 0)]


def test_long_texts_are_not_cut_into_words() -> None:
    words = 20_000
    long = ["The parser reads " + f"page{number} " * words for number in range(2)]

    calls = calls_of(lambda: moves("What does the lexer eat?", (long[0], MARCH), (long[1], MAY), likeness=0.95))

    assert calls < words
