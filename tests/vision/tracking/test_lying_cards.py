"""Which looks at some news show a new card, and which a card that lay there already."""

import numpy as np
import pytest
from drawn_table import Drawn, quad, seen_at
from lying import EVERYWHERE, GRID, Lying, codes
from observed import JACK, NINE, TEN

from engine.boundaries import CardLook
from engine.cards import DECK
from vision.geometry.quads import overlap
from vision.tracking.fitting import Fit
from vision.tracking.new_cards import Found

HERE = seen_at(NINE, 0.99, 520, 260)
"""A card that lies there."""


def right_part(corners, share):
    """So much of an outline, its right part, small pixels."""
    mask = GRID.outline(corners)
    mask[:, : int(np.quantile(np.nonzero(mask)[1], 1 - share))] = False
    return mask


def one_of(card, other, sure, chance):
    """A look in doubt between two cards."""
    return tuple(sure * (each == card) + chance * (each == other) for each in DECK)


def drawn(*laid):
    """A bare table, and the same with cards on it."""
    table = Drawn(16)
    bare = table.picture()
    for card, x in laid:
        table.lay(card, x, 260)
    return bare, table.picture()


def read_where(told):
    """A reader to whom *told* says which card, or None, is read along an outline."""
    return lambda image, quads, upper: np.array(
        [[0.98 * (card == told(each)) for card in DECK] for each in quads]
    )


def test_the_upper_of_two_cards_laid_at_once_is_told_where_it_lies_white_on_white():
    lying = Lying(seen_at(JACK, 0.99, 541, 260))
    looks = [seen_at(NINE, 0.99, 490, 260), seen_at(TEN, 0.99, 508, 260)]
    assert codes(lying.match(looks, GRID.outline(looks[0].corners)).laid) == [NINE.code, TEN.code]


def test_a_card_straightened_in_its_place_explains_what_that_changed():
    lying, straight = Lying(HERE), seen_at(NINE, 0.99, 530, 266, 8)
    lying.changes.changed = GRID.outline(HERE.corners) ^ GRID.outline(straight.corners)
    news = lying.changes.changed | GRID.outline(straight.corners)
    found = lying.match([straight], news)
    assert found.laid == [] and codes(look for _, look in found.moved) == [NINE.code]
    # A new card across it: what is seen of the other is no exact outline.
    new = seen_at(TEN, 0.99, 525, 262, 40)
    found = lying.match([straight, new], news | GRID.outline(new.corners))
    assert codes(found.laid) == [TEN.code] and found.moved == []


def test_an_outline_larger_or_smaller_than_the_tables_cards_is_no_card_unless_the_picture_ends_there():
    def outline(x, left, right, high):
        corners = ((x - left, -high), (x + right, -high), (x + right, high), (x - left, high))
        return CardLook(tuple((x, y + 260) for x, y in corners), seen_at(JACK, 0.99, 0, 0).faces)

    two_cards, strip, at_the_border = (
        outline(520, 50, 50, 70),
        outline(520, 25, 9, 45),
        outline(790, 25, 9, 45),
    )
    for measured in (False, True):
        lying = Lying()
        if measured:
            lying.new.plane.measure(quad(520, 260))
        first = codes(lying.match([two_cards, HERE], GRID.outline(HERE.corners)).laid)[0]
        assert first == (NINE.code if measured else JACK.code)
        assert bool(lying.match([strip], GRID.outline(strip.corners)).laid) is not measured
        assert lying.match([at_the_border], GRID.outline(at_the_border.corners)).laid


def test_what_its_hand_leaves_of_a_card_is_no_card_without_a_face():
    lying, unread = Lying(HERE), seen_at(TEN, 0.1, 500, 260)
    for share, told in ((0.2, []), (0.5, [unread])):
        assert lying.match([unread], right_part(unread.corners, share)).laid == told


@pytest.mark.parametrize("last, told", [(True, [TEN]), (False, [])])
def test_a_card_that_the_last_ones_hand_hid_is_told_under_it_when_the_hand_has_gone(last, told, monkeypatch):
    lying = Lying(HERE, *[seen_at(JACK, 0.99, 300, 400)] * (not last))
    upper, news, seen = lying.cards.cards[0], GRID.outline(quad(495, 260)), [seen_at(TEN, 0.99, 495, 260)]
    monkeypatch.setattr(lying.new, "match", lambda *_: Found([], [(upper, upper.look)], news, []))
    assert codes(lying.explain(seen, news)) == [card.code for card in told]


