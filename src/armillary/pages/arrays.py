"""Arrays in the data of a page: base64 of little-endian bytes, which a browser reads without parsing numbers."""

from __future__ import annotations

import base64
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

Kind = Literal["f4", "f8", "u2", "u4"]


def packed(values: ArrayLike, kind: Kind = "f4") -> dict[str, Any]:
    """Return an array as its type, its shape and its bytes; what single precision cannot hold becomes infinite."""
    array = np.asarray(values)
    with np.errstate(over="ignore", invalid="ignore"):
        array = np.ascontiguousarray(array, dtype=f"<{kind}")
    return {"type": kind, "shape": list(array.shape), "data": base64.b64encode(array.tobytes()).decode("ascii")}
