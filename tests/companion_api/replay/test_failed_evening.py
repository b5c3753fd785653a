"""What «Ça n'a pas marché ?» keeps is played again to the same log and the same settlement."""

import io
import json
import zipfile
from random import Random

import pytest
from scripted import TABLE, Evening
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.taps import Refused, Tap
from companion_api.evening.who import Pass
from companion_api.replay import recorded
from companion_api.replay.failed import other_event, read_failed
from companion_api.replay.replay import KEPT, Replay
from companion_api.replay.ring import Still
from companion_api.web import passes
from companion_api.web.app import create_app
from engine.boundaries import ViewBack
from engine.errors import BadInput, IllegalEvent
from engine.events import CardPlayed, Settlement
from engine.record.log import settle


def asked(app, token, role="host", player=None):
    headers = {"Authorization": f"Bearer {passes.issue(token, Pass(role, player))}"}
    return TestClient(app).post("/api/failed", headers=headers, json={"evening": 1, "seq": 0})


def played_again(path):
    kept = read_failed(path)
    referee = kept.referee
    for _ in kept.replayed(referee):
        pass
    return kept, referee


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path / "data", seed=4)
    yield evening
    evening.close()


def test_a_round_that_a_camera_saw_and_people_mended_is_played_again_to_the_same_settlement(
    evening, tmp_path, nainjaune
):
    table = evening.table.names
    evening.cards(4)
    laid = next(line for line in evening.live.events() if line["type"] == "card_played")
    other = next(name for name in table if name != laid["player"])
    evening.desk.take(
        Tap(tap="correct", seq=evening.live.seq, target=laid["seq"], card="KS", player=laid["player"])
    )
    evening.desk.take(Tap(tap="undo", seq=evening.live.seq, target=evening.live.seq))
    with pytest.raises((Refused, IllegalEvent)):
        evening.desk.take(Tap(tap="card", seq=evening.live.seq, player=other, card=laid["card"]))
    evening.whole_round()
    size = sum(map(len, evening.referee.given.lines()))
    assert size * 20 < recorded.MOST_BYTES, "twenty rounds and more"
    answer = asked(create_app(evening.live, evening.desk), evening.token)
    file = tmp_path / "kept.zip"
    file.write_bytes(answer.content)

    kept, referee = played_again(file)
    assert other_event(referee.log, kept.log) is None and len(kept.log) > 40
    settled = [event for event in referee.log if isinstance(event, Settlement)]
    assert settled and settled[-1].net == next(
        line["net"] for line in reversed(evening.live.events()) if line["type"] == "settlement"
    )
    ran = nainjaune("watch", file, "--json", "--lang", "en")
    assert ran.status == 0 and "the same" in ran.err
    with zipfile.ZipFile(file) as inside:
        log = inside.read("log.jsonl")
    # Marks of who tapped stand in the file's log only.
    plain = [json.loads(line) for line in log.splitlines()]
    assert [
        (line["seq"], line["type"]) for line in ran.lines if line["type"] in {each["type"] for each in plain}
    ] == [(line["seq"], line["type"]) for line in plain]
    assert next(settle(log, "log")).settlement.net == settled[-1].net


def test_an_evening_that_goes_on_is_played_again_from_where_its_program_began(evening, tmp_path):
    evening.cards(6)
    evening.close()
    again = Evening(tmp_path / "data", seed=4, resume=True, skip=6)
    again.cards(5)
    file = tmp_path / "kept.zip"
    file.write_bytes(asked(create_app(again.live, again.desk), again.token).content)
    kept, referee = played_again(file)
    assert 0 < kept.began < len(kept.log) and other_event(referee.log, kept.log) is None
    again.close()


def test_what_a_transaction_took_back_was_not_given(evening):
    evening.cards(2)
    referee, before = evening.referee, list(evening.referee.given.lines())
    names = evening.table.names
    with pytest.raises(ZeroDivisionError), referee.transaction():
        referee.tick(evening.watching.t + 5)
        referee.observe(ViewBack(evening.watching.t, 1))
        raise ZeroDivisionError
    with pytest.raises(IllegalEvent):
        referee.enter(CardPlayed(names[0], evening.steps[0].card))
    now = float(evening.camera.number)
    referee.tick(now)
    ticks = [t for line in referee.given.lines() for t in json.loads(line).get("ticks", ())]
    assert ticks[-1] == now and now + 5 > max(ticks)
    assert len([line for line in referee.given.lines() if "saw" in line]) == len(
        [line for line in before if "saw" in line]
    )


