"""`nainjaune settle`: golden rounds, words, and one line for each kind of broken log."""

from __future__ import annotations

import itertools
import json
import os
import re
from pathlib import Path
from random import Random

import pytest
from rounds import GOLDEN

from companion_api import command
from engine import notation
from engine.events import to_json
from languages import LANGUAGES


@pytest.fixture
def settle(monkeypatch, capsys):
    """Run the command; gives status, standard output and standard error."""
    monkeypatch.setattr(command, "COMMANDS", ("settle",))

    def run(*args):
        status = command.main(["settle", *map(str, args)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def lines_of(name):
    """The golden round as the lines of a log."""
    text = (GOLDEN / f"{name}.round").read_text(encoding="utf-8")
    return [to_json(event) for _, event in notation.read(text, name)]


def written(tmp_path, lines):
    log = tmp_path / "soirée.jsonl"
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    log.write_text(text, encoding="utf-8")
    return log


def test_a_golden_round(settle):
    """The others: engine/games/test_golden.py."""
    status, out, err = settle(GOLDEN / "L4.round", "--json")
    settlement, balances, standings = map(json.loads, out.splitlines())
    net = {"A": -21, "B": -27, "C": -18, "D": 90, "E": -24}
    assert status == 0 and err == ""
    assert settlement["type"] == "settlement" and settlement["net"] == net
    assert balances == {"type": "balances", "balances": net}
    assert {line["player"]: line["chips"] for line in standings["standings"]} == net
    assert standings["leftover"] == settlement["boxes"] and standings["ruined"] == []


def test_an_evening_of_two_rounds_with_stock(settle, tmp_path):
    first, second = lines_of("L1"), lines_of("L2")
    first[0]["stock"] = {"A": 200, "B": 200, "C": 200}
    # The second round as it is logged: B leads it, so A has to deal again.
    log = written(tmp_path, [*first, *second[1:]])
    status, out, _ = settle(log, "--json")
    one, two, balances, _ = map(json.loads, out.splitlines())
    assert status == 0 and (one["round"], two["round"]) == (1, 2)
    # Boxes 3 0 0 24 15 stay, antes come on top; KH 36 and QS 9 are called, 7♦ is a bête of 30.
    assert two["takes"] == [
        {"player": "B", "card": "KH", "chips": 36},
        {"player": "B", "card": "QS", "chips": 9},
    ]
    assert two["betes"] == [{"player": "A", "card": "7D", "chips": 30}]
    assert two["swept"] == {"TD": 6, "JC": 6, "7D": 60}
    total = {p: 200 + one["net"][p] + two["net"][p] for p in "ABC"}
    assert balances["balances"] == total and sum(total.values()) == 600


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["Manche 1 : A donne, B sort.",
                "A annonce le valet de trèfle et prend ce que contient la case : 6",
                "Bête : le roi de cœur est resté en main, la case contenait 12 ; A y verse 12\n",
                "C n’a pas annoncé le 10 de carreau à temps : la case garde 3\n",
                "qui paie   à qui   combien", "15   1 contrat et 1 fiche", "A −36, B 28"]),
        ("en", ["Round 1: A deals, B goes out.", "C did not call the 10 of diamonds in time: its box keeps 3",
                "who pays   whom", "15   1 contrat"]),
        ("de", ["Runde 1: A gibt, B macht Schluss.", "C hat die Karo-10 nicht rechtzeitig angesagt",
                "A sagt den Kreuz-Buben an", "Bête: der Herz-König blieb auf der Hand",
                "wer zahlt   wem", "15   1 Contrat"]),
    ],
)  # fmt: skip
def test_words(settle, language, words):
    status, out, _ = settle(GOLDEN / "L1.round", "--lang", language)
    assert status == 0
    for each in words:
        assert each in out


def test_the_rules_and_their_sources_are_told_when_asked_for(settle):
    plain, told = (settle(GOLDEN / "L1.round", *why)[1] for why in ([], ["--why"]))
    assert "[" not in plain and "texte allemand" not in plain
    assert "A y verse 12 [bete on: 000 001 004]" in told and "(000 texte allemand" in told
    assert settle(GOLDEN / "L1.round", "--json", "--why")[1] == settle(GOLDEN / "L1.round", "--json")[1]


def test_opera_and_cards_in_words(settle):
    assert "rafle ce qui reste dans les cases : 10♦ 3 + V♣ 6 + 7♦ 30 = 39" in settle(GOLDEN / "L2.round")[1]
    assert "A paie à D 3 par carte restée en main : 2 × 3 = 6" in settle(GOLDEN / "L4.round")[1]


