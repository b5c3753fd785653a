"""A page that was opened without a link: an invitation is typed, pasted or photographed there."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from browser import TELEVISION, Door, come_in, leave, open_as_new, phone
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import found, keep, press, text
from scripted import Evening, wait_for
from tapped import House

from companion_api.evening.who import ROLES
from companion_api.system.addresses import Reach
from companion_api.web import passes
from companion_api.web.app import Extras, create_app

SEED = 9
ALL = {"host", "player", "television", "guest"}
TOKEN = "Qm0_-xYz-12345678_abcd"
LINK = "http://192.168.1.20:8765/#t="
READS = {
    **{
        wrapped: TOKEN
        for wrapped in (
            TOKEN,
            LINK + TOKEN,
            f"  {LINK}{TOKEN}\n",
            f"Viens jouer !\n<{LINK}{TOKEN}>. À ce soir",
            f"{LINK}{TOKEN[:9]}\n  {TOKEN[9:]} et voilà",
            f"192.168.1.20:8765/#t={TOKEN}",
            f"#t={TOKEN}",
            f"t={TOKEN}",
            f"« {TOKEN} »",
            LINK.replace("#t=", "%23t%3D") + TOKEN,
            f"https://[fe80::1]:8765/camera/#t={TOKEN}&x=1",
            f"\ufeff{LINK}{TOKEN}\u200b",
            (LINK + TOKEN).replace("-", "–"),  # as phones put dashes
        )
    },
    "K7QM-2XPF": "K7QM2XPF",
    " k7qm 2xpf. ": "k7qm2xpf",
    "K7QM – 2XPF": "K7QM2XPF",
    "k7qm2xpf": "k7qm2xpf",
    "ABCD-EFGH-JKMN": "ABCDEFGHJKMN",
    "": None,
    "   ": None,
    "salut": None,
    "http://192.168.1.20:8765/": None,
    "http://192.168.1.20:8765/#t=": None,
    "http://192.168.1.20:8765/camera/": None,
    "éàüßøåñç": None,
    "💛" * 8: None,
    "%E0%A4%A": None,
}
"""What people type or paste, and the invitation in it."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


@pytest.fixture(scope="module")
def door(evening):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    yield door
    door.stop()


@pytest.fixture
def page(browser, door):
    """Opened from the home screen: nothing is remembered, no link was followed."""
    return welcomed(browser, door)


def welcomed(browser, door):
    open_as_new(browser, door.address.split("#")[0])
    wait_for(lambda: found(browser, "#invited"))
    return browser


def enter(page, text):
    page.execute_script(
        "const field = document.getElementById('invitation-typed'); field.value = arguments[0]", text
    )
    press(page, "#enter-invitation")


def offers(page):
    wait_for(lambda: found(page, "[data-role].choice"))
    return {choice.get_attribute("data-role") for choice in found(page, "[data-role].choice")}


def photo(path, said, shape=(3024, 4032), turned=12):
    """A phone's photo of a screen that shows the code: small in it, turned, uneven light."""
    code = np.array([list(row) for row in segno.make(said, error="l").matrix_iter(scale=12, border=3)])
    shown = np.where(code, 40, 250).astype(np.uint8)
    picture = np.full(shape, 120, np.uint8)
    top, left = shape[0] // 3, shape[1] // 4
    picture[top : top + len(shown), left : left + len(shown)] = shown
    turn = cv2.getRotationMatrix2D((shape[1] / 2, shape[0] / 2), turned, 1)
    picture = cv2.warpAffine(picture, turn, shape[::-1], borderValue=120)
    light = np.linspace(0.6, 1.0, shape[1])[None, :]
    cv2.imwrite(str(path), cv2.GaussianBlur((picture * light).astype(np.uint8), (5, 5), 0))
    return path


def test_what_people_paste_is_read_forgivingly(page):
    script = (
        "const [told, done] = [arguments[0], arguments[1]];"
        "import('/passes.js').then(({ readInvitation }) => done(told.map((each) => readInvitation(each))))"
    )
    told = page.execute_async_script(script, list(READS))
    assert dict(zip(READS, told, strict=True)) == READS


def test_it_is_typed_or_pasted(browser, door, evening):
    token = evening.token
    code = passes.code(token)
    few = {"player", "guest"}
    ways = {
        "link": (door.address, ALL),
        "invitation": (door.address.replace(token, passes.invite(token)), few),
        "mistyped": (code.lower().replace("0", "o").replace("1", "l").replace("-", "  "), few),
    }
    for how, (said, roles) in ways.items():
        enter(welcomed(browser, door), said)
        assert offers(browser) == roles, how
    press(browser, "[data-role=guest].choice")
    wait_for(lambda: found(browser, "#wanted"))
    browser.refresh()
    wait_for(lambda: found(browser, "#wanted"))


