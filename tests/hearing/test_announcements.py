"""From words to announcements: on transcripts kept apart, and in its parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.spoken.transcripts import figures, read_transcripts
from engine.cards import Card
from hardware.hearing.announcements import announcements, of_text
from hardware.hearing.lexicon import lexicon
from hardware.hearing.speech import UNKNOWN, Word
from languages import LANGUAGES

TRANSCRIPTS = read_transcripts(Path(__file__).parent / "transcripts")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", ["development", "test"])
def test_transcripts_are_understood(half: str, language: str) -> None:
    some = [one for one in TRANSCRIPTS if (one.half, one.language) == (half, language)]
    assert len(some) > 80
    told = figures(some)
    assert told["right_share"] >= 0.98, [one for one in some if one.understood != one.meant]


def test_the_half_kept_apart_meets_its_figures() -> None:
    test = [one for one in TRANSCRIPTS if one.half == "test"]
    told = figures(test)
    assert told["transcripts"] >= 400
    assert told["right_share"] >= 0.98 and told["false_share"] <= 0.005


def test_figures_count_what_is_wrong() -> None:
    from bench.spoken.transcripts import Transcript

    some = [
        Transcript("fr", "test", "dame qui prend", ("QS",)),
        Transcript("fr", "test", "dame qui prend", ("KH",)),
        Transcript("fr", "test", "dame qui prend", ()),
        Transcript("fr", "test", "bonjour", ("QS",)),
    ]
    assert figures(some) == {
        "transcripts": 4, "right": 1, "false": 2, "right_share": 0.25, "false_share": 0.5,
    }  # fmt: skip


def said(text: str, start: float = 10.0) -> list[Word]:
    """Words half a second long, one after the other."""
    return [Word(w, start + n / 2, start + n / 2 + 0.4, 0.9) for n, w in enumerate(text.split())]


def test_an_announcement_tells_when_and_how_surely_it_was_heard() -> None:
    six, queen = announcements(said("quatre cinq sans six euh dame qui prend"))
    assert (six.sans, six.call, six.t, six.end) == (6, None, 11.0, 11.9)
    assert (queen.call, queen.t, queen.text) == (Card(12, "S"), 12.5, "dame qui prend")
    assert six.confidence == queen.confidence == 0.9
    assert queen.to_json() == {"t": 12.5, "call": "QS", "text": "dame qui prend", "confidence": 0.9}
    assert six.to_json()["sans"] == "6"
    heard = six.heard()
    assert (heard.sans, heard.call, heard.via, heard.player, heard.confidence) == (
        6,
        None,
        "voice",
        None,
        0.9,
    )


def test_slips_and_short_forms_are_less_sure() -> None:
    def sure(text: str) -> float:
        return announcements(said(text))[0].confidence

    assert sure("dame qui prend") > sure("dame prend") > sure("madame qui prend")
    assert sure("sans six") > sure("cent six")
    assert sure("dame qui prend") > sure(f"dame qui prend {UNKNOWN}")


def test_words_that_the_recogniser_did_not_know_are_talk() -> None:
    assert announcements(said(f"{UNKNOWN} nain jaune {UNKNOWN}")) == ()
    assert announcements(said(f"{UNKNOWN} {UNKNOWN}")) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game_are_what_they_say(language: str) -> None:
    known = lexicon(language)
    assert {"w", "y", "t"} <= {known.phrases[text] for text in known.phrases if known.phrases[text]}
    for rank in range(2, 14):
        symbol = "abcdefghijklm"[rank - 1]
        names = [text for text, meant in known.phrases.items() if meant == symbol]
        assert names
        for name in names:
            assert [one.sans for one in of_text(f"sans {name}", language)] == [rank]


@given(
    st.text(max_size=60) | st.lists(st.sampled_from(sorted(lexicon("fr").phrases)), max_size=12).map(" ".join)
)
def test_no_words_are_too_strange(text: str) -> None:
    found = of_text(text)
    for one in found:
        assert 0 < one.confidence <= 1
        assert (one.call is not None) + (one.sans is not None) + one.hoc == 1
        assert one.text in " ".join(text.split()) or one.text
