"""The page, as a phone shows it: Chromium over the real server, store and referee."""

import pytest
from browser import Door, come_in, leave, open_as_new, phone
from pages import clear, found, keep, press, text
from scripted import KIND, Evening, wait_for

from companion_api.evening.taps import Tap
from companion_api.web.app import create_app

SEED = 9  # the third card is the nain jaune, not called; a bête at the end


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED, KIND)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


@pytest.fixture(scope="module")
def door(evening, browser):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    yield door
    door.stop()


@pytest.fixture(scope="module")
def host(browser, door):
    come_in(browser, door.address)
    return browser


@pytest.fixture
def page(host):
    """The host's table, in French, with nothing open over it."""
    wait_for(lambda: found(host, "#wanted, #settlement"))
    clear(host)
    return host


@pytest.fixture
def visitor():
    """Another phone."""
    browser = phone()
    yield browser
    leave(browser)


def test_without_the_token_there_is_only_a_welcome(visitor, door, evening):
    browser = visitor
    open_as_new(browser, door.address.split("#")[0])
    wait_for(lambda: "Bienvenue à la table" in text(browser))
    assert not any(name in text(browser) for name in evening.table.names)
    browser.get("about:blank")
    browser.get(door.address[:-4] + "nope")
    wait_for(lambda: "Cette invitation n’est pas valable" in text(browser))
    keep(browser, "welcome")


def test_a_role_is_chosen_and_kept(visitor, door, evening):
    browser = visitor
    browser.get(door.address)
    wait_for(lambda: found(browser, "[data-role=host].choice"))
    keep(browser, "join")
    press(browser, "[data-role=player].choice")
    wait_for(lambda: found(browser, "[data-player=Bruno]"))
    keep(browser, "join-who")
    press(browser, "[data-player=Bruno]")
    wait_for(lambda: "Bruno" in text(browser, "#mine"))
    assert "12 cartes" in text(browser, "#mine") or "11 cartes" in text(browser, "#mine")
    assert not found(browser, "#call") or evening.live.now()["view"]["call"]["player"] == "Bruno"
    keep(browser, "player")
    for again in (browser.refresh, lambda: browser.get(door.address)):
        again()
        wait_for(lambda: "Bruno" in text(browser, "#mine"))
    press(browser, "#menu")
    assert not found(browser, ".sheet .remove") and not found(browser, "#invitation")
    press(browser, "#change-role")
    wait_for(lambda: found(browser, "[data-role=guest].choice"))
    press(browser, "[data-role=guest].choice")
    wait_for(lambda: "Je regarde" in text(browser, "#place"))
    assert found(browser, "#undo:disabled") and not found(browser, "#call")
    press(browser, ".fallen")
    wait_for(lambda: found(browser, ".sheet"))
    assert not found(browser, ".sheet [data-likely]") and not found(browser, "#remove")


def test_the_host_invites_the_others(visitor, door):
    page = visitor
    come_in(page, door.address)
    press(page, "#menu")
    wait_for(lambda: found(page, "#invitation img"))
    drawn = "return document.querySelector('#invitation img').naturalWidth > 50"
    wait_for(lambda: page.execute_script(drawn))
    keep(page, "menu")
    press(page, ".sheet > .names button:nth-child(3)")
    wait_for(lambda: "Bruno" in text(page, "#mine") and not found(page, ".sheet"))
    assert found(page, "#undo:not(:disabled)"), "a host who plays is still the host"


def test_the_table_live(page, evening):
    now = evening.live.now()["view"]
    assert page.current_url.endswith("/")  # the token does not stay in the address
    wait_for(lambda: text(page, "#call").startswith("7"))
    assert "Nain jaune qui prend !" in text(page, "#call")
    assert text(page, "#wanted") == f"On attend un {now['wanted']}"
    for player in now["players"]:
        assert player["name"] in text(page, ".players")
    assert f"{now['boxes']['KH']}" in text(page, "#box-KH")
    assert len(found(page, ".fallen")) == 3
    wait_for(lambda: len(found(page, ".fallen img.evidence")) == 3)
    widths = "return [document.documentElement.scrollWidth, innerWidth]"
    assert page.execute_script(widths) == [390, 390]
    keep(page, "live")
    assert [problem for problem in page.errors() if "401" not in problem] == []


def test_all_languages(page):
    for language, call, wanted in (
        ("en", "Yellow dwarf takes!", "Waiting for"),
        ("de", "Gelber Zwerg nimmt!", "Gesucht:"),
        ("fr", "Nain jaune qui prend !", "On attend"),
    ):
        press(page, "#menu")
        press(page, f"[data-language={language}]")
        wait_for(lambda call=call: call in text(page, "#call"))
        assert text(page, "#wanted").startswith(wanted)
        assert page.execute_script("return document.documentElement.lang") == language
        keep(page, f"menu-{language}")
        press(page, ".close")


