"""The observer on drawn tables: what is told, when, and whose arm it was."""

import cv2
import numpy as np
import pytest
from drawn_table import BOARD, SEATS, SIZE, Drawn, quad
from observed import ABOVE, BELOW, JACK, NINE, TEN, cards, face, observer, run

from engine.boundaries import (
    ArmSeen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK, Card
from vision.chips.boxes import BoxCount
from vision.geometry.quads import overlap
from vision.motion.arms import Arm
from vision.motion.changes import Changes
from vision.motion.stillness import shrink_factor
from vision.observer.observer import Detectors, Observer, _Pending
from vision.table.board import cell_quads
from vision.tracking.fitting import Fit
from vision.tracking.lying_cards import Known
from vision.tracking.new_cards import Found


def test_a_card_is_told_once_it_lies_free():
    table = Drawn()
    watcher = observer(table)
    assert run(watcher, table, 1.0) == []
    arrives = table.number / 15
    assert cards(run(watcher, table, 0.5, BELOW)) == []
    table.lay(NINE, 520, 260, 20)
    assert cards(run(watcher, table, 0.4, BELOW)) == []
    free = table.number / 15
    told = run(watcher, table, 0.6)
    [laid] = cards(told)
    assert face(laid) == NINE
    assert laid.t == pytest.approx(free, abs=0.01)
    assert laid.arrived == pytest.approx(arrives, abs=0.1)
    assert laid.seats[0] > 0.9
    assert max(t for t, sighting in told if sighting is laid) - free < 0.3
    assert cards(run(watcher, table, 1.0)) == []


def test_cards_on_one_pile_are_told_one_by_one_with_their_players():
    table = Drawn(1)
    watcher = observer(table)
    run(watcher, table, 0.6)
    told = []
    for card, arm, turn in ((NINE, BELOW, 10), (TEN, ABOVE, 80), (JACK, BELOW, 150)):
        run(watcher, table, 0.4, arm)
        table.lay(card, 520, 260, turn)
        told += run(watcher, table, 0.7)
    assert [face(laid) for laid in cards(told)] == [NINE, TEN, JACK]
    assert [max(range(3), key=lambda seat: laid.seats[seat]) for laid in cards(told)] == [0, 1, 0]


def test_an_arm_that_comes_and_goes_leaves_nothing():
    table = Drawn(2)
    watcher = observer(table)
    run(watcher, table, 0.6)
    told = run(watcher, table, 1.0, BELOW) + run(watcher, table, 0.8)
    assert [type(sighting) for _, sighting in told] == [ArmSeen, ArmSeen]
    assert [sighting.entered for _, sighting in told] == [True, False]


def test_automatic_exposure_is_no_change():
    table = Drawn(3)
    watcher = observer(table)
    run(watcher, table, 0.6)
    told = []
    for step in range(20):
        told += run(watcher, table, 0.2, gain=1.0 - 0.015 * step)
    assert told == []


def test_cards_laid_at_once_are_all_told():
    table = Drawn(4)
    watcher = observer(table)
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    for place, card in enumerate((NINE, TEN, JACK)):
        table.lay(card, 400 + 66 * place, 380, 0)
    laid = cards(run(watcher, table, 0.8))
    assert {face(each) for each in laid} == {NINE, TEN, JACK}
    assert len({each.t for each in laid}) == 1


def test_of_two_cards_laid_at_once_on_others_the_lower_one_is_told_too():
    table = Drawn(4)
    watcher = observer(table)
    run(watcher, table, 0.6)
    for card, x in ((NINE, 500), (TEN, 520)):
        table.lay(card, x, 260, 0)
        run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    table.lay(JACK, 512, 262, 0)
    table.lay(Card(12, "D"), 530, 264, 0)
    laid = cards(run(watcher, table, 0.8))
    assert {face(each) for each in laid} == {JACK, Card(12, "D")}


def test_without_known_seats_an_arm_may_be_anybodys():
    table = Drawn(5)
    watcher = observer(table, seats=())
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    table.lay(NINE, 520, 260)
    [laid] = cards(run(watcher, table, 0.6))
    assert laid.seats == pytest.approx((1 / 3,) * 3)


def taken_away(table):
    """The watcher of a table with a card laid, and that card as it was told; an arm has just taken it."""
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    [laid] = cards(run(watcher, table, 0.6))
    run(watcher, table, 0.4, BELOW)
    table.cards.clear()
    return watcher, laid


def gone(told):
    return [sighting.laid for _, sighting in told if isinstance(sighting, CardGone)]


@pytest.mark.parametrize("by", [40, 70])
def test_a_card_moved_to_a_place_beside_is_still_itself(by):
    table = Drawn(6)
    watcher, laid = taken_away(table)
    table.lay(NINE, 520 + by, 300)
    told = run(watcher, table, 1.5)
    assert gone(told) == [] and cards(told) == []
    run(watcher, table, 0.4, BELOW)
    table.cards.clear()
    assert gone(run(watcher, table, 1.5)) == [laid.t]


def test_a_card_taken_away_is_gone():
    table = Drawn(6)
    watcher, laid = taken_away(table)
    assert gone(run(watcher, table, 1.5)) == [laid.t]


def test_a_card_taken_back_while_the_light_changes_is_gone_and_no_card_without_a_face():
    table = Drawn(6)
    watcher, laid = taken_away(table)
    table.table[205:240, 480:560] += 90  # a patch of light has come
    table.find = lambda image, region: [CardLook(laid.look.corners, (0.0,) * 52)]
    told = run(watcher, table, 1.5)
    assert gone(told) == [laid.t]
    assert cards(told) == []


def test_the_upper_of_two_cards_laid_at_once_is_told_where_it_lies_white_on_white():
    table = Drawn(6)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(JACK, 541, 260)
    run(watcher, table, 0.6)
    table.lay(NINE, 490, 260)
    table.lay(TEN, 508, 260)
    looks = table.find(None, (0, 0, 530, 480))
    news = watcher._grid.outline(looks[0].corners)
    assert [look.face for look in watcher._new_cards.match(looks, news).laid] == [NINE.index, TEN.index]


def test_what_lies_there_after_a_spell_without_pictures_was_brought_by_the_arm_that_was_on_its_way():
    table = Drawn(7)
    watcher = observer(table)
    run(watcher, table, 0.6)
    run(watcher, table, 0.2, ((400, 480), (460, 390)))
    watcher.interrupted(2.0)
    table.number += 30
    table.lay(NINE, 520, 260)
    [laid] = cards(run(watcher, table, 1.0))
    assert laid.seats[0] > 0.7 and laid.arrived < laid.t - 2.0


def counted(table, quads):
    """All chips of a drawn table, which lie in the box of the king of hearts."""
    inside = {box: len(table.chips) * (box == Card(13, "H")) for box in quads}
    return {box: BoxCount({"jeton": n}, n, not n, 0.99, 0.0) for box, n in inside.items()}


def test_boxes_are_counted_when_their_chips_have_changed():
    table = Drawn(7)
    asked = []

    def count(image, quads, visited):
        asked.append(set(quads))
        return counted(table, quads)

    watcher = observer(table, count)
    told = run(watcher, table, 0.6)
    assert len([s for _, s in told if isinstance(s, BoxSeen)]) == 5
    asked.clear()
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    assert asked == [] or all(Card(13, "H") not in boxes for boxes in asked)
    table.chips = [(70, 70), (90, 75)]
    told = run(watcher, table, 0.8)
    seen = [sighting for _, sighting in told if isinstance(sighting, BoxSeen)]
    assert [sighting.box for sighting in seen] == [Card(13, "H")]
    assert seen[0].chips == {"jeton": 2} and not seen[0].empty
    assert cards(told) == []


@pytest.mark.parametrize("inside", [1, 0])
def test_a_box_is_counted_again_when_an_arm_was_over_it_though_nothing_seems_changed(inside):
    """Of white chips on a white card (seeds 1462 and 1630) small pixels show nothing."""
    table = Drawn(7)
    chips = {"jeton": 0}

    def count(image, quads, visited):
        there = {box: chips["jeton"] * (box == Card(13, "H")) for box in quads}
        return {box: BoxCount({"jeton": n}, n, not n, 0.99, 0.0) for box, n in there.items()}

    watcher = observer(table, count)
    run(watcher, table, 0.6)
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    chips["jeton"] = inside
    told = run(watcher, table, 0.8)
    seen = [sighting for _, sighting in told if isinstance(sighting, BoxSeen)]
    assert [(sighting.box, sighting.empty) for sighting in seen] == [(Card(13, "H"), False)] * inside
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    chips["jeton"] = 2
    again = run(watcher, table, 0.8)
    assert [s.chips for _, s in again if isinstance(s, BoxSeen)] == [{"jeton": 2}]
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    chips["jeton"] = 1
    # Who takes some shows it: only one that was overlooked is believed without.
    assert not [s for _, s in run(watcher, table, 0.8) if isinstance(s, BoxSeen)]


@pytest.mark.parametrize("shadow", [True, False])
def test_a_box_under_a_shadow_as_long_as_an_arm_is_counted_and_again_when_that_has_gone(shadow):
    table = Drawn(7)
    bare = table.table.copy()

    watcher = observer(table, lambda image, quads, visited: counted(table, quads))
    run(watcher, table, 0.6)
    over = table.table[:104, 56:112]
    over[:] = over * 0.6 if shadow else (140, 60, 40)
    table.chips = [(70, 70)]
    told = [seen for _, seen in run(watcher, table, 1.0) if isinstance(seen, BoxSeen)]
    assert [seen.chips for seen in told] == [{"jeton": 1}] * shadow
    table.table, table.chips = bare, [(70, 70), (90, 75)]
    told = [seen for _, seen in run(watcher, table, 1.0) if isinstance(seen, BoxSeen)]
    assert [seen.chips for seen in told] == [{"jeton": 2}]


def test_a_box_that_an_arm_reached_before_it_was_ever_counted_is_told_to_the_counter():
    """What people said of it (seed 1421: nothing) no longer holds."""
    table, told = Drawn(7), {}

    def count(image, quads, visited):
        told.update({box: box in visited for box in quads})
        return {box: BoxCount({"jeton": 1}, 1, False, 0.99, 0.0) for box in quads}

    watcher = observer(table, count)
    run(watcher, table, 0.1)
    run(watcher, table, 0.6, ((0, 200), (80, 80)))
    run(watcher, table, 0.6)
    assert told[Card(13, "H")] and not told[Card(12, "S")]


def test_boxes_are_counted_through_a_camera_that_shivers():
    class Shivering(Drawn):
        def picture(self, arm=None, gain=1.0):
            by = self.rng.normal(0, 0.35, 2)
            still = super().picture(arm, gain)
            return cv2.warpAffine(still, np.float32([[1, 0, by[0]], [0, 1, by[1]]]), SIZE, borderMode=1)

    table = Shivering(9)
    print_ = table.rng.integers(0, 255, (50, 50, 3), np.uint8)
    table.table[40:240, 40:240] = cv2.resize(print_, (200, 200), interpolation=cv2.INTER_NEAREST)

    def count(image, quads, visited):
        inside = len(table.chips)
        return {box: BoxCount({"jeton": inside}, inside, not inside, 0.99, 0.0) for box in quads}

    watcher = observer(table, count)
    run(watcher, table, 1.5)
    run(watcher, table, 0.5, ((0, 200), (80, 80)))
    table.chips = [(70, 70), (90, 75)]
    told = run(watcher, table, 0.8)
    assert [seen.chips["jeton"] for _, seen in told if isinstance(seen, BoxSeen)][-1:] == [2]


@pytest.mark.parametrize("length, counted", [(24, True), (4, False)])
def test_a_white_chip_on_a_white_card_shows_only_its_edge(length, counted):
    table, asked = Drawn(7), []

    def count(image, quads, visited):
        asked.append(set(quads))
        return {box: BoxCount({"jeton": 0}, 0, True, 0.99, 0.0) for box in quads}

    watcher = observer(table, count)
    run(watcher, table, 0.6)
    asked.clear()
    cv2.line(table.table, (60, 75), (60 + length, 75), (20, 20, 20), 2)
    run(watcher, table, 0.6)
    assert asked == [{Card(13, "H")}] * counted


def test_what_reads_like_a_buried_card_is_no_card_that_was_pushed():
    table = Drawn(10)
    watcher = observer(table)
    run(watcher, table, 0.6)
    for card, x in ((NINE, 520), (TEN, 523), (JACK, 517)):
        table.lay(card, x, 260)
        run(watcher, table, 0.6)
    table.lay(NINE, 545, 270, 60)
    [laid] = cards(run(watcher, table, 0.9))
    assert face(laid) == NINE


def test_a_card_that_reads_like_one_that_still_lies_beside_it_is_told():
    table = Drawn(11)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 480, 260)
    run(watcher, table, 0.6)
    table.lay(NINE, 545, 262)
    [laid] = cards(run(watcher, table, 0.9))
    assert face(laid) == NINE


