"""What CONTRIBUTING.md tells of adding a game is so: its files, its entry point, what its rules give."""

import re
import tomllib
from pathlib import Path

import pytest
from installed_game import HERE, installed

from companion_api.games import loader
from engine.games import game
from engine.games.game_rules import lacking

ROOT = Path(__file__).parents[1]
RECIPE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("# What this program stands on")[0]


def test_every_file_of_the_package_is_told():
    files = {file.relative_to(HERE).as_posix() for file in HERE.rglob("*") if file.is_file()}
    files = {file for file in files if "__pycache__" not in file and ".egg-info" not in file}
    told = set(re.findall(r"`((?:michigan_game/)[\w/.]+|pyproject\.toml)`", RECIPE))
    assert told == files


def test_what_it_points_to_is_there():
    ours = set(re.findall(r"`((?:engine|companion_api|tests)/[\w/.]*)`", RECIPE))
    assert len(ours) >= 9
    assert [path for path in ours if not (ROOT / path).exists()] == []


def test_the_entry_point_is_the_package_s():
    fence = tomllib.loads(RECIPE.split("```toml")[1].split("```")[0])
    told = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    assert fence["project"]["entry-points"] == told["project"]["entry-points"]
    assert set(told["project"]["entry-points"]) == {loader.GROUP}


def test_the_demo_that_it_names_can_be_asked_for(tmp_path):
    from companion_api.command import parser

    (rules,) = re.findall(r"nainjaune demo --rules (\w+)", RECIPE)
    with installed(tmp_path):
        assert parser(["demo"]).parse_args(["demo", "--rules", rules]).rules == rules
    with pytest.raises(SystemExit):
        parser(["demo"]).parse_args(["demo", "--rules", rules])


def test_every_law_gives_all_that_is_asked_of_one(tmp_path):
    with installed(tmp_path):
        assert ("michigan", "boodle") in game.REFEREED
        for rules in game.REFEREED.values():
            assert lacking(rules) == (), rules.__name__
        assert len(lacking(object())) > 30


def test_every_decision_is_listed_and_says_what_why_and_what_was_measured():
    pages = {
        page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in ROOT.rglob("WHY.md")
    }
    listed = re.findall(r"\]\(([\w/]+WHY\.md)\)", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(pages) and len(pages) >= 10
    for name, page in pages.items():
        assert re.findall(r"^## (.*)$", page, re.MULTILINE) == [
            "What",
            "Why",
            "What was tried and measured",
        ], name
        assert re.search(r"\d", page.split("## What was tried and measured")[1]), f"{name} measures nothing"
