"""The television as a stage: what is dramatic fills the screen while it is true, once, and no longer."""

import pytest
from browser import TELEVISION, Door, come_in, emulate, leave, phone
from page_time import CLOCK, injected, pass_time
from pages import found, keep, text
from scripted import wait_for
from tapped import House

TABLE = {"rules": "lindor", "stock_chips": {"jeton": 20, "fiche": 10, "contrat": 5}}
FOUR_METRES = 40
"""Pixels of 1080 that a letter's size needs at least to be read from there on a usual television."""


@pytest.fixture(scope="module")
def screen():
    browser = phone(metrics=TELEVISION, moves=True)
    with injected(browser, CLOCK):
        yield browser
    leave(browser)


@pytest.fixture(scope="module")
def home(tmp_path_factory, screen):
    """A house with the television in it."""
    home = House(tmp_path_factory.mktemp("data"))
    door = Door(home.app, home.token)
    come_in(screen, door.address, "television")
    yield home
    door.stop()
    home.close()


@pytest.fixture
def house(home, screen):
    """An evening that has just begun, with the television in front of it."""
    home.arrange("Ana", "Bruno", "Chloé", **TABLE)
    wait_for(lambda: home.view["phase"] == "antes")
    wait_for(lambda: found(screen, "#wanted") and shown(screen) is None)
    yield home
    home.sittings.leave()
    home.live.renew()


def called(house, card):
    """The call of a card that lies, once the table knows that it does; and the box is taken."""
    wait_for(lambda: house.view["call"])
    house.tap(tap="call", card=card)
    wait_for(lambda: card in [take["card"] for take in house.view["takes"]])


LOOK = """
const effect = document.querySelector('#effect');
const { left, top, right, bottom } = effect.getBoundingClientRect();
const lit = [...document.querySelectorAll('.lit')].map(({ dataset }) => dataset.player ?? dataset.box);
const size = [...effect.querySelectorAll('h1, p')].map((one) => parseFloat(getComputedStyle(one).fontSize));
return [[left, top, right, bottom], lit.sort(), Math.min(...size), effect.querySelectorAll('.flying').length];
"""
MOVES = """
const frames = document.getAnimations().flatMap((one) => one.effect.getKeyframes());
return [...new Set(frames.flatMap(Object.keys))];
"""


def lay(house, player, *cards):
    for card in cards:
        house.tap(tap="card", player=player, card=card)


def shown(screen):
    """What kind has the whole screen; None: nothing has."""
    return screen.execute_script("return document.querySelector('#effect')?.dataset.kind ?? null")


def test_a_box_that_is_taken_fills_the_screen_and_its_chips_fly_to_who_took_it(screen, house):
    lay(house, "Ana", "JH", "QS")
    wait_for(lambda: "On attend un roi" in text(screen, "#wanted"))
    assert not found(screen, "#call-waits"), "a strict table reminds nobody"
    called(house, "QS")
    wait_for(lambda: shown(screen) == "taken")
    said = text(screen, "#effect").replace("\u00a0", " ")
    assert "DAME DE PIQUE QUI PREND !" in said and "Ana prend 9 jetons" in said
    look = screen.execute_script(LOOK)
    assert look[0] == [0, 0, 1920, 1080] and look[1] == ["Ana", "QS"] and look[2] >= FOUR_METRES
    assert look[3] == 9, "a chip for each that lay there"
    moved = screen.execute_script(MOVES)
    assert set(moved) - {"offset", "computedOffset", "easing", "composite"} <= {"transform", "opacity"}
    keep(screen, "tv-taken")
    pass_time(screen, 4)
    assert shown(screen) == "taken"
    pass_time(screen, 1)
    wait_for(lambda: shown(screen) is None)
    assert not found(screen, ".lit") and not found(screen, ".flying")


def test_a_forgotten_call_stays_as_long_as_it_is_true(screen, house):
    lay(house, "Ana", "JH", "QS", "2C")
    wait_for(lambda: shown(screen) == "missed_call")
    said = text(screen, "#effect").replace("\u00a0", " ")
    assert "LA CASE GARDE 9 JETONS !" in said and "Ana n’a pas annoncé la dame de pique" in said
    assert "avant la prochaine manche" in said
    keep(screen, "tv-missed")
    wait_for(lambda: "La case garde 9" in text(screen, ".alert.cost"))
    alert = house.view["alerts"][-1]
    house.tap(tap="undo", target=house.view["undo"]["seq"])  # the next card was none: the call counts still
    wait_for(lambda: shown(screen) is None)
    assert not found(screen, ".alert") and not found(screen, "#call-waits")
    lay(house, "Ana", "2C")
    wait_for(lambda: shown(screen) == "missed_call")
    alert = house.view["alerts"][-1]
    house.tap(tap="call", card="QS", target=alert["seq"])  # it had been said
    wait_for(lambda: shown(screen) == "taken")
    assert not found(screen, ".alert")


def test_nothing_plays_again_when_the_page_is_opened_anew(screen, house):
    lay(house, "Ana", "JH", "QS", "2C")
    wait_for(lambda: shown(screen) == "missed_call")
    screen.refresh()
    wait_for(lambda: "La case garde 9" in text(screen, ".alert.cost"))
    assert shown(screen) is None, "what is true is told, and no more than told"
    lay(house, "Ana", "3C")
    wait_for(lambda: "un 4" in text(screen, "#wanted"))
    assert shown(screen) is None


