"""Files of past evenings: what goes out comes in the same, what cannot is refused whole, in one line."""

import csv
import io
import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion_api.family import exchange, spreadsheet
from companion_api.family.past import Chronicle, Past, fold
from companion_api.store import BROUGHT_IN, Evening, Store
from engine.cards import HONOURS
from engine.errors import BadInput
from engine.events import from_json
from engine.names import alike
from engine.reading import one_spelling
from engine.record.naming import players_of

HEAD = "started,round,player,net\n"


def played(foreign):
    """What an evening from a file comes to, as if it lay in a store."""
    events = [from_json(dict(line)) for line in foreign.events]
    return Past(Evening(1, foreign.started, BROUGHT_IN, foreign.setup), fold(events))


# --- out, in, out -------------------------------------------------------------------------

LETTER = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))
WORD = st.text(LETTER, min_size=1, max_size=12)
NAME = st.builds(
    lambda before, rest: one_spelling(before + rest),
    st.sampled_from(["", "=", "+", "-", "@", "'", "''=", "'@", "＝", "  ", "−", "JC", '"', ";", "1;2"]), WORD,
).filter(lambda name: name and one_spelling(name) == name and name.isprintable())  # fmt: skip
CHIPS = st.integers(-1000, 1000)


@st.composite
def tables(draw):
    """A CSV file of evenings, as people may keep one."""
    rows = []
    for evening in range(draw(st.integers(1, 3))):
        names = draw(st.lists(NAME, min_size=2, max_size=5, unique=True))
        game, rules = draw(st.sampled_from(["nain-jaune", "nap"])), draw(NAME)
        micro = draw(st.integers(0, 10**15 - 1))
        started = spreadsheet.moment("1980-01-01T00:00:00Z", "") + micro / 1e6
        for number in range(1, draw(st.integers(1, 3)) + 1):
            winner = draw(st.sampled_from([*names, None] if game == "nap" else names))
            for name in names:
                boxes = draw(st.dictionaries(st.sampled_from(HONOURS), st.integers(0, 99), max_size=2))
                rows.append({
                    "evening": evening, "started": exchange.when(started), "game": game, "rules": rules,
                    "round": number, "dealer": names[-1], "player": name, "won": int(name == winner),
                    "opera": int(name == winner and draw(st.booleans())), "net": draw(CHIPS),
                    "boxes": " ".join(f"{card.code}:{chips}" for card, chips in boxes.items() if winner),
                    "longest": draw(st.integers(0, 52)), "leftover": draw(st.integers(0, 9)),
                })  # fmt: skip
                if number == 1:
                    rows[-1]["chips"] = rows[-1]["net"] + draw(st.integers(0, 1000))
    written = io.StringIO()
    lines = csv.DictWriter(written, spreadsheet.COLUMNS, delimiter=draw(st.sampled_from(",;\t")))
    lines.writeheader()
    for row in rows:
        for column in ("game", "rules", "dealer", "player"):
            row[column] = spreadsheet.shielded(str(row[column]))
        lines.writerow(row)
    return written.getvalue()


@settings(max_examples=25, deadline=None)
@given(tables())
def test_what_goes_out_comes_in_the_same(text):
    text = spreadsheet.to_csv(map(played, exchange.read(text, "f.csv")))
    assert spreadsheet.to_csv(map(played, exchange.read(text, "f.csv"))) == text
    for row in csv.reader(io.StringIO(text)):
        for column, cell in zip(spreadsheet.COLUMNS, row, strict=True):
            if column in ("game", "rules", "dealer", "player"):
                assert cell.lstrip()[:1] not in set("=+-@＝＋－＠−\t\r")


@settings(max_examples=4, deadline=None)
@given(tables())
def test_through_a_store_and_back(tmp_path_factory, text):
    first, second = (Store(tmp_path_factory.mktemp("data")) for _ in range(2))
    evenings = exchange.read(text, "f.csv")
    assume(alike(sorted({name for one in evenings for name in players_of(one.events[0])})) is None)
    came, there = exchange.bring_in(first, evenings)
    assert came + there == len(evenings)
    one_text = exchange.to_json_text(first)
    exchange.bring_in(second, exchange.read(one_text, "f.json"))
    assert exchange.to_json_text(second) == one_text
    written = spreadsheet.to_csv(Chronicle(first).evenings())
    assert spreadsheet.to_csv(Chronicle(second).evenings()) == written
    assert exchange.bring_in(second, exchange.read(written, "f.csv")) == (0, came)
    first.close(), second.close()


