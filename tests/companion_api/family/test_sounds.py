"""The sounds of the pages: made from notes, chosen on each device, and a family's own instead of them."""

import json
import re
import wave

import pytest
from browser import TELEVISION, Door, come_in, leave, phone
from pages import found, keep, press
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

import languages
from companion_api.family.own_sounds import KINDS, LARGEST, PACK, OwnSounds
from companion_api.web.app import Extras, create_app
from languages import LANGUAGES

LONGEST = 3.5
"""Seconds after which every sound has died away."""


def test_every_sound_is_written_down_is_named_and_ends():
    notes = json.loads(PACK.read_text(encoding="utf-8"))
    assert PACK.stat().st_size < 100_000
    told = (PACK.parents[2] / "family" / "SOUNDS.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE) == list(KINDS)
    for kind, each in notes.items():
        assert each, kind
        for note in each:
            assert note.get("hz") or (note.get("noise") and note.get("q")), kind
            assert note["at"] >= 0 and note["at"] + note["lasts"] <= LONGEST and 0 < note["gain"] < 1, kind
    for language in LANGUAGES:
        words = languages.page(language, "stage")
        assert list(words["sounds"]["kinds"]) == list(KINDS)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "sounds"
    place.mkdir()
    return place


def test_files_that_were_dropped_are_found_and_no_others(folder, tmp_path):
    secret = tmp_path / "secret.mp3"
    secret.write_bytes(b"not for the pages")
    for name in ("box_taken.mp3", "opera.WAV", "sans.flac", "secret.mp3", ".hidden.mp3"):
        (folder / name).write_bytes(b"sound")
    (folder / "settled.ogg").symlink_to(secret)
    (folder / "out.mp3").mkdir()
    with open(folder / "last_card.m4a", "wb") as large:
        large.truncate(LARGEST + 1)
    sounds = OwnSounds(folder)
    assert {kind: each.type for kind, each in sounds.found().items()} == {
        "box_taken": "audio/mpeg",
        "opera": "audio/wav",
    }
    assert sounds.refused() == ["last_card.m4a", "out.mp3", "sans.flac", "secret.mp3", "settled.ogg"]
    assert OwnSounds(folder / "nowhere").found() == {} and OwnSounds(folder / "opera.WAV").refused() == []


@pytest.fixture
def house(tmp_path):
    home = House(tmp_path / "data")
    yield home
    home.close()


def served(house, folder):
    return create_app(house.live, house.desk, Extras(house.setup, sounds=OwnSounds(folder)))


def test_only_the_folder_and_only_to_the_table(house, folder, tmp_path):
    (folder / "box_taken.mp3").write_bytes(b"mine")
    (tmp_path / "box_empty.mp3").write_bytes(b"not for the pages")
    page = TestClient(served(house, folder))
    assert page.get("/api/sounds").status_code == page.get("/api/sounds/box_taken").status_code == 401
    mine = {"Authorization": f"Bearer {house.token}"}
    assert page.get("/api/sounds", headers=mine).json() == {"own": ["box_taken"], "refused": []}
    answer = page.get("/api/sounds/box_taken", headers=mine)
    assert (answer.content, answer.headers["content-type"]) == (b"mine", "audio/mpeg")
    assert answer.headers["x-content-type-options"] == "nosniff"
    for other in ("opera", "box_taken.mp3", "..%2Fbox_empty", "%2E%2E/box_empty", "box_empty%00"):
        assert page.get(f"/api/sounds/{other}", headers=mine).status_code == 404, other


HEAR = """
window.started = [];
const { start } = AudioScheduledSourceNode.prototype;
const seen = function (...when) {
  window.started.push(this.buffer ? this.buffer.duration : this.frequency.value);
  return start.apply(this, when);
};
AudioScheduledSourceNode.prototype.start = seen;
AudioBufferSourceNode.prototype.start = seen;
"""
RENDER = """
const [longest, done] = arguments;
Promise.all([import('/sounds/synthesis.js'), fetch('/sounds/pack.json').then((answer) => answer.json())])
  .then(async ([{ synthesise }, pack]) => {
    const told = {};
    for (const [kind, notes] of Object.entries(pack)) {
      const context = new OfflineAudioContext(1, longest * 22050, 22050);
      synthesise(context, notes, context.destination, 0);
      const samples = (await context.startRendering()).getChannelData(0);
      const loudest = (part) => part.reduce((peak, each) => Math.max(peak, Math.abs(each)), 0);
      told[kind] = [loudest(samples), loudest(samples.subarray(samples.length - 1000))];
    }
    done(told);
  })
  .catch((error) => done({ error: String(error) }));
"""


@pytest.fixture(scope="module")
def screen():
    browser = phone(metrics=TELEVISION)
    yield browser
    leave(browser)


@pytest.fixture
def door(house, folder):
    with wave.open(str(folder / "box_taken.wav"), "wb") as mine:
        mine.setparams((1, 2, 8000, 0, "NONE", ""))
        mine.writeframes(b"\0\0" * 2000)
    opened = Door(served(house, folder), house.token)
    house.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: house.view["phase"] == "antes")
    yield opened
    opened.stop()


