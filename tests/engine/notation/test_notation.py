"""The notation: what is written is read back the same, people may write freely, errors tell the place."""

from __future__ import annotations

import os
from random import Random

import pytest
import random_logs
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rounds import GOLDEN, NAMES

from engine import notation
from engine.cards import DECK, HONOURS, parse_card
from engine.errors import BadInput
from engine.events import BIDS, from_json, to_json
from engine.games import game, lindor
from engine.notation.words import marks
from engine.record import log

LONG = "NAINJAUNE_LONG" in os.environ
HEAD = """[Game nain-jaune]
[Rules lindor]
[Player A "Ana Lise" 120]
[Player B "Bruno"]
[Player C]
[Round 1]
[Dealer A]
"""


def events_of(text):
    return [event for _, event in notation.read(text, "soirée.nj")]


def lines_of(text):
    return [to_json(event) for event in events_of(text)]


def moves(text):
    """The log lines of some moves after a head, types and cards in short."""
    told = []
    for line in lines_of(HEAD + text)[2:]:
        line.pop("confidence", None)
        told.append(line)
    return told


def laid(player, card, **more):
    return {"type": "card_played", "player": player, "card": card, **more}


def called(player, card, **more):
    return {"type": "called", "player": player, "card": card, **more}


# --- what people may write ---------------------------------------------------------------


def test_tags_of_a_game_and_a_round():
    text = """; the evening before
[Numbered]
[Game "nain-jaune" @0.5]
[Rules lindor]
[Option opera no_card] {agreed on}
[Option per_card 3]
[Option fiche "2"]
[Player A "Ana \\"la reine\\" Lise" 120] [Player Bé 90]
[Player C]

[Round 1 @3]
[Dealer Bé]
[Boxes 10♦=1 V♣=2 KH=4]
[Round]
[Dealer "Zoé"]
"""
    assert lines_of(text) == [
        {"type": "game_started", "seq": 1, "t": 0.5, "game": "nain-jaune", "rules": "lindor",
         "options": {"opera": "no_card", "per_card": 3, "fiche": "2"},
         "players": ['Ana "la reine" Lise', "Bé", "C"],
         "stock": {'Ana "la reine" Lise': 120, "Bé": 90, "C": 0}},
        {"type": "round_started", "seq": 2, "t": 3.0, "dealer": "Bé",
         "boxes": {"TD": 1, "JC": 2, "QS": 0, "KH": 4, "7D": 0}},
        {"type": "round_started", "seq": 3, "dealer": "Zoé"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("B: 9D TD", [laid("Bruno", "9D"), laid("Bruno", "TD")]),
        ("B : 9d 10♦ V♣ D♠ R♥ 1♦ bd Pik-Dame",
         [laid("Bruno", c) for c in ("9D", "TD", "JC", "QS", "KH", "AD", "JD", "QS")]),
        ("Bruno: 9D - C:-10 A:10♦", [laid("Bruno", "9D"), laid("Ana Lise", "TD")]),
        ('"Ana Lise": 9D "Zoé": TD', [laid("Ana Lise", "9D"), laid("Zoé", "TD")]),
        ("A: QS! KC", [laid("Ana Lise", "QS"), called("Ana Lise", "QS"), laid("Ana Lise", "KC")]),
        ("A: QS ! KC", [laid("Ana Lise", "QS"), called("Ana Lise", "QS"), laid("Ana Lise", "KC")]),
        ("A: !QS/tap QS B: !QS", [called("Ana Lise", "QS", via="tap"), laid("Ana Lise", "QS"),
                                  called("Bruno", "QS")]),
        ('C: QS~0.5@12.25#7!@13/"deux mots"',
         [laid("C", "QS", seq=7, t=12.25), called("C", "QS", t=13.0, via="deux mots")]),
        ("A: (KH 4♠\n ; to the end\n 1♦ {a comment: B: 5C}) C: ()",
         [{"type": "hand_shown", "player": "Ana Lise", "cards": ["KH", "4S", "AD"]},
          {"type": "hand_shown", "player": "C", "cards": []}]),
        ("A: 9D >10♦ >VD >D♥", [laid("Ana Lise", "9D"), laid("Bruno", "TD"), laid("C", "JD"),
                                 laid("Ana Lise", "QH")]),
        ("<3>@4 <12 B: QS@3>#30",
         [{"type": "corrected", "t": 4.0, "target": 3, "replacement": None},
          {"type": "corrected", "seq": 30, "target": 12,
           "replacement": laid("Bruno", "QS", t=3.0, confidence=1.0)}]),
        ('%{"type": "alert", "kind": "uncertain"} A: 9D%{"why": {"x": [1]}}',
         [{"type": "alert", "kind": "uncertain"}, laid("Ana Lise", "9D", why={"x": [1]})]),
        ('%{"type": "weather"}', []),
    ],
)  # fmt: skip
def test_moves(text, told):
    assert moves(text) == told


