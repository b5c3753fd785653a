"""A round without a camera in which somebody keeps a card that he had to lay: it is told, and settled."""

import pytest
from tapped import House

from engine.evening.presets import resolved


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.close()


@pytest.mark.parametrize("rules", ["german_text", "german_variant", "avantcoureur"])
def test_the_true_cards_and_hands_are_taken_and_the_round_is_settled(house, rules):
    table = resolved({"rules": rules, "options": {"overlooked_fine": 1}})
    house.arrange("Ana", "Bruno", "Chloe", game=table["game"], rules=table["rules"], options=table["options"])
    house.play_round(5, overlooks=0.5)
    kept = [alert for alert in house.view["alerts"] if alert["kind"] == "overlooked"]
    assert kept and all(alert["why"]["fr"] for alert in kept)
    settlement = house.view["settlement"]
    lines = [line for line in settlement["explanations"] if line["rule"].startswith("overlooked")]
    assert {(line["player"], line["card"]) for line in lines} >= {(a["player"], a["card"]) for a in kept}
    fined = sum(each["chips"] for each in settlement["payments"] if each["reason"] == "overlooked")
    assert fined == sum(line["player"] != settlement["winner"] for line in lines)
