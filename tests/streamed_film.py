"""Films as cameras write them that stream."""

from __future__ import annotations


def index_first(film):
    """An MP4 with its table of contents first, as cameras that stream write it."""
    index = bytearray(film[film.index(b"moov") - 4 :])
    place = index.index(b"stco") + 8
    for entry in range(int.from_bytes(index[place : place + 4], "big")):
        at = place + 4 + 4 * entry
        index[at : at + 4] = (int.from_bytes(index[at : at + 4], "big") + len(index)).to_bytes(4, "big")
    start = film.index(b"mdat") - 4
    return film[:start] + bytes(index) + film[start : film.index(b"moov") - 4]