def test_a_device_sounds_as_it_was_asked_to_and_remembers_it(screen, house, door):
    come_in(screen, door.address, "television")
    wait_for(lambda: found(screen, "#wanted"))
    rendered = screen.execute_async_script(RENDER, LONGEST)
    assert set(rendered) == set(KINDS)
    assert all(0.05 < peak <= 1 and end < 0.001 for peak, end in rendered.values()), rendered
    screen.execute_script(HEAR)
    house.tap(tap="card", player="Ana", card="4C")
    house.tap(tap="card", player="Bruno", card="5C")
    wait_for(lambda: screen.execute_script("return window.started.length"))
    press(screen, "#open-voice")
    wait_for(lambda: "le vôtre" in screen.find_element("#sounds").get_property("textContent"))
    screen.execute_script("document.querySelector('#sounds details').open = true")
    keep(screen, "tv-sounds")
    for kind in KINDS:
        screen.execute_script("window.started = []")
        press(screen, f"[data-hear={kind}]")
        wait_for(lambda: screen.execute_script("return window.started.length"))
        heard = screen.execute_script("return window.started")
        assert (heard == [0.25]) == (kind == "box_taken"), "one's own file, and no other"
    press(screen, "[data-sound=sans]")
    press(screen, ".close")
    screen.execute_script("window.started = []")
    house.tap(tap="card", player="Chloé", card="6C")
    wait_for(lambda: "un 7" in screen.find_element("#wanted").text)
    assert screen.execute_script("return window.started") == []
    screen.refresh()
    wait_for(lambda: found(screen, "#wake-voice"))
    press(screen, "#wake-voice")
    press(screen, "#open-voice")
    wait_for(lambda: found(screen, "[data-sound=sans]"))
    boxes = found(screen, "[data-sound]")
    assert [one.get_attribute("data-sound") for one in boxes if not one.is_selected()] == ["sans"]


def test_a_phone_is_silent_until_it_is_asked_to_sound(screen, house, door):
    come_in(screen, door.address, "host")
    wait_for(lambda: found(screen, "#wanted"))
    screen.execute_script(HEAR)
    house.tap(tap="card", player="Ana", card="4C")
    house.tap(tap="card", player="Bruno", card="5C")
    wait_for(lambda: "un 6" in screen.find_element("#wanted").text)
    assert screen.execute_script("return window.started") == []
    press(screen, "#menu")
    press(screen, "#open-voice")
    press(screen, "#sounds-on")
    wait_for(lambda: "le vôtre" in screen.find_element("#sounds").get_property("textContent"))
    press(screen, ".close")
    house.tap(tap="card", player="Chloé", card="6C")
    wait_for(lambda: screen.execute_script("return window.started.length"))
