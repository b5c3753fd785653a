"""Television, phones, `settle`, past evenings and exports show the same figures of the same evening."""

from __future__ import annotations

import csv
import io
import json
from random import Random

import pytest
import random_logs
from hypothesis import given, settings
from hypothesis import strategies as st

from companion_api.evening import evening_view
from companion_api.family import exchange, spreadsheet
from companion_api.family.past import Past, evening_json
from companion_api.games import views
from companion_api.saying import telling
from companion_api.saying.words import words
from companion_api.store import Evening
from engine.errors import BadInput
from engine.evening import history
from engine.events import to_json
from engine.money import ledger
from engine.record import log
from engine.table import table_from_json

PIECES = {"jeton": 20, "fiche": 10}
KINDS = {"jeton": {"value": 1}, "fiche": {"value": 4}, "contrat": {"value": 10}}
ENDS = (None, "stay", "last_winner", "split")


def evening(rng: Random, rules: str, end: str) -> tuple[list[dict], dict]:
    """A random evening as the lines of a log, and its table.

    Args:
        end: ``between`` two rounds, ``broken`` off in one, or ``resumed`` after somebody had ended it.
    """
    lines = getattr(random_logs, rules)(rng, 3)
    start = lines[0]
    start["options"] |= {"debt": rng.choice(("owed", "capped"))}
    if "leftover" in start["options"] and rng.random() < 0.5:
        del start["options"]["leftover"]
    money = {"money": {"cents": rng.randint(1, 50), "currency": "EUR"}} if rng.random() < 0.5 else {}
    chips = {"chips": KINDS} if rng.random() < 0.3 else {}
    table = {**start, "dealer": lines[1]["dealer"], "boxes": lines[1].get("boxes", {}), **money, **chips}
    stock = table.pop("stock", None)
    if stock is not None and rng.random() < 0.7:
        value = ledger.values(table_from_json(table, "table").chips)
        contrats = (next(iter(stock.values())) - ledger.worth(PIECES, value)) // value["contrat"]
        table["stock_chips"] = PIECES | {"contrat": contrats}
    elif stock is not None:
        table["stock"] = stock
    del table["type"]
    begun = table_from_json(table, "table").game_started()
    lines[0] = to_json(begun)
    calls = [place for place, line in enumerate(lines, start=1) if line["type"] == "called"]
    ended = {"type": "evening_ended"} | ({"leftover": answer} if (answer := rng.choice(ENDS)) else {})
    if end == "resumed":
        lines += [ended, {"type": "corrected", "target": len(lines) + 1, "replacement": None}]
    if end != "between":
        lines.append({"type": "round_started", "dealer": rng.choice(begun.players)})
    if calls and rng.random() < 0.5:
        lines.append({"type": "corrected", "target": rng.choice(calls), "replacement": None})
    lines.append(ended)
    return [{**line, "seq": seq} for seq, line in enumerate(lines, start=1)], table


def shown(lines: list[dict], table: dict) -> dict:
    """What every page is sent."""
    story, seated = views.tell(lines), table_from_json(table, "table")
    return {
        **views.show(story, seated, frozenset()),
        "evening": evening_view.accounts(story, seated),
    }


def settled(lines: list[dict]) -> tuple[list[log.Outcome], dict, str]:
    """What `nainjaune settle` makes of it: outcomes, its last line, and what people read."""
    outcomes = list(log.settle("\n".join(map(json.dumps, lines)), "log"))
    end = outcomes[-1].end
    return outcomes, telling.standings_json(end), "\n".join(telling.end_lines(end, words("fr")))