def test_nap():
    text = """[Game nap] [Rules nap] [Option floater on]
[Player A] [Player B] [Player C]
[Round 1] [Dealer A]
B: exchange=3/1 seen three+ > nap- A: pass/x
"""
    with pytest.raises(BadInput, match="line 4 column 43: '/' right after what was complete"):
        lines_of(text)
    assert lines_of(text.replace("pass/x", "pass C: trump=♠ fine=5/revoke AS >9S >2S"))[2:] == [
        {"type": "exchanged", "player": "B", "count": 3, "cost": 1},
        {"type": "floater_seen", "player": "B"},
        {"type": "bid", "player": "B", "bid": "three", "floater": True},
        {"type": "bid", "player": "C", "bid": "nap", "floater": False},
        {"type": "bid", "player": "A", "bid": "pass"},
        {"type": "trump_named", "player": "C", "suit": "S"},
        {"type": "fined", "player": "C", "chips": 5, "why": "revoke"},
        laid("C", "AS", confidence=1.0),
        laid("A", "9S", confidence=1.0),
        laid("B", "2S", confidence=1.0),
    ]


# --- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[Gmae x]", "line 1 column 2: 'Gmae' is no tag, expected Numbered, Game"),
        ("[Game]", "line 1 column 6: ']' after [Game, expected a word"),
        ("[Game x", "line 1 column 8: the end after [Game, expected ']'"),
        ("[Rules lindor]", "line 1 column 1: [Rules] stands outside the tags after a [Game]"),
        ("[Game nap]\n[Dealer A]", "line 2 column 1: [Dealer] stands outside the tags after a [Round]"),
        ("[Game nap]\n[Player A] [Player A]", "line 2 column 20: the mark A is already that of A"),
        ("[Game nap]\n[Player A]\n[Round 2]", "line 3 column 8: round 2 is number 1 of this text"),
        ("[Game nap]\n[Player A]\n[Round]", "line 3 column 1: 'dealer' is missing"),
        ("[Game nap]\n[Player A]\n[Round][Dealer B]", "line 3 column 16: 'B' is nobody's mark, expected A"),
        ("[Game nap][Player A][Round][Dealer A][Boxes TD=1 TD=2]", "column 50: the box TD is told twice"),
        ("[Game nap][Player A][Round][Dealer A][Boxes 9D=1]", "'9D' has no box"),
        (HEAD + "9D", "line 8 column 1: nobody is named yet"),
        (HEAD + "> 9D", "line 8 column 1: nobody comes next"),
        (HEAD + "X: 9D", "line 8 column 1: 'X' is nobody's mark, expected A, B or C"),
        (HEAD + "A: 9D 11C", "line 8 column 7: '11C' is no card"),
        (HEAD + "A: 9D!TD", "line 8 column 7: 'TD' right after what was complete, expected a blank"),
        (HEAD + "A: ~", "line 8 column 4: '~' is no card"),
        (HEAD + "A: !", "line 8 column 4: which card is called?"),
        (HEAD + "A: 9D B: !", "line 8 column 10: which card is called?"),
        (HEAD + "A: 9D@x", "line 8 column 7: 'x' after @, expected a number"),
        (HEAD + "A: 9D@1@2", "line 8 column 10: 't' is told a second time"),
        (HEAD + "A: 9D~3", "line 8 column 4: 'confidence' is 3, expected 0 to 1"),
        (HEAD + "A: 9D\n\n  (9C", "line 10 column 3: this hand is never closed"),
        (HEAD + "A: (9C !)", "line 8 column 8: '!' in a hand, expected a card or ')'"),
        (HEAD + "{ A: 9D", "line 8 column 1: this comment is never closed"),
        (HEAD + '"Ana: 9D', "line 8 column 1: this text in quotes is never closed"),
        (HEAD + '"A" 9D', "line 8 column 5: '9D' after a name in quotes, expected ':'"),
        (HEAD + "A: 9D <x>", "line 8 column 8: 'x' after <, expected a whole number"),
        (HEAD + "A: 9D <3 9D>", "line 8 column 10: '9D' in a correction, expected a mark"),
        (HEAD + "%[1]", "line 8 column 2: after % stands no JSON object"),
        (HEAD + "%{1}", "line 8 column 2: after % stands no JSON object"),
        (HEAD + '%{"type": "called"}', "line 8 column 1: 'player' is missing"),
        (HEAD + '%{"type": "corrected", "target": 3}', "line 8 column 1: 'replacement' is missing"),
        (HEAD + 'A: 9D%{"card": "TD"}', "line 8 column 6: 'card' is told a second time"),
        (HEAD + "%" + '{"a":' * 100_000, "line 8 column 2: after % stands no JSON object"),
        (HEAD + "%{\"type\":\"corrected\",\"target\":1,\"replacement\":" * 400, "line 8"),
    ],
)  # fmt: skip
def test_errors_tell_the_place(text, said):
    with pytest.raises(BadInput) as error:
        notation.read(text, "soirée.nj")
    assert str(error.value).startswith("soirée.nj line ") and said in str(error.value)