@pytest.mark.parametrize("changed", [False, True])
def test_what_a_new_card_leaves_in_sight_of_a_known_one_is_no_other_card_though_misread(changed):
    looks = [seen_at(TEN, 0.99, 534, 260), seen_at(JACK, 0.99, 520, 260)]
    news = GRID.outline(looks[0].corners) | (changed & GRID.outline(looks[1].corners))
    assert codes(Lying(HERE).match(looks, news).laid) == [TEN.code, JACK.code][: 1 + changed]


def test_a_pile_that_is_squared_up_shows_no_cards_without_a_face():
    lying = Lying(HERE).cards
    edges = [seen_at(TEN, 0.01, 520 + 12 * place, 262) for place in range(4)]
    read, away = (
        seen_at(JACK, 0.9, 530, 250),
        [seen_at(TEN, 0.01, 200 + 30 * place, 400) for place in range(4)],
    )
    assert lying.without_squared([*edges, read, *away]) == [read, *away]
    assert lying.without_squared(edges[:2]) == edges[:2]


@pytest.mark.parametrize("sure, told", [(0.85, []), (0.95, [TEN.code])])
def test_the_strip_of_a_card_that_lay_there_is_no_new_one_though_it_is_misread(sure, told, monkeypatch):
    upper, strip = seen_at(NINE, 0.99, 502, 260), seen_at(TEN, sure, 521, 261)
    lying = Lying(seen_at(JACK, 0.99, 520, 260))
    monkeypatch.setattr(lying.new, "match", lambda *_: Found([upper], [], EVERYWHERE, []))
    assert codes(lying.explain([strip], EVERYWHERE))[1:] == told


@pytest.mark.parametrize("beside, told", [(0.02, []), (0.9, [TEN.code])])
def test_what_is_read_only_where_the_new_card_lies_is_none_under_it(beside, told, monkeypatch):
    def read(image, quads, on_them):
        sure = [beside if on_it else 0.9 for on_it in on_them]
        return np.array([[p * (card == TEN) for card in [*DECK, None]] for p in sure])

    lying, upper = Lying(read=read), seen_at(NINE, 0.99, 502, 260)
    monkeypatch.setattr(lying.new, "match", lambda *_: Found([upper], [], EVERYWHERE, []))
    found = lying.explain([seen_at(TEN, 0.9, 522, 264)], EVERYWHERE)
    assert [code for code in codes(found) if code == TEN.code] == told


@pytest.mark.parametrize(
    "there, told", [([(NINE, 0.99)], True), ([(NINE, 0.5)], False), ([(TEN, 0.99)], False), ([], False)]
)
def test_a_card_that_is_still_seen_where_it_lay_does_not_lie_across_itself(there, told):
    lying, across = Lying(HERE), seen_at(NINE, 0.98, 545, 260)
    seen = [seen_at(card, sure, 522, 261) for card, sure in there]
    assert lying.cards.lies_beneath(across, seen) is told
    assert (across in lying.match([*seen, across], GRID.outline(across.corners)).laid) is not told
    for card, sure, x in ((NINE, 0.98, 523), (JACK, 0.98, 545), (NINE, 0.4, 545), (NINE, 0.98, 590)):
        assert not lying.cards.lies_beneath(seen_at(card, sure, x, 260), seen)


def test_a_row_in_which_known_cards_lie_is_none_of_new_ones(monkeypatch):
    """A shadow that comes or goes makes news of a row that lay there before."""
    further = [HERE, seen_at(JACK, 0.99, 540, 260)]
    monkeypatch.setattr("vision.tracking.new_cards.leafed_through", lambda looks, *_: [*looks, *further])
    read = read_where(lambda outline: NINE if overlap(HERE.corners, outline) > 0.7 else TEN)
    new = seen_at(TEN, 0.99, 560, 260)
    assert codes(Lying(HERE, read=read).explain([HERE, new], GRID.outline(new.corners))) == [TEN.code]
    assert JACK.code in codes(Lying(read=read).explain([new], GRID.outline(new.corners)))


