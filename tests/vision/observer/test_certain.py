"""A card is shown as it lies once it was free of arms before and after, whatever was told of it."""

import cv2
import numpy as np
import pytest
from drawn_table import FPS, seen_at
from observed import ABOVE, BELOW, NINE, QUEEN, TEN, cards, faces, run, watched

from vision.redaction.redacted import Scene, redacted_picture, shown_as_it_is

HERE = (520, 260)


def over(watcher, table, seconds, arm=None):
    """What is told, and proved, while the table is watched."""
    told, proved = [], []
    for _ in range(round(seconds * FPS)):
        told += [(0.0, each) for each in run(watcher, table, 1 / FPS, arm)]
        proved += watcher.proved()
    return [each for _, (_, each) in told], proved


def laid(watcher, table, card):
    """A card that an arm brings, until it is told; what was proved by then, and what was told of it."""
    run(watcher, table, 0.4, BELOW)
    table.lay(card, *HERE)
    run(watcher, table, 0.2, BELOW)
    told, proved = [], []
    while not told:
        more, shown = over(watcher, table, 1 / FPS)
        told, proved = cards([(0.0, each) for each in more]), proved + shown
    return told[0], proved


def differs(jpeg, table):
    """Whether the right half of a proof shows the picture as it is at the place of the card."""
    seen = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    right = seen[:, seen.shape[1] // 2 :]
    coarse = redacted_picture(Scene(table.picture()))
    x, y = HERE
    card = coarse[y - 20 : y + 20, x - 15 : x + 15].std()
    middle = right[right.shape[0] // 2 - 20 :, right.shape[1] // 2 - 15 :][:40, :30]
    return middle.std() > 2 * card


def test_a_card_that_is_told_is_proved_coarsely_and_as_it_lies_once_its_place_has_been_free():
    watcher, table = watched()
    told, proved = laid(watcher, table, NINE)
    assert not proved and not differs(watcher.evidence(told), table)
    _, proved = over(watcher, table, 1.5)
    (proof,) = proved
    assert (proof.card, proof.t) == (NINE, told.t) and differs(proof.jpeg, table)
    assert over(watcher, table, 2.0)[1] == []


@pytest.mark.parametrize("goes", [True, False])
def test_what_an_arm_is_over_again_at_once_is_not_shown_and_only_what_stays_ever_is(goes):
    """A held card that was told as laid goes with its hand."""
    watcher, table = watched()
    assert laid(watcher, table, NINE)[1] == []
    assert over(watcher, table, 3.0, ABOVE)[1] == []
    scene = watcher.scene(table.frame(ABOVE).image, {NINE})
    assert not shown_as_it_is(scene)[HERE[1] - 20 : HERE[1] + 20, HERE[0] - 15 : HERE[0] + 15].any()
    if goes:
        table.cards.clear()
    _, proved = over(watcher, table, 3.0)
    assert [proof.card for proof in proved] == ([] if goes else [NINE])


def test_a_replay_shows_a_card_only_when_the_camera_is_certain_and_the_log_tells_it():
    watcher, table = watched()
    laid(watcher, table, NINE)
    frame = table.picture()
    assert watcher.scene(frame, {NINE, TEN}).cards == ()
    over(watcher, table, 1.5)
    ((card, _),) = watcher.scene(frame, {NINE, TEN}).cards
    assert card == NINE and watcher.scene(frame, {TEN}).cards == ()


def test_of_cards_on_one_another_the_uppermost_is_shown_and_only_when_it_is_certain():
    watcher, table = watched((NINE, *HERE), (QUEEN, HERE[0] + 15, HERE[1] + 10))
    assert faces([(0.0, each) for each in table.told]) == [NINE, QUEEN]
    assert watcher.scene(table.picture(), {NINE, QUEEN}).cards == ()
    over(watcher, table, 1.5)
    assert [card for card, _ in watcher.scene(table.picture(), {NINE, QUEEN}).cards] == [QUEEN]


def test_a_proof_in_which_another_card_is_read_is_not_given():
    watcher, table = watched()
    laid(watcher, table, NINE)
    find = table.eyes.find
    table.eyes.find = lambda image, region: (
        [seen_at(TEN, 0.9, 30, 30)] if image.shape[1] != table.size[0] else find(image, region)
    )
    assert over(watcher, table, 2.0)[1] == []
