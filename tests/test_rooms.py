"""Each room imports only what is allowed it here, and playing never imports torch."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "engine": {"engine"},
    "languages": {"languages"},
    "models": {"models", "engine"},
    "vision": {"vision", "engine", "models"},
    "hardware": {"hardware", "engine", "languages"},
    "companion_api": {"companion_api", "engine", "vision", "hardware", "languages"},
}
VISION_MAY_IMPORT = {
    "settings": set(),
    "geometry": set(),
    "camera": {"geometry"},
    "motion": {"geometry", "camera"},
    "cards": {"geometry", "motion"},
    "chips": {"geometry", "camera", "motion", "cards"},
    "redaction": {"geometry"},
    "table": {"geometry", "camera", "cards", "redaction"},
    "tracking": {"geometry", "camera", "motion", "cards", "table"},
    "networks": {"cards", "chips"},
    "observer": {"geometry", "motion", "table", "cards", "chips", "tracking", "networks", "redaction"},
}
"""Rooms of `vision/` from the ground up: each imports only what stands before it."""
ENGINE_MAY_IMPORT = {
    "money": set(),
    "games": {"money"},
    "evening": {"money", "games"},
    "notation": {"money", "games", "evening"},
    "explanation": {"money", "games", "evening"},
    "record": {"money", "games", "evening", "notation", "explanation"},
    "referee": {"money", "games", "evening", "record"},
}
"""Rooms of `engine/` from the ground up; the files beside them (cards, events, the arrows) are for all."""
TRAINING_MAY_IMPORT = {
    "cards": set(),
    "scenes": {"cards"},
    "datasets": {"cards", "scenes"},
    "networks": {"cards", "scenes", "datasets"},
}
"""Rooms of `models/training/` from the ground up; how a recipe is run stands beside them."""
SIMULATOR_MAY_IMPORT = {
    "network_camera": set(),
    "drawing": set(),
    "cards": {"drawing"},
    "people": {"drawing", "cards"},
    "things": {"drawing", "cards", "people"},
    "surroundings": {"drawing", "cards"},
    "stage": {"drawing", "cards", "people", "things", "surroundings"},
    "besides": {"drawing", "cards", "people", "things", "stage"},
    "acting": {"drawing", "things", "stage", "besides"},
    "filming": {"drawing", "people", "things", "surroundings", "stage"},
}
"""Rooms of `hardware/simulator/` from the ground up; of what stands beside them, two files are for all."""
FOR_ALL_OF_THE_SIMULATOR = {"disturbances", "layout"}
TRAINING_ONLY = {"torch", "ultralytics", "torchvision", "onnx"}


def imports(file: Path) -> set[str]:
    """Dotted names of everything that *file* imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_its_neighbours(room: str) -> None:
    for file in (ROOT / room).rglob("*.py"):
        rooms = {name.split(".")[0] for name in imports(file)} & set(MAY_IMPORT)
        assert rooms <= MAY_IMPORT[room], f"{file.relative_to(ROOT)} imports {rooms - MAY_IMPORT[room]}"


@pytest.mark.parametrize("room", VISION_MAY_IMPORT)
def test_a_room_of_vision_imports_only_what_lies_below_it(room: str) -> None:
    place = ROOT / "vision" / room
    for file in place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]:
        rooms = {name.split(".")[1] for name in imports(file) if name.startswith("vision.")}
        rooms -= {room, "settings"}
        assert rooms <= VISION_MAY_IMPORT[room], (
            f"{file.relative_to(ROOT)} imports {rooms - VISION_MAY_IMPORT[room]}"
        )


@pytest.mark.parametrize("room", ENGINE_MAY_IMPORT)
def test_a_room_of_the_engine_imports_only_what_lies_below_it(room: str) -> None:
    beside = {file.stem for file in (ROOT / "engine").glob("*.py")}
    for file in (ROOT / "engine" / room).rglob("*.py"):
        rooms = {name.split(".")[1] for name in imports(file) if name.startswith("engine.")} - beside - {room}
        assert rooms <= ENGINE_MAY_IMPORT[room], (
            f"{file.relative_to(ROOT)} imports {rooms - ENGINE_MAY_IMPORT[room]}"
        )


@pytest.mark.parametrize("room", TRAINING_MAY_IMPORT)
def test_a_room_of_the_training_imports_only_what_lies_below_it(room: str) -> None:
    place = ROOT / "models" / "training"
    assert {part.parent.name for part in place.glob("*/__init__.py")} == set(TRAINING_MAY_IMPORT)
    for file in (place / room).rglob("*.py"):
        rooms = {name.split(".")[2] for name in modules(file) if name.startswith("models.training.")}
        above = rooms - {room, "command"} - TRAINING_MAY_IMPORT[room]
        assert not above, f"{file.relative_to(ROOT)} imports {above}"


