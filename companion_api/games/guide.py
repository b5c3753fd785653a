"""A guided round: at each moment what may happen now and why, for people who have never played.

No rule is written here a second time: who may lay which card, who is asked, who is bound to go on and what
a call brings is asked of the game's rules (`engine.games.game_rules`), so that the sentences hold under every
option and of games from elsewhere. What is needed next is told before it is needed: what a stop is as soon as
a card is wanted, what a box is for before the first card, what an honour is when one lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion_api.games.views import Story
from companion_api.saying.words import Words, words
from engine.cards import BIT, Card
from engine.games import game, stops
from engine.table import Table
from languages import FIRST, LANGUAGES

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence: an entry under ``guide`` of the words, and its places.

    Attributes:
        say: the entry.
        facts: its places; names of several players and cards of which any will do are put into words here.
        only: on whose phone alone it is shown, None: on all.
        more: it says what comes otherwise, and may be folded away once it has been read.
    """

    say: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    only: str | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What goes on: any card of a rank, or one of some cards."""

    cards: tuple[Card, ...]
    rank: int | None

    def in_words(self, spoken: Words) -> str:
        """«un 7», «le 8 de pique ou le 7 de carreau»."""
        if self.rank is not None:
            return spoken.count("a_rank", self.rank)
        return str(spoken.entry("setup.or")).join(spoken.card(card, "the") for card in self.cards)


@dataclass(frozen=True, slots=True)
class Worth:
    """What each kind of chip is worth, in jetons; those that are worth more than one."""

    value: Mapping[str, int]

    def in_words(self, spoken: Words) -> str:
        """«1 contrat = 10 jetons et 1 fiche = 5 jetons»."""
        told = [f"{spoken.pieces({kind: 1})} = {spoken.count('jetons', n)}" for kind, n in self.value.items()]
        return spoken.listed(told)


def shown(
    lines: Sequence[Line],
    may: Mapping[str, Sequence[Card]],
    free: Sequence[Card],
    follow: Sequence[Card] = (),
) -> Json:
    """A guided moment as pages get it.

    Returns:
        ``lines [{text {language: sentence}, only, more}]`` (`Line`), what is to be done first; ``may
        [{players, cards}]``: who may lay which cards now, None: any that lies nowhere yet; ``next [card]``:
        those that go on.
    """
    alike: dict[tuple[Card, ...], list[str]] = {}
    for player, cards in may.items():
        alike.setdefault(tuple(cards), []).append(player)
    return {
        "lines": [
            {
                "text": {each: sentence(line, words(each)) for each in LANGUAGES},
                "only": line.only,
                "more": line.more,
            }
            for line in lines
        ],
        "may": [
            {"players": players, "cards": None if list(cards) == list(free) else [c.code for c in cards]}
            for cards, players in alike.items()
            if cards
        ],
        "next": [card.code for card in follow],
    }


def sentence(line: Line, spoken: Words) -> str:
    """A line in one language."""
    text = spoken.say(
        f"guide.{line.say}", **{name: _in_words(fact, spoken) for name, fact in line.facts.items()}
    )
    return text[0].upper() + text[1:] if isinstance(line.facts.get("card"), Card) else text


def _in_words(fact: Any, spoken: Words) -> Any:
    if isinstance(fact, Wanted | Worth):
        return fact.in_words(spoken)
    if isinstance(fact, tuple) and fact and all(isinstance(each, str) for each in fact):
        return spoken.listed(fact)
    return fact


def guided(story: Story, table: Table) -> bool:
    """Whether this round is: as people said when they set the evening up, of its first one, or since."""
    now = None if story.state is None else story.state.round
    asked = now is not None and now.number == 1 and table.guided
    return bool(story.noted.get("guided", [None] if asked else []))


def guide(story: Story) -> Json | None:
    """What to do now in a round of laying in sequence; None before the evening has begun."""
    evening = story.state
    if evening is None or evening.round is None:
        return None
    may, free = legal(evening)
    follow = next((cards for cards in _asked_cards(evening, free) if cards), ())
    return shown(tuple(lines(story)), may, free, follow)


def _asked_cards(evening: stops.Evening, free: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The cards that go on, in the order in which they are asked round, without those that lie."""
    groups = game.rules_of(evening).asked_round(evening)
    return [tuple(card for card in cards if card in free) for cards in groups]


def legal(evening: stops.Evening) -> tuple[dict[str, list[Card]], list[Card]]:
    """Which cards each player may lay now, and those that lie nowhere yet, as far as anybody can see."""
    rules, now = game.rules_of(evening), evening.round
    assert now is not None
    free = [card for card in rules.pack(evening) if not now.table & BIT[card]]
    may = {
        player: [card for card in free if rules.rule_broken(evening, place, card) is None]
        for place, player in enumerate(evening.players)
    }
    return may, free


