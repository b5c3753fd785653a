"""Why a network camera gives no pictures: what it answered instead, in one line."""

from __future__ import annotations

import ssl

from engine.errors import BadInput

EXPECTED = {
    "password": "the camera asks for a name and a password ({status}), expected {scheme}://NAME:PASSWORD@HOST/…",
    "refused": "the camera refuses this name and password ({status}), expected those of its own page",
    "path": "the camera has nothing at this path ({status}), expected the path of its video stream",
    "page": "a web page answers (the camera's login?), no pictures; expected the address of its video stream",
    "elsewhere": "the camera sends on to another address ({status}), which is not followed;"
    " expected the address of its video stream itself",
    "picture": "one picture, a stream was expected; expected the address of its video stream",
    "status": "the camera answers {status}, no pictures; expected the address of its video stream",
    "format": "something answers, but no pictures that can be read; expected the address of a video stream",
    "name": "no computer or camera has this name; expected its address, or the name that the router gives it",
    "nobody": "nobody answers there; expected a camera that is on and in this network",
    "written": "in a name or password @ is written %40, # %23, : %3A, / %2F and ? %3F",
}
"""What to say, by `NoStream.why`."""


class NoStream(BadInput):
    """A network camera gives no pictures.

    Attributes:
        why: of `EXPECTED`.
        status: what it answered, 0: nothing.
    """

    def __init__(self, name: str, why: str, scheme: str = "rtsp", status: int = 0) -> None:
        super().__init__(f"{name}: {EXPECTED[why].format(status=status, scheme=scheme)}")
        self.why = why
        self.status = status


def why_of(status: int, page: bool, known: bool) -> str:
    """Of `EXPECTED`, for an answer; ``known``: a name or password was shown."""
    if status in (401, 403, 407):
        return "refused" if known else "password"
    if status in (404, 410, 454):
        return "path"
    if 300 <= status < 400:
        return "elsewhere"
    if page:
        return "page"
    return "format" if 200 <= status < 300 else "status"


def any_certificate() -> ssl.SSLContext:
    """Cameras sign their own certificates, and FFmpeg does not look at them either."""
    return ssl._create_unverified_context()
