"""From one evening to the next: the season's table, its records, and what people keep of an evening."""

import io
import itertools
import sqlite3
from collections import Counter
from datetime import date
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.who import Pass
from companion_api.family.past import Chronicle
from companion_api.family.photograph import SIDE, evening_picture
from companion_api.family.season import BEGINS, Seated, season_json, seasons
from companion_api.store import Store
from companion_api.store.notes import LARGEST_PICTURE, LONGEST_NOTE, Note
from companion_api.web import passes
from engine.cards import parse_card
from engine.errors import BadInput
from engine.evening.history import PlayedRound
from engine.events import Take

NAMES = ("Ana", "Bruno", "Chloé", "David")


def evening(number, day, won, rounds=()):
    """An evening in which everybody won so much."""
    best = tuple(name for name in won if won[name] == max(won.values()))
    score = SimpleNamespace(won=won, winners=best)
    played = SimpleNamespace(players=tuple(won), rounds=tuple(rounds) or (a_round(),), score=score, best=best)
    return Seated(number, day, played)


def a_round(winner=None, opera=False, forgotten=(), longest=None):
    missed = tuple(Take(name, parse_card("QS"), 3) for name in forgotten)
    return PlayedRound(1, "Ana", winner, opera, {}, {}, (), missed, (), longest or {})


@st.composite
def evenings(draw):
    told = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        players = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
        won = {name: draw(st.integers(-30, 30)) for name in players}
        runs = {name: draw(st.integers(1, 9)) for name in players}
        forgotten = draw(st.lists(st.sampled_from(players), max_size=3))
        round_ = a_round(draw(st.sampled_from(players)), draw(st.booleans()), forgotten, runs)
        day = draw(st.dates(date(2024, 1, 1), date(2026, 12, 31)))
        told.append(evening(number, day, won, [round_]))
    return told


@given(evenings())
def test_each_evening_counts_in_the_season_that_its_day_lies_in_and_in_no_other(told):
    found = seasons(told)
    assert [one.first for one in found] == sorted({one.first for one in found}, reverse=True)
    assert sum(one.evenings for one in found) == len(told)
    for one in found:
        begin, end = date(one.first, BEGINS, 1), date(one.first + 1, BEGINS, 1)
        assert one.evenings == sum(begin <= each.day < end for each in told) > 0


@given(evenings())
def test_leaders_rivals_and_records_are_those_of_every_pair_and_player(told):
    for one in seasons(told):
        mine = [each for each in told if each.day.year - (each.day.month < BEGINS) == one.first]
        wins, chips, missed, operas = Counter(), Counter(), Counter(), Counter()
        ahead, together = Counter(), Counter()
        for each in mine:
            won = each.played.score.won
            wins.update(each.played.best)
            chips.update(won)
            missed.update(take.player for take in each.played.rounds[0].missed)
            operas.update({each.played.rounds[0].winner: int(each.played.rounds[0].opera)})
            for a, b in itertools.permutations(won, 2):
                ahead[a, b] += won[a] > won[b]
                together[a, b] += 1
        best = max((wins[name], chips[name]) for name in chips)
        assert set(one.leaders) == {name for name in chips if (wins[name], chips[name]) == best}
        assert one.table[0][0] in one.leaders and {name for name, _ in one.table} == set(chips)
        least = max((min(ahead[a, b], ahead[b, a]) for a, b in together), default=0)
        if one.rivals is None:
            assert least == 0
        else:
            a, b = one.rivals.names
            assert one.rivals.ahead == (ahead[a, b], ahead[b, a]) and ahead[a, b] >= ahead[b, a] == least
            assert one.rivals.together == together[a, b]
        most = max(missed.values(), default=0)
        assert (one.forgets.count if one.forgets else 0) == most
        assert set(one.forgets.names if one.forgets else ()) == {
            name for name in missed if missed[name] == most
        }
        longest = max(max(each.played.rounds[0].longest.values()) for each in mine)
        where = next(each for each in mine if longest in each.played.rounds[0].longest.values())
        assert (one.longest.count, one.longest.evening) == (longest, where.id)
        assert dict(one.operas) == {name: count for name, count in operas.items() if count}


def test_the_first_of_september_begins_a_season():
    days = [date(2026, 8, 31), date(2026, 9, 1)]
    found = seasons([evening(n, day, {"Ana": 1, "Bruno": -1}) for n, day in enumerate(days, 1)])
    assert all(
        type(mine.evenings_won) is int and type(mine.operas) is int for one in found for _, mine in one.table
    )
    assert [(one.first, one.evenings) for one in found] == [(2026, 1), (2025, 1)]
    assert season_json(found[0])["table"][0]["name"] == "Ana" and seasons([]) == []


