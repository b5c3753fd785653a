"""What is said aloud of Nap: the difference between two moments of a deal, said once."""

from __future__ import annotations

from collections.abc import Iterator

from companion_api.games.announcing import corrections
from companion_api.games.views import Story
from companion_api.saying.announcement import Announcement
from engine.games import nap
from engine.games.nap import Evening, Round


def announcements(before: Story, after: Story) -> tuple[Announcement, ...]:
    """What is to be said of the events that ``after`` has and ``before`` had not.

    Args:
        before, after: of the same evening.
    """
    state: Evening | None = after.state  # type: ignore[assignment]
    if state is None or state.round is None:
        return ()
    put_right = corrections(before, after)
    if put_right:
        return put_right
    was: Evening | None = before.state  # type: ignore[assignment]
    old = was.round if was is not None and was.round is not None else None
    if old is not None and old.number != state.round.number:
        old = None
    return (*_bids(old, state.round, state), *_play(old, state.round, state), *_end(old, state))


def _bids(old: Round | None, now: Round, state: Evening) -> Iterator[Announcement]:
    """Who bids first, what somebody bids, and who plays the deal."""
    if old is None and not now.bids:
        yield Announcement("bids_first", nap.turn(state))
    for bid in now.bids[len(old.bids) if old is not None else 0 :]:
        if bid.bid != "pass":
            yield Announcement("bid", bid.player, bid=nap.called(state.options, bid.bid))
    over = not nap.bidding(state) and not now.laid
    if over and now.high is not None and old is not None and len(old.bids) < len(now.bids):
        yield Announcement("contract", now.high.player, bid=nap.called(state.options, now.high.bid))


def _play(old: Round | None, now: Round, state: Evening) -> Iterator[Announcement]:
    """A suit not followed, and who has won a trick."""
    if now.revoke is not None and (old is None or old.revoke is None):
        yield Announcement("revoke", state.players[now.revoke[0].player], now.revoke[0].card)
    for place, tricks in enumerate(now.tricks):
        if old is not None and tricks > old.tricks[place] and not now.settled:
            yield Announcement("trick", state.players[place])


def _end(old: Round | None, state: Evening) -> Iterator[Announcement]:
    """A deal that has been settled."""
    now = state.round
    if now is None or not now.settled or (old is not None and old.settled):
        return
    last = state.settlements[-1]
    if last.bidder is None:
        yield Announcement("thrown_in")
    elif last.bid is not None:
        bid = nap.called(state.options, last.bid)
        yield Announcement("made" if last.made else "lost", last.bidder, bid=bid)