def test_a_card_that_was_pushed_is_not_told_again():
    table = Drawn(12)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 480, 260)
    assert len(cards(run(watcher, table, 0.6))) == 1
    run(watcher, table, 0.4, BELOW)
    table.cards.clear()
    table.lay(NINE, 500, 268, 8)
    assert cards(run(watcher, table, 1.2)) == []


def test_a_card_straightened_in_its_place_explains_what_that_changed():
    table = Drawn(12)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 480, 260)
    run(watcher, table, 0.6)
    table.cards.clear()
    table.lay(NINE, 490, 266, 8)
    run(watcher, table, 0.07)
    looks = table.find(None, (0, 0, *SIZE))
    found = watcher._new_cards.match(
        looks, watcher._changes.changed | watcher._grid.outline(looks[0].corners)
    )
    assert found.laid == [] and [look.face for _, look in found.moved] == [NINE.index]
    # A new card across it: what is seen of the other is no exact outline.
    new = CardLook(quad(485, 262, 40), tuple(0.99 * (card == TEN) for card in DECK))
    found = watcher._new_cards.match(
        [*looks, new], watcher._changes.changed | watcher._grid.outline(new.corners)
    )
    assert [look.face for look in found.laid] == [TEN.index] and found.moved == []


def test_an_edge_that_shifts_is_no_second_card():
    table = Drawn(13)
    in_doubt = [
        tuple(p * (card == TEN) + q * (card == JACK) for card in DECK) for p, q in ((0.59, 0.2), (0.5, 0.3))
    ]

    def find(image, region):
        return [CardLook(quad(520, 260, turn), in_doubt[turn > 0]) for turn in (0, 3)][: len(table.cards)]

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
    run(watcher, table, 0.6)
    table.lay(TEN, 520, 260)
    assert len(cards(run(watcher, table, 0.6))) == 1
    table.lay(TEN, 520, 261, 2)
    assert cards(run(watcher, table, 1.2)) == []