def test_every_worked_example_is_told_in_every_language(settle):
    for log, language in itertools.product(sorted(GOLDEN.glob("*.round")), LANGUAGES):
        status, out, err = settle(log, "--lang", language)
        assert status == 0 and err == "", (log, language)
        assert not re.search(r"[{}]|None|why\.|told\.", out), (log, language)


def test_corrections_in_a_log(settle, tmp_path):
    lines = lines_of("L1")
    for seq, line in enumerate(lines, start=1):
        line["seq"] = seq
    call = next(line for line in lines if line["type"] == "called" and line["card"] == "QS")
    lines.append({"type": "corrected", "seq": len(lines) + 1, "target": call["seq"], "replacement": None})
    status, out, _ = settle(written(tmp_path, lines), "--json")
    assert status == 0 and json.loads(out.splitlines()[0])["net"]["B"] == 19
    lines[-1]["target"] = 999
    status, _, err = settle(written(tmp_path, lines), "--json")
    assert status == 2 and f"line {len(lines)}" in err and "999" in err


BROKEN = [
    ('{"type": "card_played", ', "is no JSON"),
    ("7", "is no event"),
    ({"type": "card_played", "player": "B", "card": "ZZ"}, "'ZZ' is no card"),
    ({"type": "card_played", "card": "9D"}, "'player' is missing"),
]


def test_a_broken_line_is_named(settle, tmp_path):
    """What breaks a rule, `test_contract.py` tells."""
    lines = lines_of("L1")
    for line, said in BROKEN:
        status, out, err = settle(written(tmp_path, [*lines[:6], line, *lines[6:]]), "--json")
        assert status == 2 and out == "", line
        assert "soirée.jsonl line 7: " in err and said in err and err.count("\n") == 1, line


def test_rounds_before_an_illegal_event_are_settled(settle, tmp_path):
    lines = [*lines_of("L1"), {"type": "round_started", "dealer": "C"}]
    lines.append({"type": "card_played", "player": "B", "card": "9D"})
    status, out, err = settle(written(tmp_path, lines), "--json")
    assert status == 2 and f"line {len(lines)}: B lays 9D, but A leads (rule: first_lead)" in err
    assert [json.loads(line)["round"] for line in out.splitlines()] == [1]


def test_a_round_cut_short_is_named(settle, tmp_path):
    for cut, said in (
        (-1, "hand of C has not been shown"),
        (-2, "hand of A and C has not been shown"),
        (-3, "nobody has laid his last card"),
        (2, "nobody has laid his last card"),
    ):
        lines = lines_of("L1")[:cut]
        status, out, err = settle(written(tmp_path, lines), "--json")
        assert status == 2 and out == "", cut
        assert f"line {len(lines)}: the log ends here" in err and said in err, cut


def test_files_that_are_no_logs(settle, tmp_path):
    empty, binary, round_only = tmp_path / "empty", tmp_path / "binary", tmp_path / "round"
    empty.write_text("\n\n")
    binary.write_bytes(bytes(range(256)))
    round_only.write_text('{"type": "round_started", "dealer": "A"}\n')
    for file, said in (
        (tmp_path / "missing", "no such file"),
        (tmp_path, "cannot be read"),
        (empty, "no event in it"),
        (binary, "binary line 2: not a text in UTF-8"),
        (round_only, "round line 1: the first event must be game_started"),
    ):
        status, out, err = settle(file, "--json")
        assert status == 2 and out == "" and said in err and err.count("\n") == 1


def test_rules_and_options_that_we_do_not_know(settle, tmp_path):
    lines = lines_of("L1")
    for change, said in (({"rules": "poker"}, "'poker'"), ({"options": {"opra": "x"}}, "'opra'")):
        status, _, err = settle(written(tmp_path, [lines[0] | change, *lines[1:]]))
        assert status == 2 and "line 1" in err and said in err


WRONG = [None, True, 0, -1, 1e308, 10**30, "", "x", "QS", [], {}, [[]], {"a": 1}, "\ud800", 1.5, ["A", ["B"]]]


def test_whatever_is_in_a_log_there_is_no_traceback(settle, tmp_path):
    rng = Random(4)
    for _ in range(100):
        lines = lines_of(rng.choice(("L1", "L2", "L4")))
        for _ in range(rng.randint(1, 2)):
            line = rng.choice(lines[:3] + rng.sample(lines, 2))
            line[rng.choice([*line, "seq", "t", "boxes", "stock", "target"])] = rng.choice(WRONG)
            if rng.random() < 0.1:
                line["type"] = rng.choice(("corrected", "settlement", "alert", "antes_seen", "hand_shown"))
        status, out, err = settle(written(tmp_path, lines), "--json")
        assert (status, err.count("\n")) in ((0, 0), (2, 1))
        assert all(json.loads(line) for line in out.splitlines())


