"""The server of an evening: its page, the live channel, pictures, and what phones may ask.

Everything but the page itself (which shows only a welcome) needs a pass (`companion_api.web.passes`),
which whoever shows an invitation gets for the role he takes; what each role may ask stands in one table
(`companion_api.web.rights`). Nothing is accepted from other
origins, no message may be large. Each room has a router for what it answers; here they come together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import APIRouter, Depends, FastAPI

from companion_api.evening.live import Live
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.family.own_sounds import OwnSounds
from companion_api.hand_photo.photos import HandPhotos
from companion_api.hearing.ears import Ears
from companion_api.learning.learning import Learning
from companion_api.system.addresses import Reaches
from companion_api.web.api_document import describe
from companion_api.web.pages import applications
from companion_api.web.register import Register
from companion_api.web.rights import admitting
from companion_api.web.routes import channel, joining, looking_back, phone_camera, setting_up, taps
from companion_api.web.routes import devices as devices_api
from companion_api.web.routes import hand_photo as hand_photo_api
from companion_api.web.routes import hearing as hearing_api
from companion_api.web.routes import learning as learning_api
from companion_api.web.routes import past as past_api
from companion_api.web.routes import replay as replay_api
from companion_api.web.routes import sounds as sounds_api
from hardware.cameras.phone import PhoneFeed


@dataclass(frozen=True, slots=True)
class Extras:
    """What an evening may have beside its events and its desk.

    Attributes:
        setup: sets evenings up; None: the evening is given.
        feed: where a phone that is the camera sends its pictures; None: another camera films.
        reach: by which names and addresses the page is reached; None: as each phone has opened it.
        learning: learns packs and chips; None: there is no camera to learn from.
        ears: what hears; None: no microphone can be asked about.
        sounds: a family's own; None: it has none.
    """

    setup: SetUp | None = None
    feed: PhoneFeed | None = None
    reach: Reaches | None = None
    learning: Learning | None = None
    ears: Ears | None = None
    sounds: OwnSounds | None = None


NOTHING_MORE = Extras()


def create_app(live: Live, desk: Desk, extras: Extras = NOTHING_MORE) -> FastAPI:
    """The application that shows one evening, ``app.state.live``.

    Args:
        live: the evening.
        desk: what taps are handed to.
        extras: what it has beside them.
    """
    app = applications.application("nainjaune", () if extras.reach is None else extras.reach.names)
    app.state.live = live
    register = live.holders = Register(live.store, live.evening.token, live.changed)
    for router in _routers(live, desk, extras, register):
        app.include_router(router, dependencies=[Depends(admitting(register.read))])
    app.include_router(channel.router(live, register))
    describe(app)
    applications.add_to(app)
    return app


def _routers(live: Live, desk: Desk, extras: Extras, register: Register) -> Iterator[APIRouter]:
    """All that is answered; who may ask it: `rights`."""
    yield joining.router(live, register)
    yield joining.invitations(live.evening.token, extras.reach, register, films=extras.feed is not None)
    yield taps.router(live, desk)
    if extras.setup is not None:
        yield setting_up.router(live, extras.setup)
    yield looking_back.router(live)
    if extras.learning is not None:
        yield learning_api.router(live, extras.learning)
    if extras.feed is not None:
        yield phone_camera.router(extras.feed, extras.setup)
    yield hearing_api.router(extras.ears)
    yield sounds_api.router(extras.sounds)
    yield past_api.router(live)
    yield devices_api.router(live, register)
    yield replay_api.router(live)
    yield hand_photo_api.router(HandPhotos(live))
