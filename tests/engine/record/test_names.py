"""A name is one name however it is spelt: composed or not, with blanks around it or without."""

from __future__ import annotations

import json
import unicodedata

import pytest

from engine import notation, reading
from engine.errors import BadInput
from engine.evening.presets import HousePreset, read_preset, resolved
from engine.events import from_json, to_json
from engine.record import log
from engine.table import one_spelling, table_from_json

NFD = unicodedata.normalize("NFD", "Zoé")
SPELLINGS = ["Zoé", NFD, " Zoé", "Zoé\u00a0", f"\t{NFD} "]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(
    "line",
    [
        {"type": "card_played", "player": "?", "card": "QS"},
        {"type": "round_started", "dealer": "?"},
        {"type": "called", "player": "?", "card": "QS", "via": "tap"},
        {"type": "hand_shown", "player": "?", "cards": []},
        {"type": "paid", "player": "?", "chips": 3, "to": "?"},
        {"type": "alert", "kind": "missed_call", "player": "?"},
        {"type": "bid", "player": "?", "bid": "pass"},
        {"type": "game_started", "game": "nain-jaune", "players": ["?", "Ana"], "stock": {"?": 5}},
        {"type": "corrected", "target": 1, "replacement": {"type": "floater_seen", "player": "?"}},
    ],
)
def test_events_have_one_spelling(line, spelling):
    def told(name):
        return from_json(json.loads(json.dumps(line).replace("?", json.dumps(name)[1:-1])))

    assert told(spelling) == told("Zoé") and "Zoé" in json.dumps(to_json(told(spelling)), ensure_ascii=False)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_logs_and_notations_settle_the_same(spelling):
    text = '[Game nain-jaune]\n[Player A "?"]\n[Player B]\n[Round 1]\n[Dealer "?"]\n"?": AD B: (2C)\n'
    plain, odd = (
        [event for _, event in notation.read(text.replace('"?"', json.dumps(name)), "N")]
        for name in ("Zoé", spelling)
    )
    assert odd == plain
    lines = "\n".join(json.dumps(to_json(event)) for event in plain)
    assert log.read_events(lines, "L")[0][1].players == ("Zoé", "B")


@pytest.mark.parametrize("spelling", SPELLINGS[1:])
def test_a_player_twice_is_refused_in_whatever_spelling(spelling):
    with pytest.raises(BadInput, match="twice"):
        table_from_json({"players": ["Zoé", spelling], "dealer": "Zoé"}, "T.json")
    with pytest.raises(BadInput, match="twice"):
        reading.stock({"Zoé": 1, spelling: 2}, ("Zoé",), "L")
    with pytest.raises(BadInput):
        list(log.settle(json.dumps({"type": "game_started", "players": ["Zoé", spelling, "A"]}), "L"))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_tables_and_presets_have_one_spelling(spelling):
    data = {"players": [{"name": spelling, "seat": [1, 2]}, "Ana"], "dealer": NFD, "rules": spelling}
    told = one_spelling(data)
    assert told["players"] == [{"name": "Zoé", "seat": [1, 2]}, "Ana"] and told["dealer"] == "Zoé"
    saved = [read_preset({"name": spelling, "rules": "lindor"}, "P")]
    assert saved == [HousePreset("Zoé", "lindor")]
    assert table_from_json(resolved(data, saved), "T").names == ("Zoé", "Ana")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\u2028b", "x" * 81, None, 7, "\ud800"])
def test_what_is_no_name_is_one_line(name):
    with pytest.raises(BadInput):
        reading.name(name, "L line 1")
