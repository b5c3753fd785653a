"""Networks that people bring themselves, in place of the shipped finder or reader."""

from models.weights import check

__all__ = ["check"]