FORMULAS = [
    "=1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "\u00a0=1", "\u200b=1", "＝1", "＠x", "−1", "'=1",
    "''=1", "' =1",
]  # fmt: skip


def test_a_shield_goes_as_it_came():
    for text in (*FORMULAS, "Ana", "'t Hooft", "'", "''", "O'=", "1", "a=b", "", "été"):
        shielded = spreadsheet.shielded(text)
        assert spreadsheet.unshielded(shielded) == text
        assert (shielded != text) == (text in FORMULAS), text
        assert spreadsheet.unshielded(text) == text or text.startswith("'"), text


def test_every_text_of_a_file_is_shielded(tmp_path, nainjaune):
    link, dealer = '=HYPERLINK("http://evil","x")', "=cmd|' /C calc'!A0"
    evening = ["1", "2026-01-01T20:00:00Z", link, "@SUM(1)", "1", dealer]
    rows = [["evening", "started", "game", "rules", "round", "dealer", "player", "won", "net"],
            [*evening, "=cmd|' /C calc'!A0", "1", "5"], [*evening, "\t=1+1", "0", "-5"]]  # fmt: skip
    with open(tmp_path / "f.csv", "w", newline="") as file:
        csv.writer(file).writerows(rows)
    data = ("--data", tmp_path / "data")
    assert nainjaune("history", *data, "--in", tmp_path / "f.csv", "--out", tmp_path / "o.csv").status == 0
    out = list(csv.DictReader(io.StringIO((tmp_path / "o.csv").read_text())))
    assert {row["player"] for row in out} == {"'=cmd|' /C calc'!A0", "'=1+1"}
    assert all(row[column].startswith("'") for row in out for column in ("game", "rules", "dealer", "player"))
    again = ("--data", tmp_path / "again")
    assert nainjaune("history", *again, "--in", tmp_path / "o.csv", "--out", tmp_path / "p.csv").status == 0
    assert (tmp_path / "p.csv").read_text() == (tmp_path / "o.csv").read_text()


# --- what spreadsheets make of it ---------------------------------------------------------

PLAIN = (
    "evening,started,game,rules,round,dealer,player,won,opera,net,chips,boxes,forgotten,betes,longest\n"
    "1,2026-12-24T20:15:00Z,nain-jaune,lindor,1,Ana,Ana,1,0,30,1150,QS:12,,,4\n"
    "1,2026-12-24T20:15:00Z,nain-jaune,lindor,1,Ana,Zoé,0,0,-30,1090,,,,\n"
)


def excel(text, **changes):
    """As a French spreadsheet saves it."""
    text = text.replace(",", ";").replace("\n", "\r\n")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


SAVED = [
    excel(PLAIN).encode("utf-8-sig"),
    excel(PLAIN).encode("cp1252"),
    excel(PLAIN).encode("utf-16"),
    PLAIN.replace(",", "\t").encode("utf-16"),
    ("sep=;\n" + excel(PLAIN)).encode("utf-8-sig"),
    excel(PLAIN + ",,,,,,,,,,,,,,\n\n", net=(";30;", ";30,00;")).encode(),
    excel(PLAIN, chips=(";1150;", ";1\u202f150,0;")).encode(),
    excel(PLAIN, chips=(";1090;", ";1 090;"), net=(";-30;", ";\u221230;")).encode(),
    excel(PLAIN, day=("2026-12-24T20:15:00Z", "24/12/2026 20:15")).encode("cp1252"),
    excel(PLAIN, day=("2026-12-24T20:15:00Z", "24.12.2026 20:15:00")).encode("cp1252"),
    excel(PLAIN, head=("started;game", " Started ;GAME")).encode(),
    PLAIN.replace("Zoé", '"Zoé "').replace("Ana", "Ana\u0020").encode(),
]