def test_a_card_outlined_beside_itself_as_its_hand_leaves_is_one_card(monkeypatch):
    table = Drawn(13)
    places = [260]

    def find(image, region):
        face = tuple(0.8 * (card == TEN) for card in DECK)
        return [CardLook(quad(520, places[0]), face)][: len(table.cards)]

    monkeypatch.setattr(Observer, "_brought", lambda self, *_: [(1.0, self._arms[-1])])
    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    table.lay(TEN, 520, 260)
    assert len(cards(run(watcher, table, 0.6))) == 1
    places[0] = 240
    table.cards.clear()
    table.lay(TEN, 520, 240)
    assert cards(run(watcher, table, 1.2)) == []


def test_an_outline_larger_than_the_tables_cards_is_no_card():
    table = Drawn(13)

    def find(image, region):
        """The finder takes two cards for one, and reads that surely."""
        x, y = 520, 260
        both = ((x - 50, y - 70), (x + 50, y - 70), (x + 50, y + 70), (x - 50, y + 70))
        return [CardLook(both, tuple(0.99 * (card == JACK) for card in DECK)), *table.find(image, region)]

    for measured, told in ((False, JACK), (True, NINE)):
        table.cards.clear()
        watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
        if measured:
            watcher._new_cards.plane.measure(quad(520, 260))
        run(watcher, table, 0.6)
        table.lay(NINE, 520, 260)
        assert face(cards(run(watcher, table, 0.9))[0]) == told


