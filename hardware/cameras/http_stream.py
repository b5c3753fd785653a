"""A network camera by HTTP: its address is asked here, once, and FFmpeg is given the one answer that comes.

So nothing else is ever opened, whatever a playlist names, and what a camera answers instead of pictures is
known without asking again.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import SplitResult, unquote

from hardware.cameras.no_stream import NoStream, any_certificate, why_of
from hardware.outgoing import opener

FORMATS = {"multipart/x-mixed-replace": "mpjpeg"}
"""FFmpeg's names of what it would not know by its first bytes, by media type."""
PICTURES = ("image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp")
_BLANK = b"\xef\xbb\xbf \r\n\t"


class Answer:
    """What a camera sends, as FFmpeg reads a file: as much as is there, never waiting for more.

    Attributes:
        format: FFmpeg's name of it; None: FFmpeg finds out.
        deadline: by `time.monotonic`, when a camera that only trickles is given up; None: never.
    """

    def __init__(self, answer: Any, begins: bytes, deadline: float) -> None:
        self._answer = answer
        self._begins = begins
        self.format = FORMATS.get(answer.headers.get_content_type())
        self.deadline: float | None = deadline

    def read(self, size: int) -> bytes:
        """Up to so many bytes; none at the end.

        Raises:
            OSError: nothing came for long.
        """
        if self._begins:
            begins, self._begins = self._begins[:size], self._begins[size:]
            return begins
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TimeoutError
        try:
            got: bytes = self._answer.read1(size)
        except (http.client.HTTPException, ValueError, AttributeError) as error:  # closed meanwhile
            raise OSError(str(error)) from None
        return got

    def close(self) -> None:
        """Hang up."""
        self._answer.close()


def ask(parts: SplitResult, name: str, seconds: float) -> Answer:
    """What a camera sends for a GET with the name and password of its address.

    Args:
        parts: the address.
        name: to say it of.
        seconds: that it may take to answer, and then to send something more.

    Raises:
        NoStream: it answers something else, or nobody does.
    """
    known = bool(parts.username or parts.password)
    try:
        answer = _opened(parts, seconds)
        begins = answer.read1(4096)
    except urllib.error.HTTPError as error:
        with error:
            raise NoStream(name, why_of(error.code, False, known), parts.scheme, error.code) from None
    except (socket.gaierror, UnicodeError):
        raise NoStream(name, "name") from None
    except ssl.SSLError:
        raise NoStream(name, "format") from None
    except OSError as error:
        reason = getattr(error, "reason", None)
        unknown = isinstance(reason, (socket.gaierror, UnicodeError))
        why = "name" if unknown else "format" if isinstance(reason, ssl.SSLError) else "nobody"
        raise NoStream(name, why) from None
    except ValueError:  # a way of asking for a password that the library does not know
        raise NoStream(name, why_of(401, False, known), parts.scheme, 401) from None
    except http.client.HTTPException:
        raise NoStream(name, "format") from None
    kind = answer.headers.get_content_type()
    page = kind == "text/html" or begins.lstrip(_BLANK).startswith(b"<")
    if page or kind in PICTURES:
        answer.close()
        raise NoStream(name, "page" if page else "picture", parts.scheme, answer.status)
    return Answer(answer, begins, time.monotonic() + 2 * seconds)


def _opened(parts: SplitResult, seconds: float) -> Any:
    host = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=host, fragment="").geturl().replace(" ", "%20")
    handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPSHandler(context=any_certificate())]
    if parts.username or parts.password:
        keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        keys.add_password(None, bare, unquote(parts.username or ""), unquote(parts.password or ""))
        handlers += [urllib.request.HTTPBasicAuthHandler(keys), urllib.request.HTTPDigestAuthHandler(keys)]
    return opener(parts.hostname or "", *handlers).open(bare, timeout=seconds)