GAMES = Path(os.environ.get("NAINJAUNE_GAMES", Path(__file__).parents[4] / "shared" / "games"))


@pytest.mark.skipif(not GAMES.is_dir(), reason=f"no filmed rounds in {GAMES} (NAINJAUNE_GAMES)")
def test_true_events_of_the_filmed_rounds_give_their_true_settlements(settle, tmp_path):
    for truth in sorted(GAMES.glob("*.truth.json")):
        true = json.loads(truth.read_text())
        stem = truth.name.removesuffix(".truth.json")
        table = json.loads((GAMES / f"{stem}.table.json").read_text())
        calls = (GAMES / f"{stem}.calls.jsonl").read_text().splitlines()
        events = [line for line in true["events"] if line["type"] in ("card_played", "hand_shown")]
        events += [{"type": "called", **json.loads(call)} for call in calls]
        start = {key: table[key] for key in ("game", "rules", "options")}
        start |= {"type": "game_started", "players": [player["name"] for player in table["players"]]}
        first = {"type": "round_started", "dealer": table["dealer"], "boxes": table["boxes"]}
        log = written(tmp_path, [start, first, *sorted(events, key=lambda line: line["t"])])
        status, out, _ = settle(log, "--json")
        settlement = json.loads(out.splitlines()[0])
        assert status == 0
        assert {key: settlement[key] for key in true["settlement"]} == true["settlement"]


def test_people_read_how_the_evening_stands_and_who_owes_whom(settle):
    status, out, _ = settle(GOLDEN / "L1.round", "--lang", "fr")
    assert status == 0
    assert "Classement : 1. B 28, 2. C −34, 3. A −36" in out.splitlines()
    assert "Ce qui reste dans les cases attend la prochaine soirée : 42 jetons." in out.splitlines()
    assert "Qui doit quoi à qui : A → B 28" in out.splitlines()


def ending(settle, tmp_path, *end, **start):
    """What the log of L1 ends with under other terms, and the same for people."""
    lines = lines_of("L1")
    log = written(tmp_path, [lines[0] | start, *lines[1:], *end])
    status, out, err = settle(log, "--json")
    assert status == 0 and err == ""
    return json.loads(out.splitlines()[-1]), settle(log, "--lang", "fr")[1]


MONEY = {"cents": 5, "currency": "EUR"}


def test_the_boxes_go_where_people_say_at_the_end_else_where_the_option_says(settle, tmp_path):
    for start, end in (({"options": {"leftover": "split"}}, []), ({}, [{"leftover": "split"}])):
        end = [{"type": "evening_ended", **each} for each in end]
        line, said = ending(settle, tmp_path, *end, **start)
        assert [each["chips"] for each in line["standings"]] == [42, -20, -22]
        assert not any(line["leftover"].values())
        assert [(each["from"], each["to"], each["chips"]) for each in line["debts"]] == [
            ("A", "B", 22),
            ("C", "B", 20),
        ]
        assert (
            "est partagé : 14 jetons pour chacun" in said
            and "Qui doit quoi à qui : A → B 22, C → B 20" in said
        )
    line, said = ending(settle, tmp_path, {"type": "evening_ended", "leftover": "last_winner"})
    assert line["standings"][0] == {"player": "B", "chips": 70, "place": 1}
    assert "B a gagné la dernière manche et prend ce qui restait dans les cases : 42 jetons." in said


def test_odd_chips_are_said_and_stay(settle, tmp_path):
    lines = lines_of("L1")
    lines[1]["boxes"] = {"KH": 1}
    status, out, _ = settle(
        written(tmp_path, [*lines, {"type": "evening_ended", "leftover": "split"}]), "--json"
    )
    *_, standings = map(json.loads, out.splitlines())
    held = sum(line["chips"] for line in standings["standings"])
    assert held + sum(standings["leftover"].values()) == 1, "of an earlier evening"
    assert standings["leftover"] == {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 2} and status == 0
    said = settle(tmp_path / "soirée.jsonl", "--lang", "fr")[1]
    assert "ne se partage pas et reste dans les cases pour la prochaine soirée : 2 jetons." in said


