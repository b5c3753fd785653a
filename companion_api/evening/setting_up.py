"""Setting an evening up on the phone: who plays, by which rules, with which chips, for how long.

Presets and options come from the engine, so that none can be missing on the page; what phones
send is checked by the same readers as a table file. Every command carries the evening and the
state number that its phone had seen.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from companion_api.doctor import camera_check
from companion_api.evening.live import Live
from companion_api.evening.taps import Refused
from companion_api.evening.watching import Watching
from companion_api.games import loader
from companion_api.games.views import tell
from companion_api.store import BROUGHT_IN, StaleCommand, Store
from engine import names, reading
from engine.errors import BadInput, IllegalEvent
from engine.evening import presets, purses, terms
from engine.games import game
from engine.games.options import GROUPS
from engine.money import ledger
from engine.record.naming import players_of, renamed
from engine.table import Table, one_spelling, table_from_json
from vision.geometry.quads import as_quad
from vision.table.registration import Moved

REMEMBERED = 24
"""Names of players offered, those who played last first."""
BEGUN = 20
"""Events after which a first round has been played for a while: antes, calls and a dozen cards."""
MOST_PRESETS = 60
LONGEST_NAME = 24
"""Characters of a player's name that a phone can show."""
PLACES = ("board", "box_quads", "size")
"""Fields of a table that say where things lie in the picture: the phone does not send them."""
AGREED = ("game", "rules", "options", "players", "dealer", "chips", "deck", *terms.FIELDS)
TOLD = (*AGREED, "boxes", "stock", "guided")
"""Fields of a table that the phone sends; ``boxes``: what an earlier evening left in them; ``stock``: what
each holds where the game goes on with others; ``guided``: the first round is told sentence by sentence."""


