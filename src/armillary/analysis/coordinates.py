"""Coordinates by name and number: what a user gives of a configuration, of rates and of joints becomes whole vectors.

The first coordinates are those of the joints, the last ones the elastic ones of the links. Whoever gives only the
first leaves the links undeformed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, joint_places
from armillary.spatial.scalar import Floats

Numbers = ArrayLike | Mapping[str, Any] | None
"""An array, or numbers by the name of a joint or elastic coordinate; None stands for the neutral values."""

Holding = str | Mapping[str, float | str] | ArrayLike
"""Joint condition: "free", "locked", a stiffness by joint name, or one stiffness for each joint coordinate."""

FREE, LOCKED = "free", "locked"
UNIT = 1e-6
"""Tolerance of the length of a unit quaternion."""


def configuration(model: Model, q: Numbers) -> Floats:
    """Return a complete configuration, shape (nq,); default values are neutral."""
    places = {name: place for name, (place, _) in joint_places(model).items()}
    whole = _filled("q", q, model.neutral, places, model.nq, model.elastic)
    for name, place in places.items():
        if place.stop - place.start == 4:
            length = float(np.linalg.norm(whole[place]))
            if abs(length - 1) > UNIT:
                found = f"a quaternion of length {length:.6g} at joint {name!r}"
                raise ArgumentError("q", found, "(w, x, y, z) of length 1")
            whole[place] = whole[place] / length
    return whole


def rates(model: Model, value: Numbers, argument: str = "qd") -> Floats:
    """Return a complete vector of velocity coordinates, shape (nv,); default values are zero."""
    places = {name: v for name, (_, v) in joint_places(model).items()}
    return _filled(argument, value, np.zeros(model.nv), places, model.nv, model.elastic)


def sag_or(sag: bool | None, default: bool) -> bool:
    """Return whether links are to sag first, as asked for or by default."""
    if sag is not None and not isinstance(sag, (bool, np.bool_)):
        raise ArgumentError("sag", repr(sag)[:60], "True, False or None")
    return default if sag is None else bool(sag)


def gives_elastic(model: Model, q: Numbers) -> bool:
    """Return whether a user's configuration includes elastic coordinates."""
    if q is None or isinstance(q, Mapping):
        return bool(set(q or ()) & set(model.elastic))
    return bool(model.elastic) and np.shape(q) == (model.nq,)


def _filled(
    argument: str, value: Numbers, rest: Floats, places: dict[str, slice], size: int, elastic: Sequence[str]
) -> Floats:
    whole = np.array(rest, dtype=float)
    if isinstance(value, Mapping):
        places = places | {name: slice(k, k + 1) for k, name in enumerate(elastic, size - len(elastic))}
        for name, numbers in value.items():
            if name not in places:
                raise ArgumentError(argument, f"no coordinate {name!r}", f"some of {', '.join(places)}")
            place = places[name]
            given = np.atleast_1d(np.asarray(numbers))
            whole[place] = numbers_of(f"{argument}[{name!r}]", given, place.stop - place.start)
    elif value is not None:
        order = "joint coordinates first, then the elastic ones" if elastic else ""
        given = numbers_of(argument, value, size - len(elastic), size, hint=order)
        whole[: len(given)] = given
    return whole


def numbers_of(argument: str, value: ArrayLike, *sizes: int, hint: str = "") -> Floats:
    """Return an array of finite numbers with one of the `sizes`, or raise `ArgumentError`."""
    wanted = " or ".join(str(size) for size in dict.fromkeys(sizes)) + f" finite number{'s' * (sizes != (1,))}"
    try:
        array = np.asarray(value)
    except ValueError:
        raise ArgumentError(argument, f"a ragged {type(value).__name__}", wanted) from None
    if array.dtype.kind not in "fiu":
        raise ArgumentError(argument, f"{type(value).__name__} of {array.dtype}", wanted)
    if array.ndim != 1 or len(array) not in sizes:
        count = f"{len(array)} number{'s' * (len(array) != 1)}" if array.ndim == 1 else ""
        raise ArgumentError(argument, count or f"an array of shape {array.shape}", wanted, hint)
    array = array.astype(float)
    if not np.all(np.isfinite(array)):
        raise ArgumentError(argument, str(array[~np.isfinite(array)][0]), wanted)
    return array


def joint_stiffness(model: Model, joints: Holding) -> Floats:
    """Return the stiffness that holds each joint coordinate [N·m/rad or N/m]: zero is free, infinite locked."""
    count = joint_count(model)
    if isinstance(joints, str):
        return np.full(count, _stiffness("joints", joints))
    if isinstance(joints, Mapping):
        places, held = joint_places(model), np.zeros(count)
        for name, value in joints.items():
            if name not in places:
                expected = f"some of {', '.join(places)}" if places else "none: this robot has no joint that moves"
                raise ArgumentError("joints", f"no joint {name!r} that moves", expected)
            held[places[name][1]] = _stiffness(f"joints[{name!r}]", value)
        return held
    values = list(joints) if isinstance(joints, (Sequence, np.ndarray)) else [joints]
    if len(values) != count:
        raise ArgumentError("joints", f"{len(values)} numbers", f"free, locked, a mapping, or {count} stiffnesses")
    return np.array([_stiffness("joints", value) for value in values], dtype=float)


def _stiffness(argument: str, value: Any) -> float:
    words = {FREE: 0.0, LOCKED: np.inf}
    if isinstance(value, str) and value in words:
        return words[value]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise ArgumentError(argument, repr(value)[:60], "free, locked, or a stiffness [N·m/rad or N/m]")
    if not value >= 0:
        raise ArgumentError(argument, f"a stiffness of {value:g}", "zero (free) or more; infinity is locked")
    return float(value)