@pytest.mark.parametrize("sure, x, told", [(0.0, 536, 0), (0.5, 530, 0), (0.5, 536, 1), (0.99, 530, 1)])
def test_where_a_known_card_is_still_read_a_doubtful_outline_upon_it_is_no_card(sure, x, told):
    upon = seen_at(TEN, sure, x, 260)
    assert len(Lying(HERE).match([HERE, upon], GRID.outline(upon.corners)).laid) == told


@pytest.mark.parametrize("upon", [True, False])
def test_a_known_card_seen_a_little_beside_does_not_explain_what_is_new_on_those_upon_it(upon):
    lying = Lying(HERE, *[seen_at(JACK, 0.99, 550, 260)] * upon)
    news = GRID.outline(((540, 240), (560, 240), (560, 290), (540, 290)))
    found = lying.match([seen_at(NINE, 0.99, 533, 262)], news)
    assert bool(found.laid or found.moved) != upon


def test_a_card_under_one_that_stays_is_not_taken_away_and_both_may_be():
    lying = Lying(HERE, seen_at(TEN, 0.99, 536, 260)).cards
    news = GRID.outline(quad(520, 260))
    assert lying.uncovered(news, []) == []
    assert set(lying.uncovered(news | GRID.outline(quad(536, 260)), [])) == set(lying.cards)


@pytest.mark.parametrize("changed, known", [(0.3, True), (0.9, False)])
def test_a_part_of_a_card_that_reads_as_what_it_was_in_doubt_for_is_no_new_card(changed, known):
    lying = Lying(CardLook(quad(520, 260), one_of(JACK, TEN, 0.53, 0.41))).cards
    assert lying.in_place(seen_at(TEN, 0.96, 521, 263), changed) == known
    assert not lying.in_place(seen_at(NINE, 0.96, 521, 263), changed)


@pytest.mark.parametrize("x, changed, known", [(527, 0.2, True), (529, 0.9, False), (521, 0.9, True)])
def test_what_reads_like_a_card_deep_under_others_and_changes_the_whole_place_is_a_new_one(x, changed, known):
    lying = Lying(HERE, seen_at(JACK, 0.99, 528, 260)).cards
    assert lying.in_place(seen_at(NINE, 0.99, x, 261), changed) == known


@pytest.mark.parametrize("y, sure, told", [(470, 0.5, 1), (490, 0.5, 0), (490, 0.95, 1)])
def test_what_lies_mostly_out_of_the_picture_is_a_card_if_it_shows_its_face(y, sure, told):
    look = seen_at(NINE, sure, 520, y)
    assert len(Lying().match([look], GRID.outline(look.corners)).laid) == told


def test_where_others_and_hands_hide_all_of_a_place_nothing_tells_that_it_has_not_changed():
    lying = Lying(HERE, seen_at(TEN, 0.99, 500, 250))
    unchanged, beside = lying.cards.unchanged, seen_at(JACK, 0.99, 521, 262)
    assert unchanged(beside, [beside], [beside])
    along = seen_at(JACK, 0.98, 523, 260)  # a new face beyond doubt, along two outlines, is not misread
    assert not unchanged(beside, [beside], [beside, along])
    doubtful, known = seen_at(JACK, 0.9, 523, 260), seen_at(NINE, 0.99, 521, 262)
    assert unchanged(beside, [beside], [beside, doubtful])
    assert unchanged(known, [known], [known, seen_at(NINE, 0.99, 523, 260)])
    lying.changes.covered = GRID.grown([quad(545, 230), quad(545, 290)], 4)
    assert not unchanged(beside, [beside], [beside])


# --- by outlines that fit what has changed ------------------------------------------------


def fitted(monkeypatch, outline, laid, read, seen=()):
    """What is told of new cards, if *outline* fits best what they changed."""
    monkeypatch.setattr("vision.tracking.fitting.Plane.fits", lambda *_, **__: [Fit(outline, 1.0)])
    bare, now = drawn(*laid)
    news = GRID.covered([quad(x, 260) for _, x in laid])
    return Lying(read=read, bare=bare).explain(seen, news, now)


