"""The observer on drawn tables: what is told, when, and whose arm it was."""

import cv2
import numpy as np
import pytest
from drawn_table import FPS, SIZE, Drawn, quad, seen_at
from lying import GRID
from observed import ABOVE, BELOW, JACK, NINE, QUEEN, TEN, cards, face, faces, observer, run, watched

from engine.boundaries import (
    ArmSeen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Frame,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK, Card
from vision.chips.boxes import BoxCount
from vision.geometry.quads import overlap
from vision.motion.arms import Arm
from vision.motion.changes import Changes
from vision.motion.stillness import shrink_factor
from vision.observer.observer import _Pending
from vision.tracking.new_cards import Found

HERE, KING = (NINE, 520, 260), Card(13, "H")
"""A card that lies there, and the box that `OVER_IT` reaches."""
OVER_IT = ((0, 200), (80, 80))


def test_cards_on_one_pile_are_told_one_by_one_once_they_lie_free_with_their_players():
    watcher, table = watched()
    assert run(watcher, table, 0.4) == []
    for card, arm, turn in ((NINE, BELOW, 10), (TEN, ABOVE, 80), (JACK, BELOW, 150)):
        arrives = table.number / FPS
        assert cards(run(watcher, table, 0.4, arm)) == []
        table.lay(card, 520, 260, turn)
        assert card is not NINE or cards(run(watcher, table, 0.4, arm)) == []
        free = table.number / FPS
        told = run(watcher, table, 0.7)
        [(when, laid)] = [each for each in told if isinstance(each[1], CardLaid)]
        assert face(laid) == card and when - free < (0.3 if card is NINE else 0.7)
        assert laid.t == pytest.approx(free, abs=0.01) and laid.arrived == pytest.approx(arrives, abs=0.11)
        assert laid.seats[1 if arm is ABOVE else 0] > 0.9
    assert cards(run(watcher, table, 1.0)) == []


def test_an_arm_that_comes_and_goes_leaves_nothing():
    watcher, table = watched()
    told = run(watcher, table, 1.0, BELOW) + run(watcher, table, 0.8)
    assert [type(sighting) for _, sighting in told] == [ArmSeen, ArmSeen]
    assert [sighting.entered for _, sighting in told] == [True, False]


def test_cards_laid_at_once_on_others_are_all_told():
    watcher, table = watched((NINE, 500, 260), (TEN, 520, 260))
    run(watcher, table, 0.4, BELOW)
    table.lay(JACK, 512, 262)
    table.lay(QUEEN, 530, 264)
    assert set(faces(run(watcher, table, 0.8))) == {JACK, QUEEN}


def test_without_known_seats_an_arm_may_be_anybodys():
    table = Drawn(5)
    watcher = observer(table, seats=())
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    table.lay(*HERE)
    [laid] = cards(run(watcher, table, 0.6))
    assert laid.seats == pytest.approx((1 / 3,) * 3)


def taken_away():
    """The watcher of a table of which an arm has just taken the one card, and when that was laid."""
    watcher, table = watched(HERE)
    run(watcher, table, 0.4, BELOW)
    table.cards.clear()
    return watcher, table, table.told[0].t


def gone(told):
    return [sighting.laid for _, sighting in told if isinstance(sighting, CardGone)]


@pytest.mark.parametrize("x, y, turn", [(590, 300, 0), (540, 268, 8)])
def test_a_card_moved_to_a_place_beside_is_still_itself(x, y, turn):
    watcher, table, laid = taken_away()
    table.lay(NINE, x, y, turn)
    told = run(watcher, table, 1.2)
    assert gone(told) == [] and cards(told) == []
    run(watcher, table, 0.4, BELOW)
    table.cards.clear()
    assert gone(run(watcher, table, 1.2)) == [laid]


def test_a_card_taken_back_while_the_light_changes_is_gone_and_no_card_without_a_face():
    watcher, table, laid = taken_away()
    table.table[205:240, 480:560] += 90  # a patch of light has come
    table.eyes.find = lambda image, region: [seen_at(NINE, 0.0, 520, 260)]
    told = run(watcher, table, 1.5)
    assert gone(told) == [laid] and cards(told) == []


def test_what_lies_there_after_a_spell_without_pictures_was_brought_by_the_arm_that_was_on_its_way():
    watcher, table = watched()
    run(watcher, table, 0.2, ((400, 480), (460, 390)))
    watcher.interrupted(2.0)
    table.number += 2 * FPS
    table.lay(*HERE)
    [laid] = cards(run(watcher, table, 1.0))
    assert laid.seats[0] > 0.7 and laid.arrived < laid.t - 2.0


# --- boxes ---------------------------------------------------------------------------------


def counting(chips, asked=None):
    """An observer of a table of whose chips, all in the king's box, *chips* says how many are counted."""
    table = Drawn(7)

    def count(image, quads, visited):
        if asked is not None:
            asked.append((set(quads), set(visited)))
        inside = {box: chips(table) * (box == KING) for box in quads}
        return {box: BoxCount({"jeton": n}, n, not n, 0.99, 0.0) for box, n in inside.items()}

    return observer(table, count=count), table


def boxes(told):
    return [(seen.box, seen.chips["jeton"], seen.empty) for _, seen in told if isinstance(seen, BoxSeen)]


def lying_chips(table):
    return len(table.chips)


def test_boxes_are_counted_when_their_chips_have_changed():
    asked = []
    watcher, table = counting(lying_chips, asked)
    assert len(boxes(run(watcher, table, 0.6))) == 5
    asked.clear()
    run(watcher, table, 0.6, OVER_IT)
    assert all(KING not in quads for quads, _ in asked)
    table.chips = [(70, 70), (90, 75)]
    told = run(watcher, table, 0.8)
    assert boxes(told) == [(KING, 2, False)] and cards(told) == []


@pytest.mark.parametrize("inside", [1, 0])
def test_a_box_is_counted_again_when_an_arm_was_over_it_though_nothing_seems_changed(inside):
    """Of white chips on a white card (seeds 1462 and 1630) small pixels show nothing."""
    there = [0]
    watcher, table = counting(lambda _: there[0])
    run(watcher, table, 0.6)
    # Who takes some shows it: only one that was overlooked is believed without.
    for chips, told in ((inside, [(KING, inside, False)] * inside), (2, [(KING, 2, False)]), (1, [])):
        run(watcher, table, 0.6, OVER_IT)
        there[0] = chips
        assert boxes(run(watcher, table, 0.8)) == told


@pytest.mark.parametrize("shadow", [True, False])
def test_a_box_under_a_shadow_as_long_as_an_arm_is_counted_and_again_when_that_has_gone(shadow):
    watcher, table = counting(lying_chips)
    bare = table.table.copy()
    run(watcher, table, 0.6)
    over = table.table[:104, 56:112]
    over[:] = over * 0.6 if shadow else (140, 60, 40)
    table.chips = [(70, 70)]
    assert boxes(run(watcher, table, 1.0)) == [(KING, 1, False)] * shadow
    table.table, table.chips = bare, [(70, 70), (90, 75)]
    assert boxes(run(watcher, table, 1.0)) == [(KING, 2, False)]


def test_a_box_that_an_arm_reached_before_it_was_ever_counted_is_told_to_the_counter():
    """What people said of it (seed 1421: nothing) no longer holds."""
    asked = []
    watcher, table = counting(lambda _: 1, asked)
    run(watcher, table, 0.1)
    run(watcher, table, 0.6, OVER_IT)
    run(watcher, table, 0.6)
    assert [KING in visited for quads, visited in asked if KING in quads][-1]
    assert not any(Card(12, "S") in visited for _, visited in asked)


def test_boxes_are_counted_through_a_camera_that_shivers():
    watcher, table = counting(lying_chips)
    still, print_ = table.picture, table.rng.integers(0, 255, (50, 50, 3), np.uint8)
    table.table[40:240, 40:240] = cv2.resize(print_, (200, 200), interpolation=cv2.INTER_NEAREST)

    def shivers(arm=None, gain=1.0):
        right, down = table.rng.normal(0, 0.35, 2)
        return cv2.warpAffine(still(arm, gain), np.float32([[1, 0, right], [0, 1, down]]), SIZE, borderMode=1)

    table.picture = shivers
    run(watcher, table, 1.5)
    run(watcher, table, 0.5, OVER_IT)
    table.chips = [(70, 70), (90, 75)]
    assert boxes(run(watcher, table, 0.8))[-1] == (KING, 2, False)


@pytest.mark.parametrize("length, counted", [(24, True), (4, False)])
def test_a_white_chip_on_a_white_card_shows_only_its_edge(length, counted):
    asked = []
    watcher, table = counting(lambda _: 0, asked)
    run(watcher, table, 0.6)
    asked.clear()
    cv2.line(table.table, (60, 75), (60 + length, 75), (20, 20, 20), 2)
    run(watcher, table, 0.6)
    assert [quads for quads, _ in asked] == [{KING}] * counted


# --- what is no new card -------------------------------------------------------------------


@pytest.mark.parametrize(
    "lie, card, told",
    [
        ([(NINE, 520, 260), (TEN, 523, 260), (JACK, 517, 260)], (NINE, 545, 270, 60), [NINE]),  # buried
        ([(NINE, 480, 260)], (NINE, 545, 262), [NINE]),  # beside it
    ],
)
def test_a_card_that_reads_like_one_that_still_lies_there_is_told(lie, card, told):
    watcher, table = watched(*lie)
    table.lay(*card)
    assert faces(run(watcher, table, 0.9)) == told


def test_an_edge_that_shifts_is_no_second_card():
    watcher, table = watched()
    looks = [
        CardLook(quad(520, 260, turn), tuple(p * (card == TEN) + q * (card == JACK) for card in DECK))
        for p, q, turn in ((0.59, 0.2, 0), (0.5, 0.3, 3))
    ]
    table.eyes.find = lambda image, region: looks[: len(table.cards)]
    table.lay(TEN, 520, 260)
    assert len(cards(run(watcher, table, 0.6))) == 1
    table.lay(TEN, 520, 261, 2)
    assert cards(run(watcher, table, 1.2)) == []


def test_a_card_outlined_beside_itself_as_its_hand_leaves_is_one_card():
    watcher, table = watched()
    places = [260]
    table.eyes.find = lambda image, region: [seen_at(TEN, 0.8, 520, places[0])][: len(table.cards)]
    run(watcher, table, 0.4, BELOW)
    table.lay(TEN, 520, 260)
    assert len(cards(run(watcher, table, 0.6))) == 1
    places[0], table.cards[:] = 240, [(TEN, quad(520, 240))]
    assert cards(run(watcher, table, 1.2)) == []


def reads_nine(image, quads, upper):
    near = [0.01 + 0.99 * (overlap(quad(520, 260), each) > 0.8) for each in quads]
    return np.array([[0.95 * lies * (face == NINE) for face in DECK] + [1 - 0.95 * lies] for lies in near])


def test_what_its_hand_uncovers_of_a_card_that_is_still_seen_is_no_second_card(monkeypatch):
    watcher, table = watched(HERE, read=reads_nine)
    known, image = watcher._lying.cards[-1], table.picture()
    hand = Arm.enters(0.1, np.zeros_like(watcher.arms_over), 3)
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, hand)])
    for share, off, reads, laid, is_part in (
        (0.3, 0, NINE, (TEN, 0.1), True),
        (0.3, 0, NINE, (TEN, 0.8), True),
        (0.3, 0, NINE, (TEN, 0.95), False),  # a new card beyond doubt
        (0.3, 0, JACK, (TEN, 0.1), False),  # another face where it lies: something lies upon it
        (0.8, 0, NINE, (TEN, 0.1), False),  # as much as a new card changes
        (0.3, 40, NINE, (TEN, 0.1), False),  # beside it
    ):
        row = [0.95 * (face == reads) for face in DECK] + [0.05]
        table.eyes.read = lambda image, quads, upper, row=row: np.array([row] * len(quads))
        mask = GRID.outline(quad(520 + off, 260))
        mask[:, : int(np.quantile(np.nonzero(mask)[1], 1 - share))] = False
        looks = [seen_at(*laid, 505, 250)]
        found = Found(looks, [], mask, looks)
        known.arrived = 5.0
        assert watcher._let_go(image, mask, 1.2, found) is None, "another one's hand"
        known.arrived = hand.entered
        own = watcher._let_go(image, mask, 1.2, found)
        told = None if own is None else (own[0], DECK[own[1].face])
        assert told == ((known, NINE) if is_part else None), (share, off, reads, laid)