def test_it_is_photographed(page, door, tmp_path):
    def scan(path):
        page.find_element("#scan input").send_keys(str(path))

    scan(photo(tmp_path / "shop.jpg", "https://example.org/"))
    wait_for(lambda: "Ce n’est pas une invitation" in text(page, "#invited-wrong"))
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((900, 700), 120, np.uint8))
    for nothing in (tmp_path / "wall.png", Path(__file__)):
        scan(nothing)
        wait_for(lambda: "Aucun code QR n’est lisible" in text(page, "#invited-wrong"))
    scan(photo(tmp_path / "code.jpg", door.address))
    assert offers(page) == ALL


def test_what_is_wrong_is_said_and_can_be_tried_again(browser, evening):
    door = Door(create_app(evening.live, evening.desk), evening.token)  # where nobody has come in yet
    page = welcomed(browser, door)
    enter(page, "bonjour tout le monde")
    wait_for(lambda: "Ce n’est pas une invitation" in text(page, "#invited-wrong"))
    keep(page, "invited-none")
    enter(page, "0000-0000")
    wait_for(lambda: "n’est pas valable" in text(page, "#invited-wrong"))
    barred = "Trop d’essais : attendez une minute"
    wait_for(lambda: enter(page, "0000-0001") or barred in text(page, "#invited-wrong"))
    keep(page, "invited-barred")
    enter(page, passes.code(evening.token))
    wait_for(lambda: "Trop d’essais" in text(page, "#invited-wrong"))
    door.stop()


@settings(max_examples=50)
@given(st.text(max_size=40), st.binary(min_size=16, max_size=16))
def test_a_code_lets_in_only_as_far_as_it_goes(shown, token):
    token = token.hex()
    for host, roles in ((False, ("player", "guest")), (True, ROLES)):
        code = passes.code(token, "host" if host else "player")
        alike = f" {code} ".replace("0", "O").replace("1", "I")
        for typed in (code, code.lower(), code.replace("-", ""), alike):
            assert passes.roles(token, typed) == roles
        assert passes.roles(token + "x", code) == ()
        assert passes.read(token, code) is None, "a code lets nobody do anything before he has joined"
        assert passes.roles(token, code[:-1]) == ()
    assert passes.roles(token, shown) == ()


def test_the_code_stands_beside_the_qr_code(browser, door, evening):
    come_in(browser, door.address)
    press(browser, "#menu")
    wait_for(lambda: passes.code(evening.token) in text(browser, "#code"))


@pytest.fixture
def opened_as_localhost(browser, evening):
    """The host's menu on the computer itself, whose page phones reach (or not) at ``phones``."""
    doors = []

    def opened(phones):
        app = create_app(evening.live, evening.desk, Extras(reach=Reach((), phones)))
        doors.append(Door(app, evening.token))
        come_in(browser, doors[-1].address.replace("127.0.0.1", "localhost"))
        press(browser, "#menu")
        wait_for(lambda: found(browser, "#invitation"))
        return browser

    yield opened
    for door in doors:
        door.stop()


def test_a_page_opened_on_the_computer_itself_invites_where_phones_can_come_in(opened_as_localhost, evening):
    page = opened_as_localhost("http://192.168.1.20:8765/")
    wait_for(lambda: found(page, "#invitation img"))
    assert "http://192.168.1.20:8765/" in text(page, "#invitation")
    drawn = "return document.querySelector('#invitation img').naturalWidth > 50"
    wait_for(lambda: page.execute_script(drawn))
    shown = page.find_element("#invitation img").screenshot_as_png
    read, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(np.frombuffer(shown, np.uint8), 1))
    assert read == f"http://192.168.1.20:8765/#t={passes.invite(evening.token)}&as=player"


def test_where_no_phone_can_come_in_there_is_no_code_but_why(opened_as_localhost):
    page = opened_as_localhost(None)
    wait_for(lambda: "Aucun téléphone ne peut encore venir" in text(page, "#alone"))
    assert "L’hôte peut laisser entrer" in text(page, "#alone") and not found(page, "#invitation img, #code")
    keep(page, "invitation-alone")


def test_the_code_stands_on_the_television(tmp_path):
    screen = phone(metrics=TELEVISION)
    house = House(tmp_path)
    door = Door(house.app, house.token)
    try:
        come_in(screen, door.address, "television")
        wait_for(lambda: passes.code(house.token) in text(screen, "#code"))
        keep(screen, "tv-invitation")
    finally:
        door.stop()
        house.close()
        leave(screen)
