"""Bodies of polynomials, and the forces on their coordinates: gravity, friction, springs, damping."""

from __future__ import annotations

import itertools
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import BASE, Body, RigidPart, Rotor
from armillary.multibody.body import RIGID
from armillary.multibody.flexible.modal import Modal
from armillary.spatial.scalar import Array
from armillary.symbolic.model.letters import AXES, Letters
from armillary.symbolic.model.parameters import ZERO, Kind


def symbolic_body(letters: Letters, i: int, rotors: dict[str, Rotor], modal: dict[int, Modal]) -> Body:
    """Return a body with letters for its parts."""
    body = letters.model.bodies[i]
    rigid_parts = tuple(_rigid_part(letters, i, part) for part in body.rigid_parts)
    return Body.of_parts(
        body.name, rigid_parts, tuple(rotors[rotor.name] for rotor in body.rotors), modal.get(i, RIGID)
    )


def _rigid_part(letters: Letters, i: int, part: RigidPart) -> RigidPart:
    number, what = letters.index[i], f"{part.name!r}"
    letter = {"payload": "p", "motor": "s"}.get(part.kind, "")
    mass = letters.value("m", letter + number, part.mass, "kg", f"mass of {what}", "mass")
    values = [float(x) for x in part.com]
    if letter and letters.placed(i, values):
        com = letters.place(i, letter, values, f"place of {what}")
    else:
        com = letters.vector("l", letter or "c", number, values, f"centre of mass of {what}", "length")
    inertia = letters.tensor("I", letter, number, part.inertia, f"{what}, at its centre of mass")
    compensation = part.compensated
    if compensation and compensation != 1.0:
        compensation = letters.value(
            "κ", number, compensation, "", f"compensated share of the weight of {what}", "ratio"
        )
    return RigidPart(part.name, mass, com, inertia, part.kind, compensation)


def symbolic_rotor(letters: Letters, rotor: Rotor) -> Rotor:
    """Return a rotor with letters; a ratio of one has no letter, except for one in radians per metre."""
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


def gravity(letters: Letters) -> Array:
    """Return the vector of gravity: one letter if it is along an axis of the world, else its components."""
    values = np.asarray(letters.model.gravity, dtype=float)
    along = np.flatnonzero(np.abs(values) > ZERO)
    if len(along) == 1 and not letters.numeric:
        g = letters.value("g", "", abs(values[along[0]]), "m/s²", "gravity", "gravity")
        return np.array([g * float(np.sign(x)) if abs(x) > ZERO else 0.0 for x in values], dtype=object)
    named = zip(AXES, values, strict=True)
    made = [letters.value("g", axis, x, "m/s²", f"gravity along {axis}", "gravity") for axis, x in named]
    return np.array(made, dtype=object)


def friction(letters: Letters, sub: Literal["v", "c", "d", "s", "e"], values: ArrayLike) -> Array:
    """Return the friction of all coordinates: viscous (v), dry as mean (c) and half difference (d) of directions.

    Static friction less dry friction, of Stribeck laws, is likewise the mean (s) and half difference (e).
    """
    made = []
    for k, value in enumerate(np.asarray(values, dtype=float)):
        unit = _effort(letters, k) + ("·s" + _per(letters, k) if sub == "v" else "")
        what = {"v": "viscous friction", "c": "dry friction", "d": "excess of forward over mean dry friction"}
        what |= {"s": "static less dry friction", "e": "excess of forward over mean static less dry friction"}
        meaning = f"{what[sub]} of {letters.symbols.coordinates[k].name!r}"
        made.append(letters.value("f", f"{sub}{k + 1}", value, unit, meaning, "friction"))
    return np.array(made, dtype=object)


def square(letters: Letters, stem: Literal["k", "β"], values: ArrayLike) -> Array:
    """Return the matrix of stiffness (k) or damping (β)."""
    values = np.asarray(values, dtype=float)
    n = len(values)
    entries = np.zeros((n, n)).astype(object)
    kind: Kind = "stiffness" if stem == "k" else "friction"
    what, over = ("stiffness", "") if stem == "k" else ("damping", "·s")
    for i, j in itertools.combinations_with_replacement(range(n), 2):
        if i == j:
            number, at = f"{i + 1}", f"coordinate {i + 1}"
        else:  # 112 may be 1 and 12, or 11 and 2
            comma = "," if n >= 10 else ""
            number, at = f"{i + 1}{comma}{j + 1}", f"coordinates {i + 1} and {j + 1}"
        unit = _effort(letters, i) + over + _per(letters, j)
        entries[i, j] = entries[j, i] = letters.value(stem, number, values[i, j], unit, f"{what} at {at}", kind)
    return entries


def rest(letters: Letters) -> Array:
    """Return the coordinates at which the springs are at rest."""
    made: list[Any] = []
    geared = {drive.v.start for drive in letters.model.drives}
    for k, value in enumerate(letters.model.rest):
        if k in geared:  # follows from the rest of its joint
            made.append(0.0)
            continue
        meaning = f"rest of the spring at coordinate {k + 1}"
        made.append(letters.value("r", str(k + 1), value, letters.units[k], meaning, "rest"))
    return np.array(made, dtype=object)


def _effort(letters: Letters, k: int) -> str:
    """Return the unit of an effort; for an amplitude without unit it is an energy."""
    return {"rad": "N·m", "m": "N"}.get(letters.units[k], "J")


def _per(letters: Letters, k: int) -> str:
    """Return "per unit of a coordinate"; nothing for a coordinate without unit."""
    return f"/{letters.units[k]}" if letters.units[k] else ""
