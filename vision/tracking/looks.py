"""How surely a look shows a face, and whether two looks are at one card."""

from __future__ import annotations

from engine.boundaries import CardLook, Quad
from vision.geometry.quads import overlap
from vision.tracking.settings import TRACKING

FACES = TRACKING.faces


def surely(look: CardLook, face: int | None = None) -> bool:
    """Whether a look surely shows its face, or this one."""
    return (max(look.faces) if face is None else look.faces[face]) >= FACES.sure


def known_again(probability: float) -> bool:
    """Whether a face of this probability is read well enough to be a known card's."""
    return probability > FACES.fair


def read_well(look: CardLook) -> bool:
    """Whether a face is read well enough for a card that other looks, or its place, speak for, too."""
    return max(look.faces) >= FACES.well


def likely_shown(look: CardLook) -> bool:
    """Whether one face is likelier than all others together."""
    return max(look.faces) >= FACES.likely


def shows_a_face(look: CardLook) -> bool:
    """Whether some face is likely enough for a card to lie there."""
    return max(look.faces) >= FACES.faint


def at_one_card(one: Quad, other: Quad) -> bool:
    """Whether two outlines are of one card."""
    return overlap(one, other) > TRACKING.overlaps.one_card


def same_face(one: CardLook, other: CardLook) -> bool:
    """Whether two looks show one face, both well enough to be the same card's."""
    return one.face == other.face and known_again(min(max(one.faces), max(other.faces)))


def two_faces(one: CardLook, other: CardLook) -> bool:
    """Whether two looks show two faces, both well enough to be two cards."""
    return one.face != other.face and known_again(min(max(one.faces), max(other.faces)))


def seen_twice(one: CardLook, other: CardLook) -> bool:
    """Whether two looks are at one card, which one of them misreads: two cards of a fan overlap as much."""
    return at_one_card(one.corners, other.corners) and not (surely(one) and surely(other))


def laid_apart(seconds: float) -> bool:
    """Whether cards that came to lie so long after each other were not laid together."""
    return seconds > TRACKING.lying.together


def explains(share: float) -> bool:
    """Whether a card that covers this share of the news, or changed so much, explains it."""
    return share > TRACKING.news.explains
