"""Cards that were taken away are told by what the table shows again."""

import cv2
import numpy as np
import pytest

from vision.tracking.gathered import gathered, place_of

STEP = 12.0


class Table:
    """A small picture of a wooden table on which cards are laid and from which they are taken."""

    def __init__(self):
        grain = np.random.default_rng(3).integers(0, 14, (120, 160, 1))
        self.bare = np.array((70, 100, 140), np.float32) + grain
        self.now = self.bare.copy()
        self.cards, self.places = [], {}

    def outline(self, x, y):
        mask = np.zeros(self.now.shape[:2], np.uint8)
        cv2.rectangle(mask, (x, y), (x + 15, y + 23), 1, -1)
        return mask > 0

    def lay(self, name, x, y):
        outline = self.outline(x, y)
        before = self.now.copy()
        self.now[outline] = 235
        self.now[y + 4 : y + 8, x + 4 : x + 8] = (len(name) * 40, 20, 60)
        self.places[name] = place_of(outline, before, self.now)
        self.cards.append(name)

    def gone(self, before, step=STEP):
        changed = np.abs(self.now - before).max(axis=2) > STEP
        return gathered(self.cards, self.places.get, changed, self.now, step)


@pytest.fixture
def table():
    laid = Table()
    laid.lay("a", 20, 20)
    laid.lay("bb", 24, 22)
    laid.lay("ccc", 22, 26)
    laid.lay("dddd", 100, 60)
    return laid


def test_a_gathered_pile_is_told_card_by_card_and_no_other_card(table):
    before = table.now.copy()
    table.now[10:60, 10:60] = table.bare[10:60, 10:60]
    assert table.gone(before) == ["a", "bb", "ccc"]


def test_light_that_has_drifted_hides_nothing(table):
    before = table.now.copy()
    table.now[10:60, 10:60] = table.bare[10:60, 10:60] + 9
    assert table.gone(before) == ["a", "bb", "ccc"]


def test_a_card_lifted_in_two_pieces_is_gone_after_the_second(table):
    before = table.now.copy()
    table.now[60:84, 100:109] = table.bare[60:84, 100:109]
    assert table.gone(before) == []
    before = table.now.copy()
    table.now[60:84, 109:116] = table.bare[60:84, 109:116]
    assert table.gone(before) == ["dddd"]


def test_a_card_taken_back_from_on_top_leaves_those_beneath_it():
    table = Table()
    table.lay("a", 20, 20)
    table.lay("bb", 22, 22)
    bare = table.now.copy()
    table.lay("ccc", 25, 24)
    before, table.now = table.now, bare
    changed = cv2.dilate((np.abs(bare - before).max(axis=2) > STEP).astype(np.uint8), np.ones((3, 3))) > 0
    assert gathered(table.cards, table.places.get, changed, bare, STEP) == ["ccc"]


def test_a_pile_lifted_in_two_pieces_is_gone_after_the_second_with_what_lay_on_the_first():
    table = Table()
    table.lay("a", 20, 20)
    table.lay("bb", 20, 13)
    before = table.now.copy()
    table.now[10:36, 20:36] = table.bare[10:36, 20:36]
    assert table.gone(before) == []
    before = table.now.copy()
    table.now[36:44, 20:36] = table.bare[36:44, 20:36]
    assert table.gone(before) == ["a", "bb"]


def test_cards_are_gathered_from_where_a_bump_has_moved_them(table):
    shift = np.array([[1, 0, 5], [0, 1, -3], [0, 0, 1]], np.float64)
    shape = table.now.shape[:2]
    table.now = cv2.warpPerspective(table.now, shift, shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    table.places = {name: place.moved(shift, shape) for name, place in table.places.items()}
    bare = cv2.warpPerspective(table.bare, shift, shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    before = table.now.copy()
    table.now[7:57, 15:65] = bare[7:57, 15:65]
    assert table.gone(before) == ["a", "bb", "ccc"]
    away = np.array([[1, 0, 300], [0, 1, 0], [0, 0, 1]], np.float64)
    assert table.places["dddd"].moved(away, shape) is None


def test_a_card_laid_on_others_takes_none_away(table):
    before = table.now.copy()
    table.lay("eeeee", 23, 24)
    assert table.gone(before) == []


def test_another_thing_on_the_place_is_no_bare_table(table):
    before = table.now.copy()
    table.now[10:60, 10:60] = (40, 160, 60)
    assert table.gone(before) == []


def test_a_card_out_of_sight_has_no_place(table):
    assert place_of(np.zeros((120, 160), bool), table.now, table.now) is None


def test_a_shadow_over_cards_takes_none_away_however_unsteady_the_light(table):
    before = table.now.copy()
    table.now[10:60, 10:60] *= 0.75
    assert table.gone(before, step=80.0) == []
    table.now[10:60, 10:60] = table.bare[10:60, 10:60]
    assert table.gone(before, step=80.0) == ["a", "bb", "ccc"]


def test_noise_hides_nothing():
    rng, table = np.random.default_rng(5), Table()
    clean = table.bare

    def noisy(picture):
        return picture + rng.normal(0, 22, picture.shape).astype(np.float32)

    for name, x, y in (("a", 20, 20), ("bb", 24, 22)):
        outline = table.outline(x, y)
        before, table.now = noisy(table.now), table.now.copy()
        table.now[outline] = 235
        table.places[name] = place_of(outline, before, noisy(table.now))
        table.cards.append(name)
    around = np.zeros(clean.shape[:2], bool)
    around[10:60, 10:60] = True
    bare = noisy(clean)
    assert gathered(table.cards, table.places.get, around, bare, 14.0, 1.2) == ["a", "bb"]
    assert gathered(table.cards, table.places.get, around, noisy(table.now), 14.0, 1.2) == []
