"""Transcripts with what must be understood in them, and how many are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from hardware.hearing.announcements import of_text


@dataclass(frozen=True, slots=True)
class Transcript:
    """One breath at a table.

    Attributes:
        language: one of `languages.LANGUAGES`.
        half: ``"development"`` or ``"test"``.
        text: the words.
        meant: `Announcement.token` of everything announced, in order.
    """

    language: str
    half: str
    text: str
    meant: tuple[str, ...]

    @property
    def understood(self) -> tuple[str, ...]:
        """What the grammar makes of it."""
        return tuple(found.token for found in of_text(self.text, self.language))


def read_transcripts(folder: Path) -> list[Transcript]:
    """All ``HALF.LANGUAGE.tsv`` of a folder: per line what is meant (``-``: nothing), a tab, the words.

    Raises:
        BadInput: there are none, or a line has no tab.
    """
    found = []
    for file in sorted(folder.glob("*.*.tsv")):
        half, language, _ = file.name.split(".")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            meant, tab, text = line.partition("\t")
            if not tab:
                raise BadInput(f"{file} line {number}: expected what is meant, a tab, the words")
            found.append(Transcript(language, half, text, () if meant == "-" else tuple(meant.split())))
    if not found:
        raise BadInput(f"{folder}: no transcripts (expected files such as test.fr.tsv)")
    return found


def figures(transcripts: Iterable[Transcript]) -> dict[str, float | int]:
    """How many are understood exactly, and in how many something is heard that was not said.

    Returns:
        ``transcripts, right, false`` as counts; ``right_share, false_share`` of all, 0–1.
    """
    right = false = count = 0
    for transcript in transcripts:
        count += 1
        right += transcript.understood == transcript.meant
        false += bool(Counter(transcript.understood) - Counter(transcript.meant))
    return {
        "transcripts": count,
        "right": right,
        "false": false,
        "right_share": round(right / max(count, 1), 4),
        "false_share": round(false / max(count, 1), 4),
    }