@pytest.mark.parametrize("x, measured, told", [(520, False, True), (520, True, False), (790, True, True)])
def test_an_outline_much_smaller_than_the_tables_cards_is_no_card_unless_the_picture_ends_there(
    x, measured, told
):
    table = Drawn(13)

    def find(image, region):
        """The finder takes a strip for a card, and reads that surely."""
        left, right = x - 25, x + 9
        strip = ((left, 215), (right, 215), (right, 305), (left, 305))
        strips = [CardLook(strip, tuple(0.99 * (card == JACK) for card in DECK))]
        others = [look for look in table.find(image, region) if DECK[look.face] == TEN]
        return others + strips * any(card == NINE for card, _ in table.cards)

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
    if measured:
        watcher._new_cards.plane.measure(quad(520, 260))
    run(watcher, table, 0.6)
    if x > 700:  # what hangs on the border may be a card where others are laid
        table.lay(TEN, 700, 250)
        run(watcher, table, 0.9)
    table.lay(NINE, x, 260)
    assert [face(laid) for laid in cards(run(watcher, table, 1.1))] == [JACK] * told


def test_round_an_outline_without_a_face_one_is_looked_for_farther_off(monkeypatch):
    table = Drawn(15)

    def read(image, quads, on_them=()):
        lies = [overlap(quad(520, 260), outline) > 0.87 for outline in quads]
        return np.array([[0.98 * (told and card == NINE) for card in DECK] for told in lies])

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(lambda *_, **__: [], read))
    run(watcher, table, 0.6)
    astray = Fit(quad(526, 267, 3), 1.0)
    assert not read(None, [astray.corners]).any()
    monkeypatch.setattr("vision.tracking.fitting.Plane.fits", lambda *_, **__: [astray])
    table.lay(NINE, 520, 260)
    [laid] = cards(run(watcher, table, 1.2))
    assert face(laid) == NINE
    assert overlap(laid.look.corners, quad(520, 260)) > 0.87


def test_a_card_that_peeps_out_from_under_the_one_laid_with_it_is_told_too(monkeypatch):
    table = Drawn(16)
    upper, lower = quad(520, 260), quad(538, 262)

    def read(image, quads, on_them=()):
        shown = [
            NINE if overlap(upper, outline) > 0.87 else TEN if overlap(lower, outline) > 0.8 else None
            for outline in quads
        ]
        return np.array([[0.98 * (card == told) for card in DECK] for told in shown])

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(lambda *_, **__: [], read))
    run(watcher, table, 0.6)
    monkeypatch.setattr("vision.tracking.fitting.Plane.fits", lambda *_, **__: [Fit(upper, 1.0)])
    table.lay(TEN, 538, 262)
    table.lay(NINE, 520, 260)
    assert {face(laid) for laid in cards(run(watcher, table, 1.2))} == {NINE, TEN}


def test_an_outline_that_reads_as_the_lower_of_two_cards_does_not_hide_the_upper(monkeypatch):
    table = Drawn(16)
    between = quad(520, 260, 4)

    def read(image, quads, on_them=()):
        """The lower card, but along the very outline of the upper one, which the finder alone knows."""
        told = [NINE if overlap(quad(520, 252), outline) > 0.95 else TEN for outline in quads]
        return np.array([[0.98 * (card == each) for card in DECK] for each in told])

    def find(image, region):
        return table.find(image, region) + [seen_at(NINE, 0.99, 520, 252)] * len(table.cards)

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find, read))
    run(watcher, table, 0.6)
    monkeypatch.setattr("vision.tracking.fitting.Plane.fits", lambda *_, **__: [Fit(between, 1.0)])
    table.lay(TEN, 520, 260)
    assert NINE in {face(laid) for laid in cards(run(watcher, table, 1.2))}


def test_what_its_hand_leaves_of_a_card_is_no_card_without_a_face():
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)
    unread = seen_at(TEN, 0.1, 500, 260)
    for share, told in ((0.2, []), (0.5, [unread])):
        mask = watcher._grid.outline(unread.corners)
        mask[:, : int(np.quantile(np.nonzero(mask)[1], 1 - share))] = False
        assert watcher._new_cards.match([unread], mask).laid == told


