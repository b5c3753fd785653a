"""`nainjaune bench simulated`: seeds are kept and gone on with, and films are compared fairly."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from random import Random

import pytest

from bench.counting import numbers, share
from bench.films.film_figures import Told, Watched, figures, told_again
from bench.films.recorded import SUFFIX, Papers, Recording, recorded, recording
from bench.films.simulated import Plan, plans, run, summary
from bench.films.truthful import Truthful
from bench.spoken.spoken_rounds import Manners, spoken_round
from engine.boundaries import CardLaid, CardLook, ViewLost
from engine.cards import DECK, parse_card
from engine.errors import BadInput
from engine.events import Alert, CardPlayed, Corrected, HandShown, Settlement, to_json
from engine.games import game
from engine.referee.people.questions import Alternative, Question
from engine.referee.referee import Referee
from engine.table import table_from_json
from hardware.simulator import SimulatedTable


@pytest.fixture(scope="module")
def film():
    return SimulatedTable(8, 3, fps=10, pace=4)


def settled(film):
    """The evening as a perfect watcher would have told it, settlement included."""
    evening = game.fold(film.events)
    return [*film.events, *evening.settlements]


def compared(film, events, late=0.5):
    """The figures of a watcher who says ``events``, each card ``late`` seconds after it lay still."""
    lies = {event["card"]: event["t"] for event in film.truth["events"] if event["type"] == "card_played"}
    told = [Told(lies.get(getattr(e, "card", None) and e.card.code, 0.0) + late, 0.0, e) for e in events]
    told = [Told(each.t, 0.01, each.event) for each in told]
    return figures(Watched(told, [], 10, film.duration, 1.0), film.truth)


def test_who_says_the_truth_is_exact(film):
    told = compared(film, settled(film))
    assert told["settlement_exact"] and told["settled"] == 1 and not told["doubts"]
    assert told["cards"] == told["cards_right"] == told["players_right"] > 15
    assert told["cards_too_many"] == 0
    assert set(told["delays"]) == {0.51} and set(told["delays_in_film"]) == {0.5}


def test_cards_that_do_not_stand_in_the_end_are_not_right(film):
    events = settled(film)
    place = next(n for n, event in enumerate(events) if isinstance(event, CardPlayed))
    events = [*events, Corrected(place + 1, None)]
    told = compared(film, events)
    assert told["cards_right"] == told["players_right"] == told["cards"] - 1
    assert len(told["delays"]) == told["cards"]


def test_another_player_is_a_right_card_by_a_wrong_player(film):
    events = settled(film)
    place = next(n for n, event in enumerate(events) if isinstance(event, CardPlayed))
    other = next(name for name in events[0].players if name != events[place].player)
    told = compared(film, [*events, Corrected(place + 1, CardPlayed(other, events[place].card))])
    assert told["cards_right"] == told["cards"] and told["players_right"] == told["cards"] - 1


def test_cards_that_were_not_played_or_not_yet_are_false(film):
    events = settled(film)
    held = next(event for event in events if isinstance(event, HandShown)).cards[0]
    last = max(n for n, event in enumerate(events) if isinstance(event, CardPlayed))
    assert (
        compared(film, events)["cards_false"] == 0 and compared(film, events, late=-9.0)["cards_false"] > 15
    )
    stray = CardPlayed(events[last].player, held)
    # Put right afterwards, it was told all the same.
    told = compared(film, [*events[:last], stray, Corrected(last + 1, None), *events[last:]])
    assert told["cards_false"] == 1 and told["false"] == [[0.5, stray.player, held.code]]


def test_missed_calls_found_and_false(film):
    missed = [event for event in film.truth["events"] if event["type"] == "missed_call"]
    assert missed
    alerts = [Alert("missed_call", each["player"], parse_card(each["card"])) for each in missed]
    events = settled(film)
    assert compared(film, events)["missed_found"] == 0
    told = compared(film, [*events, *alerts, Alert("missed_call", "Ana", parse_card("2D"))])
    assert (told["missed"], told["missed_found"], told["missed_false"]) == (len(missed), len(missed), 1)
    assert not told["doubts"]
    assert compared(film, [*events, Alert("uncertain")])["doubts"] == {"uncertain": 1}


@pytest.fixture(scope="module")
def seen():
    """A table, what was played at it, and what was seen of that, twice a second."""
    names = ("Ana", "Bruno", "Chloé")
    table = table_from_json({"dealer": "Ana", "players": [{"name": name} for name in names]}, "the test")
    played = spoken_round(table, Random(3), Manners(talk=0, cries=0))
    ticks = [tick / 2 for tick in range(round(played.ends + 10) * 2)]
    return table, played, [(t, [s for s in played.sightings if t - 0.5 < s.t <= t]) for t in ticks]


def test_sightings_are_told_again_without_a_film(seen):
    table, played, seen = seen
    direct = Referee(table)
    log = [*direct.start()]
    heard = list(played.tapped)
    for t, sightings in seen:
        while heard and heard[0].t <= t:
            log += direct.hear(heard.pop(0))
        for sighting in sightings:
            log += direct.observe(sighting)
        log += direct.tick(t)
    log += direct.finish()
    told = told_again(seen, table, played.tapped)
    assert isinstance(log[-1], Settlement) and [each.event for each in told.told] == log
    assert told.seen == seen and told.frames == len(seen)
    # Started anew in the middle, it goes on where its log ends.
    middle = played.ends / 2
    halves = told_again(seen, table, played.tapped, restarts=[middle])
    events = [each.event for each in halves.told]
    before = [each.event for each in told.told if each.t < middle]
    assert events[: len(before)] == before and halves.frames == len(seen)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    cards = [event.card for event in events if isinstance(event, CardPlayed)]
    assert len(cards) == len(set(cards)) > sum(isinstance(event, CardPlayed) for event in before) > 0


def test_what_was_seen_comes_back_to_the_last_bit_for_its_own_film_alone(seen, tmp_path):
    _, _, seen = seen
    file = tmp_path / "kept" / f"a{SUFFIX}"
    table = {"dealer": "Ana", "players": [{"name": name} for name in ("Ana", "Bruno", "Chloé")]}
    calls = [{"t": 3.2, "player": "Ana", "card": "QS"}]
    papers = Papers(table, calls, {"events": [1, 2]})
    assert recorded(None, papers) is None and recorded(file, papers) is None
    Recording(papers, seen).save(file)
    assert recording(file) == Recording(papers, seen) and any(sightings for _, sightings in seen)
    assert recorded(file, papers) == recorded(file, replace(papers, truth=None)) == seen
    for other in ({"truth": {"events": [3]}}, {"calls": None}, {"table": {**table, "dealer": "Bruno"}}):
        assert recorded(file, replace(papers, **other)) is None, other
    assert [said.t for said in papers.said("a")] == [3.2] and Papers(table, None).said("a") is None


def test_a_damaged_recording_is_one_line_and_the_film_is_watched_again(seen, tmp_path):
    file, papers = tmp_path / f"a{SUFFIX}", Papers({"players": [{}] * 3}, None, None)
    Recording(papers, seen[2][:20]).save(file)
    data = file.read_bytes()
    plain = lzma.decompress(data)
    changed = (
        (b'"version":1', b'"version":9'),
        (b'"saw":[[', b'"saw":[[9'),
        (b'"times":[', b'"times":["x",'),
    )
    spoilt = [lzma.compress(plain.replace(*change)) for change in changed]
    for content in (b"", data[:-9], b"not ours", lzma.compress(b"[]"), *spoilt):
        file.write_bytes(content)
        with pytest.raises(BadInput, match="recorded sightings, version 1") as refused:
            recording(file)
        assert "\n" not in str(refused.value) and recorded(file, papers) is None


def test_a_recording_that_cannot_be_written_is_one_line(seen, tmp_path):
    (tmp_path / "a file").write_text("")
    with pytest.raises(BadInput, match="a file"):
        Recording(Papers({}, None), seen[2]).save(tmp_path / "a file" / f"b{SUFFIX}")


def test_what_is_filmed_does_not_hang_on_answers():
    plan, answered = (plans([1], [3], answered=each)[0] for each in (False, True))
    others = [*plans([2], [3]), *plans([1], [4]), *plans([1], [3], overlooks=0.1)]
    assert plan.film == answered.film and len({plan.film, *(each.film for each in others)}) == 4


def line(plan, outcome="exact", doubts=()):
    return {
        "plan": {"seed": plan.seed, "players": plan.players, "disturbances": list(plan.disturbances)},
        "outcome": outcome,
        "wrong": {} if outcome == "exact" else {"net": {}},
        "doubts": {kind: 1 for kind in doubts},
        "delays": [0.1, 0.2, 0.9],
        "delays_in_film": [0.0, 0.1, 0.8],
        "antes": {"boxes": 5, "empty_right": 5, "few": 4, "few_within_one": 4, "flat": 4, "flat_exact": 3},
        **dict.fromkeys(("cards", "cards_right", "players_right"), 30),
        **dict.fromkeys(("cards_too_many", "missed", "missed_found", "missed_false"), 0),
        "questions": 0,
        "answers": 0,
        "film_s": 60.0,
        "seconds": 20.0,
    }


def test_rounds_that_are_in_the_file_are_not_played_again(tmp_path, capsys):
    out = tmp_path / "rounds.jsonl"
    played = []

    def play(plan):
        played.append(plan.seed)
        return line(plan)

    run(plans([1, 2, 3], [3, 4]), out, play=play)
    told = run(plans([2, 3, 4, 4], [3, 4]), out, play=play)
    assert played == [1, 2, 3, 4] and told["rounds"] == 3
    assert [json.loads(each)["plan"]["seed"] for each in out.read_text().splitlines()] == [1, 2, 3, 4]
    # Another number of players is another round, and so is a disturbed one.
    run(plans([2], [5]), out, play=play)
    for _ in range(2):
        run(plans([1], [4], disturbances=("bump",)), out, play=play)
    assert played == [1, 2, 3, 4, 2, 1]
    assert "seed 2, 5 players: exact" in capsys.readouterr().err


def test_a_summary_tells_shares_and_doubts():
    rounds = [Plan(seed, 3) for seed in range(4)]
    outcomes = ["exact", "wrong", "wrong", "unsettled"]
    doubts = [(), (), ("uncertain",), ("uncertain", "lost_table")]
    told = summary([line(*each) for each in zip(rounds, outcomes, doubts, strict=True)])
    assert (told["exact"], told["wrong"], told["unsettled"]) == (1, 2, 1)
    assert told["wrong_without_doubt"] == 1 and told["doubtful_rounds"] == 2
    assert told["doubts"] == {"uncertain": 2, "lost_table": 1}
    assert told["boxes_flat_exact"]["percent"] == 75.0
    assert told["delay_s"] == {"median": 0.2, "p95": 0.9} and told["times_film_speed"] == 3.0
    assert told["not_exact"] == {"1": "wrong", "2": "wrong", "3": "unsettled"}
    assert told["exact_untouched"]["of"] == 0


def test_answered_rounds_are_summed_up_untouched_too():
    untouched = [("exact", {}), ("wrong", {"uncertain": 1}), ("wrong", {}), ("exact", {})]
    lines = [
        {**line(Plan(seed, 3)), "untouched": {"outcome": outcome, "doubts": doubts, "questions": 0}}
        for seed, (outcome, doubts) in enumerate(untouched)
    ]
    told = summary(lines)
    assert told["exact_share"]["right"] == 4 and not told["not_exact"]
    assert told["exact_untouched"]["right"] == 2 and told["exact_untouched"]["of"] == 4
    assert told["not_exact_untouched"] == {"1": "wrong", "2": "wrong"}
    assert told["wrong_without_doubt"] == 1


def test_wilson_interval():
    assert share(10, 10)["wilson_95"] == [72.25, 100.0] and share(0, 10)["wilson_95"] == [0.0, 27.75]
    assert share(114, 120)["wilson_95"] == [89.52, 97.69]


def test_seeds_that_are_none():
    for wrong in ("", "a", "3-1", "1,,2", "-3", "1-"):
        with pytest.raises(BadInput):
            numbers(wrong, "--seeds")


def test_what_is_no_file_of_rounds_is_refused(tmp_path):
    out = tmp_path / "other.jsonl"
    out.write_text('{"type": "round"}\n')
    with pytest.raises(BadInput, match="--out"):
        run(plans([1], [3]), out, play=line)
    with pytest.raises(BadInput, match="--players"):
        plans([1], [4], "avantcoureur")
    assert [plan.players for plan in plans([0, 1, 2], range(2, 9), "avantcoureur")] == [3, 5, 3]


def test_people_answer_as_it_was(film):
    people = Truthful(film.truth)
    referee = Referee(table_from_json(film.table, "T.json", film.size))
    referee.start()
    event = next(each for each in film.truth["events"] if each["type"] == "card_played")
    card, other = parse_card(event["card"]), parse_card("2S" if event["card"] != "2S" else "3S")

    def asked(*alternatives, t=event["t"] + 0.4):
        return people._choice(referee, Question(t, None, alternatives, 5))

    true = Alternative("play", event["player"], card, 0.4)
    false = Alternative("play", event["player"], other, 0.6)
    again = Alternative("again", None, None, 0.1)
    assert asked(false, true, again) == 1 and asked(true, false) == 0
    assert asked(false, again) is None
    assert asked(false, again, t=event["t"] - 5) == 1
    of_its_rank = next(each for each in DECK if each.rank == card.rank and each != card)
    mate = Alternative("play", event["player"], of_its_rank, 0.4)
    assert asked(again, mate) == 1
    hand = next(each for each in film.truth["events"] if each["type"] == "hand_shown")
    shown = Alternative("hand", hand["player"], parse_card(hand["cards"][0]), 0.2)
    assert asked(Alternative("hand", hand["player"], card, 0.8), shown) == 1
    # Once the log has it as it was, a card of its rank that is asked about is another one.
    referee.enter(CardPlayed(event["player"], card))
    assert asked(again, mate) is None


def test_a_hand_that_was_asked_for_and_then_guessed_is_put_right(film):
    referee = Referee(table_from_json(film.table, "T.json", film.size))
    referee.start()
    hands = {}
    for event in film.truth["events"]:
        if event["type"] == "card_played":
            referee.enter(CardPlayed(event["player"], parse_card(event["card"])))
        elif event["type"] == "hand_shown":
            hands[event["player"]] = tuple(map(parse_card, event["cards"]))
    assert any(e.extra.get("reason") == "hand_unseen" for e in referee.finish() if isinstance(e, Alert))
    held = {card for hand in hands.values() for card in hand}
    laid = {parse_card(each["card"]) for each in film.truth["events"] if each["type"] == "card_played"}
    other = next(card for card in DECK if card not in held | laid)
    for player, hand in hands.items():
        referee.enter(HandShown(player, hand if player != min(hands) else (other, *hand[1:])))
    people = Truthful(film.truth)
    people.afterwards(referee)
    told = [event for _, event in game.in_force(referee.log) if isinstance(event, HandShown)]
    assert {event.player: set(event.cards) for event in told} == {p: set(c) for p, c in hands.items()}
    assert people.answered == 1


def nap_deal_seen(film, until, astray=0):
    """A referee of a Nap deal who saw its first ``until`` cards, and the deal's cards.

    From the second trick on the arms seem to come ``astray`` seats from where they did.
    """
    referee = Referee(table_from_json(film.table, "T.json", film.size))
    referee.start()
    for event in film.heard:
        referee.enter(event)
    names = [player["name"] for player in film.table["players"]]
    plays = [event for event in film.truth["events"] if event["type"] == "card_played"]
    for number, event in enumerate(plays[:until]):
        faces = tuple(0.9999 * (face == parse_card(event["card"])) for face in DECK)
        look = CardLook(tuple((float(x), float(y)) for x, y in event["corners"]), faces)
        place = (names.index(event["player"]) + (astray if number >= len(names) else 0)) % len(names)
        arms = tuple(0.99997 if other == place else 0.00001 for other in range(len(names)))
        t = event["t"]
        referee.observe(CardLaid(t, round(t * 10), t - 0.5, look, arms))
        referee.tick(t + 0.3)
    return referee, plays


@pytest.fixture(scope="module")
def nap_film():
    return SimulatedTable(3, 4, rules="nap", fps=10, pace=4)


@pytest.mark.parametrize("lost", [False, True])
def test_people_tell_more_than_a_trick_only_where_the_log_said_that_the_table_is_out_of_sight(nap_film, lost):
    referee, plays = nap_deal_seen(nap_film, 9)
    t = plays[8]["t"] + 0.35
    if lost:
        referee.observe(ViewLost(t, round(t * 10), "moved"))
    referee.tick(plays[-1]["t"] + 10)
    referee.finish()
    people = Truthful(nap_film.truth)
    people.afterwards(referee)
    settled = game.fold(referee.log).settlements
    assert (people.answered, len(settled)) == ((len(plays) - 9, 1) if lost else (0, 0))
    if lost:
        assert to_json(settled[0])["payments"] == nap_film.truth["settlement"]["payments"]


def test_people_put_right_what_was_laid_since_nothing_explained_what_was_seen(nap_film):
    referee, plays = nap_deal_seen(nap_film, 8, astray=2)
    referee.tick(plays[-1]["t"] + 10)
    referee.finish()
    assert [e for e in referee.log if isinstance(e, Alert) and e.extra.get("reason") == "disagreement"]
    Truthful(nap_film.truth).afterwards(referee)
    [settled] = game.fold(referee.log).settlements
    assert to_json(settled)["payments"] == nap_film.truth["settlement"]["payments"]