def lines(story: Story) -> Iterator[Line]:
    """What to do now, the first thing first."""
    evening = story.state
    assert evening is not None and evening.round is not None
    if evening.round.settled:
        yield from _settled(evening, story.reckoning().value)
    elif stops.finished(evening):
        yield from _call(story, evening)
        yield _hands(evening)
        if _pays_for_honours(evening):
            yield Line("beasts")
    elif not evening.round.laid:
        yield from _before(story, evening)
    else:
        yield from _call(story, evening)
        yield from _going_on(story, evening)


# --- before the first card -----------------------------------------------------------------


def _before(story: Story, evening: stops.Evening) -> Iterator[Line]:
    rules, now = game.rules_of(evening), evening.round
    assert now is not None
    dealer, everyone = evening.players[now.dealer], evening.players
    payers = tuple(player for player, put in rules.antes(evening, dealer).items() if any(put.values()))
    if payers and not story.antes_put:
        yield Line("antes" if payers == everyone else "antes_some", {"names": payers})
    talon = rules.DEAL[len(everyone)][1]
    deal = Line("deal" if talon else "deal_all", {"name": dealer, "n": max(now.left), "talon": talon})
    leads = _leads(story, evening)
    yield from (*leads, deal) if story.leads else (deal, *leads)  # who said who begins, has the cards in hand
    yield Line("climb")
    yield _boxes(rules.BOARD, called=evening.options.box_called)
    yield Line("aim")


def _boxes(board: Sequence[Card], *, called: bool) -> Line:
    """Whose what lies in a box is, and what he says when he lays its card."""
    if not called:
        return Line("boxes")
    cries = (card.code for card in board if words(FIRST).entry(f"call.{card.code}"))
    cry = next(cries, None)
    return Line("boxes_called") if cry is None else Line("boxes_cried", {"cry": cry})


def _leads(story: Story, evening: stops.Evening) -> Iterator[Line]:
    """Who lays the first card, and which."""
    rules, now = game.rules_of(evening), evening.round
    assert now is not None
    may, free = legal(evening)
    first = story.leads if now.leader is None else rules.may_go_on(evening)[0]
    due = [card for cards in rules.asked_round(evening) for card in cards]
    if due:
        wanted = Wanted(tuple(due), None)
        yield Line("lead_with" if first else "lead_with_open", {"what": wanted, "name": first})
    elif first is None:
        yield Line("lead_open")
    else:
        yield Line("lead" if _any_card(evening, first, may, free) else "lead_some", {"name": first})
        if now.leader is not None:
            yield from _besides(first, may, ())


def _any_card(evening: stops.Evening, player: str, may: Mapping[str, list[Card]], free: list[Card]) -> bool:
    """Whether any card will do for whoever starts anew, whatever he holds."""
    return may[player] == free and list(game.rules_of(evening).starts(evening, free)) == free


# --- while a sequence runs -----------------------------------------------------------------


def _going_on(story: Story, evening: stops.Evening) -> Iterator[Line]:
    """Who goes on with what, what happens when he does not, and when nobody does."""
    rules, now = game.rules_of(evening), evening.round
    assert now is not None
    may, free = legal(evening)
    runner, *_ = rules.may_go_on(evening)
    some = "" if _any_card(evening, runner, may, free) else "_some"
    who: dict[str, Any] = {"name": runner, "card": now.laid[-1].card}
    asked = rules.asked_round(evening)
    left = [cards for cards in asked if any(card in free for card in cards)]
    if not left:
        yield Line(f"{'gone' if asked else 'anew'}{some}", who)
        yield from _taken(evening)
        yield from _besides(runner, may, (), some)
        return
    wanted = _wanted(rules.pack(evening), left[0], free)
    others = rules.asked(evening)[1:]
    who |= {"what": wanted, "rank": wanted.cards[0].rank, "names": others}
    next_up = wanted.cards[0].rank == now.laid[-1].card.rank + 1
    yield Line("go_on_above" if left[0] != asked[0] else "go_on" if next_up else "go_on_now", who)
    yield from _taken(evening)
    yield from (Line("instead", {"card": each}) for each in wanted.cards if each.rank != wanted.cards[0].rank)
    yield from _bound(evening, runner, wanted)
    yield Line(f"{'then' if others and story.stops else 'stop'}{_asked_after(others)}", who, more=True)
    above = left[left[0] == asked[0] :]
    yield Line(f"{'nobody_above' if above and len(asked) > 1 else 'nobody'}{some}", who, more=True)
    yield from _besides(runner, may, [card for cards in left for card in cards], some)


