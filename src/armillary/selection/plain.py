"""Results as plain data and as JSON, which has no word for what is not finite: infinity and NaN become null."""

from __future__ import annotations

import json
import math
from typing import Any


def plain(found: Any) -> Any:
    """Return nested data as dictionaries, lists, texts and finite numbers.

    Example:
        >>> plain({"ratio": float("inf"), "names": ("a", "b")})
        {'ratio': None, 'names': ['a', 'b']}
    """
    if isinstance(found, dict):
        return {str(key): plain(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [plain(value) for value in found]
    if hasattr(found, "tolist"):
        return plain(found.tolist())  # arrays and scalars of NumPy
    return None if isinstance(found, float) and not math.isfinite(found) else found


def to_json(found: Any) -> str:
    """Return nested data as JSON text."""
    return json.dumps(plain(found), indent=2, ensure_ascii=False, allow_nan=False)