@pytest.mark.parametrize("room", SIMULATOR_MAY_IMPORT)
def test_a_room_of_the_simulator_imports_only_what_lies_below_it(room: str) -> None:
    for file in (ROOT / "hardware" / "simulator" / room).rglob("*.py"):
        names = {name for name in imports(file) if name.startswith("hardware.simulator")}
        # The whole simulator is imported by a room of it under the name "".
        rooms = {name.removeprefix("hardware.simulator").strip(".").split(".")[0] for name in names}
        rooms -= {room, *FOR_ALL_OF_THE_SIMULATOR}
        assert rooms <= SIMULATOR_MAY_IMPORT[room], (
            f"{file.relative_to(ROOT)} imports {rooms - SIMULATOR_MAY_IMPORT[room]}"
        )


def test_what_is_for_all_of_the_simulator_imports_none_of_its_rooms() -> None:
    for stem in FOR_ALL_OF_THE_SIMULATOR:
        names = imports(ROOT / "hardware" / "simulator" / f"{stem}.py")
        assert not {name for name in names if name.startswith("hardware.simulator")}, stem


COMPANION_FLOORS = (
    {"system", "files"},
    {"saying", "guests"},
    {"server", "store", "sounds", "terminal"},
    {"doctor", "series", "hearing"},
    {"evening", "parts", "nap", "replay"},
    {"learning", "passing", "hand_photo", "past"},
    {"club"},
    {"hosting"},
    {"start", "board"},
    {"commands", "bench", "examples"},
)
"""Rooms of `companion_api/` from the ground up: each imports what stands on its own floor or below it."""
MOST_FILES = 15
"""Of one kind in one folder; a command has a file of its own, whatever their number."""
NO_PLACE_OF_ITS_OWN = ("__init__.py", "conftest.py")


def test_a_room_of_the_companion_imports_only_what_lies_on_its_floor_or_below() -> None:
    place = ROOT / "companion_api"
    floor = {room: number for number, rooms in enumerate(COMPANION_FLOORS) for room in rooms}
    assert floor.keys() == {each.parent.name for each in place.glob("*/__init__.py")}
    for room in floor:
        for file in (place / room).rglob("*.py"):
            below = {name.split(".")[1] for name in imports(file) if name.startswith("companion_api.")}
            above = {other for other in below & floor.keys() if floor[other] > floor[room]}
            assert not above, f"{file.relative_to(ROOT)} imports {above}"


def test_no_folder_is_a_heap() -> None:
    for part in ("companion_api", "engine", "hardware", "models", "vision", "tests"):
        for kind in ("*.py", "*.js"):
            for folder in {file.parent for file in (ROOT / part).rglob(kind)}:
                if folder != ROOT / "companion_api" / "commands":
                    files = [file for file in folder.glob(kind) if file.name not in NO_PLACE_OF_ITS_OWN]
                    assert len(files) <= MOST_FILES, folder.relative_to(ROOT)


@pytest.mark.parametrize("room", ["companion_api", "engine", "vision"])
def test_tests_stand_in_folders_of_the_rooms(room: str) -> None:
    tested = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests" / room).rglob("test_*.py")}
    assert [folder.as_posix() for folder in tested if not (ROOT / folder).is_dir()] == []


@pytest.mark.parametrize("room", ["companion_api", "engine", "hardware", "models", "vision"])
def test_no_module_imports_itself_by_way_of_others(room: str) -> None:
    names = {dotted(file): file for file in (ROOT / room).rglob("*.py")}
    asks = {name: asked_of(file, names) - {name} for name, file in names.items()}
    while asks:
        free = {name for name, others in asks.items() if not others}
        assert free, f"in a circle: {sorted(asks)}"
        asks = {name: others - free for name, others in asks.items() if name not in free}


def asked_of(file: Path, names: Collection[str]) -> set[str]:
    """Those of these modules that a file takes something from; of a package's module, not the package."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inner = {f"{node.module}.{each.name}" for each in node.names}
            found |= {each if each in names else node.module for each in inner}
    return found & set(names)


def dotted(file: Path) -> str:
    """The name by which a module is imported, a package's own without its ``__init__``."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules(file: Path) -> set[str]:
    """Dotted names of the modules that a file may mean by what it imports, functions and types among them."""
    found = imports(file)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


NAMES_NO_GAME = ("referee", "evening/purses.py", "evening/dues.py", "evening/reminding.py")
"""Of `engine/`: what works for any game that is laid on a table, asking its law (`engine.games.law`)."""
OF_EVERY_GAME = {"engine.games", "engine.games.game", "engine.games.law", "engine.games.seats"}
OUR_GAMES = {"nain_jaune", "lindor", "avantcoureur", "nap"}


