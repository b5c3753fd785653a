"""Each room asks only what it may, no folder is a heap, no function a tangle; `bench house` counts alike."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.house import arrows, figures, floors, folders, functions
from bench.house.checkout import Checkout, Source, checkout

ROOT = Path(__file__).parent.parent
TRAINING_ONLY = {"torch", "ultralytics", "torchvision", "onnx"}
KNOWN_ARROWS = {
    "companion_api.commands.bench → bench.command (import)",
    "companion_api.commands.train → models.training.networks.finder (named)",
    "companion_api.commands.train → models.training.networks.joker_head (named)",
}
"""Which lead where a room may not ask: the command line has one door to what measures; what is trained runs
in a process of its own. None may be added."""


@pytest.fixture(scope="module")
def house() -> Checkout:
    return checkout(ROOT)


@pytest.fixture(scope="module")
def found(house: Checkout) -> arrows.Arrows:
    return arrows.arrows(house)


def imports(source: Source) -> set[str]:
    """Dotted names of everything that a file imports, wherever in it; of ``from a import b`` also ``a``."""
    return arrows.imported(source) | arrows.imported(source, checkout(ROOT).sources)


@pytest.mark.parametrize("floor", floors.ALL, ids=lambda floor: floor.place or "product")
def test_a_room_asks_only_what_lies_below_it(
    floor: floors.Floors, house: Checkout, found: arrows.Arrows
) -> None:
    above = {str(arrow) for arrow in arrows.against(found.found, floor)}
    assert above <= KNOWN_ARROWS, above - KNOWN_ARROWS
    assert arrows.lying_there(house, floor) == set(floor.below)


def test_what_measures_is_asked_by_the_command_line_alone(found: arrows.Arrows) -> None:
    """It is in no wheel."""
    asked = [str(each) for each in found.found if f"{each.target}.".startswith("bench.")]
    assert {each for each in asked if not each.startswith("bench.")} == {
        "companion_api.commands.bench → bench.command (import)"
    }


def test_no_module_imports_itself_by_way_of_others(found: arrows.Arrows) -> None:
    asked = [(arrow.source, arrow.target) for arrow in found.found if arrow.by == arrows.IMPORT]
    assert len(asked) > 2000 and not arrows.circles(asked)


def test_no_module_of_a_page_imports_itself_by_way_of_others() -> None:
    pages = [file for room in ("companion_api", "clubhouse") for file in (ROOT / room / "page").rglob("*.js")]
    asked = [
        (file.as_posix(), (file.parent / other).resolve().as_posix())
        for file in pages
        for other in re.findall(r'(?:from|import) "(\.[^"]+)"', file.read_text(encoding="utf-8"))
    ]
    assert len(asked) > 200 and not arrows.circles(asked)


def test_no_folder_is_a_heap() -> None:
    assert folders.heaps(ROOT) == {}


def test_functions_are_short_and_simple(house: Checkout) -> None:
    """Each can be read at once; ruff says the same of ways and arguments, unless it is told to be silent."""
    found = functions.functions(house)
    wrong = functions.too_much(found)
    assert len(found) > 5000 and len(wrong) == 3 and not any(wrong.values()), wrong


def test_every_figure_of_the_house_is_counted(house: Checkout) -> None:
    told = figures.figures(house)
    assert set(floors.PRODUCT.below) | {"tests", "companion_api/page"} <= told["lines"].keys()
    assert all(each["code"] > 0 and each["comment"] > 0 for each in told["lines"].values())
    for part in ("vision", "engine/referee"):
        kinds = told["numbers"][part]
        assert kinds["in the code"] > 0 and sum(kinds.values()) > 100, kinds


@pytest.mark.parametrize("room", ["bench", "clubhouse", "companion_api", "engine", "vision"])
def test_tests_stand_in_folders_of_the_rooms(room: str) -> None:
    tested = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests" / room).rglob("test_*.py")}
    assert [folder.as_posix() for folder in tested if not (ROOT / folder).is_dir()] == []


NAMES_NO_GAME = ("referee", "evening/purses.py", "evening/dues.py", "evening/reminding.py")
"""Of `engine/`: what works for any game laid on a table, asking its rules (`engine.games.game_rules`)."""
OF_EVERY_GAME = {"engine.games", "engine.games.game", "engine.games.game_rules", "engine.games.seats"}
OUR_GAMES = {"nain_jaune", "lindor", "avantcoureur", "nap"}


@pytest.mark.parametrize("where", NAMES_NO_GAME)
def test_the_referee_names_no_game(where: str, house: Checkout) -> None:
    files = house.below(f"engine/{where}")
    assert files
    for file in files:
        asked = {name for name in arrows.imported(file, house.sources) if name.startswith("engine.games")}
        assert asked <= OF_EVERY_GAME, f"{file.path} imports {asked - OF_EVERY_GAME}"
        names = {part for node in ast.walk(file.tree) for part in named(node)}
        assert not names & OUR_GAMES, f"{file.path} names {names & OUR_GAMES}"


def named(node: ast.AST) -> set[str]:
    """The words of a name, an attribute or a text of the code."""
    if isinstance(node, ast.Name | ast.Attribute):
        return {node.id if isinstance(node, ast.Name) else node.attr}
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return set(re.findall(r"\w+", node.value.replace("-", "_")))
    return set()


def test_models_know_nothing_of_the_game_but_its_cards(house: Checkout) -> None:
    for file in house.below("models"):
        of_engine = {name for name in imports(file) if name.split(".")[0] == "engine"}
        assert of_engine <= {"engine.cards", "engine.errors"}, f"{file.path} imports {of_engine}"


def test_playing_needs_no_training_library(house: Checkout) -> None:
    for file in (file for room in floors.PRODUCT.below for file in house.below(room)):
        if "training" not in file.path.split("/"):
            heavy = {name.split(".")[0] for name in imports(file)} & TRAINING_ONLY
            assert not heavy, f"{file.path} imports {heavy}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"]:
        assert re.split("[^A-Za-z0-9-]", requirement)[0] not in TRAINING_ONLY, requirement


IMPURE = {"time", "datetime", "pathlib", "os", "io", "socket", "subprocess", "cv2", "secrets"}


def test_the_engine_is_pure(house: Checkout) -> None:
    """No clock, no file, no process, no randomness of its own (a generator is handed in)."""
    for file in house.below("engine"):
        impure = {name.split(".")[0] for name in imports(file)} & IMPURE
        assert not impure, f"{file.path} imports {impure}"


GIVES_PICTURES_OUT = {"encoded", "imencode", "imwrite", "VideoWriter", "write_photo", "fromarray"}
MAY_GIVE_OUT = {
    "vision/redaction/redacted.py": "the one way of a camera's picture to people",
    "vision/observer/proofs.py": "two pictures beside each other, each as `redacted_picture` gives it",
    "companion_api/replay/legible.py": "what `redacted_picture` gave, with less of it as it was",
    "companion_api/commands/doctor.py": "what `redacted_picture` gives",
    "companion_api/commands/seeing/watch.py": "what `final_picture` gives, drawn upon a redacted picture",
    "companion_api/learning/decks.py": "a pack that was shown in order to be learnt, for the reader",
    "companion_api/family/photograph.py": "a photograph that a host chose, none while a round is played",
    "companion_api/commands/seeing/cards.py": "photographs that people name",
    "companion_api/commands/seeing/deck.py": "photographs that people name",
    "hardware/files/photos.py": "what these write with",
}
"""Files in which pictures become files or leave the program, besides print and simulator."""
DISCLOSE = {
    "vision/observer/proofs.py",
    "vision/redaction/redacted.py",
    "companion_api/doctor/camera_check.py",
    "companion_api/learning/learning.py",
}
"""Where it is said what of a picture may be shown as it is."""


def called(file: Source) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the last part of the name that is called."""
    for call in file.of(ast.Call):
        func = call.func
        yield func.attr if isinstance(func, ast.Attribute) else ast.unparse(func).rpartition(".")[2], call