def test_round_an_outline_without_a_face_one_is_looked_for_farther_off(monkeypatch):
    astray = quad(526, 267, 3)
    read = read_where(lambda outline: NINE if overlap(HERE.corners, outline) > 0.87 else None)
    assert not read(None, [astray], ()).any()
    (laid,) = fitted(monkeypatch, astray, [(NINE, 520)], read)
    assert DECK[laid.face] == NINE and overlap(laid.corners, HERE.corners) > 0.87


def test_a_card_that_peeps_out_from_under_the_one_laid_with_it_is_told_too(monkeypatch):
    upper, lower = quad(520, 260), quad(538, 262)

    def told(outline):
        return NINE if overlap(upper, outline) > 0.87 else TEN if overlap(lower, outline) > 0.8 else None

    laid = fitted(monkeypatch, upper, [(TEN, 538), (NINE, 520)], read_where(told))
    assert set(codes(laid)) == {NINE.code, TEN.code}


def test_an_outline_that_reads_as_the_lower_of_two_cards_does_not_hide_the_upper(monkeypatch):
    # The lower card, but along the very outline of the upper one, which the finder alone knows.
    read = read_where(lambda outline: NINE if overlap(quad(520, 252), outline) > 0.95 else TEN)
    seen = [seen_at(TEN, 0.99, 520, 260), seen_at(NINE, 0.99, 520, 252)]
    assert NINE.code in codes(fitted(monkeypatch, quad(520, 260, 4), [(TEN, 520)], read, seen))


def test_a_card_known_before_is_not_told_again_between_two_laid_beside_it():
    there = {TEN: quad(520, 260), NINE: quad(495, 260), JACK: quad(545, 260)}

    def read(image, quads, upper):
        seen = [{card for card, its in there.items() if overlap(its, outline) > 0.87} for outline in quads]
        return np.array([[0.01 + 0.97 * (card in shown) for card in DECK] for shown in seen])

    looks = [CardLook(corners, seen_at(card, 0.99, 0, 0).faces) for card, corners in there.items()]
    bare, _ = drawn((TEN, 520))
    now = drawn((NINE, 495), (TEN, 520), (JACK, 545))[1]
    lying, news = Lying(looks[0], read=read, bare=bare), GRID.covered([there[NINE], there[JACK]])
    assert set(codes(lying.explain(looks, news, now))) == {NINE.code, JACK.code}


def test_an_honour_printed_on_the_board_does_not_tell_how_large_cards_are():
    printed = CardLook(((70, 80), (100, 80), (100, 125), (70, 125)), seen_at(JACK, 0.99, 0, 0).faces)
    bare, now = drawn((NINE, 330))
    for seen, told in (([printed], None), ([printed, seen_at(NINE, 0.99, 330, 260)], (60, 90))):
        lying = Lying(read=lambda image, quads, _: np.full((len(quads), 53), 1 / 53), bare=bare)
        lying.explain(seen, GRID.outline(quad(330, 260)), now)
        assert lying.new.plane.card == (told and pytest.approx(told, rel=0.05))


def test_a_card_upon_another_is_not_measured_with_the_strip_of_that():
    lower, upper = quad(528, 260), quad(520, 260)
    both = (upper[0], lower[1], lower[2], upper[3])
    assert overlap(both, upper) == pytest.approx(60 / 68, abs=0.01)
    bare, now = drawn((NINE, 528), (TEN, 520))
    one_by_one = [seen_at(NINE, 0.99, 528, 260), seen_at(TEN, 0.99, 520, 260)]
    as_jack = seen_at(JACK, 0.99, 0, 0).faces
    for seen, sure in (([CardLook(both, as_jack), *one_by_one], 0.02), (one_by_one, 0.99)):

        def read(image, quads, upper, sure=sure):
            return np.array([seen_at(JACK, sure, 0, 0).faces] * len(quads))

        lying = Lying(read=read, bare=bare)
        lying.explain(seen, GRID.covered([lower, upper]), now)
        assert lying.new.plane.card == pytest.approx((60, 90), rel=0.05) and not lying.new.plane.measured
