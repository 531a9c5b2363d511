import pytest

from simonides.mining.extraction import classify


@pytest.mark.requirement("mine-general")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We decided to use Clerk instead of Auth0.", "decisions"),
        ("Wir haben uns für Postgres entschieden, weil es bewährt ist.", "decisions"),
        ("Nous avons décidé de rester sur SQLite plutôt que Postgres.", "decisions"),
        ("Decidimos usar Redis porque es rápido.", "decisions"),
        ("I prefer tabs; please never reformat my files.", "preferences"),
        ("Ich bevorzuge kurze Antworten, am liebsten in Stichworten.", "preferences"),
        ("The export job keeps failing; the root cause is unknown.", "problems"),
        ("Ça ne marche pas, toujours la même erreur.", "problems"),
        ("Finally fixed the bug, it works now.", "milestones"),
        ("Estoy muy orgullosa, gracias.", "emotions"),
    ],
)
def test_a_passage_is_told_by_its_signs_in_its_language(text: str, kind: str) -> None:
    finding = classify(text)

    assert finding is not None
    assert finding.kind == kind
    assert 0.5 <= finding.confidence <= 1


def test_more_signs_make_it_surer() -> None:
    few, many = (
        classify("We decided this because of cost."),
        classify("Decision: we decided, rather than wait, because we agreed to."),
    )

    assert few is not None
    assert many is not None
    assert many.confidence > few.confidence


@pytest.mark.parametrize("text", ["", "The sky is blue.", "def main(): return 1"])
def test_a_plain_passage_shows_no_kind(text: str) -> None:
    assert classify(text) is None
