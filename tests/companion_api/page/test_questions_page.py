"""A question of the referee on the phone: the picture, the answers, one tap; a card that was missed."""

import pytest
from axe import faults
from browser import SMALL_PHONE, Door, come_in, leave, phone
from pages import found, keep, press, text
from scripted import Evening, wait_for

from companion_api.evening.taps import Refused, Tap
from companion_api.evening.watching import Outcome
from companion_api.evening.who import Pass
from companion_api.web.app import create_app
from engine.boundaries import Heard
from engine.cards import parse_card
from engine.referee.people.questions import Alternative, Question

SEED = 9  # Ana begins, her third card is the nain jaune


@pytest.fixture
def evening(tmp_path):
    """The arm that brought the nain jaune seems to be Bruno's, the rules say that it was Ana."""
    evening = Evening(tmp_path, SEED)
    evening.observer.doubts[9] = 1
    evening.cards(3)
    evening.desk.take(Tap(seq=evening.live.seq, tap="call", card="7D"))
    evening.cards(5)
    evening.frames(evening.observer.number + 2)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=SMALL_PHONE)
    yield browser
    leave(browser)


@pytest.fixture
def page(evening, browser):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    come_in(browser, door.address)
    yield browser
    door.stop()


def hear(evening, words, confidence):
    """Somebody speaks, now."""
    call = Heard(evening.watching.t, parse_card("7D"), None, "voice", confidence=confidence, text=words)

    evening.watching.ask(lambda: Outcome(evening.watching.referee.hear(call)))
    evening.frames(evening.observer.number + 2)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_call_heard_badly_is_one_tap(tmp_path, browser, answer):
    evening = Evening(tmp_path, SEED)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    try:
        evening.cards(3)
        hear(evening, "le nain jaune", 0.55)
        asked = view(evening)["questions"][0]
        assert (asked["kind"], asked["player"], asked["card"]) == ("doubtful_call", "Ana", "7D")
        assert view(evening)["boxes"]["7D"] == 20, "nothing is decided silently"
        come_in(browser, door.address, "player", "Ana")
        wait_for(lambda: "« le nain jaune »" in text(browser, "#asked"))
        keep(browser, "asked-call")
        press(browser, f"[data-answer={answer}]")
        wait_for(lambda: not found(browser, "#asked"))
        evening.frames(evening.observer.number + 2)
        assert (view(evening)["boxes"]["7D"] == 0) == (answer == "yes")
        assert view(evening)["questions"] == []
    finally:
        door.stop()
        evening.close()


def view(evening):
    return evening.live.now()["view"]


def test_one_tap_says_who_laid_it_and_the_box_follows(evening, page):
    wait_for(lambda: found(page, "#asked"))
    asked = view(evening)["questions"][0]
    assert view(evening)["alerts"] == [], "a question is no alert"
    assert text(page, "#asked h2") == "Qui a posé le 7 de carreau ?"
    wait_for(lambda: found(page, "#asked .proof img"))
    names = [text(page, f"[data-answer='{place}'] > span:last-child") for place in (0, 1)]
    assert {name.strip() for name in names} >= {"Ana", "Bruno"}
    keep(page, "asked")
    assert faults(page) == []
    for who in ("Ana", "Bruno"):
        other = next(i for i, each in enumerate(asked["alternatives"]) if each["player"] == who)
        if asked["alternatives"][0]["player"] != who:
            break
    press(page, f"[data-answer='{other}']")
    wait_for(lambda: not found(page, "#asked"))
    assert view(evening)["questions"] == []
    assert next(card["player"] for card in view(evening)["cards"] if card["card"] == "7D") == who
    told = [event for event in evening.live.events() if event.get("answer") is not None]
    assert [event["by"] for event in told] == ["host"]


def test_nobody_knows(evening, page):
    before = view(evening)["cards"]
    press(page, "[data-answer=unknown]")
    wait_for(lambda: view(evening)["questions"] == [])
    assert view(evening)["cards"] == before


def test_a_question_outlives_a_restart(evening, tmp_path):
    asked = view(evening)["questions"][0]
    choice, told = next((i, each) for i, each in enumerate(asked["alternatives"]) if i and each["player"])
    evening.close()
    again = Evening(tmp_path, SEED, resume=True, skip=5)
    try:
        assert view(again)["questions"] == [asked]
        again.desk.take(Tap(seq=again.live.seq, tap="answer", target=asked["seq"], choice=choice))
        assert view(again)["questions"] == []
        assert next(card["player"] for card in view(again)["cards"] if card["card"] == "7D") == told["player"]
    finally:
        again.close()


def test_only_whom_it_is_about_or_a_host_may_answer(evening):
    seq = view(evening)["questions"][0]["seq"]
    for held in (Pass("guest"), Pass("television"), Pass("player", "David")):
        with pytest.raises(Refused):
            evening.desk.take(Tap(seq=evening.live.seq, tap="answer", target=seq, choice=0), held)


def test_a_card_that_was_missed_is_entered_in_its_place(evening, page):
    third, fourth = view(evening)["cards"][2:4]
    press(page, f"[data-card='{third['card']}']")
    press(page, "#remove")
    wait_for(lambda: third["card"] not in [card["card"] for card in view(evening)["cards"]])
    press(page, f"[data-card='{fourth['card']}']")
    wait_for(lambda: found(page, "#missed-one"))
    keep(page, "missed-one")
    press(page, "#missed-one")
    wait_for(lambda: len(found(page, ".pick")) == 52)
    press(page, f"[data-pick='{third['card']}']")
    wait_for(lambda: [card["card"] for card in view(evening)["cards"]][2] == third["card"])
    assert view(evening)["cards"][3]["card"] == fourth["card"]


def ask(evening, *ways, **more):
    """The referee asks which of these it was."""
    before = evening.watching.referee.log[-1]
    asks = Question(before.t, None, ways, 5, **more).alert()
    evening.watching.ask(lambda: Outcome(evening.watching.referee.enter(asks)))


def test_what_no_picture_shows_and_what_was_hardly_read_is_asked_in_words_of_its_own(tmp_path, browser):
    evening = Evening(tmp_path, SEED)
    evening.cards(3)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    who = [Alternative("play", name, parse_card("8C"), 0.4) for name in ("Ana", "Bruno")]
    hand = [
        Alternative("hand", "Bruno", parse_card(card), share) for card, share in (("KH", 0.92), ("JH", 0.06))
    ]
    none = Alternative("again", "Bruno", None, 0.0)
    kings = ["roi de cœur", "valet de cœur"]
    asked = (
        (who, {"unseen": True}, "Qui a posé le 8 de trèfle ?", ["Ana", "Bruno"]),
        (hand, {}, "Quelle est cette carte de la main ? Bruno", kings),
        ([*hand, none], {}, "Quelle carte reste en main ? Bruno", [*kings, "aucune autre carte"]),
    )
    try:
        come_in(browser, door.address)
        for ways, more, title, answers in asked:
            ask(evening, *ways, **more)
            wait_for(lambda title=title: text(browser, "#asked h2") == title)
            told = [text(browser, f"[data-answer='{n}'] > span:last-child").strip() for n in range(len(ways))]
            assert told == answers and len(found(browser, ".answers [data-answer]")) == len(ways), title
            assert ("ne voyait rien" in text(browser, "#asked .hint")) == bool(more), title
            keep(browser, f"asked-{len(ways)}-{len(more)}")
            press(browser, "[data-answer=unknown]")
            wait_for(lambda: not found(browser, "#asked"))
    finally:
        door.stop()
        evening.close()