def test_the_hand_that_leaves_a_card_which_was_told_under_it_leaves_nothing_new(monkeypatch):
    watcher, table = watched(HERE, read=reads_nine)
    laid = table.told[0]
    watcher._lying.cards[-1].looks = 99
    hand = Arm.enters(laid.arrived, np.zeros_like(watcher.arms_over), 3)
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, hand)])
    # What looks otherwise from now on is where fingers were when it was told.
    patch, with_fingers = np.int32([(495, 225), (545, 225), (545, 262), (495, 262)]), table.picture
    table.picture = lambda *arm: cv2.fillConvexPoly(with_fingers(*arm), patch, (150, 170, 190))
    told = run(watcher, table, 0.8)
    assert not cards(told)
    [again] = [each for _, each in told if isinstance(each, CardLookedAgain)]
    assert again.laid == laid.t


def test_a_card_at_the_border_is_told_before_the_next_one_is_laid_on_it():
    watcher, table = watched()
    told = []
    for place, card in enumerate((NINE, TEN, JACK)):
        table.lay(card, 420 + 26 * place, 450)
        told += run(watcher, table, 0.9)
    assert faces(told) == [NINE, TEN, JACK]


def test_a_card_that_its_hand_still_half_hides_is_told_under_it_and_once():
    watcher, table = watched((JACK, 560, 200))
    run(watcher, table, 0.4, BELOW)
    table.lay(*HERE)
    upon_its_edge = ((400, 480), (520, 312))
    assert faces(run(watcher, table, 1.2, upon_its_edge)) == [NINE]
    assert cards(run(watcher, table, 0.6)) == []