def test_what_a_spreadsheet_saved_is_read(tmp_path, nainjaune):
    told = []
    for number, written in enumerate([PLAIN.encode(), *SAVED]):
        file, out = tmp_path / f"{number}.csv", tmp_path / f"{number}.out.csv"
        file.write_bytes(written)
        assert nainjaune("history", "--data", tmp_path / str(number), "--in", file, "--out", out).status == 0
        told.append(out.read_text())
    assert [number for number, text in enumerate(told) if text != told[0]] == []


def json_file(**changes):
    event = {"type": "game_started", "players": ["Ana", "Bruno"], "imported": True, "seq": 1}
    evening = {"started": "2020-01-01T20:00:00Z", "setup": {}, "events": [event]}
    told = {"format": "nainjaune-history", "version": 1, "evenings": [evening]}
    for path, value in changes.items():
        place = {"event": event, "evening": evening, "file": told}
        where, _, field = path.partition("_")
        place[where][field] = value
    return json.dumps(told)


SETTLED = {
    "type": "settlement", "round": 1, "dealer": "Ana", "winner": "Ana", "boxes": {},
    "net": {"Ana": 1, "Bruno": -1}, "seq": 2,
}  # fmt: skip
CORRECTED = {"type": "corrected", "replacement": None, "seq": 2}
BEGUN = {"type": "game_started", "players": ["Ana", "Bruno"], "imported": True, "seq": 1}

REFUSED = [
    # days, numbers and lengths that no export could carry
    (HEAD + "9999-12-31T23:59:59-14:00,1,A,5\n9999-12-31T23:59:59-14:00,1,B,-5\n", "'started'"),
    (HEAD + "0001-01-01T00:00:00+14:00,1,A,5\n", "'started'"),
    (HEAD + "1699-12-31,1,A,5\n", "1700"),
    (HEAD + "2200-01-01,1,A,5\n", "2199"),
    (HEAD + ",1,A,5\n", "'started'"),
    (HEAD + "01/02/2026,1,A,5\n", "'started'"),
    (HEAD + "2026-01-01,-1,A,5\n", "'round' is -1"),
    (HEAD + "2026-01-01,0,A,5\n", "'round' is 0"),
    (HEAD + "2026-01-01,99999,A,5\n", "'round'"),
    (HEAD + "2026-01-01,1,A,NaN\n", "'net'"),
    (HEAD + "2026-01-01,1,A,Infinity\n", "'net'"),
    (HEAD + "2026-01-01,1,A,1e5\n", "'net'"),
    (HEAD + "2026-01-01,1,A,2.5\n", "'net'"),
    (HEAD + '2026-01-01,1,A,"1,000"\n', "'net'"),
    (HEAD + f"2026-01-01,1,A,{'9' * 5000}\n", "'net'"),
    (HEAD + "2026-01-01,1,A,10000000000\n", "'net' is 10000000000"),
    (HEAD + f"2026-01-01,1,{'A' * 81},5\n", "'player'"),
    (HEAD + f"2026-01-01,1,{'A' * 200_000},5\n", "field larger"),
    (HEAD + "2026-01-01,1,A\x07B,5\n", "'player'"),
    (HEAD + "2026-01-01,1\n", "line 2"),
    (HEAD + "2026-01-01\n", "line 2"),
    (HEAD + "2026-01-01,1,Ana,5,6\n", "5 cells"),
    (HEAD.replace("\n", ",won\n") + "2026-01-01,1,A,1,0\n2026-01-01,1,B,1,0\n", "no winner"),
    (HEAD.replace("\n", ",won\n") + "2026-01-01,1,A,1,2\n", "'won'"),
    (HEAD.replace("\n", ",boxes\n") + "2026-01-01,1,A,1,QS:-5\n", "QS:-5"),
    (HEAD.replace("\n", ",longest\n") + "2026-01-01,1,A,1,-5\n", "'longest'"),
    (HEAD.replace("\n", ",leftover\n") + "2026-01-01,1,A,1,-5\n", "'leftover'"),
    (HEAD.replace("\n", ",chips\n") + "2026-01-01,1,A,1,0\n", "'chips' less 'net' is -1"),
    ('"' + HEAD, "column"),
    ("\0" * 50, "NUL"),
    # JSON
    ("[" * 10_000, "column"),
    ('{"format": "nainjaune-history", "evenings": ' + "[" * 10_000, "deep"),
    (json_file(evening_started="9999-12-31T23:59:59-14:00"), "'started'"),
    (json_file(evening_started=7), "'started'"),
    (json_file(evening_started=None), "'started'"),
    (json_file(evening_setup={"players": 3}), "'setup'"),
    (json_file(evening_setup=[1]), "'setup'"),
    (json_file(evening_events=[{**BEGUN, "stock": {"Ana": 10**15}}, SETTLED]), "expected"),
    (json_file(event_stock={"Ana": -1}), "'stock'"),
    (json_file(event_note="x" * 100_000), "longer"),
    (json_file(event_note="\ud800"), "half"),
    (json_file(event_seq=2), "numbered"),
    (json_file(event_rules="no such rules", event_imported=False), "no such rules"),
    (json_file(event_options={"opera": "x"}, event_imported=False), "opera"),
    (json_file(file_event_version=99), "later"),
    (json_file(file_event_version="x"), "event_version"),
    (json_file(evening_events=[BEGUN, {**SETTLED, "net": {"Ana": 10**10, "Bruno": 0}}]), "expected"),
    (json_file(evening_events=[BEGUN, {**SETTLED, "longest": {"Ana": -3}}]), "longest"),
    (json_file(evening_events=[BEGUN, {**CORRECTED, "target": 9}]), "correct"),
    (json_file().replace('"seq": 1', '"seq": 1, "x": NaN'), "NaN"),
    (json_file().replace('"seq": 1', '"seq": 1, "x": 1e999'), "large"),
    (json_file().replace('"seq": 1', '"seq": 1, "seq": 1'), "twice"),
]  # fmt: skip