@pytest.mark.parametrize(
    "share, off, reads, laid, is_part",
    [
        (0.3, 0, NINE, [("unread", 0.1)], True),
        (0.3, 0, NINE, [(TEN, 0.8)], True),
        (0.3, 0, NINE, [(TEN, 0.95)], False),  # a new card beyond doubt
        (0.3, 0, JACK, [("unread", 0.1)], False),  # another face where it lies: something lies upon it
        (0.8, 0, NINE, [("unread", 0.1)], False),  # as much as a new card changes
        (0.3, 40, NINE, [("unread", 0.1)], False),  # beside it
    ],
)
def test_what_its_hand_uncovers_of_a_card_that_is_still_seen_is_no_second_card(
    share, off, reads, laid, is_part, monkeypatch
):
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)

    def read(image, quads, upper):
        return np.array([[0.95 * (face == reads) for face in DECK] + [0.05] for _ in quads])

    watcher._read = watcher._new_cards._read = read
    mask = watcher._grid.outline(quad(520 + off, 260))
    mask[:, : int(np.quantile(np.nonzero(mask)[1], 1 - share))] = False
    looks = [seen_at(TEN if card == "unread" else card, sure, 505, 250) for card, sure in laid]
    image, found = table.picture(), Found(looks, [], mask, looks)
    hand = Arm.enters(0.1, np.zeros_like(mask), 3)
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, hand)])
    assert watcher._let_go(image, mask, 1.2, found) is None  # another one's hand
    watcher._lying.cards[-1].arrived = hand.entered
    own = watcher._let_go(image, mask, 1.2, found)
    assert (own is not None) == is_part
    if own is not None:
        assert own[0] is watcher._lying.cards[-1] and DECK[own[1].face] == NINE


def test_the_hand_that_leaves_a_card_which_was_told_under_it_leaves_nothing_new(monkeypatch):
    table = Drawn(18)

    def read(image, quads, upper):
        near = [0.01 + 0.99 * (overlap(quad(520, 260), each) > 0.8) for each in quads]
        return np.array(
            [[0.95 * lies * (face == NINE) for face in DECK] + [1 - 0.95 * lies] for lies in near]
        )

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(table.find, read))
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    [laid] = cards(run(watcher, table, 0.6))
    watcher._lying.cards[-1].looks = 99
    hand = Arm.enters(laid.arrived, np.zeros_like(watcher._new_cards.board), 3)
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, hand)])
    # What looks otherwise from now on is where fingers were when it was told.
    patch, with_fingers = np.int32([(495, 225), (545, 225), (545, 262), (495, 262)]), table.picture
    table.picture = lambda *arm: cv2.fillConvexPoly(with_fingers(*arm), patch, (150, 170, 190))
    told = run(watcher, table, 0.8)
    assert not cards(told)
    [again] = [each for _, each in told if isinstance(each, CardLookedAgain)]
    assert again.laid == laid.t


@pytest.mark.parametrize("last, told", [(True, [TEN]), (False, [])])
def test_a_card_that_the_last_ones_hand_hid_is_told_under_it_when_the_hand_has_gone(last, told, monkeypatch):
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)
    upper = watcher._lying.cards[-1]
    if not last:
        watcher._lying.cards.append(Known(9.0, seen_at(JACK, 0.99, 300, 400), 1, 9.0))
    mask = watcher._grid.outline(quad(495, 260))
    here = Found([], [(upper, upper.look)], mask, [])
    monkeypatch.setattr(watcher._new_cards, "match", lambda looks, news: here)
    seen = [seen_at(TEN, 0.99, 495, 260)]
    found = watcher._new_cards.explain(table.picture(), watcher._full.image, mask, seen)
    assert [DECK[look.face] for look in found.laid] == told


@pytest.mark.parametrize("changed, told", [(False, [TEN]), (True, [TEN, JACK])])
def test_what_a_new_card_leaves_in_sight_of_a_known_one_is_no_other_card_though_misread(changed, told):
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)
    looks = [seen_at(TEN, 0.99, 534, 260), seen_at(JACK, 0.99, 520, 260)]
    mask = watcher._grid.outline(looks[0].corners) | (changed & watcher._grid.outline(looks[1].corners))
    assert [DECK[look.face] for look in watcher._new_cards.match(looks, mask).laid] == told


def test_a_pile_that_is_squared_up_shows_no_cards_without_a_face():
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)
    edges = [seen_at(TEN, 0.01, 520 + 12 * place, 262) for place in range(4)]
    read, away = (
        seen_at(JACK, 0.9, 530, 250),
        [seen_at(TEN, 0.01, 200 + 30 * place, 400) for place in range(4)],
    )
    assert watcher._lying.without_squared([*edges, read, *away]) == [read, *away]
    assert watcher._lying.without_squared(edges[:2]) == edges[:2]


def test_a_card_at_the_border_is_told_before_the_next_one_is_laid_on_it():
    table = Drawn(19)
    watcher = observer(table)
    run(watcher, table, 0.6)
    told = []
    for place, card in enumerate((NINE, TEN, JACK)):
        table.lay(card, 420 + 26 * place, 450)
        told += cards(run(watcher, table, 0.9))
    assert [face(laid) for laid in told] == [NINE, TEN, JACK]


@pytest.mark.parametrize("sure, told", [(0.85, 0), (0.95, 1)])
def test_the_strip_of_a_card_that_lay_there_is_no_new_one_though_it_is_misread(sure, told):
    table = Drawn(16)
    watcher = observer(table)
    lies_before_another_arm(watcher, table, JACK)
    upper = CardLook(quad(502, 260), seen_at(NINE, 0.99, 0, 0).faces)
    strip = CardLook(quad(521, 261), seen_at(TEN, sure, 0, 0).faces)
    everywhere = np.ones(watcher._grid.shape, bool)
    assert len(watcher._new_cards._under(table.picture(), [upper], [strip], everywhere)) == told