def test_what_shows_the_card_just_laid_in_full_is_done_with_at_once():
    watcher, table = watched()
    table.lay(*HERE)
    assert faces(run(watcher, table, 0.3)) == [NINE]
    table.cards[-1] = (NINE, quad(524, 263))
    assert cards(run(watcher, table, 0.9)) == []
    assert not watcher._changes.changed[:, 300 // shrink_factor(SIZE[0]) :].any()


@pytest.mark.parametrize(
    "first, then, one_arm, told",
    [
        ((TEN, 0.5), (JACK, 0.99), True, 1),
        ((TEN, 0.5), (JACK, 0.5), True, 1),
        ((TEN, 0.98), (JACK, 0.98), True, 2),
        ((TEN, 0.5), (JACK, 0.99), False, 2),
    ],
)
def test_the_rest_of_a_card_that_lay_half_under_its_hand_is_no_second_card(
    first, then, one_arm, told, monkeypatch
):
    watcher, table = watched()
    shown = [seen_at(*first, 520, 260)]
    table.eyes.find = lambda image, region: shown[: len(table.cards)]
    arms = [Arm.enters(t, np.zeros_like(watcher.arms_over), 3) for t in (0.1, 0.2)]
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, arms[0])])
    table.lay(first[0], 520, 260)
    [laid] = cards(run(watcher, table, 0.7))
    shown[0] = seen_at(*then, 520, 268)
    if not one_arm:
        del arms[0]
    table.lay(then[0], 520, 268)
    seen = [each for _, each in run(watcher, table, 0.7)]
    again = [
        each.laid
        for each in seen
        if isinstance(each, CardLookedAgain) and each.look.corners == quad(520, 268)
    ]
    assert 1 + sum(isinstance(each, CardLaid) for each in seen) == told
    assert told == 2 or again[0] == laid.t


