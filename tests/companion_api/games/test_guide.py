"""The guided round: at each moment of random rounds of every preset a true sentence, before it is needed."""

import re
from random import Random

import pytest
import random_logs
from tapped import NAMES

from companion_api.games import guide, views
from companion_api.games.nap import guide as nap_guide
from companion_api.games.views import tell
from companion_api.saying.words import words
from engine.cards import parse_card
from engine.evening import presets
from engine.events import CardPlayed, GameStarted, RoundStarted, to_json
from engine.games import game, nap_deal, stops
from engine.games.at_random import nap_play, play
from languages import LANGUAGES

SEEDS = 1
"""Random sets of options of each base preset, besides the presets as they are."""
HOUSES = [(each.game, each.rules, dict(each.options)) for each in presets.BUILT_IN] + [
    (kind, rules, getattr(random_logs, "house_of_nap" if kind == "nap" else "house")(*drawn))
    for kind, rules in game.GAMES
    for seed in range(SEEDS)
    for drawn in [(Random(seed), *(() if kind == "nap" else (getattr(random_logs, rules.upper()),)))]
]
STOPS = ("stop", "stop_one", "stop_alone")
GOES_ON = ("go_on", "go_on_now", "go_on_above")
ANEW = (
    "anew",
    "anew_some",
    "gone",
    "gone_some",
    "nobody",
    "nobody_some",
    "nobody_above",
    "nobody_above_some",
)


def players(kind, rules, seed):
    return NAMES[: Random(seed).choice(sorted(game.find(kind, rules, "test").DEAL))]


def begun(kind, rules, options, names):
    start = GameStarted(kind, rules, options, tuple(names))
    return [start, RoundStarted(names[-1])]


def rounds(kind, rules, options, seed):
    """The events of a round as they come, with the story after each."""
    rng, names = Random(seed), players(kind, rules, seed)
    events = begun(kind, rules, options, names)
    told = []
    for event in events:
        told.append(event)
    evening = game.fold(events)
    dealt = play.deal(len(names), rng, game.rules_of(evening).DEAL)
    steps = []
    for step in play.random_round(evening, dealt.hands, rng):
        steps.append(step)
        told += step.events()
    told += play.left_in_hand(evening.players, dealt.hands, steps)
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(told, 1)]
    for until in range(2, len(lines) + 1):
        yield told[until - 1], tell(lines[:until])


UNCONTRACTED = {"es": r"\b(de|a) el\b", "fr": r"\b(de|à) le (?:\d+|valet|roi)\b"}
"""A preposition and an article that grammar makes one word of."""


def spoken(shown):
    """Every sentence in every language, which leaves no place empty."""
    for line in shown["lines"]:
        assert set(line["text"]) == set(LANGUAGES)
        for language, text in line["text"].items():
            assert text and "{" not in text and "None" not in text, text
            assert not re.search(UNCONTRACTED.get(language, "(?!)"), text), text
    return [line["text"]["fr"] for line in shown["lines"]]


def says(lines):
    return {line.say: line.facts for line in lines}


def told_of(event, before, said):
    """Whether somebody who lays this card was told that he may, the moment before."""
    evening, now = before.state, before.state.round
    rank = [card for cards in game.rules_of(evening).asked_round(evening) for card in cards]
    others = {name for say in ("besides",) for name in said.get(say, {}).get("names", ())}
    if not now.laid:
        leads = [facts.get("name") for say, facts in said.items() if say.startswith("lead")]
        return leads and (leads[0] in (None, event.player) or event.card in rank or event.player in others)
    runner = evening.players[now.laid[-1].player]
    if event.player == runner:
        return any(say in said for say in (GOES_ON if event.card in rank else ANEW))
    asked = next((said[say]["names"] for say in (*STOPS, "then", "then_one") if say in said), ())
    return event.player in (*asked, *others) or "declines" in said or "declines_some" in said


def headline_agrees(story, said):
    """What the page's headline says is wanted goes on by the sentences too; nothing does where none is."""
    if story.state.round.laid and not stops.finished(story.state):
        assert (views.wanted(story.state) is not None) == any(say in said for say in GOES_ON), said


