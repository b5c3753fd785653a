"""By seed: how the table is laid, where camera and lamp hang, which pack and chips there are, who wears what.

One die (`looks`) decides all that every table has; each disturbance has its own, so that switching one on
leaves the rest as it was.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.cards import HONOURS
from engine.games.game_rules import Game
from hardware.simulator.cards.deck import Deck, deck_style
from hardware.simulator.disturbances import Disturbances
from hardware.simulator.drawing.view import Light, View, behind_window, hang_lamp, place_camera
from hardware.simulator.layout import BOARDS, LAYOUTS, Layout, Seat, lay_out
from hardware.simulator.people.arms import (
    HEIGHT,
    LOW,
    ArmPicture,
    ArmStyle,
    arm_styles,
    draw_arm,
    draw_head,
    dressed_up,
    endless,
    of_child,
)
from hardware.simulator.people.manners import Person
from hardware.simulator.stage.room import SHOULDER, Room, Sensor
from hardware.simulator.stage.stage import THICKNESS
from hardware.simulator.surroundings import cloths, surfaces
from hardware.simulator.things import household
from hardware.simulator.things.board import board_style
from hardware.simulator.things.chips import chip_kinds

_ROOM = (62.0, 100.0)
"""How much wider a table with things on it is on each side, mm."""
AROUND = 60.0
"""Of the room beyond the table's edge, mm: what is seen there too where people hold cards over it."""
FAR = 1700.0
"""How far behind the table's edge a shoulder is where no low camera may see an arm begin, mm."""


def lay_table(
    seed: int,
    looks: random.Random,
    rules: Game,
    among: Disturbances,
    players: int | None,
    layout: str | None,
    board: str | None,
) -> Layout:
    """Who sits where, and where the game lies.

    Args:
        players, layout, board: as people ask for them; None: by chance.

    Raises:
        BadInput: there is no such number, layout or form of a board.
    """
    if among.fans and layout is None:
        layout = random.Random(f"{seed}/fans").choice([*LAYOUTS, None])
    if among.boards and board is None and rules.BOARD == HONOURS:
        board = random.Random(f"{seed}/boards").choice(BOARDS)
    plan = lay_out(looks, players, layout, rules.DEAL, board or "square", rules.BOARD)
    if among.clutter or among.stocks or among.strays:
        return _roomier(random.Random(f"{seed}/room"), plan)
    return plan


def _roomier(rng: random.Random, plan: Layout) -> Layout:
    """The same table with a free strip between what is played in the middle and what each has before him."""
    more = rng.uniform(*_ROOM)
    seats = tuple(replace(seat, edge=seat.edge + seat.outward * more) for seat in plan.seats)
    return replace(plan, width=plan.width + 2 * more, depth=plan.depth + 2 * more, seats=seats)


def furnish(
    seed: int,
    looks: random.Random,
    plan: Layout,
    family: Sequence[Person],
    among: Disturbances,
    exposure: float,
) -> Room:
    """All else that is seen, around a table that is laid.

    Args:
        looks: the die of `lay_table`, as that has left it.
        family: who sits there.
        exposure: as in `Sensor`.
    """
    beyond = among.held or among.oblique or among.heads
    low = random.Random(f"{seed}/oblique") if among.oblique else None
    view = place_camera(looks, plan.width, plan.depth, low=low, around=AROUND if beyond else 0.0)
    light = _light(seed, looks, plan, view, among)
    deck, board = Deck(deck_style(looks)), board_style(looks)
    if plan.form == "cards":
        board = replace(board, base=THICKNESS, wall=0.0, rim=3.0)
    chips = chip_kinds(looks, board.bottom)
    styles = _dressed(seed, arm_styles(looks, len(plan.seats)), family, among)
    room = Room(
        layout=plan,
        view=view,
        light=light,
        board=board,
        deck=deck,
        board_deck=deck if looks.random() < 0.6 else Deck(deck_style(looks)),
        chips=chips,
        arms=[_poses(seed, *each, light, among) for each in zip(styles, plan.seats, strict=True)],
        styles=styles,
        sensor=Sensor(looks.uniform(0.8, 3.2), looks.choice([0.0, 0.45, 0.6]), exposure),
        seed=looks.randrange(1 << 30),
        edge=plan.outline if beyond else None,
        shoulders=FAR if among.oblique else SHOULDER,
        # Seen from the side, fingers would float beside what they touch.
        hangs=LOW if among.oblique else HEIGHT,
    )
    return _with_cloth(seed, room) if among.cloths else room


def _light(seed: int, looks: random.Random, plan: Layout, view: View, among: Disturbances) -> Light:
    """The lamp; it may be mirrored on the table, or a window stand before it."""
    light = hang_lamp(looks, view, *(_mirrored(seed, plan) if among.glare else ()))
    return behind_window(random.Random(f"{seed}/window"), view, light) if among.shadows else light


def _mirrored(seed: int, plan: Layout) -> tuple[np.ndarray, float]:
    """Where on the table the lamp is seen mirrored, and how glossy cards are."""
    die = random.Random(f"{seed}/glare")
    near = plan.pile if plan.kind == "pile" else die.choice(plan.seats).edge * 0.7
    where = near + [die.gauss(0, 60) for _ in "xy"]
    return np.asarray(where), die.uniform(0.45, 0.85)


def _dressed(
    seed: int, styles: list[ArmStyle], family: Sequence[Person], among: Disturbances
) -> list[ArmStyle]:
    """The arms as they are dressed this evening, those of children among them."""
    if among.sleeves:
        styles = dressed_up(random.Random(f"{seed}/sleeves"), styles)
    return [of_child(arm) if who.child else arm for arm, who in zip(styles, family, strict=True)]


def _poses(seed: int, arm: ArmStyle, seat: Seat, light: Light, among: Disturbances) -> dict[str, ArmPicture]:
    """Pictures of all that a player may reach over the table, lit as at his place."""
    forward = -seat.outward
    lamp = light.lamp - np.append(seat.edge / 2, 0.0)
    lamp = lamp / np.linalg.norm(lamp)
    across = np.array([-forward[1], forward[0]])
    from_lamp = np.array([lamp[:2] @ forward, lamp[:2] @ across, lamp[2]])
    poses = {pose: draw_arm(arm, pose, from_lamp) for pose in ("hold", "open")}
    if among.lean_in:
        poses["head"] = draw_head(arm, from_lamp)
    if among.clutter:
        poses["paw"] = household.paw(random.Random(f"{seed}/paw"), from_lamp)
    if among.held:
        # The other hand holds the cards.
        poses["fist"] = draw_arm(replace(arm, left=not arm.left), "fist", from_lamp)
    return {pose: endless(each) for pose, each in poses.items()} if among.oblique else poses


def _with_cloth(seed: int, room: Room) -> Room:
    """The same with a patterned cloth on the table."""
    bare = surfaces.surface(random.Random(room.seed), *surfaces.BACKDROP)
    pattern, cloth = cloths.cloth(seed, bare, Deck(deck_style(random.Random(f"{seed}/print"))))
    return replace(room, pattern=pattern, cloth=cloth)
