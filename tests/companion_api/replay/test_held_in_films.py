"""Whatever the referee believes: in no picture that is given out our own reader names a card before it lies.

A clip here, told to a referee that believes everything to be laid. ``NAINJAUNE_LONG=1``: whole filmed rounds
(``NAINJAUNE_GAMES``), in some of which it takes held cards for laid.
"""

import io
import json
import os
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.films.games import listed, papers_of
from companion_api.evening.live import Live
from companion_api.evening.watching import Manner, Watching
from companion_api.replay.filming import WIDTH, still_of
from companion_api.replay.given import read_sighting
from companion_api.replay.legible import legible
from companion_api.replay.recorded import RecordedReferee
from companion_api.replay.ring import Ring
from companion_api.store import Store
from engine.boundaries import BoxSeen
from engine.cards import DECK, HONOURS, parse_card
from engine.events import CardPlayed, HandShown
from engine.games.game import in_force
from engine.table import table_from_json
from hardware.cameras import open_camera
from vision.cards.photograph import cards_of_photo
from vision.observer.observer import watch_table
from vision.redaction.redacted import reduced

CLIPS = Path(__file__).parents[2] / "films" / "clips"
GAMES = Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games"))
SOON = 0.3
"""Seconds by which a picture may be older than the event whose card it shows."""


def named(jpeg):
    """What is named in a picture, but for the board's own cards."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return {one.card for one in cards_of_photo(image) if not one.back and one.confidence >= 0.5} - set(
        HONOURS
    )


@pytest.mark.slow
def test_in_no_picture_of_a_clip_a_held_card_is_read_though_everything_were_told_as_laid():
    clip = json.loads((CLIPS / "clips.json").read_text(encoding="utf-8"))["fan-card"]
    laid = {parse_card(line.split()[1]) for line in clip["true"] if line.startswith("laid")}
    given, proved, ring = [], set(), Ring()
    with open_camera(str(CLIPS / "fan-card.mp4")) as film:
        observer = watch_table(table_from_json(clip["table"], "table"), film.size)
        for frame in film:
            seen = [one for one in observer.look(frame) if not isinstance(one, BoxSeen)]
            given += [proof for proof in map(observer.evidence, seen) if proof]
            given += [proof.jpeg for proof in observer.proved()]
            proved |= {proof.card for proof in observer.proved()}
            if frame.number % 10 == 0:
                ring.keep(still_of(frame.t, reduced(observer.scene(frame.image, set(DECK)), WIDTH)))
    assert len(photographed(frame.image) - laid) >= 3, "the fan is read in the camera's own picture"
    assert proved == laid, "what lies is proved"
    given += [still.jpeg for still in legible(ring.between(0, 99), ring)]
    assert len(given) >= 5 and set().union(*map(named, given)) <= laid


def photographed(image):
    return {one.card for one in cards_of_photo(image) if not one.back and one.confidence >= 0.5}


class Played:
    """A film as it is played, and all that is given out of it."""

    def __init__(self, folder, name):
        film = open_camera(str(GAMES / f"{name}.mp4"))
        papers = papers_of(GAMES, name, film.size)
        table = table_from_json(papers.table, name, film.size)
        store = Store(folder)
        self.live = Live(store, store.begin(dict(papers.table)))
        referee = RecordedReferee(table)
        self.live.replay.given = referee.given
        manner = Manner(papers.said(name) or [], speed=None)
        watching = Watching(self.live, film, watch_table(table, film.size), referee, manner)
        watching.start()
        watching.ended.wait()
        watching.stop()
        self.players = len(table.names)
        self.stills = legible(self.live.replay.ring.between(0, 1e9), self.live.replay.ring)
        self.proofs = {seq: self.live.picture(seq) for seq in range(1, self.live.seq + 1)}
        self.file = self.live.replay.failed(papers.table, self.live.events())
        store.close()

    def lying(self):
        """From when the log tells each card as laid, or as shown; seconds."""
        since = {}
        standing = [event for _, event in in_force(self.live.story.events)]
        for event in standing:
            if isinstance(event, CardPlayed):
                since.setdefault(event.card, event.t)
        last = max(since.values())
        shown = (card for event in standing if isinstance(event, HandShown) for card in event.cards)
        return {**dict.fromkeys(shown, last), **since}


@pytest.mark.skipif("NAINJAUNE_LONG" not in os.environ, reason="two minutes a film: set NAINJAUNE_LONG=1")
@pytest.mark.skipif(not GAMES.is_dir(), reason=f"no filmed games at {GAMES} (NAINJAUNE_GAMES)")
@pytest.mark.parametrize("name", listed(GAMES))
def test_no_picture_and_no_line_of_a_filmed_round_names_a_card_before_the_log_tells_that_it_lies(
    name, tmp_path
):
    played = Played(tmp_path, name)
    lying = played.lying()
    assert len(played.stills) > 100 and sum(proof is not None for proof in played.proofs.values()) > 30
    early = {}
    for still in played.stills[::3]:
        early[still.t] = {card for card in named(still.jpeg) if lying.get(card, 1e9) > still.t + SOON}
    for seq, proof in played.proofs.items():
        early[f"proof {seq}"] = set() if proof is None else named(proof) - lying.keys()
    with zipfile.ZipFile(io.BytesIO(played.file)) as file:
        for line in file.read("given.jsonl").splitlines():
            told = json.loads(line).get("saw")
            sighting = told and read_sighting(told, played.players, "line")
            for look in [sighting.look] if hasattr(sighting, "look") else []:
                if max(look.faces) > 0.05:
                    card = DECK[look.face]
                    early.setdefault(f"line {sighting.t}", set()).update(
                        {card} if lying.get(card, 1e9) > sighting.t else set()
                    )
    assert {where: cards for where, cards in early.items() if cards} == {}
    proved = len(played.live.now()["proved"])
    assert proved >= 10, f"{proved} proofs show their card"