class Command(BaseModel):
    """What every command carries.

    Attributes:
        evening: the evening that the phone shows.
        seq: the last event that it had seen.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    evening: int
    seq: Annotated[int, Field(ge=0)]


class Arrange(Command):
    """Begin the evening at this table (fields of a table file, but for the places)."""

    table: dict[str, Any]


class Preset(Command):
    """Save a house preset, or forget the one of that name."""

    save: dict[str, Any] | None = None
    forget: Annotated[str, Field(max_length=presets.LONGEST_NAME)] | None = None


Corner = tuple[float, float]


class Places(Command):
    """Where things lie in the camera's picture, as people tapped them on the still.

    Attributes:
        size: width and height of the picture that the places refer to.
        board: its outer corners at K♥, Q♠, J♣, 10♦; None: it is to be found by itself.
        seats: the table's edge in front of each player, in playing order; only before an evening.
        moved: in the middle of an evening: what people moved.
    """

    size: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]]
    board: tuple[Corner, Corner, Corner, Corner] | None = None
    seats: Annotated[dict[str, Corner], Field(max_length=8)] = {}
    moved: Literal["camera", "board"] | None = None


def check_fresh(live: Live, command: Command) -> None:
    """Whether a phone still shows what there is.

    Raises:
        StaleCommand: the table has moved on.
    """
    if command.evening != live.evening.id or command.seq != live.seq:
        raise StaleCommand(live.seq)


def check_begins(table: Table, where: str) -> None:
    """Whether a game can begin at this table.

    Raises:
        BadInput: its rules deal to another number of players.
    """
    try:
        game.apply(None, table.game_started())
    except IllegalEvent as error:
        raise BadInput(f"{where}: {error}") from None


def check_not_begun(live: Live) -> None:
    """Whether the evening is still to be set up.

    Raises:
        Refused: it has begun.
    """
    if live.table is not None:
        raise Refused("setup", "the evening has begun")


class SetUp:
    """Arranges evenings, one after the other.

    Args:
        live: the evening.
        begin: called once a table is agreed on: opens the camera and starts to watch.
        leave: called before another evening: stops watching; None where there can be no other.
        size: of the camera's picture, when that is known.
        places: of an earlier table or a table file: where things lie in the picture.
        still: the camera's picture now (H × W × 3, BGR) or None; None: there is no camera to check.
        watching: what watches the evening; None before it begins.

    Attributes:
        drawn: who is to sit here by a club's draw, in playing order, the dealer first; None: nobody says.
    """

    def __init__(
        self,
        live: Live,
        begin: Callable[[], None],
        leave: Callable[[], None] | None = None,
        size: tuple[int, int] | None = None,
        places: Mapping[str, Any] | None = None,
        still: Callable[[], Any] | None = None,
        watching: Callable[[], Watching | None] = lambda: None,
    ) -> None:
        self._live = live
        self._begin = begin
        self._leave = leave
        self._size = size
        self._places = dict(live.places or places or {})
        self._still = still
        self._watching = watching
        self.drawn: Callable[[], Sequence[str] | None] = lambda: None
        self._alone = threading.Lock()
        self._checking = threading.Lock()

    @property
    def open(self) -> bool:
        """Whether the evening is still to be set up."""
        return self._live.table is None

    def offer(self) -> dict[str, Any]:
        """What the page needs to set an evening up.

        Returns:
            ``players`` remembered, ``colours {name: 0–7}`` of theirs, ``last`` (the last table,
            without its places, or None), ``presets [{name, game, rules, options, built_in}], rules
            [{game, rules, guest, board, part, followed, players, options [{name, default, values,
            least, sources, by, names}], alone {option: those that have no effect beside it}}], chips {kind:
            value}, stock {kind: pieces}``, ``left`` (what the last evening left in the boxes: `_left`),
            ``sees`` (whether there is a camera to `check`), ``played`` (who has been at a table on which a
            round was played).
        """
        setups = [one_spelling(setup) for setup in self._live.store.setups()]
        built_in = presets.built_in()
        guests = {rules for guest in loader.guests() for rules in guest.rules}
        last = {**self._places, **(setups[0] if setups else {})}
        if "stock" in last and (before := next((one for one in setups if "stock_chips" in one), None)):
            last["stock_chips"] = before["stock_chips"]  # what somebody gets who sits down here
        if drawn := self.drawn():
            last |= {"players": [{"name": name} for name in drawn], "dealer": drawn[0]}
        return {
            "players": _remembered([last, *setups, self._places]),
            "colours": _colours([*setups, self._places]),
            "last": {name: last[name] for name in AGREED if name in last} or None,
            "presets": [
                {**presets.to_json(preset), "built_in": preset in built_in}
                for preset in (*built_in, *self._live.store.presets())
            ],
            "rules": [_rules(kind, rules, rules in guests) for kind, rules in game.GAMES],
            "chips": ledger.values(ledger.DEFAULT_CHIPS),
            "stock": dict(purses.DEFAULT_STOCK),
            "left": _left(self._live),
            "sees": self._still is not None,
            "played": _played(self._live.store),
        }

    def check(self) -> dict[str, Any]:
        """How the camera sees the table now (`camera_check.check`).

        Raises:
            Refused: no picture comes, or there is no camera.
        """
        with self._checking:
            image = None if self._still is None else self._still()
            if image is None:
                raise Refused("picture", "no picture comes from the camera")
            watching, table = self._watching(), self._live.table
            if watching is not None and table is not None:
                if watching.blind:
                    raise Refused("picture", "no picture comes from the camera")
                board = None if watching.view is None else watching.view.board
                seats = {each.name: each.seat for each in table.players if each.seat is not None}
                return camera_check.check(image, board, seats, table.honours)
            size = (image.shape[1], image.shape[0])
            size_set = self._places.get("size")
            here = size_set is None or tuple(size_set) == size
            board = as_quad(np.array(self._places["board"])) if here and self._places.get("board") else None
            return camera_check.check(image, board, self._seats(here))

    def place(self, asked: Places) -> None:
        """Keep where things lie in the picture, for the evening that is set up or runs and those after it.

        Raises:
            StaleCommand: the table has moved on.
            Refused: in the middle of an evening only the board may be told, and what people moved.
            BadInput: they are no places.
        """
        with self._alone:
            check_fresh(self._live, asked)
            watching = self._watching()
            if self._live.table is not None and (watching is None or asked.board is None or not asked.moved):
                raise Refused("setup", "the evening has begun")
            seats = {reading.one_spelling(name): list(seat) for name, seat in asked.seats.items()}
            players: list[dict[str, Any]] = [{"name": name, "seat": seat} for name, seat in seats.items()]
            if asked.moved == "board":  # the seats are where they were
                players = [{"name": name, "seat": seat} for name, seat in self._seats(True).items()]
            places: dict[str, Any] = {"size": list(asked.size), "players": players}
            if asked.board is not None:
                places["board"] = [list(corner) for corner in asked.board]
            someone = players if len(players) > 1 else [{"name": "A"}, {"name": "B"}]
            table = {**places, "players": someone, "dealer": someone[0]["name"]}
            there = table_from_json(table, "places", self._size).board
            if watching is not None and there is not None and asked.moved is not None:
                watching.place(there, Moved(asked.moved))
            self._live.move(places)
            self._places = places

    def _seats(self, here: bool) -> dict[str, Any]:
        players = self._places.get("players", ()) if here else ()
        return {each["name"]: each["seat"] for each in players if isinstance(each, dict) and each.get("seat")}

    def arrange(self, command: Arrange) -> None:
        """Begin the evening.

        Raises:
            StaleCommand, Refused: it has begun already.
            BadInput: it is no table.
        """
        with self._alone:
            check_fresh(self._live, command)
            check_not_begun(self._live)
            self._live.arrange(self._with_places(command.table))
            try:
                self._begin()
            except BaseException:
                self._live.arrange({})
                raise

    def renew(self, command: Command) -> None:
        """Set another evening up.

        Raises:
            StaleCommand: the table has moved on.
            Refused: this evening goes on, or there can be no other.
        """
        with self._alone:
            check_fresh(self._live, command)
            evening = self._live.now()["view"]["evening"]
            if evening is None or evening["ended"] is None:
                raise Refused("setup", "the evening has not ended")
            if self._leave is None:
                raise Refused("pipeline", "a film shows one evening only")
            self._leave()
            self._live.renew()

    def keep(self, command: Preset) -> None:
        """Save or forget a house preset.

        Raises:
            StaleCommand: the table has moved on.
            Refused: the name is taken by a built-in one, or there are too many.
            BadInput: it is no preset.
        """
        check_fresh(self._live, command)
        store = self._live.store
        if command.save is not None:
            preset = presets.read_preset(command.save, "preset")
            if any(preset.name == other.name for other in presets.built_in()):
                raise Refused("name", "that name is taken")
            known = {other.name for other in store.presets()}
            if preset.name not in known and len(known) >= MOST_PRESETS:
                raise Refused("many", f"there are {MOST_PRESETS} presets already")
            store.save_preset(preset)
        if command.forget is not None and not store.forget_preset(reading.one_spelling(command.forget)):
            raise Refused("nothing", "there is no preset of that name")

    def _with_places(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The table agreed on, with the places that fit this camera and these players."""
        setup = {name: given[name] for name in TOLD if name in given}
        if set(given) - set(setup):
            raise BadInput(f"table: {', '.join(sorted(set(given) - set(setup)))}: not to be told here")
        setup = self._as_known(one_spelling(setup))
        table = table_from_json(setup, "table")
        for name in table.names:
            if len(name) > LONGEST_NAME:
                raise BadInput(f"table: {name!r} is longer than {LONGEST_NAME} characters")
        check_begins(table, "table")
        return self._placed(setup, table)

    def _as_known(self, setup: dict[str, Any]) -> dict[str, Any]:
        """A setup whose players are called as they were on other evenings, whatever the capitals.

        Raises:
            Refused: two names nobody can tell apart, of this table or of one who has played before.
        """
        table = table_from_json(setup, "table")
        past = [one_spelling(each) for each in self._live.store.setups()]
        try:
            known = names.as_known(table.names, _remembered([*past, self._places]))
        except BadInput as error:
            raise Refused("alike", str(error)) from None
        return renamed(setup, dict(zip(table.names, known, strict=True)))

    def _placed(self, setup: dict[str, Any], table: Table) -> dict[str, Any]:
        placed = {**setup, **{name: self._places[name] for name in PLACES if name in self._places}}
        seats = self._seats(True)
        # People who sit in another order than then have changed places.
        if list(table.names) in [[*list(seats)[n:], *list(seats)[:n]] for n in range(len(seats))]:
            placed["players"] = [
                {"name": each.name, "seat": seats[each.name]}
                | ({} if each.colour is None else {"colour": each.colour})
                for each in table.players
            ]
        try:
            table_from_json(placed, "table", self._size)
        except BadInput:
            return setup  # the camera has changed: where things lie is to be learned again
        return placed