@pytest.mark.parametrize("where", NAMES_NO_GAME)
def test_the_referee_names_no_game(where: str) -> None:
    place = ROOT / "engine" / where
    files = [*place.rglob("*.py")] if place.is_dir() else [place]
    assert files
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        asked = {
            f"{node.module}.{alias.name}" if node.module == "engine.games" else str(node.module)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        games = {name for name in asked if name.startswith("engine.games")}
        assert games <= OF_EVERY_GAME, f"{file.relative_to(ROOT)} imports {games - OF_EVERY_GAME}"
        names = {part for node in ast.walk(tree) for part in named(node)}
        assert not names & OUR_GAMES, f"{file.relative_to(ROOT)} names {names & OUR_GAMES}"


def named(node: ast.AST) -> set[str]:
    """The words of a name, an attribute or a text of the code."""
    if isinstance(node, ast.Name | ast.Attribute):
        return {node.id if isinstance(node, ast.Name) else node.attr}
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return set(re.findall(r"\w+", node.value.replace("-", "_")))
    return set()


def test_the_engine_has_no_other_rooms() -> None:
    assert {part.parent.name for part in (ROOT / "engine").glob("*/__init__.py")} == set(ENGINE_MAY_IMPORT)


def test_the_simulator_has_no_other_rooms() -> None:
    place = ROOT / "hardware" / "simulator"
    assert {part.parent.name for part in place.glob("*/__init__.py")} == set(SIMULATOR_MAY_IMPORT)


def test_vision_has_no_other_rooms() -> None:
    rooms = {
        part.stem for part in (ROOT / "vision").iterdir() if part.suffix == ".py" or any(part.glob("*.py"))
    }
    assert rooms - {"__init__"} == set(VISION_MAY_IMPORT)


def test_models_know_nothing_of_the_game_but_its_cards() -> None:
    for file in (ROOT / "models").rglob("*.py"):
        of_engine = {name for name in imports(file) if name.split(".")[0] == "engine"}
        assert of_engine <= {"engine.cards", "engine.errors"}, f"{file.relative_to(ROOT)} imports {of_engine}"


def test_playing_needs_no_training_library() -> None:
    for room in MAY_IMPORT:
        for file in (ROOT / room).rglob("*.py"):
            if "training" not in file.parts:
                heavy = {name.split(".")[0] for name in imports(file)} & TRAINING_ONLY
                assert not heavy, f"{file.relative_to(ROOT)} imports {heavy}"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"]:
        assert re.split("[^A-Za-z0-9-]", requirement)[0] not in TRAINING_ONLY, requirement


def test_the_engine_is_pure() -> None:
    """No clock, no file, no process, no randomness of its own (a generator is handed in)."""
    for file in (ROOT / "engine").rglob("*.py"):
        impure = imports(file) & {
            "time",
            "datetime",
            "pathlib",
            "os",
            "io",
            "socket",
            "subprocess",
            "cv2",
            "secrets",
        }
        assert not impure, f"{file.relative_to(ROOT)} imports {impure}"


GIVES_PICTURES_OUT = {"imencode", "imwrite", "VideoWriter", "write_photo", "fromarray"}
MAY_GIVE_OUT = {
    "vision/redaction/redacted.py": "the one way of a camera's picture to people",
    "companion_api/commands/doctor.py": "what `redacted_picture` gives",
    "companion_api/commands/watch.py": "what `final_picture` gives, drawn upon a redacted picture",
    "companion_api/learning/decks.py": "a pack that was shown in order to be learnt, for the reader",
    "companion_api/commands/cards.py": "photographs that people name",
    "companion_api/commands/deck.py": "photographs that people name",
    "hardware/files/photos.py": "what these write with",
}
"""Files in which pictures become files or leave the program, besides benches, print and simulator."""
DISCLOSE = {
    "vision/observer/proofs.py",
    "vision/redaction/redacted.py",
    "companion_api/doctor/camera_check.py",
    "companion_api/learning/learning.py",
}
"""Where it is said what of a picture may be shown as it is."""


def called(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the last part of the name that is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2], node


def test_a_camera_s_picture_leaves_through_redaction_alone() -> None:
    for room in ("engine", "vision", "hardware", "companion_api"):
        for file in (ROOT / room).rglob("*.py"):
            where = file.relative_to(ROOT).as_posix()
            if where.startswith(("companion_api/bench/", "hardware/simulator/", "hardware/print/")):
                continue
            calls = list(called(ast.parse(file.read_text(encoding="utf-8"))))
            gives = {name for name, call in calls if name in GIVES_PICTURES_OUT}
            gives -= {name for name, call in calls if ast.unparse(call.func) == "cv2.VideoWriter.fourcc"}
            assert not gives or where in MAY_GIVE_OUT, f"{where} gives pictures out: {gives}"
            shown = [
                call
                for name, call in calls
                if (name == "Scene" and len(call.args) > 1)
                or any(each.arg == "lying" for each in call.keywords)
            ]
            assert not shown or where in DISCLOSE, f"{where} says what may be shown of a picture"
    doctor = ast.parse((ROOT / "companion_api/commands/doctor.py").read_text(encoding="utf-8"))
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
