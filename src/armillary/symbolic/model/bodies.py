"""Bodies of polynomials: links with their payloads, motors and rotors, and the modes of those that bend."""

from __future__ import annotations

import numpy as np

from armillary.multibody import BASE, Body, Lump, Rotor
from armillary.multibody.body import RIGID
from armillary.multibody.flexible.modal import Modal
from armillary.symbolic.model.letters import Letters
from armillary.symbolic.model.parameters import ZERO


def symbolic_body(letters: Letters, i: int, rotors: dict[str, Rotor], modal: dict[int, Modal]) -> Body:
    """Return a body with letters for its parts."""
    body = letters.model.bodies[i]
    lumps = tuple(_lump(letters, i, lump) for lump in body.lumps)
    return Body.of_lumps(body.name, lumps, tuple(rotors[rotor.name] for rotor in body.rotors), modal.get(i, RIGID))


def _lump(letters: Letters, i: int, lump: Lump) -> Lump:
    number, what = letters.index[i], f"{lump.name!r}"
    letter = {"payload": "p", "motor": "s"}.get(lump.kind, "")
    mass = letters.value("m", letter + number, lump.mass, "kg", f"mass of {what}", "mass")
    values = [float(x) for x in lump.com]
    if letter and letters.placed(i, values):
        com = letters.place(i, letter, values, f"place of {what}")
    else:
        com = letters.vector("l", letter or "c", number, values, f"centre of mass of {what}", "length")
    inertia = letters.tensor("I", letter, number, lump.inertia, f"{what}, at its centre of mass")
    return Lump(lump.name, mass, com, inertia, lump.kind)


def symbolic_rotor(letters: Letters, rotor: Rotor) -> Rotor:
    """Return a rotor with letters; a ratio of one has none, unless radians per metre are to be seen."""
    number, what = str(rotor.joint + 1), f"{rotor.name!r}"
    slides, plain = letters.units[rotor.joint] == "m", abs(rotor.ratio) == 1.0
    alone = rotor.carrier == BASE or not np.any(rotor.axis)
    unit, where = ("kg", ", at its slide") if slides and plain and alone else ("kg·m²", "")
    inertia = letters.value("I", "m" + number, rotor.inertia, unit, f"rotor inertia of {what}{where}", "inertia")
    ratio = rotor.ratio
    if not plain or (slides and not alone):
        ratio = letters.value("N", number, ratio, "rad/m" if slides else "", f"ratio of {what}", "ratio")
    axis = np.asarray(rotor.axis, dtype=float)
    if np.count_nonzero(np.abs(axis) > ZERO) > 1:
        axis = letters.vector("z", "m", number, list(axis), f"axis of {what}", "direction")
    else:
        axis = np.round(axis)
    return Rotor(rotor.name, rotor.carrier, rotor.joint, ratio, inertia, axis)
