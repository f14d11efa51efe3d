"""Tables of a model for a report: its natural frequencies along a motion, and the operation counts of its equations."""

from __future__ import annotations

import numpy as np

from armillary.analysis.frequencies import Frequencies, frequencies
from armillary.compiler.cost import cost
from armillary.errors import ArmillaryError
from armillary.multibody import Model
from armillary.spatial.scalar import Floats
from armillary.tables.numbers import number
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.table import Table, columns

COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity")
MOST_COUNTED = 10
"""Degrees of freedom up to which operations are counted: beyond, it takes longer than the rest of the page."""
MOST_MODES = 12


def frequency_parts(model: Model, start: Floats, end: Floats) -> list[Part]:
    """Return the natural frequencies at the start and at the end of a motion, joints held and free."""
    if not model.elastic and not np.any(model.stiffness):
        return [Text("No link bends and no joint has a spring: there is nothing to oscillate by itself.")]
    count = model.nq - len(model.elastic)
    found: dict[str, Frequencies] = {}
    said: list[str] = []
    for place, q in (("start", start), ("end", end)):
        for joints in ("locked", "free"):
            name = f"{place}, joints {'held' if joints == 'locked' else joints}"
            try:
                found[name] = frequencies(model, q[:count], joints=joints, count=MOST_MODES)
                said += [f"{name}: {line}" for line in found[name].remarks()]
            except (ArmillaryError, np.linalg.LinAlgError) as error:
                said.append(f"{name}: {error}")
    longest = max((len(one) for one in found.values()), default=0)
    rows = [(str(k + 1), *(_frequency(one, k) for one in found.values())) for k in range(longest)]
    heads = columns("mode", *(f"{name} [Hz]>" for name in found))
    title = "natural frequencies, with the ratio to critical damping"
    return [*([Table(title, heads, rows)] if rows else []), Notes(said)]


def _frequency(found: Frequencies, mode: int) -> str:
    if mode >= len(found):
        return "–"
    damping = float(found.damping[mode])
    return number(float(found.hz[mode]), 5) + (f" (ζ {number(damping, 2)})" if abs(damping) > 1e-9 else "")


def cost_parts(model: Model) -> list[Part]:
    """Return the operation counts of the quantities that a simulation computes."""
    if model.nv > MOST_COUNTED:
        return [Text(f"Not counted for {model.nv} degrees of freedom; the command armillary cost does.")]
    rows, said = [], []
    for quantity in COUNTED:
        name = quantity.replace("_", " ")
        try:
            one = cost(model, quantity)
        except ArmillaryError as error:
            said.append(f"{name}: {error}")
            continue
        rows.append((name, one.mul, one.add, one.div, one.sqrt, f"{one.trig} ({one.angles})"))
    heads = columns("quantity", "products>", "sums>", "divisions>", "roots>", "sines and cosines (angles)>")
    how = "friction included" if model.friction else "friction left out"
    return [Table(f"operations of one evaluation of the compiled code, {how}", heads, rows), Notes(said)]
