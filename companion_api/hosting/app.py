"""The server of an evening: its page, the live channel, pictures, and what phones may ask.

Everything but the page itself (which shows only a welcome) needs a pass (`companion_api.server.passes`),
which whoever shows an invitation gets for the role he takes. Nothing is accepted from other
origins, no message may be large. Each room has a router for what it answers; here they come together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import APIRouter, Depends, FastAPI

from companion_api.evening.api import looking_back, phone_camera, setting_up, taps
from companion_api.evening.live import Live
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.guests import api as guests_api
from companion_api.hand_photo import api as hand_photo_api
from companion_api.hand_photo.photos import HandPhotos
from companion_api.hearing import api as hearing_api
from companion_api.hearing.ears import Ears
from companion_api.hosting import channel, joining, pages
from companion_api.hosting.api_document import describe
from companion_api.hosting.failures import answer_failures
from companion_api.learning import api as learning_api
from companion_api.learning.learning import Learning
from companion_api.passing import api as passing_api
from companion_api.passing.holders import Holders
from companion_api.past import api as past_api
from companion_api.replay import api as replay_api
from companion_api.server.answers import pack
from companion_api.server.gate import guard
from companion_api.server.passes import CAMERA
from companion_api.sounds import sounds_api
from companion_api.sounds.own_sounds import OwnSounds
from companion_api.system.addresses import Reaches
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
    """The application that shows one evening.

    Args:
        live: the evening.
        desk: what taps are handed to.
        extras: what it has beside them.
    """
    app = FastAPI(title="nainjaune", openapi_url=None)
    app.state.live = live
    pack(app)
    guard(app, () if extras.reach is None else extras.reach.names)
    answer_failures(app)
    for router in _routers(live, desk, extras):
        app.include_router(router)
    describe(app)
    guests_api.add_to(app)
    pages.add_to(app)
    return app


def _routers(live: Live, desk: Desk, extras: Extras) -> Iterator[APIRouter]:
    """All that is answered, by who may ask it."""
    token = live.evening.token
    holders = live.holders = Holders(live.store, token, live.changed)
    anybody, hosts = Depends(holders.admitted()), Depends(holders.admitted("host"))
    players = Depends(holders.admitted("host", "player"))
    shows = Depends(holders.admitted("host", "television"))
    readers = Depends(holders.admitted("host", "player", "television"))
    yield joining.router(live, holders)
    yield joining.invitations(token, extras.reach, shows, films=extras.feed is not None)
    yield channel.router(live, holders)
    yield taps.router(live, desk, anybody)
    if extras.setup is not None:
        yield setting_up.router(live, extras.setup, anybody, hosts)
    yield looking_back.router(live, anybody, hosts)
    if extras.learning is not None:
        yield learning_api.router(live, extras.learning, hosts)
    if extras.feed is not None:
        films = Depends(holders.admitted("host", CAMERA))
        yield phone_camera.router(extras.feed, films, extras.setup)
    yield hearing_api.router(extras.ears, hosts)
    yield sounds_api.router(extras.sounds, anybody)
    yield past_api.router(live, readers, hosts)
    yield passing_api.router(live, holders)
    yield replay_api.router(live, anybody, players, hosts)
    yield hand_photo_api.router(HandPhotos(live), anybody)