@pytest.mark.parametrize("sure", [0.0, 0.95])
def test_along_an_arm_that_rests_nothing_is_the_first_card(sure):
    watcher, table = watched()
    table.eyes.find = lambda *seen: [*table.find(*seen), seen_at(NINE, sure, 460, 400, 20)]
    assert cards(run(watcher, table, 4.0, BELOW)) == []
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, ABOVE)
    table.lay(TEN, 520, 160)
    assert TEN in faces(run(watcher, table, 0.6))


def test_what_a_hand_leaves_in_sight_of_a_card_is_no_new_one_though_it_is_misread():
    watcher, table = watched(HERE)
    over = ((480, 480), (490, 275))
    run(watcher, table, 0.4, over)
    table.lay(JACK, 520, 190)
    table.eyes.find = lambda *seen: [*table.find(*seen), seen_at(TEN, 0.97, 518, 260)]
    assert faces(run(watcher, table, 3.0, over)) == [JACK]


def test_what_lies_on_a_known_card_that_is_still_read_is_no_card_without_a_face():
    watcher, table = watched(HERE)
    told = run(watcher, table, 0.4, ABOVE)
    told += run(watcher, table, 0.9, ((524, 238), (524, 262)))  # nothing that hangs on the border
    table.lay(TEN, 536, 260)
    table.eyes.find = lambda *_: [seen_at(NINE, 0.99, 520, 260), seen_at(TEN, 0.0, 536, 260)]
    told += run(watcher, table, 1.2)
    assert not [each for _, each in told if isinstance(each, CardLaid | CardGone)]


