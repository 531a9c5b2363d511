import pytest

from simonides.mining.extraction import classify


@pytest.mark.requirement("mine-general", "languages-rooms")
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
        ("Abbiamo deciso di usare Redis invece di Memcached.", "decisions"),
        ("Decidimos usar o Postgres em vez do Redis, porque é mais simples.", "decisions"),
        ("We hebben gisteren besloten om Postgres te gebruiken in plaats van Redis.", "decisions"),
        ("Мы решили остаться на Postgres, потому что он проверен.", "decisions"),
        ("我们决定用缓存，而不是加机器。", "decisions"),
        ("サーバーを移すことに決めました。費用ではなく安定性が理由です。", "decisions"),
        ("데이터베이스를 옮기기로 결정했습니다. 비용 때문에 그렇습니다.", "decisions"),
        ("Preferisco risposte brevi, di solito senza esempi.", "preferences"),
        ("Я предпочитаю короткие ответы, обычно без примеров.", "preferences"),
        ("我更喜欢简短的回答，通常不要例子。", "preferences"),
        ("エクスポートが動きません。同じエラーが出ます。", "problems"),
        ("Экспорт не работает, всё та же ошибка.", "problems"),
        ("De export werkt niet, steeds dezelfde foutmelding.", "problems"),
        ("终于上线了，问题解决了，我们的第一个版本成功了。", "milestones"),
        ("Estou muito feliz e orgulhosa, obrigada.", "emotions"),
        ("とても嬉しいです。ありがとう。", "emotions"),
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


@pytest.mark.parametrize(
    "text",
    ["", "The sky is blue.", "def main(): return 1", "Небо голубое.", "天空是蓝色的。", "空は青いです。", "De lucht is blauw."],
)
def test_a_plain_passage_shows_no_kind(text: str) -> None:
    assert classify(text) is None
