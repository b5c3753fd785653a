"""A family that plays Nap on three phones: Chromium over the real server, everything by taps on the pages."""

from random import Random

import plain_nap
from browser import SMALL_PHONE, Door, come_in, leave, phone
from nap_told import HABITS, random_deal, told
from pages import found, press, press_if, text
from scripted import wait_for
from tapped import House

from companion_api.games.views import tell
from engine.events import (
    Bid,
    CardPlayed,
    EveningEnded,
    Exchanged,
    Fined,
    FloaterSeen,
    NapSettlement,
    Paid,
    TrumpNamed,
    to_json,
)
from engine.games import game

NAMES = ("Ana", "Bruno", "Chloé", "David", "Eva", "Fred", "Gil", "Hugo", "Ida", "Jo")
OWN = NAMES[:2]
"""Whose phones are at the table besides the host's."""
PRICES = {"pool_ante": 1, "dealer_extra": 0, "purchase_price": 1}
"""Options that are numbers, and what the form begins with."""


class Family:
    """The host's phone and those of two players."""

    def __init__(self, folder, tapped=99):
        """``tapped``: how many cards of a deal are tapped on a page; those after them are told the table."""
        self.house = House(folder)
        self.tapped = tapped
        self.said: list[str] = []
        """What pages said of a tap: that the table had moved on, a fine."""
        self.door = Door(self.house.app, self.house.token)
        self.pages = {name: phone(metrics=SMALL_PHONE) for name in ("host", *OWN)}
        come_in(self.pages["host"], self.door.address)
        wait_for(lambda: found(self.pages["host"], "#setup"))

    def close(self):
        for page in self.pages.values():
            leave(page)
        self.door.stop()
        self.house.close()

    def set_up(self, players, options):
        """An evening of Nap by the host's form; the last player deals first."""
        host, names = self.pages["host"], NAMES[:players]
        wait_for(lambda: found(host, "#setup"))
        for name in text(host, "#seats").split("\n"):
            if name in NAMES and name not in names:
                press(host, f"#seats button[aria-label$='{name}']:last-of-type")
                wait_for(lambda name=name: name not in text(host, "#seats").split("\n"))
        for name in names:
            if name not in text(host, "#seats").split("\n"):
                self._add(host, name)
        press(host, "[data-preset=nap]")
        if not found(host, "#every-rule[open]"):
            press(host, "#every-rule summary")
        self._choose(host, options)
        press(host, f"[data-dealer={names[-1]}]")
        assert not found(host, "#conflict"), text(host, "#conflict")
        press(host, "#begin")
        wait_for(lambda: self.house.view["phase"] == "antes")
        for name in OWN:
            page = self.pages[name]
            if not found(page, "#mine, #evening-end, .felt"):
                come_in(page, self.door.address, "player", name)
            wait_for(lambda name=name, page=page: name in text(page, "#mine"))

    def _add(self, host, name):
        if found(host, f"[data-name='{name}']"):
            press(host, f"[data-name='{name}']")
        else:
            host.execute_script(
                "const e = document.querySelector('#new-player'); e.value = arguments[0];"
                "e.dispatchEvent(new Event('input', {bubbles: true}))",
                name,
            )
            press(host, "#add-player")
        wait_for(lambda: name in text(host, "#seats").split("\n"))

    def _choose(self, host, options):
        """Every option that the form shows, switches before what hangs on them."""
        for name, value in sorted(options.items(), key=lambda each: each[0] in (*PRICES, "floater_values")):
            if name == "floater_values":
                bids = plain_nap.FLOATER_BIDS.get(options.get("floater_bids"), tuple(plain_nap.FLOATER))
                for bid, worth in zip(bids, value, strict=True):
                    self._count_to(host, f"#value-{bid}", worth)
            elif name in PRICES:
                if found(host, f"#option-{name}"):
                    self._count_to(host, f"#option-{name}", value)
            elif found(host, f"[data-option={name}]"):
                press(host, f"[data-option={name}] [data-value='{value}']")
                chosen = f"[data-option={name}] [data-value='{value}'].chosen"
                wait_for(lambda chosen=chosen: found(host, chosen))

    def _count_to(self, host, stepper, wanted):
        while (now := text(host, f"{stepper} output").replace("–", "0")) != str(wanted):
            press(host, f"{stepper} button:{'last' if int(now) < wanted else 'first'}-of-type")
            wait_for(lambda now=now: text(host, f"{stepper} output").replace("–", "0") != now)

    def deal(self, rng: Random, habits=HABITS, *, by_taps=True):
        """Tell a random deal, each thing on a phone that may tell it; then every page shows the same.

        by_taps: on the pages; else the table itself is told.
        """
        wait_for(lambda: self.house.view["phase"] == "antes")
        for event in random_deal(tell(self.house.live.events()), rng, habits):
            if by_taps and not self._is_told(event):
                self._tell(event, rng)
            else:
                self.house.tap(tap="tell", event=told(event))
        assert self.house.view["phase"] == "settled"
        net = self.house.view["settlement"]["net"]
        shown = [f"{'+' if chips > 0 else '−' if chips else ''}{abs(chips)}" for chips in net.values()]
        for name, page in self.pages.items():
            wait_for(lambda page=page: found(page, "#settlement"))
            nets = [each.text for each in found(page, "#settlement .nets .net")]
            assert nets == shown, (name, nets, shown)

    def next_deal(self):
        press(self.pages["host"], "#next-round")
        wait_for(lambda: self.house.view["phase"] == "antes")

    def end(self, rng: Random):
        """The evening ends; what lies in the pool goes where people say."""
        host = self.pages["host"]
        press(host, "#finish")
        press(host, "#finish.remove")
        wait_for(lambda: self.house.view["evening"]["ended"] is not None)
        if choices := self.house.view["evening"]["choices"]:
            choice = rng.choice(choices)["leftover"]
            press(host, f"[data-leftover={choice}]")
            wait_for(lambda: not self.house.view["evening"]["choices"])
        for page in self.pages.values():
            wait_for(lambda page=page: found(page, "#evening-end"))

    def again(self):
        """Another evening is to be set up."""
        press(self.pages["host"], "#new-evening")
        wait_for(lambda: self.house.view["phase"] == "setup")

    def settled_as_the_log_alone(self):
        """What was settled against the second, plain settlement of the log."""
        events = [event for _, event in game.in_force(tell(self.house.live.events()).events)]
        told = [event for event in events if isinstance(event, NapSettlement)]
        rest = [event for event in events if not isinstance(event, NapSettlement | Paid | EveningEnded)]
        plain, _ = plain_nap.settle([to_json(event) for event in rest])
        ours = sorted((each.round, dict(each.net), each.pool) for each in told)
        return ours == [(each["round"], each["net"], each["pool"]) for each in plain]

    def _is_told(self, event):
        """Whether it is one of the cards that nobody need tap."""
        return isinstance(event, CardPlayed) and len(self.house.view["cards"]) >= self.tapped

    def _tell(self, event, rng):
        page = self.pages[event.player if event.player in OWN and rng.random() < 0.7 else "host"]
        if isinstance(event, Exchanged) and event.cost:
            while self.house.view["deal"]["buys"]["player"] != event.player:
                self._tap(self.pages["host"], "[data-buy='0']")
            return self._tap(page, f"[data-buy='{event.count}']")
        if isinstance(event, Fined):
            return self._fine(event)
        if self.house.view["deal"]["step"] == "buying":
            wait_for(lambda: found(page, "#bidding, #to-bids"))
            if found(page, "#to-bids"):
                press(page, "#to-bids")
        return self._tap(page, selector(event))

    def _fine(self, event):
        host = self.pages["host"]
        wait_for(lambda: found(host, "#fine summary"))
        if not found(host, "#fine[open]"):
            press(host, "#fine summary")
        press(host, f"[data-fine='{event.player}']")
        self._tap(host, f"[data-why={event.why}]")

    def _tap(self, page, css):
        """Tap until the table has taken it: a page that still showed what the table had left says so."""
        seq = self.house.live.seq
        while self.house.live.seq == seq:
            press(page, css)
            wait_for(lambda: self.house.live.seq != seq or found(page, ".toast"))
            if found(page, ".toast"):
                if not found(page, "#take-back"):  # else it says which card was taken
                    self.said.append(text(page, ".toast"))
                press_if(page, ".toast")
                wait_for(lambda: not found(page, ".toast"))


def selector(event):
    """What stands on the page for an event."""
    match event:
        case Exchanged():
            return "#widow"
        case FloaterSeen():
            return "#look"
        case Bid(bid="pass"):
            return "[data-bid=pass]"
        case Bid():
            floater = "none" if event.floater is None else str(event.floater).lower()
            return f"[data-bid={event.bid}][data-floater={floater}]"
        case TrumpNamed():
            return f"[data-trump={event.suit}]"
        case CardPlayed():
            return f"[data-pick='{event.card.code}']"
    raise AssertionError(event)
