"""What one `nainjaune` holds: its stage, the phones' doors, and the evening that is on."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable
from typing import Any

from companion_api.evening.who import HOST
from companion_api.family import slate
from companion_api.family.past import Chronicle
from companion_api.family.slate import Slate
from companion_api.store import Evening, Store
from companion_api.web import passes
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.phones import Phones
from companion_api.web.hosting.choices import Choice
from companion_api.web.hosting.hosted import Hosted, Plan
from companion_api.web.hosting.past_evenings import PastEvenings
from companion_api.web.hosting.remembered import Remembered
from companion_api.web.hosting.sittings import going_on
from companion_api.web.hosting.stage import Stage
from companion_api.web.hosting.thumbnails import Thumbnails
from engine.errors import BadInput
from hardware.cameras.phone import WORD as PHONE


class Refusal(Exception):
    """What was chosen cannot be.

    Attributes:
        why: ``held`` (another companion shows evenings from there), ``camera``, ``nothing`` (there is no
            evening to go on with), ``https`` (no certificate can be made) or ``input``.
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Companion:
    """The companion, from `nainjaune` to Ctrl-C.

    Args:
        door: where this computer's own pages come in.
        data: the data folder or database.
        planned: the evening that a command line would play (`companion_api.command.planned`).
        stop: ends the server.

    Attributes:
        key: lets this computer's start page in.
        stage: what is shown; its start page is set up by `start_page.opened`.
        stop: ends the server.
        now: the evening that is on, or the past ones that are looked at; None: neither.
    """

    def __init__(
        self, door: Entrance, data: str, planned: Callable[..., Plan], stop: Callable[[], None] = lambda: None
    ) -> None:
        self.data = data
        self._planned = planned
        self.key = secrets.token_urlsafe(16)
        self.stage = Stage()
        self.phones = Phones(door, self.stage, data)
        self.thumbnails = Thumbnails()
        self.remembered = Remembered(data)
        self.now: Hosted | PastEvenings | None = None
        self.stop = stop
        self._alone = threading.Lock()

    @property
    def token(self) -> str | None:
        """With which passes are signed now; None: nothing is on."""
        if isinstance(self.now, Hosted):
            return self.now.live.evening.token
        return None if self.now is None else self.now.token

    @property
    def well(self) -> bool:
        """Whether nothing hangs."""
        return not isinstance(self.now, Hosted) or self.now.sittings.well

    def sit(self, plan: Plan) -> Hosted:
        """Begin an evening in place of the one that is on; `Hosted.start` then begins to watch.

        Raises:
            BadInput: it cannot be.
        """
        hosted = Hosted(plan, self.phones, self.stop)
        self.now = hosted
        self.stage.show(hosted.app)
        return hosted

    def begin(self, choice: Choice) -> dict[str, str]:
        """Do what was chosen on the start page; from any thread.

        Returns:
            ``pass``: with which the page is its host; ``page``: which one to open, below the first.

        Raises:
            Refusal: it cannot be; then nothing is on.
        """
        with self._alone:
            self.thumbnails.close()
            self._leave()
            if choice.what == "past":
                self.now = PastEvenings(Store(self.data), secrets.token_urlsafe(16))
                self.stage.show(self.now.app)
            else:
                self._begin(choice)
        assert self.token is not None
        page = "history/" if choice.what == "past" else ""
        return {"pass": passes.issue(self.token, HOST), "page": page}

    def _begin(self, choice: Choice) -> None:
        if choice.what != "demo":
            self._check_free(choice)
            self.remembered.keep({"camera": choice.source})
        if choice.source == PHONE:
            self.let_in(films=True)
        try:
            if choice.what == "demo":
                plan = self._planned("demo", choice.of_demo(), waits=True)
            else:
                plan = self._planned("play", choice.of_play(self.data), go_on=choice.what == "go_on")
        except BadInput as error:
            raise Refusal("input" if choice.what == "demo" else "camera", str(error)) from None
        try:
            self.sit(plan).start()
        except BadInput as error:
            raise Refusal("input", str(error)) from None

    def _check_free(self, choice: Choice) -> None:
        store = Store(self.data)
        try:
            try:
                store.hold()
            except BadInput as error:
                raise Refusal("held", str(error)) from None
            if choice.what == "go_on" and going_on(store, set_up=True) is None:
                raise Refusal("nothing", "there is no evening to go on with")
        finally:
            store.close()

    def let_in(self, *, films: bool = False) -> None:
        """Let phones in, and remember that.

        Raises:
            Refusal: no certificate can be made.
        """
        try:
            self.phones.open(films=films)
        except BadInput as error:
            raise Refusal("https", str(error)) from None
        self.remembered.keep({"phones": True})

    def keep_out(self) -> None:
        """Let no phone in any more, and remember that."""
        self.phones.close()
        self.remembered.keep({"phones": False})

    def pause(self, paused: bool) -> None:
        """Let the demo stand still, or go on."""
        if isinstance(self.now, Hosted) and self.now.sittings.watching is not None:
            self.now.sittings.watching.pause(paused)

    def hurry(self, speed: float) -> None:
        """Let the demo pass so fast from now on."""
        if isinstance(self.now, Hosted) and self.now.sittings.watching is not None:
            self.now.sittings.watching.hurry(speed)

    def interrupted(self) -> Evening | None:
        """The evening that can go on; None: there is none, or one is on."""
        if isinstance(self.now, Hosted):
            return None
        store = Store(self.data)
        try:
            return going_on(store, set_up=True)
        finally:
            store.close()

    def slate(self, asked: Slate | None = None) -> dict[str, Any]:
        """Debts that last, once what is asked is done (`companion_api.family.slate`)."""
        hosted = self.now if isinstance(self.now, Hosted) else None
        store = Store(self.data) if hosted is None else hosted.live.store
        try:
            chronicle = Chronicle(store)
            if asked is not None:
                return slate.do(store, chronicle, asked)
            # Most families keep none: then no evening is looked at.
            return slate.overview(store, chronicle.evenings() if store.slate() else ())
        finally:
            if hosted is None:
                store.close()

    def leave(self) -> None:
        """End what is on; an evening that nobody has ended can go on later."""
        with self._alone:
            self._leave()

    def _leave(self) -> None:
        before, self.now = self.now, None
        self.stage.show(None)
        if before is not None:
            before.close()

    def close(self) -> None:
        """End all."""
        with contextlib.suppress(BadInput):
            self.leave()
        self.phones.close()
        self.thumbnails.close()
