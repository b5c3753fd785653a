"""What is called, by tap, voice or chips."""

from __future__ import annotations

from engine.boundaries import Heard
from engine.events import Event
from engine.referee.calls import Call, lying, spoken
from engine.referee.intake.rounds import Rounds
from engine.referee.settings import GRACE
from engine.referee.transaction import all_or_nothing
from engine.referee.witnesses.call import callers, strength


class Calls(Rounds):
    """What is called, by tap, voice or chips."""

    @all_or_nothing
    def hear(self, heard: Heard) -> list[Event]:
        """Take in a call by tap or voice; it is judged once its time has been seen (`GRACE`)."""
        if self._keep_for_later(heard) or self._late is not None:
            return []
        if heard.via == "voice":
            return self._hear_voice(heard)
        if heard.call is None:
            return []
        call = Call(heard.t, heard.call, heard.player, heard.via)
        self._statements.call(call)
        self._speaks(call)
        self._decide()
        return self._retell()

    def _speaks(self, call: Call) -> None:
        """A call speaks for its card, and for who laid it."""
        sure = 1.0 if call.heard is None else call.heard.confidence
        by = callers(call.player, self._table.names)
        self._pile.favour(call.t, call.card, strength(call.via, sure), by=by)

    def _hear_voice(self, heard: Heard) -> list[Event]:
        """Take in what a recogniser tells: evidence for cards, and a call for the gate to judge."""
        if heard.sans is not None:
            if not self._pile.stopped(heard.t, heard.sans, heard.confidence):
                self._gate.drop(heard, "no_sequence")
        else:
            if heard.call is not None:
                strong = strength(heard.via, heard.confidence)
                self._pile.favour(heard.t + heard.seconds, heard.call, strong)
            self._gate.take(heard)
        news = self._decide()
        return self._listen() or (self._retell() if news else [])

    def _listen(self) -> list[Event]:
        """Let voices count, ask about them or drop them, as far as their moment has been seen."""
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        laid = lying(self._before, self._pile.laid())
        passed = spoken(self._gate, self._now - GRACE, laid, evening)
        for call in passed:
            self._statements.call(call)
        return self._retell() if passed else []