def photograph(size=(4000, 3000), turned=False, **how):
    picture = Image.effect_noise(size, 80).convert("RGB")
    exif = Image.Exif()
    exif[0x0110] = "a camera's name"
    if turned:
        exif[0x0112] = 6
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif, **how)
    return out.getvalue()


def test_a_photograph_becomes_a_small_upright_picture_that_tells_nothing_else():
    made = evening_picture(photograph(turned=True))
    with Image.open(io.BytesIO(made)) as picture:
        assert picture.size == (SIDE * 3 // 4, SIDE) and not picture.getexif()
    assert b"a camera's name" not in made and len(made) <= LARGEST_PICTURE
    for broken in (b"", b"\xff\xd8\xff", photograph((40, 40))[:-300], b"GIF89a"):
        with pytest.raises(BadInput):
            evening_picture(broken)


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.arrange(*NAMES[:3])
    house.play_round(3)
    house.tap(tap="end")
    yield house
    house.close()


def test_a_note_and_a_picture_are_kept_by_hosts_seen_by_players_and_go_with_the_evening(house, tmp_path):
    phone = TestClient(house.app)
    number = house.live.evening.id

    def key(role, player=None):
        return {"Authorization": f"Bearer {passes.issue(house.token, Pass(role, player))}"}

    told = {"evening": number, "text": " Bruno a pris deux fois la dame. "}
    small = photograph((400, 300))
    for role, status in (("guest", 403), ("player", 403), ("television", 403), ("host", 200)):
        assert phone.post("/api/history/note", json=told, headers=key(role)).status_code == status
        sent = phone.post(f"/api/history/picture/{number}", content=small, headers=key(role))
        assert sent.status_code == status
    shown = phone.get("/api/history", headers=key("player", "Ana")).json()
    assert (shown["evenings"][0]["note"], shown["evenings"][0]["pictured"]) == (
        "Bruno a pris deux fois la dame.",
        True,
    )
    assert shown["seasons"][0]["evenings"] == 1
    picture = phone.get(f"/api/history/picture/{number}", headers=key("player", "Ana"))
    assert picture.headers["content-type"] == "image/jpeg" and picture.content == evening_picture(small)
    assert phone.get(f"/api/history/picture/{number}", headers=key("guest")).status_code == 403
    assert phone.get(f"/api/history/picture/{number + 5}", headers=key("host")).status_code == 404
    assert (
        phone.post("/api/history/note", json={**told, "evening": number + 5}, headers=key("host")).status_code
        == 404
    )
    assert (
        phone.post(f"/api/history/picture/{number}", content=b"none", headers=key("host")).status_code == 422
    )
    too_long = {**told, "text": "x" * (LONGEST_NOTE + 1)}
    assert phone.post("/api/history/note", json=too_long, headers=key("host")).status_code == 422
    # Copies hold evenings and notes, never pictures.
    copy = house.store.backups.all() or ([house.store.back_up(anew=True)] and house.store.backups.all())
    with sqlite3.connect(copy[0].file) as copied:
        assert copied.execute("SELECT COUNT(jpeg) FROM evening_notes").fetchone() == (0,)
    # Whoever is forgotten stands in no note, and in no picture.
    house.store.rename_player("Bruno", "Anonyme 1")
    assert house.store.notes()[number] == Note("Anonyme 1 a pris deux fois la dame.", False)
    assert phone.delete(f"/api/history/picture/{number}", headers=key("host")).status_code == 200
    house.store.forget_evening(number)
    assert house.store.notes() == {}


def test_no_photograph_comes_in_while_a_round_is_played(house):
    phone = TestClient(house.app)
    number = house.live.evening.id
    host = {"Authorization": f"Bearer {house.token}"}
    house.tap(tap="undo", target=house.view["evening"]["ended"])
    house.tap(tap="round")
    sent = phone.post(f"/api/history/picture/{number}", content=photograph((40, 30)), headers=host)
    assert sent.status_code == 422 and sent.json()["error"] == "round"
    assert (
        phone.post("/api/history/note", json={"evening": number, "text": "x"}, headers=host).status_code
        == 200
    )


def test_notes_come_through_a_restart(house, tmp_path):
    number = house.live.evening.id
    house.store.write_note(number, "À refaire")
    house.store.keep_note_picture(number, b"\xff\xd8picture")
    other = Store(tmp_path)
    assert other.notes()[number] == Note("À refaire", True)
    assert other.note_picture(number) == b"\xff\xd8picture"
    assert [one["note"] for one in Chronicle(other).overview()["evenings"]] == ["À refaire"]
    other.close()
