"""Checks of visuals: shapes that can be drawn. A missing file is not a fault, since pictures do without it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.robot import VISUAL_SHAPES, Visual
from armillary.description.validate.quantities import placed
from armillary.errors import Problem

SIZES = {"mesh": (), "box": ("x", "y", "z"), "cylinder": ("radius", "length"), "sphere": ("radius",)}
"""Names of the numbers in `size`, by shape."""


def visual_faults(field: str, visual: Visual) -> Iterator[Problem]:
    """Yield every fault of a visual except an unknown link."""
    if visual.shape not in VISUAL_SHAPES:
        yield Problem(f"{field}.shape", repr(visual.shape), f"one of {', '.join(VISUAL_SHAPES)}")
        return
    yield from placed(field, visual.placement)
    wanted = SIZES[visual.shape]
    if len(visual.size) != len(wanted):
        expected = f"{', '.join(wanted)} of a {visual.shape}" if wanted else "none: a mesh has its own size"
        yield Problem(f"{field}.size", f"{len(visual.size)} numbers", expected)
    elif not all(math.isfinite(value) and value > 0 for value in visual.size):
        yield Problem(f"{field}.size", f"the value is {visual.size}", "finite lengths above zero")
    if (visual.shape == "mesh") != bool(visual.file):
        found = "a mesh without a file" if visual.shape == "mesh" else f"a {visual.shape} with a file"
        yield Problem(f"{field}.file", found, "the name of a file for a mesh, and for nothing else")
    if not all(math.isfinite(value) and value != 0 for value in visual.scale):
        yield Problem(f"{field}.scale", f"the value is {visual.scale}", "finite factors, none of them zero")
    if visual.colour is not None and not all(0 <= value <= 1 for value in visual.colour):
        yield Problem(f"{field}.colour", f"the value is {visual.colour}", "red, green, blue from 0 to 1")
