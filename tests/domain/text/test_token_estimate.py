import pytest

from simonides.domain.text.token_estimate import cut_to_tokens, estimate_tokens

# What cl100k_base or o200k_base makes of each, whichever is more.
MEASURED = [
    ("Wir haben letzte Woche beschlossen, die Datenbank auf einen neuen Rechner umzuziehen.", 22),
    ("W zeszłym tygodniu postanowiliśmy przenieść bazę danych na nowy serwer.", 26),
    ("Minulý týden jsme se rozhodli přesunout databázi na nový server.", 25),
    ("Tuần trước chúng tôi đã quyết định chuyển cơ sở dữ liệu sang máy chủ mới.", 35),
    ("На прошлой неделе мы решили перенести базу данных на новый сервер.", 24),
    ("لقد قررنا نقل قاعدة البيانات إلى خادم جديد في الأسبوع القادم.", 41),
    ("पिछले हफ़्ते हमने डेटाबेस को नए सर्वर पर ले जाने का फ़ैसला किया।", 63),
    ("先週、データベースを新しいサーバーに移すことに決めました。", 29),
    ("上周我们决定把数据库迁移到新的服务器上。", 17),
    ("지난주에 데이터베이스를 새 서버로 옮기기로 결정했습니다.", 28),
]


@pytest.mark.requirement("languages-shorthand")
@pytest.mark.parametrize(("text", "tokens"), MEASURED)
def test_the_estimate_is_rather_too_high_in_every_language(text: str, tokens: int) -> None:
    assert tokens <= estimate_tokens(text) <= 2.6 * tokens


@pytest.mark.parametrize(("text", "tokens"), MEASURED)
def test_what_is_cut_fits(text: str, tokens: int) -> None:
    cut = cut_to_tokens(text * 20, tokens)

    assert cut.endswith("...")
    assert estimate_tokens(cut) <= tokens