def _asked_after(others: Sequence[str]) -> str:
    """How it is said who is asked next: nobody, one, or several in their order."""
    return "" if len(others) > 1 else "_one" if others else "_alone"


def _wanted(pack: Sequence[Card], cards: Sequence[Card], free: Sequence[Card]) -> Wanted:
    """The cards that go on now, told by their rank where any of that rank will do."""
    rank = cards[0].rank
    by_rank = len(cards) > 1 and set(cards) == {card for card in pack if card.rank == rank}
    return Wanted(tuple(card for card in cards if card in free), rank if by_rank else None)


def _bound(evening: stops.Evening, runner: str, wanted: Wanted) -> Iterator[Line]:
    """Who must lay a card that goes on if he holds it."""
    rules = game.rules_of(evening)
    must = {
        player: tuple(card for card in wanted.cards if not rules.may_pass(evening, player, card))
        for player in rules.asked(evening)
    }
    if not any(must.values()):
        yield Line("free", more=True)
    elif all(must.values()):
        due = must[runner]
        yield Line("must", {"what": Wanted(due, wanted.rank)}, more=True)
    elif must[runner]:
        yield Line("must_runner", {"name": runner}, more=True)


def _besides(
    runner: str, may: Mapping[str, list[Card]], named: Sequence[Card], some: str = ""
) -> Iterator[Line]:
    """What others may lay that is not told yet."""
    more = {player: [c for c in cards if c not in named] for player, cards in may.items() if player != runner}
    if more and all(
        len(cards) > 1 and cards == [c for c in may[runner] if c not in named] for cards in more.values()
    ):
        yield Line(f"declines{some}", {"name": runner}, more=True)
        return
    alike: dict[tuple[Card, ...], list[str]] = {}
    for player, left in more.items():
        alike.setdefault(tuple(left), []).append(player)
    for what, players in alike.items():
        if what:
            yield Line("besides", {"names": tuple(players), "what": Wanted(what, None)}, more=True)


# --- boxes, calls, the end -----------------------------------------------------------------


def _call(story: Story, evening: stops.Evening) -> Iterator[Line]:
    """The card laid last whose call still counts; on a strict table only its player is told of it."""
    waiting = stops.call_open(evening)
    if not waiting:
        return
    player, card = waiting[-1]
    rules = game.rules_of(evening)
    kind = "honour" if card in rules.BOARD and evening.options.box_called else "hoc"
    if kind == "hoc" and not evening.options.is_reminded(card):
        kind = "perhaps"  # nobody knows yet whether it is one
    strict = story.reckoning().terms.reminder is None
    brings, only = stops.call_brings(evening, card), player if strict else None
    box = rules.boxes_now(evening).get(card, 0) if kind == "honour" else brings
    until = "hand" if stops.finished(evening) else evening.options.window
    yield Line(f"call_{kind}_{until}", {"name": player, "card": card, "chips": box}, only)
    if brings > box:
        yield Line("call_paid_too", {"chips": brings - box}, only)


def _taken(evening: stops.Evening) -> Iterator[Line]:
    """The box that the card laid last has taken."""
    now = evening.round
    assert now is not None
    for place, card, chips in now.takes:
        if card == now.laid[-1].card:
            facts = {"name": evening.players[place], "card": card, "chips": chips}
            yield Line("took" if chips else "took_none", facts)


def _hands(evening: stops.Evening) -> Line:
    """Who shows his hand, and what each card of it will cost him."""
    facts = {"winner": stops.winner(evening), "names": stops.hands_missing(evening)}
    if evening.options.by_points:
        return Line("hands_points", facts)
    each = getattr(evening.options, "per_card", None)
    return Line("hands_cards", facts) if each is None else Line("hands_each", {**facts, "chips": each})


def _pays_for_honours(evening: stops.Evening) -> bool:
    """Whether an honour that somebody ends with costs him what its box holds."""
    options = evening.options
    return getattr(options, "bete", getattr(options, "dwarf_bete", "off")) == "on"


def _settled(evening: stops.Evening, value: Mapping[str, int]) -> Iterator[Line]:
    last = evening.settlements[-1]
    owed = bool(last.transfers or last.betes)
    yield Line("pay" if owed else "even", {"name": last.winner})
    more = {kind: n for kind, n in value.items() if n > 1}
    if owed and more:
        yield Line("worth", {"what": Worth(more)})
    for bete in last.betes:
        yield Line("bete", {"name": bete.player, "card": bete.card, "chips": bete.chips})
    yield Line("done")
