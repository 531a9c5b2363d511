"""Conversations found in their own language and in English, mined and searched with the shipped encoders."""

import json
from collections.abc import Iterator

import pytest

from simonides.cli.main import main
from simonides.settings import Settings
from support.clients import Client

CONVERSATIONS = {
    "de": [
        "Wir ziehen im Mai um. Welche Umzugsfirma hatten wir uns ausgesucht?",
        "Ihr habt euch für die Firma Brandl entschieden, weil sie das Klavier über die Treppe tragen kann.",
        "Stimmt. Meine Schwester verträgt übrigens keine Nüsse, denk bitte daran, wenn wir die Einweihungsfeier planen.",
        "Ich merke mir das: zur Feier gibt es nichts mit Nüssen.",
        "Der alte Router steht noch im Keller, das Kennwort klebt auf seiner Unterseite.",
        "Gut zu wissen. Soll ich eine Liste für den Keller anlegen?",
        "Ja. Und der Zähler für den Strom wird am letzten Freitag im April abgelesen.",
        "Ich trage den Termin für die Ablesung ein.",
    ],
    "ja": [
        "来月の京都旅行のことだけど、宿はどこに決めたんだっけ。",
        "鴨川の近くにある小さな旅館に決めました。駅から歩いて十分です。",
        "そうだった。父は足が悪いので、階段の少ない部屋をお願いしておいて。",
        "一階の部屋を希望すると旅館に伝えておきます。",
        "猫の世話は隣の田中さんが引き受けてくれた。鍵は郵便受けに入れておく。",
        "わかりました。餌の量を紙に書いておくといいですね。",
        "帰りの新幹線は日曜日の夕方の便を予約してある。",
        "日曜日の夕方ですね。お土産を買う時間もありそうです。",
    ],
    "ru": [
        "Напомни, почему мы отказались от старой базы данных?",
        "Она не справлялась с отчётами по вечерам: запросы выполнялись дольше минуты.",
        "Верно. Резервные копии теперь лежат на сервере в соседнем здании, их делают каждую ночь.",
        "Записал: копии создаются ночью и хранятся в другом здании.",
        "Новый стажёр выходит на работу в понедельник, его наставником будет Ольга.",
        "Хорошо, я подготовлю для него список задач.",
        "Пропуск для него нужно заказать у охраны заранее, они делают его три дня.",
        "Закажу пропуск сегодня.",
    ],
}
QUESTIONS = [
    ("de", "Welche Speisen darf die Schwester nicht essen?", "verträgt übrigens keine Nüsse"),
    ("de", "Wo finde ich das Passwort des WLAN-Geräts?", "Der alte Router"),
    ("en", "What food is the sister allergic to?", "keine Nüsse"),
    ("en", "Where is the password of the old router written down?", "Der alte Router"),
    ("ja", "ペットの面倒は誰が見てくれますか", "猫の世話"),
    ("ja", "帰りの電車はいつですか", "帰りの新幹線"),
    ("en", "Who takes care of the cat while we are away?", "猫の世話"),
    ("en", "When does the train back home leave?", "新幹線"),
    ("ru", "Где мы храним резервные копии?", "копии"),
    ("ru", "Кто будет помогать новичку?", "его наставником будет Ольга"),
    ("en", "Where are the backups stored?", "копии"),
    ("en", "Who is the mentor of the new intern?", "его наставником будет Ольга"),
]


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("talks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMONIDES_CONFIG", str(folder / "none.toml"))
        patch.delenv("SIMONIDES_EMBEDDER", raising=False)
        (folder / "talks").mkdir()
        for language, texts in CONVERSATIONS.items():
            (folder / "talks" / f"{language}.json").write_text(json.dumps([_exported(language, texts)]), encoding="utf-8")
        assert main(["mine", str(folder / "talks"), "--mode", "convos", "--data-dir", str(folder / "data"), "--json"]) == 0
    client = Client(Settings(data_dir=folder / "data", patience_s=60), "palace")
    yield client
    client.lazy.close()


def _exported(language: str, texts: list[str]) -> dict[str, object]:
    messages = [
        {"uuid": f"{language}-{number}", "sender": sender, "text": text, "created_at": f"2026-04-01T10:{number:02}:00Z"}
        for number, (sender, text) in enumerate(zip(["human", "assistant"] * (len(texts) // 2), texts, strict=True))
    ]
    return {"uuid": language, "name": language, "created_at": "2026-04-01T10:00:00Z", "chat_messages": messages}


def test_every_turn_is_filed_word_for_word_with_its_vector(call: Client) -> None:
    palace = call.lazy.engine().palace("default")

    kept = {memory.content for memory in palace.memories.page(limit=100)}

    assert kept == {text for texts in CONVERSATIONS.values() for text in texts}
    assert palace.vectors.pending() == 0
    assert str(palace.store.identity()) == "mneme/int8/4+polyglot/int8/5 (384d)"


@pytest.mark.requirement("languages-conversations")
@pytest.mark.parametrize(("language", "question", "answer"), QUESTIONS)
def test_a_turn_is_found_in_its_own_language_and_in_english(call: Client, language: str, question: str, answer: str) -> None:
    results = call("mempalace_search", query=question, limit=3)["results"]

    assert any(answer in result["text"] for result in results), (language, [result["text"] for result in results])