def test_who_wants_little_motion_is_told_the_same_and_nothing_moves(screen, house):
    emulate(screen, prefers_reduced_motion="reduce")
    try:
        lay(house, "Ana", "JH", "QS")
        called(house, "QS")
        wait_for(lambda: shown(screen) == "taken")
        assert "DAME DE PIQUE" in text(screen, "#effect")
        assert screen.execute_script("return document.getAnimations().length") == 0
        assert not found(screen, ".flying")
        pass_time(screen, 5)
        wait_for(lambda: shown(screen) is None)
    finally:
        emulate(screen)


def test_an_opera_empties_all_boxes_and_makes_way_for_the_settlement(screen, house):
    lay(house, "Ana", *(rank + "H" for rank in "A23456789TJQK"), "QS", "KC")
    deck = [rank + suit for suit in "SCD" for rank in "A23456789TJQK"]
    left = [card for card in deck if card not in ("QS", "KC")]
    for player, cards in (("Bruno", left[:15]), ("Chloé", left[15:30])):
        house.tap(tap="hand", player=player, cards=cards)
    wait_for(lambda: shown(screen) == "opera")
    said = text(screen, "#effect").replace("\u00a0", " ")
    swept = house.view["settlement"]["swept"]
    assert "GRAND OPÉRA !" in said and "Ana vide toutes les cases" in said
    assert f"Ana prend {sum(swept.values())} jetons" in said
    keep(screen, "tv-opera")
    pass_time(screen, 5)
    wait_for(lambda: shown(screen) is None)
    assert found(screen, "#settlement .pays li")


def test_stops_are_listed_and_a_run_through_a_king_is_remarked(screen, house):
    lay(house, "Ana", "4H", "5C")
    lay(house, "Bruno", "6S", "QH", "KS", "AD", "2D")
    wait_for(lambda: "Back cross" in text(screen, "#ribbon"))
    listed = "return [...document.querySelectorAll('#stops li b')].map((one) => one.textContent)"
    stops = screen.execute_script(listed)
    assert stops == ["sans 7", "sans 6"]
    pass_time(screen, 4)
    wait_for(lambda: not found(screen, "#ribbon"))


QUEUE = """
const [rounds, done] = arguments;
const kinds = ['taken', 'missed_call', 'last_card', 'back_cross', 'taken_empty', 'sans', 'settled'];
const player = 'Ana', cards = ['TD', 'JC', 'QS', 'KH', '7D'], faults = [];
let seed = 7, id = 0;
const any = (n) => (seed = (seed * 48271) % 2147483647) % n;
const some = () => cards.filter(() => any(3)).map((card) => ({ card, player }));
const anyView = () => ({
  round: 1 + any(2), phase: any(6) ? 'playing' : 'settled', takes: some(), missed: some(), call: null,
  back_crosses: any(3), players: [{ name: player, cards_left: any(3) }], settlement: {}, evening: {},
});
const anyMoment = ({ round }) => ({ id: ++id, kind: kinds[any(7)], player, card: cards[any(5)], round });
const look = ({ EMPTY, play, lasts }, holds) => {
  let stage = EMPTY;
  for (let step = 0; step < 12; step += 1) {
    const view = anyView();
    const happened = Array.from({ length: any(4) }, () => anyMoment(view));
    stage = play(stage, any(3) || !stage.view ? { view, happened } : { over: stage.showing?.id });
    const all = [stage.showing, ...stage.waiting].filter(Boolean);
    if (!all.every((each) => holds(each, stage.view))) faults.push('shows what is no longer true');
    if (new Set(all.map((each) => each.id)).size < all.length) faults.push('shows one twice');
    if (all.length > 4) faults.push('lets too many wait');
    if (stage.waiting.length && lasts(stage) > 2000) faults.push('keeps others waiting');
  }
  for (let left = 0; stage.showing && left < 5; left += 1) stage = play(stage, { over: stage.showing.id });
  if (stage.showing) faults.push('does not end');
};
Promise.all([import('/stage/queue.js'), import('/stage/moments.js')])
  .then(([queue, { holds }]) => {
    for (let n = 0; n < rounds; n += 1) look(queue, holds);
    done(faults);
  })
  .catch((error) => done([String(error)]));
"""


def test_whatever_comes_at_once_has_the_stage_one_after_the_other_and_only_while_it_is_true(screen, house):
    assert screen.execute_async_script(QUEUE, 500) == []


def test_two_boxes_taken_at_once_are_both_shown(screen, house):
    for card in ("TD", "JC"):
        lay(house, "Ana", card)
        called(house, card)
    wait_for(lambda: "CARREAU" in text(screen, "#effect h1"))
    wait_for(lambda: "114" in text(screen, "[data-player=Ana]"))  # both are known: 105 + 3 + 6
    pass_time(screen, 4.6)
    wait_for(lambda: "TRÈFLE" in text(screen, "#effect h1"))
    pass_time(screen, 4.6)
    wait_for(lambda: shown(screen) is None)