def test_a_camera_s_picture_leaves_through_redaction_alone(house: Checkout) -> None:
    rooms = ("engine", "vision", "hardware", "companion_api", "clubhouse")
    for file in (file for room in rooms for file in house.below(room)):
        if file.path.startswith(("hardware/simulator/", "hardware/print/")):
            continue
        calls = list(called(file))
        gives = {name for name, call in calls if name in GIVES_PICTURES_OUT}
        gives -= {name for name, call in calls if ast.unparse(call.func) == "cv2.VideoWriter.fourcc"}
        assert not gives or file.path in MAY_GIVE_OUT, f"{file.path} gives pictures out: {gives}"
        shown = [
            call
            for name, call in calls
            if (
                name == "Scene" and (len(call.args) > 1 or any(each.arg == "cards" for each in call.keywords))
            )
            or any(each.arg == "lying" for each in call.keywords)
        ]
        assert not shown or file.path in DISCLOSE, f"{file.path} says what may be shown of a picture"
    doctor = house.sources["companion_api.commands.doctor"]
    written = [call.args[1] for name, call in called(doctor) if name == "write_photo"]
    assert written and all(ast.unparse(each).startswith("redacted_picture(Scene(") for each in written)


def test_what_may_give_pictures_out_is_there() -> None:
    assert all((ROOT / where).exists() for where in [*MAY_GIVE_OUT, *DISCLOSE])


def test_readme_begins_with_the_two_commands() -> None:
    fence = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1].strip().splitlines()[1:]
    assert len(fence) == 2
    assert fence[0].endswith("nainjaune demo") and fence[1].endswith("pytest")


def test_weights_fit_and_have_a_card() -> None:
    files = sorted((ROOT / "models").glob("*.onnx"))
    assert {file.stem for file in files} == {"finder", "corners", "reader", "indices", "chips", "boxes"}
    assert sum(file.stat().st_size for file in files) <= 25e6
    for file in files:
        assert file.with_suffix(".md").exists(), f"{file.name} has no model card"
