"""User input of configurations, rates and joint stiffnesses → complete vectors; seeded random states.

Joint coordinates come first, then elastic coordinates, then drives. Without elastic coordinates, links are undeformed;
without those of drives, gears are unloaded and keep their twist.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Limits
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.formulations.equilibrium import elastic_equilibria
from armillary.multibody import Model
from armillary.multibody.coordinates import (
    coordinate_names,
    elastic_rates,
    joint_coordinates,
    joint_count,
    joint_places,
    named,
    spans,
    velocity_names,
)
from armillary.multibody.drives import unwound, unwound_rates
from armillary.multibody.home import home
from armillary.spatial.scalar import Floats

Numbers = ArrayLike | Mapping[str, Any] | None
"""An array, a named configuration, or numbers by joint or elastic coordinate; None stands for the default values."""

Holding = str | Mapping[str, float | str] | ArrayLike
"""Joint condition: "free", "locked", a stiffness by joint name, or one stiffness for each joint coordinate."""

STIFFNESS = {"free": 0.0, "locked": np.inf}
UNIT = 1e-6  # tolerance of the length of a unit quaternion


def configuration(model: Model, q: Numbers) -> Floats:
    """Return a complete configuration, shape (nq,); coordinates that are not given are those of `home`."""
    places, names = {name: place for name, (place, _) in joint_places(model).items()}, coordinate_names(model)
    given = named(model, q)
    whole = _filled("q", given, home(model).q, _with_parts(places, names), _sizes(model, model.nq))
    whole = _led(model, whole, unwound(model, whole), given, [drive.q.start for drive in model.drives])
    for place, _ in model.quaternions:
        length = float(np.linalg.norm(whole[place]))
        if abs(length - 1) > UNIT:
            found = f"a quaternion of length {length:.6g} at joint {names[place.start].rpartition('.')[0]!r}"
            raise ArgumentError("q", found, "(w, x, y, z) of length 1")
        whole[place] = whole[place] / length
    return whole


def _with_parts(places: dict[str, slice], names: Sequence[str]) -> dict[str, slice]:
    """Return the places of joints and of their single coordinates by name."""
    return places | {name: slice(k, k + 1) for k, name in enumerate(names) if name not in places}


def rates(model: Model, value: Numbers, argument: str = "qd") -> Floats:
    """Return a complete vector of velocity coordinates, shape (nv,); default values are zero."""
    places = {name: v for name, (_, v) in joint_places(model).items()}
    places = _with_parts(places, velocity_names(model))
    whole = _filled(argument, value, np.zeros(model.nv), places, _sizes(model, model.nv))
    if argument == "tau":
        return whole
    return _led(model, whole, unwound_rates(model, whole), value, [drive.v.start for drive in model.drives])


def _sizes(model: Model, size: int) -> tuple[int, ...]:
    """Return the accepted numbers of entries of q or qd, `size` in all: joints, with links, with drives."""
    links = size - len(model.drives)
    return links - len(model.elastic), links, size


def _led(model: Model, whole: Floats, unled: Floats, value: Numbers, places: Sequence[int]) -> Floats:
    """Return a vector with the entries of drives, at `places`, taken from `unled` where they are not given."""
    if isinstance(value, Mapping):
        given = {drive.name for drive in model.drives} & value.keys()
    else:
        given = {drive.name for drive in model.drives if value is not None and np.shape(value) == whole.shape}
    for drive, place in zip(model.drives, places, strict=True):
        whole[place] = whole[place] if drive.name in given else unled[place]
    return whole


def operating_point(
    model: Model, q: Numbers, qd: Numbers, sag: bool | None, default: bool = True
) -> tuple[Floats, Floats]:
    """Return q and q̇ of an analysis; with `sag`, links and gears are at their equilibrium under gravity and spin.

    `sag` is by default `default` if q has neither elastic coordinates nor drives, and otherwise False.
    """
    if sag is not None and not isinstance(sag, (bool, np.bool_)):
        raise ArgumentError("sag", shortened(sag), "True, False or None")
    point, speed = configuration(model, q), rates(model, qd)
    if q is None or isinstance(q, Mapping):
        inner = {*model.elastic, *(drive.name for drive in model.drives)}
        deformed = bool(set(q or ()) & inner)
    else:
        deformed = np.shape(q) == (model.nq,)
    if (model.elastic or model.drives) and (default and not deformed if sag is None else sag):
        point = elastic_equilibria(model, point, speed)
    return point, speed


def _filled(argument: str, value: Numbers, rest: Floats, places: dict[str, slice], sizes: tuple[int, ...]) -> Floats:
    whole = np.array(rest, dtype=float)
    if isinstance(value, Mapping):
        for name, numbers in value.items():
            if name not in places:
                raise ArgumentError(argument, f"no coordinate {name!r}", f"some of {', '.join(places)}")
            place = places[name]
            given = np.atleast_1d(np.asarray(numbers))
            whole[place] = numbers_of(f"{argument}[{name!r}]", given, place.stop - place.start)
    elif value is not None:
        kinds = ["joint coordinates", "elastic ones" * (sizes[0] < sizes[1]), "drives" * (sizes[1] < sizes[2])]
        order = f"{', then '.join(filter(None, kinds))}" if sizes[0] < sizes[2] else ""
        given = numbers_of(argument, value, *sizes, hint=order)
        whole[: len(given)] = given
    return whole


def numbers_of(argument: str, value: ArrayLike, *sizes: int, hint: str = "") -> Floats:
    """Return an array of finite numbers with one of the `sizes`, or raise `ArgumentError`."""
    wanted = " or ".join(str(size) for size in dict.fromkeys(sizes)) + f" finite number{'s' * (sizes != (1,))}"
    try:
        array = np.asarray(value)
    except Exception:  # whatever a user's object raises
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


def held_by(model: Model, joints: Holding) -> Floats:
    """Return the stiffness that holds each coordinate, shape (nv,) [N·m/rad or N/m]: zero is free, infinite locked.

    Joints that a mapping leaves out are locked. Elastic coordinates are free. Behind an elastic gear the rotor is held
    in place of its joint; n motors share the stiffness s of a joint, s / (n r²) at each, with r of `Drive`.
    """
    whole = np.zeros(model.nv)
    places = _with_parts({name: v for name, (_, v) in joint_places(model).items()}, velocity_names(model))
    places = {name: v for name, v in places.items() if v.stop <= joint_count(model)}
    held = whole[: joint_count(model)]
    if isinstance(joints, str):
        held[:] = _stiffness("joints", joints)
    elif isinstance(joints, Mapping):
        held[:] = np.inf
        for name, value in joints.items():
            if name not in places:
                expected = f"some of {', '.join(places)}" if places else "none: this robot has no joint that moves"
                raise ArgumentError("joints", f"no joint {name!r} that moves", expected)
            held[places[name]] = _stiffness(f"joints[{name!r}]", value)
    else:
        expected = f"free, locked, a mapping, or {len(held)} stiffnesses"
        try:
            values = list(joints) if isinstance(joints, Sequence) else list(np.atleast_1d(joints))
        except Exception:  # whatever a user's object raises
            raise ArgumentError("joints", shortened(joints), expected) from None
        if len(values) != len(held):
            raise ArgumentError("joints", f"{len(values)} numbers", expected)
        held[:] = [_stiffness("joints", value) for value in values]
    joints_held = whole.copy()
    for drive in model.drives:
        of_legs = {float(joints_held[leg.k]) for leg in drive.legs}
        if len(drive.legs) > 1 and of_legs not in ({0.0}, {np.inf}):
            found = f"stiffnesses of joints behind the differential gear of {drive.motor!r}"
            raise ArgumentError("joints", found, "all of its joints free, or all locked")
        stiffness, (_, _, ratio, share) = of_legs.pop(), drive.legs[0]
        whole[drive.v] = stiffness * (share / ratio) if len(drive.legs) == 1 else stiffness
        for leg in drive.legs:
            whole[leg.k] = stiffness * drive.left if drive.left else 0.0
    return whole


def _stiffness(argument: str, value: Any) -> float:
    if isinstance(value, str) and value in STIFFNESS:
        return STIFFNESS[value]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise ArgumentError(argument, shortened(value), "free, locked, or a stiffness [N·m/rad or N/m]")
    if not value >= 0:
        raise ArgumentError(argument, f"a stiffness of {shortened(value)}", "zero (free) or more; infinity is locked")
    try:
        return float(value)
    except OverflowError:
        raise ArgumentError(argument, shortened(value), "free, locked, or a stiffness [N·m/rad or N/m]") from None


def random_configuration(model: Model, rng: np.random.Generator) -> Floats:
    """Return a random configuration within the limits, shape (nq,), with bent links; default range ±π or ±1 m."""
    span, q = spans(model), model.neutral.copy()
    held = {each.q: each.limits for each in joint_coordinates(model)}
    for kind, place, v in model.coordinates():
        limits = [held.get(k, Limits()) for k in range(place.start, place.start + kind.nv)]
        low, high = np.array([_bounds(*pair) for pair in zip(limits, span[v], strict=True)]).reshape(-1, 2).T
        step = low + (high - low) * rng.random(kind.nv)  # `uniform` refuses an upper limit of −0 above 0
        q[place] = kind.integrate(kind.neutral, step)
    leads = [q[drive.q] - drive.offset for drive in model.drives]
    q = unwound(model, q)
    for drive, lead in zip(model.drives, leads, strict=True):
        q[drive.q] += lead
    return q


def _bounds(limits: Limits, span: float) -> tuple[float, float]:
    """Return the limits of a coordinate if it has two, else ±span."""
    two = math.isfinite(limits.lower) and math.isfinite(limits.upper)
    return (limits.lower, limits.upper) if two else (-span, span)


def random_state(model: Model, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Return (q, q̇, q̈) with normally distributed rates, scaled for elastic coordinates."""
    scale = np.ones(model.nv)
    elastic = elastic_rates(model)
    scale[elastic] = 10 * spans(model)[elastic]
    return random_configuration(model, rng), scale * rng.normal(size=model.nv), scale * rng.normal(size=model.nv)


def random_states(model: Model, count: int, seed: int = 0) -> list[Floats]:
    """Return q (count, nq), q̇ and q̈ (count, nv) of seeded random states."""
    rng = np.random.default_rng(seed)
    return [np.array(part) for part in zip(*(random_state(model, rng) for _ in range(count)), strict=True)]
