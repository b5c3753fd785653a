"""`nainjaune notate` and `settle` on rounds in notation: read by content, converted, settled alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rounds import GOLDEN

from companion_api.command import main
from engine import notation

ENGINE = Path(notation.__file__).parents[1]
ROUND = """[Game nain-jaune]
[Player A "Ana"]
[Player B "Bé \\"le roi\\""]
[Player C]
[Round 1]
[Dealer A]
B: 9D
"""


@pytest.fixture
def nainjaune(capsys):
    def call(*args):
        status = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.mark.parametrize("name", ["L1", "L2", "L3", "L4", "V1", "V2", "N3"])
def test_there_and_back(nainjaune, tmp_path, name):
    status, text, _ = nainjaune("notate", GOLDEN / f"{name}.round")
    assert status == 0 and "[Round 1]" in text
    status, log, _ = nainjaune("notate", "--json", GOLDEN / f"{name}.round")
    assert status == 0 and json.loads(log.splitlines()[0])["type"] == "game_started"
    (tmp_path / "log").write_text("\ufeff" + log, encoding="utf-8")
    (tmp_path / "text").write_text("\ufeff" + text, encoding="utf-8")
    assert nainjaune("notate", tmp_path / "log") == nainjaune("notate", tmp_path / "text") == (0, text, "")
    assert nainjaune("notate", "--json", tmp_path / "log") == (0, log, "")
    settled = nainjaune("settle", "--json", GOLDEN / f"{name}.round")
    # One line a round, then the balances and what the evening comes to.
    assert settled[0] == 0 and settled[1].count("\n") == text.count("[Round ") + 2
    assert nainjaune("settle", "--json", tmp_path / "log") == settled


def test_the_examples_that_we_document(nainjaune, tmp_path):
    text = (ENGINE / "NOTATION.md").read_text(encoding="utf-8")
    whole, deal, nap = (block for block in text.split("```")[1::2] if block.startswith("\n"))
    for example, net in (
        (whole, {"Ana": -36, "Bé le Grand": 28, "Chloé": -34}),
        (nap, {"A": -11, "B": 34, "C": -12, "D": -11}),
    ):
        (tmp_path / "text").write_text(example, encoding="utf-8")
        status, out, _ = nainjaune("settle", "--json", tmp_path / "text")
        assert status == 0 and json.loads(out.splitlines()[0])["net"] == net
    assert notation.print_deal(notation.parse_deal(deal)) == deal.strip()


def test_names_of_all_kinds(nainjaune, tmp_path):
    (tmp_path / "text").write_text(ROUND, encoding="utf-8")
    status, out, _ = nainjaune("notate", "--json", tmp_path / "text")
    assert status == 0 and json.loads(out.splitlines()[2])["player"] == 'Bé "le roi"'


@pytest.mark.parametrize(
    ("command", "text", "said"),
    [
        ("settle", ROUND, "line 7 column 4: the log ends here, but round 1 is not over"),
        ("settle", ROUND + "  A: 3C", "line 8 column 6: Ana lays 3C"),
        ("settle", ROUND.replace("[Round", "[Option opra x]\n[Round"), "line 1 column 1: 'options': 'opra'"),
        ("settle", ROUND + "<9>", "line 8 column 1: there is no earlier event 9"),
        ("settle", ROUND + "A: 10D#3 JD#3", "line 8 column 10: seq 3 is already that of line 8 column 4"),
        ("notate", ROUND + "A 10D", "line 8 column 1: 'A' is no card"),
        ("notate", "; nothing\n", "no event in it"),
        ("notate", "nothing", "line 1: 'nothing' is no JSON"),
    ],
)
def test_errors_name_line_and_column(nainjaune, tmp_path, command, text, said):
    file = tmp_path / "soirée"
    file.write_text(text, encoding="utf-8")
    status, out, err = nainjaune(command, "--json", file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert str(file) in err and said in err


def test_only_what_counts(nainjaune, tmp_path):
    (tmp_path / "text").write_text(ROUND.strip() + "@7 <3 B: 9C~0.5>", encoding="utf-8")
    status, text, _ = nainjaune("notate", "--brief", tmp_path / "text")
    assert status == 0 and text.splitlines()[-1] == "B: 9C"
    (tmp_path / "text").write_text(ROUND + "<5>", encoding="utf-8")
    status, _, err = nainjaune("notate", "--brief", tmp_path / "text")
    assert status == 2 and "line 8 column 1: there is no earlier event 5" in err


def test_a_file_that_is_none(nainjaune, tmp_path):
    status, out, err = nainjaune("notate", tmp_path / "nowhere")
    assert status == 2 and out == "" and "no such file" in err
