"""Films, streams and sound that FFmpeg takes apart (PyAV): what it is given is all that it ever reads."""

from __future__ import annotations

from typing import Any

import av
from av.container import InputContainer

av.logging.set_level(None)  # what is wrong is said in one line of ours


def opened(
    source: Any, kind: str | None = None, decoders: dict[str, str] | None = None, **options: str
) -> InputContainer:
    """A container; FFmpeg reads what *source* holds, and nothing that a file or a playlist in it names.

    Args:
        source: open, in bytes: ``read`` and, where it can, ``seek`` and ``tell``. It is closed by whoever
            opened it.
        kind: FFmpeg's name of it; None: FFmpeg finds out.
        decoders: what is asked of those that find out what streams there are.
        options: more that is asked of FFmpeg.

    Raises:
        av.error.FFmpegError: it is none, or breaks off.
        OSError: as its ``read`` does.
        ValueError: as FFmpeg's reading of what is broken does.
    """
    asked = {**options, "protocol_whitelist": "none"}
    container: InputContainer = av.open(
        source, "r", format=kind, container_options=asked, options=decoders or {},
        metadata_errors="replace", io_open=_nothing_else,
    )  # fmt: skip
    return container


def _nothing_else(url: str, flags: int, options: dict[str, str]) -> object:
    raise OSError("another file is named in it")
