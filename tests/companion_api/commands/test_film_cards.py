"""`nainjaune cards FILM`: what came to lie and what left; looks kept and told again."""

import json
from pathlib import Path

import numpy as np
import pytest

from bench.films.looks import Looks, looks, of_film, told
from bench.films.recorded import Papers
from companion_api.command import main
from companion_api.commands.seeing.film_cards import _line, in_words
from companion_api.saying.words import words
from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain
from engine.errors import BadInput
from vision.film.glance import Glance, Seen
from vision.motion.grid import Grid

CLIPS = Path(__file__).parents[2] / "films" / "clips"
SIZE = (640, 480)


@pytest.mark.slow
def test_a_film_tells_the_card_that_is_laid_in_it_and_a_bad_one_gets_its_line(capsys):
    film = str(CLIPS / "laid-first.mp4")
    assert main(["cards", "--json", "nothing.mp4", film]) == 2
    out, err = capsys.readouterr()
    laid, end = [json.loads(line) for line in out.splitlines()]
    expected = json.loads((CLIPS / "clips.json").read_text())["laid-first"]["true"]
    assert any(laid["card"] in line for line in expected)
    assert (laid["type"], laid["film"]) == ("card_laid", film)
    assert 0 < laid["t"] < end["seconds"] and laid["confidence"] > 0.9 and len(laid["corners"]) == 4
    assert end["type"] == "end" and end["cpu_s"] > 0
    assert "nothing.mp4" in err and "Traceback" not in err


def look(face):
    corners = ((10.0, 10.0), (50.0, 10.0), (50.0, 70.0), (10.0, 70.0))
    return CardLook(corners, tuple(0.99 * (n == face) for n in range(52)))


def test_what_is_told_becomes_one_line_and_a_correction_only_where_the_face_changes():
    faces = {}
    lines = [
        _line(one, faces)
        for one in (
            CardLaid(1.0, 10, 1.0, look(3), ()),
            CardLookedAgain(1.5, 15, 1.0, look(3)),
            CardLookedAgain(2.0, 20, 1.0, look(4)),
            CardGone(3.0, 30, 1.0, look(4)),
            CardLaid(4.0, 40, 4.0, look(5), ()),
            CardLookedAgain(5.0, 50, 4.0, look(5), lies=0.1),
            CardGone(6.0, 60, 4.0, look(5)),
            CardLaid(7.0, 70, 7.0, look(6), (), lies=0.4),
            CardLookedAgain(8.0, 80, 7.0, look(6), lies=0.9),
        )
    ]
    assert lines[1] is None and lines[6] is None and lines[7] is None, "what was never believed is no news"
    kinds = [line["type"] for line in lines if line]
    assert kinds == ["card_laid", "corrected", "card_gone", "card_laid", "corrected", "card_laid"]
    assert lines[8]["t"] == 7.0
    assert lines[2]["card"] == lines[3]["card"] != lines[0]["card"] and lines[5]["card"] is None
    for language in ("fr", "en", "de", "es"):
        said = [in_words(line, words(language)) for line in lines if line]
        assert all("{" not in line for line in said) and len(set(said)) == len(said)


def test_looks_are_kept_as_they_were_and_told_again(tmp_path):
    shape = Grid.over(SIZE).shape
    busy = np.arange(shape[0] * shape[1]).reshape(shape) % 3 == 0
    seen = Seen(look(3), 0.9, 1.0 / 3, 0.25, (0.5, 0.5))
    glances = tuple(Glance(n / 5, n, (0, 0, *SIZE), (seen,) * (n > 0), busy) for n in range(6))
    table = {"players": [{"name": "Ana"}, {"name": "Bo"}], "dealer": "Ana"}
    truth = {"events": [{"type": "card_played", "t": 0.2, "card": "4S", "corners": look(3).corners}]}
    kept = Looks(Papers(table, None, truth), SIZE, glances)
    kept.save(tmp_path / "one.looks.json.xz")
    again = looks(tmp_path / "one.looks.json.xz")
    for ours, theirs in zip(kept.glances, again.glances, strict=True):
        assert (ours.t, ours.frame, ours.region, ours.seen) == (
            theirs.t,
            theirs.frame,
            theirs.region,
            theirs.seen,
        )
        assert (ours.busy == theirs.busy).all()
    assert [type(one) for _, one in told(again)][:1] == [CardLaid]
    assert of_film(again, tmp_path / "none")["laid"] == 1


@pytest.mark.parametrize("what", [b"", b"{}", b"\xfd7zXZ\x00 cut"])
def test_what_are_no_looks_gets_one_line(tmp_path, what):
    file = tmp_path / "bad.looks.json.xz"
    file.write_bytes(what)
    with pytest.raises(BadInput, match="expected recorded looks, version 1"):
        looks(file)
