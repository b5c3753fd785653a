"""A page's files, read and packed once for all who open it: a page asks for sixty at a time.

In each page stands one script, which says why the page does not start: what of the page does not arrive could
not tell it. It is one file (``page/starting.js``), put where the page has its `MARK`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import stat
from functools import cache, lru_cache
from importlib import resources

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from companion_api.web.answers import PACKED

MOST = 512
"""Files kept: four times as many as the page has, which are a megabyte; the oldest go first."""


MARK = b"<!-- starting.js -->"


class Files(StaticFiles):
    """A folder of the program's own: what lies in it is small and seldom changes."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A whole file from memory, as long as it is the one on the disk; all else as `StaticFiles` does."""
        asked = Headers(scope=scope)
        try:
            where, found = self.lookup_path(path)
            if (
                found is not None
                and stat.S_ISDIR(found.st_mode)
                and self.html
                and scope["path"].endswith("/")
            ):
                where, found = self.lookup_path(os.path.join(path, "index.html"))
        except (OSError, ValueError):
            found = None
        whole = scope["method"] == "GET" and "range" not in asked
        if not whole or found is None or not stat.S_ISREG(found.st_mode):
            return await super().get_response(path, scope)
        body, headers = _load(where, found.st_mtime_ns, found.st_size)
        if self.is_not_modified(Headers(headers), asked):
            return NotModifiedResponse(Headers(headers))
        if len(body) >= PACKED:
            headers = headers | {"vary": "Accept-Encoding"}
            if "gzip" in asked.get("accept-encoding", ""):
                return Response(_packed(body), headers=headers | {"content-encoding": "gzip"})
        return Response(body, headers=headers)


@lru_cache(MOST)
def _load(where: str, changed: int, size: int) -> tuple[bytes, dict[str, str]]:
    """A file, and what is told of it: kind, time and tag."""
    with open(where, "rb") as file:
        found = os.fstat(file.fileno())
        body = file.read()
    headers = dict(FileResponse(where, stat_result=found).headers)
    del headers["content-length"]
    if MARK in body:
        body = body.replace(MARK, b"<script>" + starting() + b"</script>")
        headers["etag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return body, headers


@cache
def starting() -> bytes:
    """The script that stands in each page."""
    return resources.files("companion_api").joinpath("page/starting.js").read_bytes()


@cache
def starting_hash() -> str:
    """The same as a content security policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(starting()).digest()).decode()}'"


@lru_cache(MOST)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