def _left(live: Live) -> dict[str, Any] | None:
    """What lies in the boxes since people stopped the last time: ``{chips, boxes {box: chips}}``."""
    past = [
        one
        for one in live.store.evenings()
        if one.setup and one.id != live.evening.id and one.token != BROUGHT_IN
    ]
    if not past:
        return None
    last = max(past, key=lambda one: one.id)
    with contextlib.suppress(BadInput):  # written by another version
        story = tell(live.store.events(last.id))
        end = None if story.state is None else story.reckoning()
        if end is not None and end.ending is not None and any(end.boxes.values()):
            return {"chips": sum(end.boxes.values()), "boxes": dict(end.boxes)}
    return None


def _played(store: Store) -> list[str]:
    """Who has sat at a table on which a round was played, as far as its first cards."""
    lengths = store.lengths()
    sat = (one.setup for one in store.evenings() if lengths.get(one.id, 0) > BEGUN)
    return sorted({name for setup in sat for name in players_of(setup)})


def _remembered(setups: list[dict[str, Any]]) -> list[str]:
    names: dict[str, None] = {}
    for setup in setups:
        for player in setup.get("players", ()):
            names.setdefault(player if isinstance(player, str) else player["name"])
    return list(names)[:REMEMBERED]


def _colours(setups: list[dict[str, Any]]) -> dict[str, int]:
    """The colour that each player had last."""
    colours: dict[str, int] = {}
    for setup in setups:
        for player in setup.get("players", ()):
            if isinstance(player, dict) and player.get("colour") is not None:
                colours.setdefault(player["name"], player["colour"])
    return colours


def _rules(kind: str, rules: str, guest: bool) -> dict[str, Any]:
    """A base preset and its options; ``guest``: it comes from another package."""
    module = game.find(kind, rules, "rules")
    return {
        "guest": guest,
        "board": [card.code for card in module.BOARD],
        "game": kind,
        "rules": rules,
        "part": module.PART,
        "players": sorted(module.DEAL),
        "options": [
            {
                "name": choice.name,
                "default": choice.default,
                "values": choice.values,
                "least": choice.least,
                "by": choice.by,
                "names": choice.names,
                "group": choice.group,
                "only_with": choice.only_with,
                "sources": choice.sources,
            }
            for choice in presets.choices(kind, rules)
        ],
        "groups": GROUPS,
        "alone": getattr(module, "ALONE", {}),
    }