@pytest.mark.parametrize("beside, told", [(0.02, 0), (0.9, 1)])
def test_what_is_read_only_where_the_new_card_lies_is_none_under_it(beside, told):
    table = Drawn(18)

    def read(image, quads, on_them):
        sure = [beside if on_it else 0.9 for on_it in on_them]
        return np.array([[p * (card == TEN) for card in DECK] for p in sure])

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(table.find, read))
    run(watcher, table, 0.6)
    looks = [seen_at(NINE, 0.99, 502, 260)], [seen_at(TEN, 0.9, 522, 264)]
    everywhere = np.ones(watcher._grid.shape, bool)
    assert len(watcher._new_cards._under(table.picture(), *looks, everywhere)) == told


def test_a_card_that_its_hand_still_half_hides_is_told_under_it_and_once():
    table = Drawn(14)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(JACK, 560, 200)
    run(watcher, table, 0.6)
    run(watcher, table, 0.4, BELOW)
    table.lay(NINE, 520, 260)
    upon_its_edge = ((400, 480), (520, 312))
    assert [face(laid) for laid in cards(run(watcher, table, 1.2, upon_its_edge))] == [NINE]
    assert cards(run(watcher, table, 0.6)) == []


def test_what_shows_the_card_just_laid_in_full_is_done_with_at_once():
    table = Drawn(14)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    assert [face(laid) for laid in cards(run(watcher, table, 0.3))] == [NINE]
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
    table, now = Drawn(14), [first, 260]

    def find(image, region):
        (shown, sure), y = now
        chances = tuple(sure * (card == shown) for card in DECK)
        return [CardLook(quad(520, y), chances)][: len(table.cards)]

    factor = shrink_factor(SIZE[0])
    small = np.zeros((SIZE[1] // factor, SIZE[0] // factor), bool)
    arms = [Arm.enters(t, small, 3) for t in (0.1, 0.2)]
    monkeypatch.setattr(Changes, "bringers", lambda *_, **__: [(1.0, arms[0])])
    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
    run(watcher, table, 0.4)
    table.lay(first[0], 520, 260)
    [laid] = cards(run(watcher, table, 0.7))
    now[:] = [then, 268]
    if not one_arm:
        del arms[0]
    table.lay(then[0], 520, 268)
    seen = run(watcher, table, 0.7)
    again = [
        each for _, each in seen if isinstance(each, CardLookedAgain) and each.look.corners == quad(520, 268)
    ]
    assert 1 + len(cards(seen)) == told
    assert told == 2 or again[0].laid == laid.t


def test_along_an_arm_that_rests_nothing_is_the_first_card():
    for sure in (0.0, 0.7, 0.95):
        table = Drawn(14)
        chances = tuple(sure if card == NINE else 0.0 for card in DECK)
        sleeve = CardLook(quad(460, 400, 20), chances)
        watcher = Observer(
            SIZE,
            SEATS,
            3,
            cell_quads(BOARD),
            BOARD,
            Detectors(lambda *seen, t=table, s=sleeve: [*t.find(*seen), s]),
        )
        run(watcher, table, 0.6)
        assert cards(run(watcher, table, 5.0, BELOW)) == []
        run(watcher, table, 0.6)
        run(watcher, table, 0.4, ABOVE)
        table.lay(TEN, 520, 160)
        assert TEN in [face(laid) for laid in cards(run(watcher, table, 0.6))]


def test_what_a_hand_leaves_in_sight_of_a_card_is_no_new_one_though_it_is_misread():
    table = Drawn(15)
    misread = CardLook(quad(518, 260), tuple(0.97 * (card == TEN) for card in DECK))
    shown = []
    watcher = Observer(
        SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(lambda *seen: [*table.find(*seen), *shown])
    )
    run(watcher, table, 0.6)
    table.lay(NINE, 520, 260)
    run(watcher, table, 0.6)
    over = ((480, 480), (490, 275))
    run(watcher, table, 0.4, over)
    table.lay(JACK, 520, 190)
    shown.append(misread)
    assert [face(laid) for laid in cards(run(watcher, table, 4.0, over))] == [JACK]


def seen_at(card, sure, x, y):
    return CardLook(quad(x, y), tuple(sure * (card == each) for each in DECK))


def test_an_honour_printed_on_the_board_does_not_tell_how_large_cards_are():
    table, printed = Drawn(17), ((70, 80), (100, 80), (100, 125), (70, 125))
    honour = CardLook(printed, seen_at(JACK, 0.99, 0, 0).faces)

    def blind(image, quads, on_them):
        return np.full((len(quads), 53), 1 / 53)

    for sees, told in ((lambda *_: [honour], None), (lambda *seen: [honour, *table.find(*seen)], (60, 90))):
        table.cards.clear()
        watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(sees, blind))
        run(watcher, table, 0.6)
        table.lay(NINE, 330, 150)
        run(watcher, table, 0.9)
        assert watcher._new_cards.plane.card == (told and pytest.approx(told, rel=0.05))


def test_a_card_upon_another_is_not_measured_with_the_strip_of_that():
    lower, upper = quad(532, 260), quad(520, 260)
    both = (upper[0], lower[1], lower[2], upper[3])
    assert overlap(both, upper) == pytest.approx(60 / 72, abs=0.01)

    def read_as(sure):
        return lambda image, quads, on_them: np.array([seen_at(JACK, sure, 0, 0).faces] * len(quads))

    for larger, sure in (([CardLook(both, seen_at(JACK, 0.99, 0, 0).faces)], 0.02), ([], 0.99)):
        table = Drawn(22)

        def find(*seen, table=table, larger=larger):
            return [*larger, *table.find(*seen)] if table.cards else []

        watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find, read_as(sure)))
        run(watcher, table, 0.6)
        table.lay(NINE, 532, 260)
        table.lay(TEN, 520, 260)
        run(watcher, table, 0.9)
        assert watcher._new_cards.plane.card == pytest.approx((60, 90), rel=0.05)