# --- print and read back -----------------------------------------------------------------


@pytest.mark.parametrize("rules", [random_logs.lindor, random_logs.avantcoureur, random_logs.nap])
@given(seed=st.integers(0, 2**32), numbered=st.booleans())
@settings(max_examples=200 if LONG else 15, deadline=None)
def test_random_evenings_are_read_back_the_same(rules, seed, numbered):
    lines = rules(Random(seed), 2)
    if numbered:
        lines = [line | {"seq": n, "t": n / 8} for n, line in enumerate(lines, start=1)]
    events = [from_json(line) for line in lines]
    text = notation.write(events)
    assert "%" not in text, "a legal log needs no JSON"
    assert events_of(text) == events
    assert notation.write(events_of(text)) == text


names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8).filter(str.strip)
cards = st.sampled_from([card.code for card in DECK])
whole = st.integers(0, 10**15)
number = st.floats(-1e15, 1e15, allow_nan=False)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)
further = st.dictionaries(
    st.text(max_size=5).filter(lambda name: name not in ("seq", "t")), anything, max_size=1
)


@st.composite
def log_lines(draw, depth=0):
    """A line of a log: any type, any fields that it may have, sensible or not."""
    who = draw(st.shared(st.lists(names, min_size=1, max_size=4), key="players"))
    player = st.sampled_from(who) | names
    kind = draw(st.sampled_from([
        "card_played", "card_played", "card_played", "called", "called", "hand_shown", "round_started",
        "game_started", "bid", "floater_seen", "exchanged", "fined", "claimed", "trump_named", "corrected",
        "antes_seen", "alert", "box_taken",
    ]))  # fmt: skip
    fields = {
        "card_played": {"player": player, "card": cards, "confidence": st.floats(0, 1) | st.just(1.0)},
        "called": {"player": player, "card": cards, "via": st.none() | names},
        "hand_shown": {"player": player, "cards": st.lists(cards, max_size=5)},
        "round_started": {"dealer": player, "boxes": st.none() | boxes},
        "game_started": {
            "game": st.sampled_from(["nain-jaune", "nap"]) | names,
            "rules": names,
            "options": st.dictionaries(st.text(), st.text() | st.integers() | anything, max_size=2),
            "players": st.just(who),
            "stock": st.none() | whole | st.dictionaries(st.sampled_from(who), whole, max_size=2),
        },
        "bid": {"player": player, "bid": st.sampled_from(BIDS), "floater": st.none() | st.booleans()},
        "floater_seen": {"player": player},
        "exchanged": {"player": player, "count": whole, "cost": st.none() | whole},
        "fined": {"player": player, "chips": st.integers(1, 10**15), "why": st.none() | names},
        "claimed": {"player": player},
        "trump_named": {"player": player, "suit": st.sampled_from("CDHS")},
        "corrected": {
            "target": st.integers(1, 10**15),
            "replacement": st.none() | (log_lines(depth=depth + 1) if depth < 2 else st.none()),
        },
        "antes_seen": {"boxes": boxes},
        "alert": {"kind": names, "detail": st.none() | names},
        "box_taken": {"player": player, "card": cards},
    }[kind]
    told = {name: draw(values) for name, values in fields.items()}
    line = {name: value for name, value in told.items() if value is not None or name == "replacement"}
    line |= draw(further) if draw(st.booleans()) else {}
    line |= told | {"type": kind}
    if draw(st.booleans()):
        line["seq"] = draw(st.integers(1, 10**15))
    if draw(st.booleans()):
        line["t"] = draw(number)
    return line