def test_the_rules_are_at_hand(page):
    press(page, "#open-rules")
    wait_for(lambda: "On pose un 8, de n’importe quelle couleur" in text(page, "#may-now"))
    assert "annoncer le 7 de carreau, jusqu’à la prochaine carte" in text(page, "#may-now")
    assert "Annonce oubliée" in text(page, "#in-force")
    keep(page, "rules-at-hand")
    press(page, ".close")


COVERS = """
document.getAnimations().forEach((one) => one.effect.getTiming().iterations < 99 && one.finish());
const toast = document.querySelector('.toast').getBoundingClientRect();
const above = document.querySelector('.sheet') || document.body;
const lies = ({ top, bottom, left, right }) =>
  top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left;
return [...above.querySelectorAll('h1, h2, .felt, .call, .bottom button')]
  .filter((one) => lies(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 80));
"""
"""Headlines, the felt and what is to be tapped at once that the toast lies over."""


def test_a_card_is_corrected_and_the_correction_undone(page, evening):
    card = evening.live.now()["view"]["cards"][0]
    press(page, f"[data-card='{card['card']}']")
    wait_for(lambda: "Corriger la carte" in text(page, ".sheet"))
    wait_for(lambda: found(page, ".sheet .proof img"))
    wait_for(lambda: found(page, "#why summary"))
    assert "lu à" not in text(page, ".sheet") and "bras" not in text(page, ".sheet"), "only for who asks why"
    press(page, "#why summary")
    wait_for(lambda: "lu à 0,9" in text(page, "#why") and "Ana" in text(page, "#why"))
    keep(page, "correction")
    press(page, ".sheet details:not(#why) summary")
    assert len(found(page, ".pick")) == 52
    keep(page, "correction-any")
    other = card["likely"][0]
    press(page, f"[data-likely='{other}']")
    wait_for(lambda: evening.live.now()["view"]["cards"][0]["card"] == other)
    wait_for(lambda: found(page, f"[data-card='{other}']"))
    wait_for(lambda: "C’est corrigé" in text(page, ".toast"))
    assert page.execute_script(COVERS) == []
    press(page, "#undo")
    wait_for(lambda: "Annuler la dernière correction ?" in text(page, ".sheet"))
    press(page, "#undo-yes")
    wait_for(lambda: found(page, f"[data-card='{card['card']}']"))
    assert evening.live.now()["view"]["cards"][0]["card"] == card["card"]


def test_a_dispute_is_settled_by_looking(page, evening):
    """«Revoir»: every event that has a picture, the last first, each before and after."""
    press(page, "#menu")
    press(page, "#open-review")
    wait_for(lambda: found(page, "#review li"))
    rows = [row["picture"] for row in evening.live.review()]
    told = [int(line.get_attribute("data-picture")) for line in found(page, "#review .line")]
    assert told == rows[: len(told)] and len(told) > 2
    press(page, "#review .line")
    wait_for(lambda: len(found(page, "#review .proof img")) == 2)
    assert text(page, "#review .proof").split() == ["avant", "après"]
    before, after = (each.rect for each in found(page, "#review .proof img"))
    frames = [each.rect for each in found(page, "#review .proof > span > span")]
    assert before["x"] == pytest.approx(frames[0]["x"], abs=1), "the left half is shown"
    assert after["x"] + after["width"] == pytest.approx(frames[1]["x"] + frames[1]["width"], abs=1), (
        "the right half"
    )
    press(page, ".close")


def test_what_the_rules_forbid_is_said(page, evening):
    before = evening.live.seq
    first = evening.live.now()["view"]["cards"][0]
    press(page, f"[data-card='{first['card']}']")
    press(page, ".sheet .names button")  # another player, who does not lead
    wait_for(lambda: "règles" in text(page, ".toast"))
    assert page.execute_script(COVERS) == []
    assert evening.live.seq == before
    press(page, ".close")


def test_a_tap_on_the_call_takes_the_box_and_undo_gives_it_back(page, evening):
    press(page, "#call")
    wait_for(lambda: "Annonce entendue" in text(page))
    evening.frames(evening.observer.number + 2)
    wait_for(lambda: text(page, "#box-7D b") == "0")
    assert not found(page, "#call")
    press(page, "#undo")
    wait_for(lambda: "annonce" in text(page, ".sheet"))
    keep(page, "undo")
    press(page, "#undo-yes")
    wait_for(lambda: found(page, "#box-7D.live") and found(page, "#call"))


def test_the_page_comes_back_after_sleep_and_after_the_server_was_away(page, evening, door):
    door.stop()
    wait_for(lambda: "Pas de connexion" in text(page, "#trouble"))
    keep(page, "away")
    evening.cards(4)
    evening.frames(evening.observer.number + 2)
    door.start()
    page.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(lambda: not found(page, "#trouble.lost") or "connexion" not in text(page, "#trouble"))
    wait_for(lambda: len(found(page, ".fallen")) == 4)
    press(page, "#open-rules")
    wait_for(lambda: "sans l’annoncer à temps : la case reste" in text(page, "#lost"))
    press(page, ".close")
    alert = evening.live.now()["view"]["alerts"][-1]
    wait_for(lambda: f"{alert['player']} n’a pas annoncé le 7 de carreau" in text(page, ".alerts"))
    said = text(page, ".alerts").replace("\u00a0", " ")
    kept = text(page, "#box-7D b")
    assert f"La case garde {kept} jetons !" in said and "avant la prochaine manche" in said
    keep(page, "alert")