def kept(lines: list[dict]) -> tuple[dict, list[dict], dict]:
    """What becomes of it in the history: as JSON, as rows of the CSV, as a play of BG Stats."""
    played = history.evening(views.read(lines))
    past = [Past(Evening(1, 1e9 + 1, "token", {}), played)]
    rows = list(csv.DictReader(io.StringIO(spreadsheet.to_csv(past))))
    return evening_json(past[0]), rows, json.loads(exchange.to_bg_stats(past))


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 100_000),
    st.sampled_from(("lindor", "avantcoureur")),
    st.sampled_from(("between", "broken", "resumed")),
)
def test_every_screen_and_every_file_says_the_same(seed, rules, end):
    try:
        lines, table = evening(Random(seed), rules, end)
        outcomes, standings, said = settled(lines)
    except BadInput as error:  # where nobody may owe, a call taken back may leave somebody too poor
        assert "may not owe" in str(error) or "capped" in str(error)
        return
    view = shown(lines, table)
    account = view["evening"]
    chips = {line["name"]: line["chips"] for line in account["standings"]}

    assert {player["name"]: player["balance"] for player in view["players"]} == chips
    assert view["boxes"] == account["stays"] == standings["leftover"]
    assert standings["standings"] == [
        {"player": line["name"], "chips": line["chips"], "place": line["place"]}
        for line in account["standings"]
    ]
    debts = [{key: debt[key] for key in ("from", "to", "chips", "money")} for debt in account["debts"]]
    assert standings["debts"] == debts
    assert {debt["from"] for debt in debts} | {debt["to"] for debt in debts} <= set(chips)
    assert all(
        f"{line['place']}. {line['name']} {line['chips']}".replace("-", "−") in said
        for line in account["standings"]
    )
    _adds_up(account, chips, table, outcomes, view)

    past, rows, plays = kept(lines)
    assert past["won"] == {line["name"]: line["won"] for line in account["standings"]}
    assert {name: course[-1] for name, course in past["course"].items()} == chips
    for name in chips:
        mine = [row for row in rows if row["player"] == name]
        assert sum(int(row["net"]) + int(row["leftover"]) for row in mine) == past["won"][name]
    names = {player["id"]: player["name"] for player in plays["players"]}
    scores = {names[each["playerRefId"]]: each for each in plays["plays"][0]["playerScores"]}
    assert {name: int(each["score"]) for name, each in scores.items()} == past["won"]
    assert (
        {name for name, each in scores.items() if each["winner"]}
        == {line["name"] for line in account["standings"] if line["place"] == 1}
        == set(past["best"])
    )


def _adds_up(account, chips, table, outcomes, view):
    """Nothing is lost, owed to nobody or told in pieces that are worth something else."""
    value = ledger.values(table_from_json(table, "table").chips)
    begun = outcomes[-1].balances
    shared = {name: account["shares"].get(name, 0) for name in chips}
    assert {name: begun[name] + shared[name] for name in chips} == chips
    moved = dict.fromkeys(chips, 0)
    for debt in account["debts"]:
        moved[debt["from"]] -= debt["chips"]
        moved[debt["to"]] += debt["chips"]
        assert ledger.worth(debt["gives"], value) == debt["chips"]
        cents = table.get("money", {}).get("cents")
        assert (debt["money"] or {}).get("cents") == (cents and cents * debt["chips"])
    if "money" in table:
        for line in account["aside"]:
            moved[line["player"]] -= line["chips"]
        for line in account["from_aside"]:
            moved[line["player"]] += line["chips"]
        assert moved == {line["name"]: line["won"] for line in account["standings"]}
    for name, purse in (account["purses"] or {}).items():
        assert ledger.worth(purse["pieces"], value) + purse["noted"] == chips[name]
    for due in account["dues"]:
        back = ledger.worth(due["back"], value)
        assert ledger.worth(due["gives"], value) - back + due["noted"] == due["chips"] == due["still"]
    last = view["settlement"]
    for name, lines in last["accounts"].items():
        assert sum(line["chips"] for line in lines) == last["net"][name]
    handed = {(each.giver, each.taker): each for each in outcomes[-2].handed if isinstance(each.taker, str)}
    for due in (*last["transfers"], *(due for due in account["dues"] if due["to"])):
        told = handed[due["from"], due["to"]]
        assert (dict(told.paid), dict(told.back), told.chips) == (due["gives"], due["back"], due["chips"])


@pytest.mark.parametrize("answer", ENDS)
def test_an_open_question_is_told_and_an_answer_ends_it(answer):
    for seed in range(3):
        rng = Random(seed)
        lines, table = evening(rng, "lindor", "between")
        lines[-1] = {"type": "evening_ended", "seq": lines[-1]["seq"]} | (
            {"leftover": answer} if answer else {}
        )
        account = shown(lines, table)["evening"]
        named = answer is not None or "leftover" in table["options"]
        assert bool(account["choices"]) <= (not named)
        for choice in account["choices"]:
            told = shown([*lines[:-1], lines[-1] | {"leftover": choice["leftover"]}], table)["evening"]
            assert (told["boxes"], told["shares"]) == (choice["boxes"], choice["shares"])
            assert told["choices"] == [] and account["asked"] == choice["boxes"] + sum(
                choice["shares"].values()
            )
