"""The recipes of CONTRIBUTING.md: each one's files, taken from there, are installed as pip would and used."""

import json
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from drawn_cards import drawn_cards
from drawn_chips import RED, box, cloth, jeton
from installed_game import distribution, on_the_path
from tapped import House, Phone

from engine.cards import DECK, parse_card
from engine.errors import BadInput, IllegalEvent
from engine.events import CardPlayed, GameStarted, RoundStarted, to_json
from engine.games import game, lindor
from engine.games.at_random import play
from engine.games.variant import variant
from engine.money.ledger import read_kinds
from hardware.cameras import open_camera
from hardware.hearing.sound import write_wav
from hardware.simulator import Disturbances, SimulatedTable
from models import weights
from models.training.cards.decks import drawn_deck
from vision.cards import reader
from vision.chips.boxes import count_boxes

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```\w+ ([\w./-]+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMES = ("Ana", "Bruno", "Chloé")


def files(heading):
    """The files of a recipe, by name."""
    return dict(FENCE.findall(PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0].split("\n# ")[0]))


@contextmanager
def installed(heading, folder):
    """A recipe's package, installed as long as this lasts."""
    told = files(heading)
    distribution(folder, told.pop("pyproject.toml"))
    assert 1 <= len(told) <= 3, "it takes one to three files"
    for name, text in told.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with on_the_path(folder) as (guests, refused):
        assert not refused
        yield guests
    for name in {name.split("/")[0].removesuffix(".py") for name in told}:
        sys.modules.pop(name, None)


def begun(rules, options):
    events = [GameStarted("nain-jaune", rules, options, NAMES), RoundStarted("Ana")]
    return events, game.fold(events)


def test_a_rule_option(tmp_path, nainjaune):
    with installed("A rule option", tmp_path):
        events, state = begun("late_king", {})
        assert game.rules_of(state).rule_broken(state, 1, parse_card("KC")) == "king_begins"
        with pytest.raises(IllegalEvent, match="KC, against king_begins"):
            game.apply(state, CardPlayed("Bruno", parse_card("KC")))
        assert game.apply(state, CardPlayed("Bruno", parse_card("QC"))).round.laid
        _, kind = begun("late_king", {"king_begins": "on"})
        assert game.apply(kind, CardPlayed("Bruno", parse_card("KC"))).round.laid
        first = {one_round("late_king", options)[2].card.rank for options in ({}, {"suits": "same"})}
        assert 13 not in first
        log = tmp_path / "late.jsonl"
        log.write_text("".join(json.dumps(to_json(event)) + "\n" for event in one_round("late_king", {})))
        assert nainjaune("settle", log, "--json").lines[-3]["type"] == "settlement"
        log.write_text(
            "".join(
                json.dumps(to_json(each)) + "\n" for each in (*events, CardPlayed("Bruno", parse_card("KC")))
            )
        )
        nainjaune("settle", log).refused("late.jsonl line 3", "king_begins")
    with pytest.raises(BadInput, match="late_king"):
        begun("late_king", {})


def one_round(rules, options, seed=4):
    """The events of a round of which nobody knows better than chance."""
    events, state = begun(rules, options)
    rng = Random(seed)
    dealt = play.deal(3, rng, game.rules_of(state).DEAL)
    steps = list(play.random_round(state, dealt.hands, rng))
    events += [event for step in steps for event in step.events()]
    return [*events, *play.left_in_hand(NAMES, dealt.hands, steps)]


def test_at_a_table_with_the_further_rule_no_round_of_many_begins_against_it(tmp_path):
    with installed("A rule option", tmp_path):
        leads = {
            option: {
                one_round("late_king", {"king_begins": option}, seed)[2].card.rank for seed in range(150)
            }
            for option in ("off", "on")
        }
    assert 13 not in leads["off"] and 13 in leads["on"]


FURTHER = """
def forbids(evening, place, card):
    now = evening.round
    begins = not now.laid and card.rank > 10
    borrowed = now.laid and now.laid[-1].player != place and card.rank in (7, 8)
    return "king_begins" if evening.options.king_begins == "off" and (begins or borrowed) else None

"""
"""Forbids on a lead and on a card that goes on; the recipe's own does on a lead alone."""


@pytest.mark.parametrize("options", [{}, {"suits": "same"}, {"must_continue": "on"}, {"after_stop": "skip"}])
def test_a_rule_that_forbids_needs_nothing_beside_it(tmp_path, options):
    """Neither who starts with what nor who was bound to go on is to be told again."""
    with installed("A rule option", tmp_path):
        module = sys.modules["late_king"]
        exec(FURTHER, vars(module))
        rules = variant(lindor, "later_king", module.Options, forbids=module.forbids)
        game.register(rules)
        play_out(rules, options, lambda state, place, card: module.forbids(state, place, card))


@pytest.mark.parametrize("options", [{}, {"suits": "same"}, {"must_continue": "on"}, {"first_lead": "drawn"}])
def test_a_rule_of_ours_that_forbids_needs_nothing_beside_it(monkeypatch, options):
    """A contributor who writes it into `rule_broken` alone is kept to, and refused in words."""
    ours = lindor.rule_broken

    def forbidden(state, place, card):
        now = state.round
        borrowed = now.laid and now.laid[-1].player != place and card.rank in (7, 8)
        return "late_jack" if borrowed or (not now.laid and card.rank > 10) else None

    monkeypatch.setattr(
        lindor,
        "rule_broken",
        lambda state, place, card: ours(state, place, card) or forbidden(state, place, card),
    )
    play_out(lindor, options, forbidden)
    _, state = begun("lindor", {})
    with pytest.raises(IllegalEvent, match="Bruno lays KC, against late_jack"):
        game.apply(state, CardPlayed("Bruno", parse_card("KC")))


def play_out(rules, options, forbidden):
    """Random rounds: nobody lays what is forbidden, and nobody has kept what he might not lay."""
    for seed in range(60):
        events = [GameStarted("nain-jaune", rules.PRESET, options, NAMES), RoundStarted("Ana")]
        state, rng = game.fold(events), Random(seed)
        dealt = play.deal(3, rng, rules.DEAL)
        steps = []
        for step in play.random_round(state, dealt.hands, rng):
            assert not forbidden(state, NAMES.index(step.player), step.card), (seed, step)
            steps.append(step)
            for event in step.events():
                state = game.apply(state, event)
        for shown in play.left_in_hand(NAMES, dealt.hands, steps):
            state = game.apply(state, shown)
        assert state.round.settled and not state.round.overlooked, seed


def test_a_camera(tmp_path, nainjaune, table_file):
    with pytest.raises(BadInput):
        open_camera("testcard://3")
    with installed("A camera", tmp_path):
        with open_camera("testcard://3") as camera:
            frames = list(camera)
        assert [frame.image[0, 0, 0] for frame in frames] == [20, 40, 60] and frames[2].t == 0.4
        ran = nainjaune(
            "watch", "testcard://3", "--table", table_file(tmp_path / "T.json", size=[640, 480]), "--json"
        )
        assert ran.status in (0, 3) and not ran.err.startswith("nainjaune: testcard"), ran.err
        nainjaune("watch", "testcard://none", "--table", tmp_path / "T.json").refused(
            "testcard://none: the camera of testcard_camera:opened does not open", "invalid literal"
        )


def sounds(folder, *parts, rate=16000):
    """A recording of a second of each: a bell of some pitch (0: none), with noise as of a room."""
    rng, t = np.random.default_rng(2), np.arange(rate) / rate
    rung = [6000 * np.sin(2 * np.pi * pitch * t) * np.exp(-3 * t) for pitch in parts]
    write_wav(folder / "bell.wav", np.concatenate(rung) + rng.normal(0, 200, rate * len(parts)), rate)
    return folder / "bell.wav"


def test_a_speech_recogniser(tmp_path, nainjaune):
    bell = sounds(tmp_path, 0, 2100, 0, 1700, 2600)
    nainjaune("listen", bell, "--recogniser", "bell").refused("bell", "whisper")
    with installed("A speech recogniser", tmp_path):
        heard = nainjaune("listen", bell, "--recogniser", "bell", "--json").lines
        talk = sounds(tmp_path, 0, 220, 700)  # pitches of voices
        assert nainjaune("listen", talk, "--recogniser", "bell", "--json").lines == []
    assert [each["call"] for each in heard] == ["7D"] * 3
    assert [round(each["t"], 1) for each in heard] == [1.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (("return Bell", "return Bell(language)"), "Bell' object is not callable"),
        (("def opened(models, language)", "def opened(models)"), "2 were given"),
        (("rang, self.rings = self.rings, bool", "rang, self.rings = self.ring, bool"), "'ring'"),
        (('"conf": 1.0', '"conf": 3'), "conf 0 to 1"),
        (('"conf": 1.0', '"sure": 1.0'), "conf"),
    ],
)
def test_a_speech_recogniser_that_fails_is_one_line(tmp_path, nainjaune, broken, why):
    bell = sounds(tmp_path, 2100, 0)
    with installed("A speech recogniser", tmp_path):
        module = tmp_path / "bell_recogniser.py"
        was = module.read_text(encoding="utf-8")
        assert broken[0] in was
        module.write_text(was.replace(*broken), encoding="utf-8")
        nainjaune("listen", bell, "--recogniser", "bell").refused(
            "--recogniser bell: the recogniser of bell_recogniser:opened fails", why
        )


def test_a_disturbance(tmp_path):
    with pytest.raises(BadInput, match="expected some of all"):
        Disturbances.of("fly")
    with installed("A disturbance", tmp_path):
        among = Disturbances.of("fly")
        assert among.names == ("fly",) and "fly" not in Disturbances.of("all").names
        bare, flown = SimulatedTable(3, 2, fps=2), SimulatedTable(3, 2, fps=2, disturbances=among)
        (told,) = flown.truth["disturbances"]
        times = [max(0.0, told["t"] - 1.0), (told["t"] + told["until"]) / 2, told["until"] + 1.0]
        changed = [
            (t, cv2.boundingRect((one != other).any(2).astype(np.uint8)))
            for t, one, other in zip(times, bare.pictures(times), flown.pictures(times), strict=True)
            if (one != other).any()
        ]
    assert told["kind"] == "fly" and changed
    for t, (_, y, width, height) in changed:
        assert told["t"] - 0.01 <= t <= told["until"] + 0.01
        assert width <= 25 and height <= 25, "19 pixels, and what the lens makes soft"
        assert abs(y + height / 2 - told["height"]) < 10


def test_a_page(tmp_path):
    with installed("A page", tmp_path):
        house = House(tmp_path / "data")
        try:
            http = Phone(house).http
            assert http.get("/pages.json").json() == [{"name": "clock", "title": "Depuis quand on joue"}]
            shown = http.get("/pages/clock/")
            assert shown.status_code == 200 and "text/html" in shown.headers["content-type"]
            for name in re.findall(r'(?:href|src)="([^"]*)"', shown.text) + re.findall(
                r'from "([^"]*)"', files("A page")["clock_page/page/clock.js"]
            ):
                assert http.get(f"/pages/clock/{name}").status_code == 200, name
            assert http.get("/pages/clock/../../late_king").status_code == 404
        finally:
            house.close()
    house = House(tmp_path / "data")
    assert Phone(house).http.get("/pages.json").json() == []
    house.close()


def test_a_kind_of_chip():
    kinds = read_kinds(json.loads(files("A kind of chip")["chips"]), "T.json")
    assert [(kind.name, kind.value) for kind in kinds] == [("jeton", 1), ("cent", 25)]
    image = cloth(400, 300, (110, 140, 160))
    place = box(image, 20, 60, 160)
    for x, y, colour in ((60, 110, RED), (130, 115, RED), (100, 165, (160, 63, 122))):
        jeton(image, x, y, 30, colour)
    seen = count_boxes(image, {parse_card("TD"): place}, kinds)[parse_card("TD")]
    assert seen.chips == {"jeton": 2, "cent": 1} and seen.value == 27


def test_a_detector_or_a_reader(tmp_path, monkeypatch, nainjaune):
    """A reader of one's own, to whom every card is an ace of clubs, is asked instead of ours."""
    photo = tmp_path / "photo.png"
    image, _ = drawn_cards(
        drawn_deck(np.random.default_rng(4)), [(0.0, 0.0, 0.2)], [DECK.index(parse_card("QS"))]
    )
    cv2.imwrite(str(photo), image)
    assert [card["card"] for card in nainjaune("cards", photo, "--json").lines[0]["cards"]] == ["QS"]
    monkeypatch.setenv(weights.OWN, str(tmp_path))
    assert all(f"`{name}.onnx`" in PAGE for name in weights.CHECKS)
    (tmp_path / "reader.onnx").write_bytes(reads_everywhere(DECK.index(parse_card("AC"))))
    reader.shipped.cache_clear()
    theirs = nainjaune("cards", photo, "--json").lines[0]["cards"]
    (tmp_path / "reader.onnx").write_bytes(b"no network")
    reader.shipped.cache_clear()
    nainjaune("cards", photo, "--json").refused("reader.onnx", "not a network")
    reader.shipped.cache_clear()
    assert [card["card"] for card in theirs] == ["AC"]


def reads_everywhere(face):
    """A reader as an ONNX file, byte by byte: the mean of a picture times nothing, and one face for sure."""
    faces, turned = np.zeros(53, np.float32), np.full(1, 0.5, np.float32)
    faces[face] = 1
    axes = text(1, "axes") + number(8, 1) + number(8, 2) + number(20, 7)
    flat = text(1, "keepdims") + number(3, 0) + number(20, 2)
    graph = within(
        1, text(1, "pixels") + text(2, "mean") + text(4, "ReduceMean") + within(5, axes) + within(5, flat)
    )
    for name, told in (("faces", faces), ("turned", turned)):
        graph += within(1, text(1, "mean") + text(1, f"{name}0") + text(2, f"{name}1") + text(4, "MatMul"))
        graph += within(1, text(1, f"{name}1") + text(1, f"{name}2") + text(2, name) + text(4, "Add"))
        for place, values in enumerate((np.zeros((3, told.size), np.float32), told)):
            sizes = b"".join(number(1, size) for size in values.shape)
            raw = within(9, values.tobytes())
            graph += within(5, sizes + number(2, 1) + text(8, f"{name}{2 * place}") + raw)
    graph += within(11, array("pixels", "cards", 160, 112, 3))
    graph += within(12, array("faces", "cards", 53)) + within(12, array("turned", "cards", 1))
    return number(1, 8) + within(7, graph + text(2, "reader")) + within(8, number(2, 13))


def array(name, *sizes):
    """`ValueInfoProto` of floats; a size that is a word is any."""
    shape = b"".join(within(1, text(2, each) if isinstance(each, str) else number(1, each)) for each in sizes)
    return text(1, name) + within(2, within(1, number(1, 1) + within(2, shape)))


def number(field, value):
    """A field of a message in the format of Protocol Buffers: a whole number, seven bits a byte."""
    return varint(field << 3) + varint(value)


def within(field, content):
    """The same: a message or bytes."""
    return varint(field << 3 | 2) + varint(len(content)) + content


def text(field, content):
    return within(field, content.encode())


def varint(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)