def test_money_is_owed_from_player_to_player(settle, tmp_path):
    stock = dict.fromkeys("ABC", 50)
    line, said = ending(settle, tmp_path, money=MONEY, stock=stock)
    assert line["debts"] == [
        {"from": "A", "to": "B", "chips": 28, "money": {"cents": 140, "currency": "EUR"}}
    ]
    assert line["ruined"] == ["A"], "14 of 15"
    assert line["aside"] == [
        {"player": "A", "chips": 8, "money": {"cents": 40, "currency": "EUR"}},
        {"player": "C", "chips": 34, "money": {"cents": 170, "currency": "EUR"}},
    ]
    assert "Qui doit quoi à qui : A → B 1,40 €" in said
    assert "À mettre de côté pour les jetons qui restent dans les cases : A 0,40 €, C 1,70 €." in said
    assert "A ne peut plus miser : il manque 1 jeton" in said
    split, said = ending(settle, tmp_path, money=MONEY, stock=stock, options={"leftover": "split"})
    assert split["aside"] == [] and "de côté" not in said


def test_change_is_told_where_the_pieces_are_known(settle, tmp_path):
    pieces = {"stock": dict.fromkeys("ABC", 120), "stock_chips": {"jeton": 20, "fiche": 10, "contrat": 5}}
    said = ending(settle, tmp_path, **pieces)[1]
    assert "2 contrats ; reçoit en retour 1 jeton" in said
    said = ending(settle, tmp_path, chips={"jeton": {}, "fiche": {"value": 4}, "contrat": {}})[1]
    assert "1 contrat, 1 fiche et 1 jeton" in said


def test_pieces_that_nobody_knows_are_not_counted(settle, tmp_path):
    for chips in ({}, {"chips": {"contrat": {}}}):
        said = ending(settle, tmp_path, stock_chips={"louis": 3}, stock=dict.fromkeys("ABC", 120), **chips)[1]
        assert re.search(r"^  C +B +19", said, re.MULTILINE) and "retour" not in said


def test_terms_that_are_none_are_named(settle, tmp_path):
    for start, end, said in (
        ({"money": 3}, {}, "line 1: game_started: 'money' is 3"),
        ({"chips": {"louis": {}}}, {}, "line 1: game_started: 'chips': louis has no 'value'"),
        ({"stock_chips": []}, {}, "line 1: game_started: 'stock_chips'"),
        ({}, {"leftover": "me"}, "'leftover' is 'me', expected stay or last_winner or split"),
    ):
        lines = lines_of("L1")
        log = written(tmp_path, [lines[0] | start, *lines[1:], {"type": "evening_ended", **end}])
        status, _, err = settle(log, "--json")
        assert status == 2 and said in err and err.count("\n") == 1, said


def test_an_evening_of_nap_ends_with_its_pool(settle):
    status, out, _ = settle(GOLDEN / "N2.round", "--json")
    *rounds, _, standings = map(json.loads, out.splitlines())
    assert status == 0 and standings["leftover"] == {"pool": rounds[-1]["pool"]}
    status, out, _ = settle(GOLDEN / "N3.round", "--json")
    *rounds, _, standings = map(json.loads, out.splitlines())
    assert standings["leftover"] == {"kitty": rounds[-1]["pool"]}
    held = sum(line["chips"] for line in standings["standings"])
    assert held + sum(standings["leftover"].values()) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_somebody_had_to_lay_and_kept_are_told_and_the_round_is_settled(
    settle, tmp_path, language
):
    lines = lines_of("L1")
    lines[0]["options"]["must_continue"] = "on"
    log = written(tmp_path, lines)
    status, out, err = settle("--json", "--lang", language, log)
    told = [json.loads(line) for line in out.splitlines()]
    kinds = [line["type"] for line in told]
    count = kinds.count("alert")
    assert (status, err) == (0, "") and kinds[count] == "settlement" and set(kinds[:count]) == {"alert"}
    first = {name: told[0][name] for name in ("kind", "player", "card", "wanted")}
    assert first == {"kind": "overlooked", "player": "C", "card": "7H", "wanted": 11}
    assert lines[10] == {"type": "card_played", "player": "C", "card": "6H", "confidence": 1.0}
    assert told[count]["net"] == {"A": -36, "B": 28, "C": -34}
    assert len({line["detail"] for line in told[:count]}) == count
    _, words, _ = settle("--lang", language, log)
    explained = [line["text"] for line in told[count]["explanations"] if line["rule"] == "overlooked"]
    assert len(explained) == count and all(text in words for text in explained)


def test_an_evening_without_a_round_names_no_source(settle, tmp_path):
    status, out, _ = settle(written(tmp_path, lines_of("L1")[:1]))
    assert status == 0 and "()" not in out and out.splitlines()[-1] == "Personne ne doit rien."
