"""Where each house rule comes from: option and value → the sources that tell it.

000 the German text, 001 the English one, 002 the French page, 003 pagat's Nap, 004 the Académie's
articles, 004q the journal of 1760 quoted there. ``"house"``: played at many tables, printed
nowhere we know; an empty tuple: no source says, the choice is ours.
"""

from __future__ import annotations

from collections.abc import Mapping

ANY = "*"
"""Stands for every value of an option that is a number, or that has no entry of its own."""

_TOLD: dict[str, Mapping[str, str]] = {
    # lindor
    "packets": {"3": "000 001", "3_then_2": "002", "1": "004"},
    "first_dealer": {"lot": "000 001", "high_card": "002"},
    "direction": {"clockwise": "000 001", "anticlockwise": "001 004"},
    "first_lead": {"after_dealer": "001", "drawn": "002", "right_of_dealer": "house"},
    "dwarf_leads": {"off": "000 001", "on": "house"},
    "suits": {"ignored": "000 001 002 004", "same": "house"},
    "must_continue": {"off": "001", "runner": "000 002", "on": "004q"},
    "asked": {"everyone": "000 001", "next_only": "002"},
    "after_stop": {"free": "000 001 002", "skip": "000"},
    "decline_lead": {"off": "000 001", "on": "002"},
    "pass_penalty": {"off": "000 001 002 004", "on": "house"},
    "call_required": {"on": "000 001", "off": "002 004", "hoc_only": "004 004q"},
    "call_window": {"next_card": "", "with_card": "house", "round": "house"},
    "missed_call": {"lost": "000 001", "bete": "000"},
    "bete": {"on": "000 001 004", "off": "002"},
    "hand_payment": {"points": "000 001 004", "per_card": "000 002"},
    "per_card": {"1": "000", ANY: "002"},
    "opera": {"one_go": "000 001", "no_card": "004", "no_honour": "002"},
    "opera_order": {"betes_first": "", "opera_first": ""},
    "end": {"ruin": "001", "rounds": "000 001 004", "time": "001"},
    # every evening
    "overlooked_fine": {ANY: ""},
    "debt": {"owed": "", "capped": ""},
    "leftover": {"stay": "", "last_winner": "", "split": ""},
    "stake_unit": {"jeton": "000 001 002 004", "fiche": "004q"},
    "fiche": {"5": "000", "2": "002"},
    # avantcoureur
    "round_unit": {"deal": "000 001", "cycle": "004"},
    "rounds": {"by_players": "000 001", "10": "004 004q", "12": "004 004q"},
    "dwarf_after": {"stop": "004q", "continue": "004q"},
    "dwarf_out_of_turn": {"off": "004q", "on": "000 001"},
    "hoc_chip": {"1": "000 001 004", "0": "004q", ANY: ""},
    "accidental_hoc_pays": {"off": "000 001", "on": "004"},
    "dwarf_bete": {"on": "000 001 004", "off": "004q"},
    # nap
    "deck": {ANY: "003"},
    "bid_two": {ANY: "003"},
    "bid_mis": {ANY: "003"},
    "bid_blucher": {ANY: "003"},
    "five_pay": {ANY: "003"},
    "pool": {ANY: "003"},
    "pool_ante": {ANY: "003"},
    "dealer_extra": {ANY: "003"},
    "purchase": {ANY: "003"},
    "purchase_price": {ANY: "003"},
    "widow": {ANY: "003"},
    "floater": {ANY: "003"},
    "floater_count": {ANY: "003"},
    "floater_bids": {ANY: "003"},
    "floater_values": {ANY: ""},
    "seven": {ANY: "003"},
}


def register(told: Mapping[str, Mapping[str, str]]) -> None:
    """Take in what a game from elsewhere tells of its own options; those that are known stay as they are."""
    for name, values in told.items():
        _TOLD.setdefault(name, values)


def sources(option: str, value: object) -> tuple[str, ...]:
    """The sources that tell a value of an option; none where the choice is ours, or nothing is told."""
    values = _TOLD.get(option, {})
    return tuple(values.get(str(value), values.get(ANY, "")).split())