def test_what_cannot_be_kept_is_refused_whole(tmp_path, nainjaune):
    """Also with good evenings before it."""
    file, data = tmp_path / "f.x", ("--data", tmp_path / "data")
    good = json.loads(json_file())["evenings"][0]
    for text, said in REFUSED:
        for written in {text, text if said == "twice" else with_good_ones(text, good)}:
            file.write_bytes(written.encode("utf-8", "surrogatepass"))
            ran = nainjaune("history", *data, "--in", file).refused(str(file))
            assert said in ran.err or written != text, ran.err
            assert len(ran.err) < 2000
        assert nainjaune("history", *data, "--json").out == "", said
    store = Store(tmp_path / "data")
    assert store.evenings() == []
    store.close()


def with_good_ones(text, good):
    if text.startswith(HEAD):
        return text.replace(HEAD, HEAD + "2001-01-01,1,Ana,1\n2001-01-01,1,Bruno,-1\n")
    try:
        told = json.loads(text)
        return json.dumps({**told, "evenings": [good, *told["evenings"]]})
    except (ValueError, RecursionError, TypeError):
        return text


def test_a_full_disk_in_the_middle_brings_nothing_in(tmp_path, monkeypatch):
    from companion_api.store import evenings as writing

    store, real, calls = Store(tmp_path), writing._append, []

    def fails(*args, **told):
        calls.append(1)
        if len(calls) == 2:
            raise BadInput("no room")
        return real(*args, **told)

    monkeypatch.setattr(writing, "_append", fails)
    text = HEAD + "2001-01-01,1,Ana,1\n2001-01-02,1,Bruno,-1\n"
    with pytest.raises(BadInput, match="no room"):
        exchange.bring_in(store, exchange.read(text, "f.csv"))
    assert store.evenings() == []
    store.close()


def test_two_evenings_that_began_at_once_are_two(tmp_path):
    store = Store(tmp_path)
    text = "evening," + HEAD
    text += "".join(f"{n},2020-01-01T20:00:00Z,1,{name},1\n" for n, name in enumerate(("Ana", "Bruno")))
    assert exchange.bring_in(store, exchange.read(text, "f.csv")) == (2, 0)
    assert exchange.bring_in(store, exchange.read(text, "f.csv")) == (0, 2)
    store.close()