def test_what_is_too_much_is_not_kept_and_the_log_is_told_as_it_stands(
    evening, tmp_path, monkeypatch, nainjaune
):
    monkeypatch.setattr(evening.referee.given, "_most", 3000)
    evening.cards(6)
    assert not evening.referee.given.whole and not list(evening.referee.given.lines())
    file = tmp_path / "kept.zip"
    file.write_bytes(asked(create_app(evening.live, evening.desk), evening.token).content)
    told = nainjaune("watch", file, "--json")
    assert [line["seq"] for line in told.lines if "seq" in line] == [
        line["seq"] for line in evening.live.events()
    ]
    assert told.status == 3


def test_only_a_host_has_it_and_the_folder_keeps_a_few_that_only_the_owner_reads(tmp_path):
    house = House(tmp_path / "data")
    assert asked(house.app, house.token).status_code == 422  # nobody has set it up
    house.arrange("Ana", "Bruno", "Chloé")
    for role, player in (("player", "Ana"), ("television", None), ("guest", None)):
        assert asked(house.app, house.token, role, player).status_code == 403
    house.live.replay.folder = tmp_path / "data"
    house.play_round(5)
    assert asked(house.app, house.token).status_code == 200
    (kept,) = (tmp_path / "data" / "failed").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    _, referee = played_again(kept)
    assert any(isinstance(event, Settlement) for event in referee.log)
    for number in range(KEPT + 3):
        (tmp_path / "data" / "failed" / f"nainjaune-1999-{number:02}.zip").touch()
    assert asked(house.app, house.token).status_code == 200
    names = sorted(each.name for each in (tmp_path / "data" / "failed").iterdir())
    assert len(names) == KEPT and kept.name in names
    house.close()


def test_the_film_has_the_last_half_minute_and_the_readme_says_what_there_is():
    replay = Replay()
    for second in range(100):
        replay.ring.keep(Still(float(second), b"%d" % second))
    with zipfile.ZipFile(io.BytesIO(replay.failed(TABLE, []))) as file:
        film = sorted(name for name in file.namelist() if name.startswith("film/"))
        assert film[0] == "film/00069.000.jpg" and film[-1] == "film/00099.000.jpg" and len(film) == 31
        assert b"watch" in file.read("README.txt") and file.read(film[0]) == b"69"


def damaged(good, rng):
    """The same file with a byte changed, its end cut, or a member's text changed."""
    kind = rng.randrange(3)
    if kind == 0:
        at = rng.randrange(len(good))
        return good[:at] + bytes([good[at] ^ (1 << rng.randrange(8))]) + good[at + 1 :]
    if kind == 1:
        return good[: rng.randrange(22, len(good))]
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as inside, zipfile.ZipFile(out, "w") as file:
        changed = rng.choice(["table.json", "log.jsonl", "given.jsonl"])
        for name in inside.namelist():
            text = bytearray(inside.read(name))
            if name == changed:
                at = rng.randrange(len(text))
                text[at : at + rng.randrange(1, 4)] = bytes(
                    rng.choice(b'0123456789.,:"[]{}tnf') for _ in range(2)
                )
            file.writestr(name, bytes(text))
    return out.getvalue()


def test_a_damaged_file_is_played_or_refused_in_one_line(evening, tmp_path, nainjaune):
    evening.cards(5)
    good = asked(create_app(evening.live, evening.desk), evening.token).content
    rng = Random(20261127)
    refused = 0
    for number in range(24):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(damaged(good, rng))
        try:
            played_again(file)
        except BadInput as error:
            refused += 1
            assert str(file) in str(error)
    assert refused > 8
    (tmp_path / "other.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    nainjaune("watch", tmp_path / "other.zip").refused("other.zip")