def lies_before_another_arm(watcher, table, card):
    run(watcher, table, 0.5)
    table.lay(card, 520, 260)
    assert [face(laid) for laid in cards(run(watcher, table, 0.5))] == [card]
    run(watcher, table, 0.4, ABOVE)


@pytest.mark.parametrize(
    "there, told", [([(NINE, 0.99)], True), ([(NINE, 0.5)], False), ([(TEN, 0.99)], False), ([], False)]
)
def test_a_card_that_is_still_seen_where_it_lay_does_not_lie_across_itself(there, told):
    lying = Observer(SIZE, SEATS, 3, {}, None, Detectors(lambda *_: []))._lying
    lying.cards.append(Known(1.0, seen_at(NINE, 0.99, 520, 260), 1, 2.0))
    seen = [seen_at(card, sure, 522, 261) for card, sure in there]
    assert lying.lies_beneath(seen_at(NINE, 0.98, 545, 260), seen) is told
    assert not lying.lies_beneath(seen_at(NINE, 0.98, 523, 260), seen)
    assert not lying.lies_beneath(seen_at(JACK, 0.98, 545, 260), seen)
    assert not lying.lies_beneath(seen_at(NINE, 0.4, 545, 260), seen)
    assert not lying.lies_beneath(seen_at(NINE, 0.98, 590, 260), seen)


def test_a_row_in_which_known_cards_lie_is_none_of_new_ones(monkeypatch):
    """A shadow that comes or goes makes news of a row that lay there before."""
    table = Drawn(18)

    def read(image, quads, on_them=()):
        there = [NINE if overlap(quad(520, 260), outline) > 0.7 else TEN for outline in quads]
        return np.array([[0.98 * (card == shown) for card in DECK] for shown in there])

    def find(image, region):
        return [seen_at(card, 0.99, x, 260) for card, x in ((NINE, 520), (TEN, 560))[: len(table.cards)]]

    def leafed(looks, *_):
        return [*looks, seen_at(NINE, 0.99, 520, 260), seen_at(JACK, 0.99, 540, 260)]

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find, read))
    lies_before_another_arm(watcher, table, NINE)
    monkeypatch.setattr("vision.tracking.new_cards.leafed_through", leafed)
    table.lay(TEN, 560, 260)
    assert JACK not in [face(laid) for laid in cards(run(watcher, table, 1.2))]


@pytest.mark.parametrize("sure, x, told", [(0.0, 536, 0), (0.5, 530, 0), (0.5, 536, 1), (0.99, 530, 1)])
def test_where_a_known_card_is_still_read_a_doubtful_outline_upon_it_is_no_card(sure, x, told):
    table, more = Drawn(18), []

    def find(image, region):
        return [seen_at(NINE, 0.99, 520, 260), *more][: 2 * len(table.cards)]

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(find))
    lies_before_another_arm(watcher, table, NINE)
    more.append(seen_at(TEN, sure, x, 260))
    table.lay(TEN, x, 260)
    assert len(cards(run(watcher, table, 1.2))) == told


def test_what_lies_on_a_known_card_that_is_still_read_is_no_card_without_a_face():
    table = Drawn(19)
    watcher = observer(table)
    lies_before_another_arm(watcher, table, NINE)
    told = run(watcher, table, 0.9, ((524, 238), (524, 262)))  # nothing that hangs on the border
    assert not [each for _, each in told if isinstance(each, CardLaid | CardGone)]


def test_a_card_that_was_taken_for_one_under_another_is_told_where_it_is_laid():
    """As in a simulated round: taken back unseen, another came upon its place, then it was laid beside."""
    table = Drawn(21)
    watcher = observer(table)
    lies_before_another_arm(watcher, table, TEN)
    table.lay(JACK, 521, 261)
    assert [face(laid) for laid in cards(run(watcher, table, 1.2))] == [JACK]
    run(watcher, table, 0.4, ((400, 480), (535, 260)))
    table.cards = [(card, where) for card, where in table.cards if card == JACK]
    table.lay(TEN, 535, 260)
    assert [face(laid) for laid in cards(run(watcher, table, 1.2))] == [TEN]


def test_a_card_known_before_is_not_told_again_between_two_laid_beside_it():
    table = Drawn(20)
    lying = {TEN: quad(520, 260), NINE: quad(495, 260), JACK: quad(545, 260)}

    def read(image, quads, on_them=()):
        seen = [{card for card, its in lying.items() if overlap(its, outline) > 0.87} for outline in quads]
        return np.array([[0.01 + 0.97 * (card in shown) for card in DECK] for shown in seen])

    watcher = Observer(SIZE, SEATS, 3, cell_quads(BOARD), BOARD, Detectors(table.find, read))
    lies_before_another_arm(watcher, table, TEN)
    table.cards.insert(0, (NINE, quad(495, 260)))
    table.lay(JACK, 545, 260)
    assert {face(laid) for laid in cards(run(watcher, table, 1.2))} == {NINE, JACK}