boxes = st.dictionaries(st.sampled_from([card.code for card in HONOURS]), whole, max_size=5)


@given(st.lists(log_lines(), max_size=7), st.booleans())
@settings(max_examples=1000 if LONG else 40, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_a_log_holds_is_read_back_the_same(lines, numbered):
    if numbered:
        lines = [line | {"seq": n} for n, line in enumerate(lines, start=1)]
    events = [from_json(line) for line in lines]
    text = notation.write(events)
    text.encode("utf-8")
    assert events_of(text) == events
    assert notation.write(events_of(text)) == text


PIECES = st.sampled_from(
    [*'[]()<>{}!@#~/%>:;"- \n', "A:", "B:", "9D", "QS!", "[Round]", "[Dealer A]", "[Player A]", "[Game nap]",
     "[Deal", "[Boxes", "TD=1", '"x"', "%{", "}", "trump=S", "four+", "10♦", "@1e400",
     "#99999999999999999", "1"]
)  # fmt: skip


@given(st.text() | st.lists(PIECES | st.text(max_size=2)).map("".join))
@example('[Round][Dealer\n"\\ud800"]')
@settings(max_examples=200, deadline=None)
def test_whatever_is_written_nothing_but_bad_input_comes_out(text):
    for tried in (text, HEAD + text):
        try:
            events = events_of(tried)
        except BadInput as error:
            assert "\n" not in str(error) and str(error).startswith("soirée.nj line ")
        else:
            assert events_of(notation.write(events)) == events


@pytest.mark.parametrize("rules", [random_logs.lindor, random_logs.avantcoureur, random_logs.nap])
def test_an_evening_told_briefly_settles_alike(rules):
    for seed in range(6):
        lines = [line | {"seq": n, "t": n / 2} for n, line in enumerate(rules(Random(seed), 2), start=1)]
        wrong = next((line for line in lines if line["type"] == "card_played"), None)
        if wrong is None:
            continue  # a deal of Nap thrown in
        told = [*lines, {"type": "alert", "kind": "uncertain", "seq": 900}]
        told.append({"type": "corrected", "seq": 901, "target": wrong["seq"], "replacement": dict(wrong)})
        told[lines.index(wrong)] = wrong | {
            "card": "AC" if wrong["card"] != "AC" else "2C",
            "confidence": 0.5,
        }
        brief = notation.brief(from_json(line) for line in told)
        assert game.fold(brief).settlements == game.fold(map(from_json, lines)).settlements
        text = notation.write(brief)
        assert not set(text) & set("#%~<") and ("@" in text) == ("call_window with_card" in text)
        assert events_of(text) == brief


GOOD = [file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("*.round"))]


@given(st.data())
@settings(max_examples=1000 if LONG else 60, deadline=None)
def test_a_good_round_with_slips_is_settled_or_refused(data):
    text = data.draw(st.sampled_from(GOOD))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = at + data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(st.text(max_size=3) | PIECES | st.just("")) + text[end:]
    try:
        list(log.settle(text, "soirée.nj"))
    except BadInput as error:
        assert str(error).startswith("soirée.nj") and "\n" not in str(error)


def test_marks_are_the_shortest_beginnings_that_differ():
    assert marks(("Ana", "Bruno", "Chloé")) == ("A", "B", "C")
    assert marks(("Bruno", "Bernard", "Ana")) == ("Br", "Be", "An")
    assert marks(("Jean Paul", "Jean-Luc")) == ("JeanP", "Jean-")
    assert marks(("An", "Ann")) == ("An", "Ann")
    assert marks(("!", "Ana")) == marks(("An", "An")) == ("1", "2")
    assert marks(()) == ()


# --- deals -------------------------------------------------------------------------------

L2 = "lindor 1 0,0,0,0,0 .789..A23456789TJK/K..A23456789TJQK.Q/A2345678Q.A23456.. 9TJ.TJQK.."