def test_a_card_that_was_taken_for_one_under_another_is_told_where_it_is_laid():
    """As in a simulated round: taken back unseen, another came upon its place, then it was laid beside."""
    watcher, table = watched((TEN, 520, 260))
    run(watcher, table, 0.4, ABOVE)
    table.lay(JACK, 521, 261)
    assert faces(run(watcher, table, 1.2)) == [JACK]
    run(watcher, table, 0.4, ((400, 480), (535, 260)))
    table.cards = [(card, where) for card, where in table.cards if card == JACK]
    table.lay(TEN, 535, 260)
    assert faces(run(watcher, table, 1.2)) == [TEN]


def test_a_bumped_camera_is_told_and_comes_back():
    watcher, table = watched()
    table.table = 255 - table.table[:, ::-1]
    told = [type(each) for _, each in run(watcher, table, 1.5) if isinstance(each, ViewLost | ViewBack)]
    assert told == [ViewLost, ViewBack]


def test_frames_of_another_size_are_refused():
    frame = Frame(0, 0.0, "drawn", np.zeros((480, 640, 3), np.uint8))
    with pytest.raises(ValueError, match="640×480"):
        observer(Drawn()).look(frame)


def test_news_that_the_board_cuts_in_two_is_searched_once_on_each_side():
    watcher = observer(Drawn())
    factor = shrink_factor(SIZE[0])
    above, below = (np.zeros((SIZE[1] // factor, SIZE[0] // factor), bool) for _ in range(2))
    above[5:12, 30:60], below[-20:-5, 30:60] = True, True
    beside = np.roll(below, 4, axis=1) & ~below
    pieces = [_Pending(above | below, 1.0), _Pending(beside, 1.2)]
    grouped = [([pieces.index(piece) for piece in group], news) for group, news in watcher._grouped(pieces)]
    assert [members for members, _ in grouped] == [[0], [0, 1]]
    assert all((news == part).all() for (_, news), part in zip(grouped, (above, below | beside), strict=True))