def test_a_card_under_one_that_stays_is_not_taken_away_and_both_may_be():
    table = Drawn(21)
    watcher = observer(table)
    run(watcher, table, 0.6)
    for card, x in ((NINE, 520), (TEN, 536)):
        table.lay(card, x, 260)
        run(watcher, table, 0.6)
    lower, upper = watcher._lying.cards
    news = watcher._grid.outline(quad(520, 260))
    assert watcher._lying.uncovered(news, []) == []
    assert set(watcher._lying.uncovered(news | watcher._grid.outline(quad(536, 260)), [])) == {lower, upper}


def test_a_bumped_camera_is_told_and_comes_back():
    table = Drawn(8)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.table = 255 - table.table[:, ::-1]
    told = [sighting for _, sighting in run(watcher, table, 1.5)]
    assert [type(sighting) for sighting in told if isinstance(sighting, ViewLost | ViewBack)] == [
        ViewLost,
        ViewBack,
    ]


def test_frames_of_another_size_are_refused():
    table = Drawn()
    watcher = Observer((640, 480), SEATS, 3, {}, None, Detectors(table.find))
    with pytest.raises(ValueError):
        watcher.look(table.frame())


@pytest.mark.parametrize("changed, known", [(0.3, True), (0.9, False)])
def test_a_part_of_a_card_that_reads_as_what_it_was_in_doubt_for_is_no_new_card(changed, known):
    table = Drawn(18)
    watcher = observer(table)
    run(watcher, table, 0.6)
    table.lay(JACK, 520, 260)
    run(watcher, table, 0.6)
    faces = [0.0] * 52
    faces[JACK.index], faces[TEN.index] = 0.53, 0.41
    watcher._lying.cards[-1].look = CardLook(quad(520, 260), tuple(faces))
    assert watcher._lying.in_place(seen_at(TEN, 0.96, 521, 263), changed) == known
    assert not watcher._lying.in_place(seen_at(NINE, 0.96, 521, 263), changed)


@pytest.mark.parametrize("y, sure, told", [(470, 0.5, 1), (490, 0.5, 0), (490, 0.95, 1)])
def test_what_lies_mostly_out_of_the_picture_is_a_card_if_it_shows_its_face(y, sure, told):
    table = Drawn(25)
    watcher = observer(table)
    run(watcher, table, 0.6)
    found = watcher._new_cards.match([seen_at(NINE, sure, 520, y)], watcher._grid.outline(quad(520, y)))
    assert len(found.laid) == told


@pytest.mark.parametrize("x, changed, known", [(527, 0.2, True), (529, 0.9, False), (521, 0.9, True)])
def test_what_reads_like_a_card_deep_under_others_and_changes_the_whole_place_is_a_new_one(x, changed, known):
    table = Drawn(23)
    watcher = observer(table)
    for card, at in ((NINE, 520), (JACK, 528)):
        run(watcher, table, 0.6)
        table.lay(card, at, 260)
    run(watcher, table, 0.6)
    assert watcher._lying.in_place(seen_at(NINE, 0.99, x, 261), changed) == known


def test_where_others_and_hands_hide_all_of_a_place_nothing_tells_that_it_has_not_changed():
    table = Drawn(24)
    watcher = observer(table)
    for card, x, y in ((NINE, 520, 260), (TEN, 500, 250)):
        run(watcher, table, 0.6)
        table.lay(card, x, y)
    run(watcher, table, 0.6)
    beside = seen_at(JACK, 0.99, 521, 262)
    assert watcher._lying.unchanged(beside, [beside], [beside])
    along = seen_at(JACK, 0.98, 523, 260)  # a new face beyond doubt, along two outlines, is not misread
    assert not watcher._lying.unchanged(beside, [beside], [beside, along])
    doubtful, known = seen_at(JACK, 0.9, 523, 260), seen_at(NINE, 0.99, 521, 262)
    assert watcher._lying.unchanged(beside, [beside], [beside, doubtful])
    assert watcher._lying.unchanged(known, [known], [known, seen_at(NINE, 0.99, 523, 260)])
    run(watcher, table, 0.4, [((800, 230), (545, 230)), ((800, 290), (545, 290))])
    assert not watcher._lying.unchanged(beside, [beside], [beside])


@pytest.mark.parametrize("upon", [True, False])
def test_a_known_card_seen_a_little_beside_does_not_explain_what_is_new_on_those_upon_it(upon):
    table = Drawn(26)
    watcher = observer(table)
    run(watcher, table, 0.6)
    for card, x in ((NINE, 520), (JACK, 550))[: 1 + upon]:
        table.lay(card, x, 260)
        run(watcher, table, 0.6)
    news = watcher._grid.outline(((540, 240), (560, 240), (560, 290), (540, 290)))
    found = watcher._new_cards.match([seen_at(NINE, 0.99, 533, 262)], news)
    assert bool(found.laid or found.moved) != upon


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