def test_a_deal_in_one_line():
    dealt = notation.parse_deal(L2)
    assert (dealt.rules, dealt.dealer, len(dealt.hands), len(dealt.talon)) == ("lindor", 0, 3, 7)
    assert parse_card("QS") in dealt.hands[1] and set(dealt.boxes.values()) == {0}
    assert notation.print_deal(dealt) == L2
    assert notation.parse_deal(L2.replace("9TJ.TJQK", "109V.10VDR")) == dealt


@given(st.integers(0, 2**32), st.integers(2, 8), st.booleans())
def test_deals_are_read_back_the_same(seed, players, told):
    rng = Random(seed)
    each, _ = lindor.DEAL[players]
    deck = rng.sample(DECK, 52)
    hands = tuple(
        tuple(sorted(deck[place * each : (place + 1) * each], key=DECK.index)) for place in range(players)
    )
    rest = tuple(sorted(deck[players * each :], key=DECK.index))
    chips = {box: rng.randrange(99) for box in HONOURS} if told else None
    dealt = notation.Dealt("lindor", rng.randrange(players), chips, hands, rest)
    assert notation.parse_deal(notation.print_deal(dealt)) == dealt


def test_deals_of_nap():
    line = "nap 2 - A.A.A.AK/Q.Q.Q.JQ/T.T.T.9T 2.2.2.2 .3.."
    dealt = notation.parse_deal(line)
    assert notation.print_deal(dealt) == line and dealt.apart == (parse_card("3D"),)
    assert parse_card("3D") in dealt.to_draw and notation.parse_deal(L2).to_draw == ()


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (" 9TJ.TJQK..", "", "4 fields, expected 5"),
        ("lindor", "poker", "'poker' are not known"),
        (" 1 ", " 4 ", "dealer 4 of 3 players"),
        (" 1 ", " x ", "the dealer's place is 'x'"),
        ("0,0,0,0,0", "0,0", "expected five numbers"),
        ("0,0,0,0,0", "0,0,0,0,-1", "the box 7D is '-1'"),
        ("TJQK..", "TJQK.", "the talon '9TJ.TJQK.' has 3 suits"),
        ("9TJ.TJQK..", "9TJ.TJQZ..", "'Z' is no rank"),
        ("9TJ.TJQK..", "9TJ.TJQ..9", "9S is dealt twice"),
        ("9TJ.TJQK..", "9TJ.TJQ..", "the talon has 6 cards, expected 7"),
        ("9TJ.TJQK..", "9TJ.TJQ.. .K..", "the talon has 6 cards"),
        (".789.", ".89.", "hand 1 has 14 cards, expected 15"),
        ("/A2345678Q.A23456..", "", "hand 1 has 15 cards, expected 22"),
        ("lindor 1 0,0,0,0,0", "nap 1 -", "expected 3 to 10 of 5 cards each, or of 7"),
    ],
)  # fmt: skip
def test_deals_that_are_none(was, now, said):
    with pytest.raises(BadInput) as error:
        notation.parse_deal(L2.replace(was, now), "L2")
    assert said in str(error.value) and str(error.value).startswith("L2: ")


DEALT = HEAD.replace("[Dealer A]", f'[Deal "{L2}"]')


def test_a_round_may_begin_with_its_deal():
    told = lines_of(DEALT + "B: AH 2H C: () ")[1]
    assert told["dealer"] == "Ana Lise" and set(told["boxes"].values()) == {0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DEALT + "B: AH 9S", "line 8 column 7: 9S was not dealt to Bruno"),
        (DEALT + "B: AH\nA: (9S 9C)", "line 9 column 4: 9C was not dealt to Ana Lise"),
        (DEALT + "[Dealer A]", "'dealer' is told a second time"),
        (DEALT.replace("[Player C]", ""), "a deal of lindor for 3, expected lindor for 2"),
        (HEAD + "[Round][Deal x]", "expected a deal in quotes"),
        (HEAD + '[Round][Deal "x"]', "line 8 column 14: 1 fields, expected 5"),
    ],
)
def test_cards_are_held_to_the_deal(text, said):
    with pytest.raises(BadInput) as error:
        events_of(text)
    assert said in str(error.value)


def test_a_corrected_card_is_not_held_to_the_deal():
    assert len(events_of(DEALT + "B: 9S <3 B: AH> 2H")) == 5


def test_names_for_random_tables_have_marks_of_one_letter():
    assert {len(mark) for mark in marks(NAMES)} == {1}