@pytest.mark.parametrize(("kind", "rules", "options"), [each for each in HOUSES if each[0] != "nap"])
def test_each_step_of_a_round_is_told_before_it_is_needed(kind, rules, options):
    seed = HOUSES.index((kind, rules, options))
    before, said, heard = None, {}, set()
    for event, story in rounds(kind, rules, options, seed):
        shown = guide.guide(story)
        assert spoken(shown)
        evening, preset = story.state, game.rules_of(story.state)
        was, said = said, says(guide.lines(story))
        if before is None:
            assert "aim" in said and any(say.startswith("boxes") for say in said)
        if isinstance(event, CardPlayed):
            assert told_of(event, before, was), (event, was)
            if len(story.stops) > len(before.stops):
                assert heard & {*STOPS, "gone", "gone_some"}, "what a stop is"
            if evening.round.open:
                assert any(say.startswith("call_") for say in said)
        headline_agrees(story, said)
        if not evening.round.settled:
            may = {name: each["cards"] for each in shown["may"] for name in each["players"]}
            free = [card for card in preset.pack(evening) if not evening.round.table >> card.index & 1]
            for place, player in enumerate(evening.players):
                lawful = [card.code for card in free if preset.rule_broken(evening, place, card) is None]
                there = may.get(player, [])
                assert lawful == ([card.code for card in free] if there is None else there)
        before, heard = story, heard | set(said)
    assert "done" in said and shown["lines"][-1]["text"]["fr"] == "Vous savez jouer !"


@pytest.mark.parametrize(("kind", "rules", "options"), [each for each in HOUSES if each[0] == "nap"])
def test_a_deal_of_nap_is_guided(kind, rules, options):
    seed = HOUSES.index((kind, rules, options))
    names = NAMES[:4]
    start = GameStarted(kind, rules, options, tuple(names))
    told = [start, *nap_play.random_deal(game.fold([start]), names[-1], Random(seed))]
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(told, 1)]
    for until in range(2, len(lines) + 1):
        story = tell(lines[:until])
        shown = nap_guide.guide(story)
        assert spoken(shown)
        deal = nap_deal.look(story.state)
        if deal.step in ("bidding", "playing") and deal.turn and deal.revoke is None:
            assert any(deal.turn in words_of for words_of in spoken(shown))
    assert spoken(shown)[-1] == "Vous savez jouer !"


def test_a_strict_table_keeps_a_call_to_its_player():
    names = ("Ana", "Bruno", "Chloé")
    for reminder in (None, 2.5):
        agreed = {} if reminder is None else {"reminder": reminder}
        events = [*begun("nain-jaune", "lindor", {}, names), CardPlayed("Ana", game.lindor.DWARF)]
        lines = [{**to_json(event), "seq": number} for number, event in enumerate(events, 1)]
        lines[0] |= agreed
        first = guide.guide(tell(lines))["lines"][0]
        assert "nain" in first["text"]["fr"] or "7 de carreau" in first["text"]["fr"]
        assert first["only"] == (None if reminder else "Ana")


def test_the_deal_is_told_once_all_antes_lie_there():
    names = ("Ana", "Bruno", "Chloé")
    events = begun("nain-jaune", "lindor", {}, names)
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(events, 1)]
    for name in names:
        lines.append({"type": "noted", "what": "ante", "player": name, "seq": len(lines) + 1})
    first, *others = guide.lines(tell(lines))
    assert first.say == "deal" and first.facts["name"] == "Chloé"
    assert {"lead", "climb", "boxes_cried", "aim"} == {line.say for line in others}


def test_what_a_call_brings_is_told_by_who_gives_it():
    """By the rules of 1760 the box gives its chips, and each other player one besides."""
    names = ("Ana", "Bruno", "Chloé")
    events = [*begun("nain-jaune", "avantcoureur", {}, names), CardPlayed("Ana", parse_card("KH"))]
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(events, 1)]
    told = says(guide.lines(tell(lines)))
    assert told["call_honour_next_card"]["chips"] == 4 and told["call_paid_too"]["chips"] == 2
    events.append(CardPlayed("Ana", parse_card("5C")))
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(events, 1)]
    assert says(guide.lines(tell(lines)))["instead"]["card"] == game.lindor.DWARF


def test_what_a_card_left_will_cost_is_said_before_it_is_shown():
    says_so = {"lindor": "10", "french_page": "3 jetons pour chacune"}
    for preset in (each for each in presets.BUILT_IN if each.name in says_so):
        seed = 4
        last = [story for event, story in rounds(preset.game, preset.rules, preset.options, seed)]
        shown = next(guide.guide(story) for story in last if stops.finished(story.state))
        assert says_so[preset.name] in shown["lines"][0]["text"]["fr"]
        told = [line.say for story in last for line in guide.lines(story)]
        assert ("beasts" in told) == (preset.name == "lindor") and "worth" in told


def test_nobody_is_taken_to_lead_where_that_is_open():
    french = next(each for each in presets.BUILT_IN if each.name == "french_page")
    events = begun("nain-jaune", "lindor", french.options, ("Ana", "Bruno", "Chloé"))
    lines = [{**to_json(event), "seq": number} for number, event in enumerate(events, 1)]
    assert "lead_open" in says(guide.lines(tell(lines)))
    noted = [*lines, {"type": "noted", "what": "leads", "player": "Bruno", "seq": 3}]
    assert says(guide.lines(tell(noted)))["lead"] == {"name": "Bruno"}
    assert words("fr").say("guide.lead", name="Bruno").startswith("C’est à Bruno")
