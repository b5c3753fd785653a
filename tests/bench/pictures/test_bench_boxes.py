"""`nainjaune bench boxes`: what is counted in the boxes of simulated tables."""

from __future__ import annotations

from bench.films.film_figures import BOXES, count_box
from bench.pictures import boxes
from vision.chips.boxes import BoxCount


def test_a_table_is_counted_with_its_empty_boxes_known_and_without():
    told = boxes.run(301, 1)
    assert told["tables"] == 1
    for how in ("empty_box_seen", "never_seen_empty"):
        shown = told[how]["empty_or_not"]["of"]
        assert shown + told[how]["hidden"] == 20  # four players, five boxes
    seen = told["empty_box_seen"]
    assert seen["empty_or_not"]["right"] >= 19
    assert seen["exact_where_sure"]["right"] <= seen["exact_where_sure"]["of"]


def test_a_box_is_right_when_each_kind_is():
    ante = {"chips": {"7D": {"jeton": 5}, "QS": {"jeton": 2, "fiche": 1}, "KH": {}}, "heaped": ["7D"]}
    counted = dict.fromkeys(BOXES, 0)
    count_box(counted, ante, "7D", BoxCount({"jeton": 4, "fiche": 0}, 4, False, 0.99, 0.0))
    count_box(counted, ante, "QS", BoxCount({"jeton": 3, "fiche": 0}, 3, False, 0.99, 0.0))
    count_box(counted, ante, "KH", None)
    assert counted == {
        "boxes": 3,
        "empty_right": 2,
        "few": 3,
        "few_within_one": 2,
        "flat": 2,
        "flat_exact": 0,
    }
    count_box(counted, ante, "QS", BoxCount({"jeton": 2, "fiche": 1}, 7, False, 0.99, 0.0))
    assert counted["flat_exact"] == 1
