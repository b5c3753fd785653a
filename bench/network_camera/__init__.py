"""A network camera that does not exist: it shows a film, and is cut off and back again when asked."""

from bench.network_camera.server import FilmServer

__all__ = ["FilmServer"]
