"""viser, if it is installed."""

from __future__ import annotations

from typing import Any

from armillary.errors import MissingExtraError


def viser() -> Any:
    """Return the module viser.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import viser as found
    except ImportError as error:
        raise MissingExtraError("viser", "view", "the live page") from error
    return found
