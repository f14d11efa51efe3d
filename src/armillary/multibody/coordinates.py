"""Names, units and places of the entries of q and qd, and their ranges in random configurations.

Joint coordinates come first, then the elastic coordinates of the links, then drives. An entry is named as its joint, or
as ``joint.part`` if the joint has several (`description.joint_types`): a spherical joint has name.w, .x, .y, .z in q (a
unit quaternion, without unit) and name.x, .y, .z in qd. The drive of a motor is named ``motor.rotor``.

In random configurations joints turn by up to half a turn and slide by up to a metre either way. Elastic coordinates
bend a link moderately: displacements stay within a tenth of its length L, rotations within a tenth of a radian,
    q_k ≤ 0.1 min(L / max|Φ_k|, 1 / max|θ_k|)                                        (1)
over points and nodes, and so do the angles of sublinks; their slides stay within a tenth of a millimetre. Rotors lead
their joints by up to a tenth of a radian or a centimetre.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from armillary.description.couplings import joint_limits
from armillary.description.robot import Limits
from armillary.multibody.flexible.field import Field
from armillary.multibody.model import Model
from armillary.spatial.scalar import Floats

TURNED = ("rad", "rad/s", "rad/s²", "N·m")
SLID = ("m", "m/s", "m/s²", "N")
KINDS = ("q", "qd", "qdd", "tau")
LED = 0.1
"""Lead of rotors in random configurations: angle [rad], or ten times a displacement [m]."""
BENT = 0.1
"""Bending of links in random configurations: displacement relative to length, or rotation [rad]."""
SLID_APART = 1e-4
"""Slides of elastic joints in random configurations [m]: they are stiff."""


def joint_count(model: Model) -> int:
    """Return the number of velocity coordinates of joints, which come first."""
    return model.nv - len(model.elastic) - len(model.drives)


def joint_size(model: Model) -> int:
    """Return the number of entries of q of joints, which come first."""
    return model.nq - len(model.elastic) - len(model.drives)


def elastic_places(model: Model) -> slice:
    """Return the places in q of the elastic coordinates of links; quaternions shift them against those in qd."""
    first = joint_size(model)
    return slice(first, first + len(model.elastic))


def elastic_rates(model: Model) -> slice:
    """Return the places in qd of the elastic coordinates of links."""
    first = joint_count(model)
    return slice(first, first + len(model.elastic))


def joint_places(model: Model) -> dict[str, tuple[slice, slice]]:
    """Return the slices of q and of qd of each moving joint, elastic joints left out."""
    moving = (joint for joint in model.joints if not joint.kind.shared and joint.kind.nv)
    return {joint.name: (joint.q, joint.v) for joint in moving if joint.v.start < joint_count(model)}


def places_by_name(model: Model, *, positions: bool, inner: bool = True) -> dict[str, slice]:
    """Return the slices of q (`positions`) or of qd by name; the name of a joint stands for all its coordinates.

    Elastic coordinates and drives count if `inner`.
    """
    half = 0 if positions else 1
    places = {name: slices[half] for name, slices in joint_places(model).items()}
    names = _named(model, half)
    count = len(names) if inner else len(names) - len(model.elastic) - len(model.drives)
    for k, name in enumerate(names[:count]):
        # A joint may have the name of a coordinate of another one, such as "ball.x": the joint comes first.
        places.setdefault(name, slice(k, k + 1))
    return places


class JointCoordinate(NamedTuple):
    """A velocity coordinate of a joint.

    Args:
        name: Its own name: that of the joint, or ``joint.part``.
        joint: Name of the joint.
        q: Place in q of the entry whose rate it is; None for rotations, which q holds as a quaternion.
        v: Place in qd.
        turns: Whether it is a rotation; other coordinates are translations.
        limits: Its limits.
    """

    name: str
    joint: str
    q: int | None
    v: int
    turns: bool
    limits: Limits

    @property
    def unit(self) -> str:
        """Unit of the coordinate."""
        return "rad" if self.turns else "m"


def joint_coordinates(model: Model) -> tuple[JointCoordinate, ...]:
    """Return the velocity coordinates of all joints in the order of qd, elastic joints left out."""
    described = {joint.name: joint for joint in model.robot.joints}
    limits = joint_limits(model.robot)
    forms = {joint.name: joint.kind.form for joint in model.joints if not joint.kind.shared}
    coordinates: list[JointCoordinate] = []
    for name, (q, v) in joint_places(model).items():
        form = forms[name]
        bounds = [part.limits for part in described[name].coordinates] or [limits[name]] * len(form.v)
        for k, (part, turns, bound) in enumerate(zip(form.v, form.turns, bounds, strict=True)):
            place = form.place(k)
            at = None if place is None else q.start + place
            coordinates.append(JointCoordinate(form.label(name, part), name, at, v.start + k, turns, bound))
    return tuple(sorted(coordinates, key=lambda coordinate: coordinate.v))


def coordinate_names(model: Model) -> tuple[str, ...]:
    """Return the names of the entries of q: joints (spherical: name.w, .x, .y, .z), elastic ones, drives."""
    return _named(model, 0)


def velocity_names(model: Model) -> tuple[str, ...]:
    """Return the names of the entries of qd: joints (spherical: name.x, .y, .z), elastic ones, drives."""
    return _named(model, 1)


@lru_cache(maxsize=8)
def _named(model: Model, half: int) -> tuple[str, ...]:
    forms = {joint.name: joint.kind.form for joint in model.joints if not joint.kind.shared}
    names: list[str] = []
    for name, _ in sorted(joint_places(model).items(), key=lambda pair: pair[1][half].start):
        form = forms[name]
        names += [form.label(name, part) for part in (form.q, form.v)[half]]
    return (*names, *model.elastic, *(drive.name for drive in model.drives))


def elastic_units(model: Model) -> tuple[str, ...]:
    """Return the unit of each elastic coordinate: rad for hinges and torsion, m otherwise; modal data has its own."""
    slides = {joint.name for joint in model.joints if not joint.kind.shared and not any(joint.kind.form.turns)}
    units = ["m" if name in slides else "rad" for name in model.elastic]  # sublinks, and torsion
    for body in model.bodies:
        start = body.modal.v.start - joint_count(model)
        for k in range(body.modal.count):
            kind = model.elastic[start + k].rpartition(".")[2].rstrip("0123456789")
            units[start + k] = {"torsion": "rad", "mode": ""}.get(kind, "m")
    return tuple(units)


def coordinate_units(model: Model) -> dict[str, tuple[str, ...]]:
    """Return the units of the entries of q, qd, qdd and tau; an empty text for entries without unit.

    Efforts at elastic coordinates are zero and have no unit.
    """
    units = {"q": [""] * model.nq, **{kind: [""] * model.nv for kind in KINDS[1:]}}
    for coordinate in joint_coordinates(model):
        joint_units = TURNED if coordinate.turns else SLID
        if coordinate.q is not None:  # the parts of a quaternion have no unit
            units["q"][coordinate.q] = joint_units[0]
        for kind, unit in zip(KINDS[1:], joint_units[1:], strict=True):
            units[kind][coordinate.v] = unit
    elastic = elastic_units(model)
    for kind, suffix in zip(KINDS[:3], ("", "/s", "/s²"), strict=True):
        place = elastic_places(model) if kind == "q" else elastic_rates(model)
        units[kind][place] = [f"{unit}{suffix}" if unit else "" for unit in elastic]
    for drive in model.drives:
        for kind, unit in zip(KINDS, TURNED if drive.turns else SLID, strict=True):
            units[kind][(drive.q if kind == "q" else drive.v).start] = unit
    return {kind: tuple(values) for kind, values in units.items()}


def spans(model: Model) -> Floats:
    """Return the largest displacement of each velocity coordinate in random configurations, (nv,) [rad, m or modal]."""
    largest = np.ones(model.nv)
    for joint in model.joints:
        if not joint.kind.shared:
            largest[joint.v] = np.where(joint.kind.form.turns, np.pi, 1.0)
    elastic = zip(elastic_units(model), range(model.nv)[elastic_rates(model)], strict=True)
    for unit, k in elastic:
        largest[k] = SLID_APART if unit == "m" else BENT
    for drive in model.drives:
        largest[drive.v] = LED if drive.turns else LED / 10
    for body in model.bodies:
        if body.modal.count:
            largest[body.modal.v] = _modal(body.modal.field)
    return largest


def _modal(field: Field) -> Floats:
    """Return (1) for each modal coordinate of a link."""
    nodes = list(field.nodes.values())
    places = np.concatenate([field.r, [node.position for node in nodes]]) if nodes else field.r
    length = np.linalg.norm(places - places.mean(axis=0), axis=1).max()
    moved, turned = [np.abs(field.shape).max(axis=(1, 2))], [np.abs(field.turn).max(axis=(1, 2))]
    moved += [np.abs(node.translation).max(axis=1) for node in nodes]
    turned += [np.abs(node.rotation).max(axis=1) for node in nodes]
    bend = np.maximum(np.max(moved, axis=0) / max(2 * length, 1e-300), np.max(turned, axis=0))
    return np.asarray(BENT / np.where(bend > 0, bend, 1.0))