def test_a_call_that_was_made_all_the_same_counts(page, evening):
    press(page, ".alert")
    wait_for(lambda: found(page, "#claim"))
    keep(page, "claim")
    press(page, "#claim")
    wait_for(lambda: text(page, "#box-7D b") == "0" and not found(page, ".alert"))
    press(page, "#undo")
    wait_for(lambda: found(page, "#undo-yes"))
    press(page, "#undo-yes")
    wait_for(lambda: text(page, "#box-7D b") != "0" and found(page, ".alert"))


def test_a_sheet_about_an_alert_closes_when_its_matter_has_ended(page, evening):
    press(page, ".alert")
    wait_for(lambda: "La case garde" in text(page, "#cost"))
    alert = evening.live.now()["view"]["alerts"][-1]
    evening.desk.take(
        Tap(tap="call", card="7D", target=alert["seq"], seq=evening.live.seq)
    )  # on another phone
    wait_for(lambda: not found(page, ".sheet") and not found(page, ".alert"))
    press(page, "#undo")
    wait_for(lambda: found(page, "#undo-yes"))
    press(page, "#undo-yes")
    wait_for(lambda: found(page, ".alert"))


def test_keys_move_within_a_sheet_and_close_it(page):
    press(page, "#menu")
    wait_for(lambda: found(page, ".sheet:focus"))
    inside = "return Boolean(document.activeElement.closest('.sheet'))"
    for _ in range(25):
        page.key("Tab", 9)  # Tab
        assert page.execute_script(inside)
    page.key("Escape", 27)  # Escape
    wait_for(lambda: not found(page, ".sheet"))
    assert page.execute_script("return document.activeElement.id") == "menu"


def test_the_camera_is_missed(page, evening):
    evening.live.camera("lost", "webcam 0")
    wait_for(lambda: "Image perdue" in text(page, "#trouble"))
    evening.live.camera("ok")


def test_a_hand_that_the_camera_missed_is_entered(page, evening):
    evening.cards(len(evening.steps))
    evening.frames(evening.observer.number + 6)
    wait_for(lambda: "Montrez les cartes" in text(page, "#wanted"))
    hand = evening.hands[0]
    press(page, "#enter-hand")
    press(page, ".sheet .names button")
    for card in hand.cards:
        press(page, f"[data-pick={card.code}]")
    keep(page, "enter-hand")
    press(page, "#save-hand")
    wait_for(lambda: hand.player not in evening.live.now()["view"]["missing"])
    wait_for(lambda: hand.player not in text(page, ".enter"))


def test_zz_the_settlement(page, evening):
    evening.whole_round()
    wait_for(lambda: found(page, "#settlement"))
    settled = evening.live.now()["view"]["settlement"]
    shown = text(page, "#settlement")
    assert f"{settled['winner']} gagne la manche" in shown
    for transfer in settled["transfers"]:
        assert transfer["from"] in shown and str(transfer["chips"]) in shown
    for player, net in settled["net"].items():
        assert player in shown and (f"+{net}" if net > 0 else str(net).replace("-", "−")) in shown
    assert "n’a pas annoncé le 7 de carreau à temps" in shown
    keep(page, "settlement")
    press(page, ".pays .line")
    assert "paie à" in text(page, ".pays .why")
    assert "Cartes restées en main : leurs points" in text(page, ".pays .why")
    for bete in settled["betes"]:
        assert bete["player"] in shown
    press(page, "section:has(h2) li:has(.who .card) .line")
    assert "Bête : " in text(page) and "la case contenait" in text(page)
    for place, (player, net) in enumerate(settled["net"].items(), start=1):
        press(page, f".nets > li:nth-child({place}) > .line")
        lines = found(page, f".nets > li:nth-child({place}) .why li:not(.total) b")
        told = [int(line.text.replace("−", "-")) for line in lines]
        assert sum(told) == net, player
    keep(page, "settlement-why")
    page.execute_script("window.scrollTo(0, 700)")
    press(page, "#flip")
    wait_for(lambda: found(page, "#wanted"))
    assert "Manche terminée" in text(page, "#wanted")
    press(page, "#flip")
    wait_for(lambda: found(page, "#settlement"))


def test_the_host_is_told_what_became_of_the_store(page, evening):
    evening.live.notice([{"fr": "Une soirée est mise de côté.", "en": "Set aside.", "de": "Beiseite."}])
    wait_for(lambda: "Une soirée est mise de côté." in text(page))
    press(page, "#notices-read")
    wait_for(lambda: "mise de côté" not in text(page))
    evening.live.notice([{"fr": "Le fichier est réécrit.", "en": "Written anew.", "de": "Neu."}])
    wait_for(lambda: "Le fichier est réécrit." in text(page) and "mise de côté" not in text(page))
    press(page, "#notices-read")
