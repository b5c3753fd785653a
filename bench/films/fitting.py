"""What the terms of a film's tracks weigh: logistic regression on kept looks and the truth of their films.

Fitted on every second film; the figure is of the others, which it has not seen. The weights are the odds by
which a track that shows a term that much more often is a card (`vision.film.evidence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bench.films.looks import Looks, lies_there
from engine.errors import BadInput
from vision.film.track import Track
from vision.film.tracker import Tracker
from vision.motion.grid import Grid
from vision.table.plane import Plane

FIRST_LOOKS = 5
"""Looks of each track that count: a card is told by then."""
STEPS, RIDGE = 50, 1e-3
"""Newton's steps, far more than are needed, and what keeps them finite where a term decides alone."""
TERMS = ("face", "place", "company")


def fit(films: Mapping[str, Looks]) -> dict[str, Any]:
    """The weights by half of the films, and how well they tell cards from what is none in the other half.

    Returns:
        ``weights`` and ``bias``; ``films`` they are fitted on, ``left_out`` the others with the mean
        ``surprise`` (natural logarithm of the odds) per track, and the same if nothing were known but
        how many are cards.

    Raises:
        BadInput: fewer than two films.
    """
    names = sorted(films)
    if len(names) < 2:
        raise BadInput(f"--fit: {len(names)} films, expected two at least")
    fitted, left = names[::2], names[1::2]
    terms, lies, share = (
        np.concatenate(each) for each in zip(*(examples(films[n]) for n in fitted), strict=True)
    )
    weights = logistic(terms, lies, share)
    terms, lies, share = (
        np.concatenate(each) for each in zip(*(examples(films[n]) for n in left), strict=True)
    )
    odds = _with_bias(terms) @ weights
    rate = float(share @ lies / share.sum())
    return {
        "weights": dict(zip(TERMS, np.round(weights[:-1], 2).tolist(), strict=True)),
        "bias": round(float(weights[-1]), 2),
        "films": fitted,
        "left_out": left,
        "tracks": round(float(share.sum())),
        "surprise": round(_surprise(odds, lies, share), 3),
        "knowing_nothing": round(_surprise(np.full(len(lies), np.log(rate / (1 - rate))), lies, share), 3),
    }


def lines(figures: Mapping[str, Any]) -> list[str]:
    """What `fit` found, for people."""
    return [f"{name}: {value}" for name, value in figures.items()]


def examples(kept: Looks) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What speaks for each track of a film at each of its first looks.

    Returns:
        n × 3 terms; n, whether a card lies there; n, what each counts: all looks of a track together once.
    """
    tracker = Tracker(Grid.over(kept.size), Plane(kept.papers.seated("looks").board, kept.size))
    there = lies_there(kept)
    found: list[tuple[int, tuple[float, ...], bool]] = []
    known: list[Track] = []  # kept, so that no other gets the identity of one that was forgotten
    for glance in kept.glances:
        tracker.look(glance)
        for track in tracker.sighted(glance.t):
            terms = tracker.terms(track)
            if terms is not None and len(track.sights) <= FIRST_LOOKS:
                known.append(track)
                found.append((id(track), terms, there(glance, track.look)))
    counts: dict[tuple[int, bool], int] = {}
    for track_id, _, card in found:
        counts[track_id, card] = counts.get((track_id, card), 0) + 1
    rows = np.array([terms for _, terms, _ in found], float).reshape(-1, len(TERMS))
    lies = np.array([card for *_, card in found], bool)
    return rows, lies, np.array([1 / counts[track_id, card] for track_id, _, card in found])


def logistic(terms: np.ndarray, lies: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Weights of the terms, the bias last, by Newton's method.

    Args:
        terms: n × k.
        lies: n, boolean.
        share: n, what each example counts.
    """
    rows = _with_bias(terms)
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (share * (lies - p)) - RIDGE * weights
        bend = (rows * (share * p * (1 - p))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def _with_bias(terms: np.ndarray) -> np.ndarray:
    return np.hstack([terms, np.ones((len(terms), 1))])


def _surprise(odds: np.ndarray, lies: np.ndarray, share: np.ndarray) -> float:
    """Mean of minus the logarithm of what these log odds gave to what is."""
    wrong = np.logaddexp(0, np.where(lies, -odds, odds))
    return float(share @ wrong / share.sum())
