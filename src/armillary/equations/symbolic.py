"""A robot with letters for its numbers: the same model, its masses, lengths and angles polynomials.

The formulations take it as they take any model. A number that is zero stays zero, a rotation by quarter turns stays
exact; every other constant rotation becomes turns about coordinate axes by constant angles,
    R = Rz(α) Ry(β) Rx(γ)                                                                 (1)
and a joint about any other unit vector a turns about z in axes turned to it,
    R = Q Rz(θ) Qᵀ,   a = Q z,   Q = Rz(α) Ry(β)                                           (2)
so that all entries stay trigonometric polynomials. A robot with more than `MOST_TURNS` such angles has numbers for all of
them: each angle multiplies the terms of what is beyond it. Names: m2 mass, lc2 centre of mass, Izz2 inertia at the centre of
mass, l2 the place of what follows on link 2; letters x, y, z where a vector has several components. What is added to a
link has p (payload) or s (motor with its stator) before the number, m the rotor: mp2, Im2, and N2 its ratio.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from armillary.equations.parallel import Group, Trail
from armillary.equations.parameters import ZERO, Symbols
from armillary.equations.polynomial import BITS, Poly
from armillary.equations.symbolic_modes import SymbolicModal, symbolic_modal
from armillary.errors import ArgumentError
from armillary.model import BASE, Body, Lump, Model, Rotor
from armillary.model.coordinates import coordinate_units
from armillary.model.joints import Node, Prismatic, Revolute, Spherical, Weld
from armillary.model.modal import Modal
from armillary.model.model import ModelJoint, PlacedFrame
from armillary.spatial.inertia import second_moments, shift_from_com
from armillary.spatial.rotation import Array, to_rpy
from armillary.spatial.scalar import cos, sin
from armillary.spatial.turn import AxisTurn, MatrixTurn, Step, Turn

AXES = "xyz"

MOST_TURNS = 4
"""Constant angles, other than quarter turns, that are letters; where there are more, all are numbers."""


@dataclass(frozen=True, eq=False)
class SymbolicBody(Body):
    """A body whose mass, first moment and inertia are polynomials."""

    @cached_property
    def second_moments(self) -> Array:
        """∫ r rᵀ dm about the frame's origin, shape (3, 3)."""
        return second_moments(self.inertia)


@dataclass(frozen=True, eq=False)
class SymbolicJoint(ModelJoint):
    """A joint at its one symbolic configuration."""

    at: Step = field(default_factory=lambda: Step((), np.zeros(3)))
    fixed: Step = field(default_factory=lambda: Step((), np.zeros(3)))
    """The part of the step that does not move."""
    S: tuple[Array, Array] = field(default_factory=lambda: (np.zeros((3, 0)), np.zeros((3, 0))))

    def step(self, q: ArrayLike) -> Step:
        """Return the step from the parent's frame to the child's."""
        return self.at

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv)."""
        return self.S


@dataclass(frozen=True, eq=False)
class SymbolicModel(Model):
    """A model of polynomials."""

    @cached_property
    def armature(self) -> Array:
        """Inertia that the rotors reflect to each velocity coordinate, shape (nv,)."""
        reflected: list[Any] = [0.0] * self.nv
        for rotor in self.rotors:
            reflected[rotor.joint] = reflected[rotor.joint] + rotor.reflected
        return np.array(reflected, dtype=object)

    def deflection(self, q: ArrayLike) -> Array:
        """Return how far each coordinate is from where its spring is at rest; zero where it has none."""
        sprung = [any(terms_present(k) for k in row) for row in self.stiffness]
        return np.array([x - r if s else 0.0 for x, r, s in zip(np.asarray(q), self.rest, sprung, strict=True)])


def terms_present(value: Any) -> bool:
    """Say whether a polynomial or number is not zero."""
    return bool(value)


@dataclass(frozen=True, eq=False)
class Symbolic:
    """The symbolic model with its symbols: q, q̇, q̈ as arrays, and the groups of parallel angles."""

    model: SymbolicModel
    symbols: Symbols
    q: Array
    qd: Array
    qdd: Array
    signs: Array
    groups: list[Group]
    rounded: bool = False
    """Whether constants are numbers, so that what rounding leaves has to be cleaned away."""


def symbolic_model(model: Model, numeric: bool = False) -> Symbolic:
    """Return a model with letters for its numbers; with `numeric` only the coordinates are letters."""
    return _Builder(model, numeric).build()


class _Builder:
    """Goes through a model from the base to the tips and names what it finds."""

    def __init__(self, model: Model, numeric: bool) -> None:
        self.model, self.numeric = model, numeric
        self.numeric_turns = numeric or _odd_turns(model) > MOST_TURNS
        self.symbols = Symbols()
        self.groups: list[Group] = []
        self.trail: dict[int, Trail] = {BASE: Trail()}
        self.index: dict[int, str] = {BASE: "0"}
        self.places: dict[tuple[int, int, float], Any] = {}
        """Lengths that are already named: (body, axis, value)."""

    def build(self) -> Symbolic:
        model = self.model
        self._coordinates()
        self._number_bodies()
        modal = {i: self._modal(i) for i, body in enumerate(model.bodies) if body.modal.count}
        joints = tuple(self._joint(i, modal) for i, _ in model.outward())
        frames = {name: self._frame(frame) for name, frame in model.frames.items()}
        rotors = {rotor.name: self._rotor(rotor) for rotor in model.rotors}
        bodies = tuple(self._body(i, rotors, modal) for i in range(len(model.bodies)))
        symbolic = SymbolicModel(
            model.robot,
            model.motors,
            bodies,
            joints,
            tuple(rotors.values()),
            frames,
            self._gravity(),
            self._friction("v", model.viscous, "viscous friction"),
            self._friction("c", model.coulomb, "dry friction"),
            self._square("k", model.stiffness, "stiffness"),
            self._square("β", model.damping, "damping"),
            self._rest(),
            model.elastic,
        )
        state = (self.q, self.qd, self.qdd, self.signs)
        return Symbolic(symbolic, self.symbols, *state, self.groups, self.numeric_turns)

    # Coordinates and numbers of bodies

    def _coordinates(self) -> None:
        model = self.model
        stems: dict[int, tuple[str, str, bool]] = {}
        for joint in model.joints:
            kind = joint.kind
            if isinstance(kind, Spherical):
                raise ArgumentError("robot", f"{joint.name!r}, a spherical joint", "revolute and prismatic joints")
            if isinstance(kind, Revolute):
                stems[joint.v.start] = ("θ", joint.name, True)
            elif isinstance(kind, Prismatic):
                stems[joint.v.start] = ("d", joint.name, False)
        first = model.nv - len(model.elastic)
        made = []
        for k in range(model.nv):
            stem, name, turns = stems.get(k, ("δ", model.elastic[k - first] if k >= first else "", False))
            made.append(self.symbols.coordinate(stem, name, turns, bool(model.coulomb[k])))
        self.q, self.qd, self.qdd = (np.array(column, dtype=object) for column in zip(*made, strict=True))
        ring = self.symbols.ring
        slots = [coordinate.sign for coordinate in self.symbols.coordinates]
        signs = [0.0 if slot is None else Poly(ring, {1 << (BITS * slot): 1.0 + 0j}) for slot in slots]
        self.signs = np.array(signs, dtype=object)

    def _number_bodies(self) -> None:
        for i, p in self.model.outward():
            joint = self.model.joints[i]
            own = not joint.kind.shared and joint.kind.nv
            letter = "t" if isinstance(joint.kind, Node) else "w"
            self.index[i] = str(joint.v.start + 1) if own else self.index[p] + letter

    # Vectors, tensors and rotations

    def _value(self, stem: str, sub: str, value: float, unit: str, meaning: str, kind: Any, motor: bool = False) -> Any:
        if self.numeric:
            return float(value)
        return self.symbols.parameter(stem, sub, value, unit, meaning, kind, motor)

    def _vector(
        self, stem: str, sub: str, number: str, values: Sequence[float], what: str, kind: Any, motor: bool = False
    ) -> Array:
        """Return a vector, a letter for each component unless it has but one."""
        several = sum(abs(value) >= ZERO for value in values) > 1
        unit = "m" if kind == "length" else ""
        letters = [sub + (axis if several else "") + number for axis in AXES]
        made = [
            self._value(stem, letter, value, unit, f"{what}, along {axis}", kind, motor)
            for letter, value, axis in zip(letters, values, AXES, strict=True)
        ]
        return np.array(made, dtype=object)

    def _place(self, body: int, sub: str, values: Sequence[float], what: str) -> Array:
        """Return a position on a body; one that is already named keeps its name."""
        keys = [(body, k, float(value)) for k, value in enumerate(values)]
        if not all(key in self.places or abs(key[2]) < ZERO for key in keys):
            made = self._vector("l", sub, self.index[body], values, what, "length")
            self.places.update(zip(keys, made, strict=True))
            return made
        return np.array([self.places.get(key, 0.0) for key in keys], dtype=object)

    def _tensor(self, sub: str, number: str, values: ArrayLike, what: str, motor: bool) -> Array:
        values = np.asarray(values, dtype=float)
        small = ZERO * float(np.abs(values).max(initial=0.0))
        entries: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        for i in range(3):
            for j in range(i, 3):
                if abs(values[i, j]) > small:
                    axes = AXES[i] + AXES[j]
                    meaning = f"inertia {axes} of {what}, at its centre of mass"
                    letter = sub + axes + number
                    value = self._value("I", letter, values[i, j], "kg·m²", meaning, "inertia", motor)
                    entries[i][j] = entries[j][i] = value
        return np.array(entries, dtype=object)

    def _turn(self, axis: int, angle: float, number: str, what: str) -> tuple[Turn, dict[int, int]]:
        """Return a constant turn about a coordinate axis, and its angle if that is a letter."""
        quarters = angle / (math.pi / 2)
        if abs(quarters - round(quarters)) <= 1e-12:
            c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(quarters) % 4]
            return AxisTurn(axis, c, s), {}
        if self.numeric_turns:
            return AxisTurn(axis, math.cos(angle), math.sin(angle)), {}
        meaning = f"constant turn of {what} about {AXES[axis]}"
        alpha = self.symbols.parameter("α", number, angle, "rad", meaning, "angle")
        assert isinstance(alpha, Poly)
        return AxisTurn(axis, cos(alpha), sin(alpha)), _slots(self.symbols.ring.phase(alpha))

    def _constant(self, R: ArrayLike, trail: Trail, number: str, what: str) -> tuple[list[Turn], Trail]:
        """Return a constant rotation as turns, (1), and the trail behind it."""
        R = np.asarray(R, dtype=float)
        whole = np.round(R)
        if np.abs(R - whole).max() <= ZERO:
            return ([] if np.array_equal(whole, np.eye(3)) else [MatrixTurn(whole + 0.0)]), trail.constant(whole)
        turns: list[Turn] = []
        for axis, angle in zip((2, 1, 0), reversed(to_rpy(R)), strict=True):
            if abs(angle) > ZERO:
                turn, slots = self._turn(axis, angle, number, what)
                turns.append(turn)
                trail = self._behind(turn, slots, axis, trail)
        return turns, trail

    def _behind(self, turn: Turn, slots: dict[int, int], axis: int, trail: Trail) -> Trail:
        """Return the trail behind a turn by letters, or by a number."""
        if slots:
            return trail.turned(slots, np.eye(3)[axis], self.groups)
        R = np.array(AxisTurn(axis, turn.c, turn.s).R, dtype=float) if isinstance(turn, AxisTurn) else np.eye(3)
        return trail.constant(R)

    # Joints, frames, bodies

    def _joint(self, i: int, modal: dict[int, SymbolicModal]) -> SymbolicJoint:
        joint, p = self.model.joints[i], self.model.joints[i].parent
        what = f"{joint.name!r}"
        turns, trail = self._constant(joint.rotation, self.trail[p], self.index[i], what)
        place = self._place(p, "", [float(x) for x in joint.translation], f"place of {what}")
        outer = Step(tuple(turns), np.zeros(3))
        inner, slide, S, trail = self._motion(i, joint, trail, modal)
        self.trail[i] = trail
        at = Step((*turns, *inner), np.asarray(place) + outer.out(slide))
        given = {name: getattr(joint, name) for name in ("name", "parent", "rotation", "translation", "kind", "q", "v")}
        return SymbolicJoint(**given, at=at, fixed=Step(tuple(turns), np.asarray(place)), S=S)

    def _motion(
        self, i: int, joint: ModelJoint, trail: Trail, modal: dict[int, SymbolicModal]
    ) -> tuple[list[Turn], Array, tuple[Array, Array], Trail]:
        """Return the turns, the slide, the subspaces of what a joint adds, and the trail behind it."""
        none = np.zeros((3, joint.kind.nv))
        if isinstance(joint.kind, Weld):
            return [], np.zeros(3), (none, none), trail
        if isinstance(joint.kind, Node):
            return self._node(joint, trail, modal[joint.parent])
        own = self.q[joint.v.start]
        a = np.asarray(cast(Revolute | Prismatic, joint.kind).axis)
        along = [k for k in range(3) if abs(a[k]) > ZERO]
        toward: list[Turn] = []
        axis, sign, behind = 2, 1.0, trail
        if len(along) == 1:
            axis, sign = along[0], float(np.sign(a[along[0]]))
        else:
            toward, behind = self._toward(a, trail, i)  # (2)
        unit: Array = np.eye(3)[axis] * sign
        direction = np.asarray(Step(tuple(toward), np.zeros(3)).out(unit))[:, None]
        if isinstance(joint.kind, Prismatic):
            return [], direction[:, 0] * own, (none, direction), trail
        turn = AxisTurn(axis, cos(own), sign * sin(own))
        behind = behind.turned(_slots(self.symbols.ring.phase(own)), unit, self.groups)
        if not toward:
            return [turn], np.zeros(3), (direction, none), behind
        back = [_back(one) for one in reversed(toward)]
        return [*toward, turn, *back], np.zeros(3), (direction, none), Trail()

    def _toward(self, a: Array, trail: Trail, i: int) -> tuple[list[Turn], Trail]:
        """Return the turns Q that carry z to the unit vector a, (2)."""
        turns: list[Turn] = []
        angles = ((2, math.atan2(a[1], a[0])), (1, math.atan2(math.hypot(a[0], a[1]), a[2])))
        for axis, angle in angles:
            turn, slots = self._turn(axis, angle, self.index[i], f"the axis of {self.model.joints[i].name!r}")
            turns.append(turn)
            trail = self._behind(turn, slots, axis, trail)
        return turns, trail

    def _node(
        self, joint: ModelJoint, trail: Trail, modal: SymbolicModal
    ) -> tuple[list[Turn], Array, tuple[Array, Array], Trail]:
        """Return how a node of a flexible link moves: it must turn about one coordinate axis."""
        kind = joint.kind
        assert isinstance(kind, Node)
        axis = kind.axis
        if axis is None or (np.any(axis) and abs(axis).max() < 1 - ZERO):
            found = f"{joint.name!r}, a node that turns about several axes"
            raise ArgumentError("robot", found, "flexible links that bend in one plane, for equations in letters")
        shape = modal.node(joint.name, kind.shape, self._value)
        own = self.q[modal.v]
        shortening = np.tensordot(own, shape.second, axes=1)
        slide = (shape.translation + shortening / 2).T @ own
        moved = shape.translation + shortening
        turns: list[Turn] = []
        if np.any(axis):
            k = int(np.abs(axis).argmax())
            psi = shape.rotation[:, k] @ own
            turns = [AxisTurn(k, cos(psi), sin(psi))]
            trail = trail.turned(_slots(self.symbols.ring.phase(psi)), np.eye(3)[k], self.groups)
        into = Step(tuple(turns), np.zeros(3)).into
        return turns, slide, (shape.rotation.T, np.stack([into(row) for row in moved], axis=1)), trail

    def _frame(self, frame: PlacedFrame) -> PlacedFrame:
        if frame.name != "tip":  # only the tip is shown; letters for the others would crowd the list
            return frame
        place = self._place(frame.body, "", [float(x) for x in frame.translation], "place of the tip")
        turns, _ = self._constant(frame.rotation, Trail(), "t", "the tip")
        return replace(frame, translation=place, rotation=Step(tuple(turns), np.zeros(3)).R)

    def _modal(self, i: int) -> SymbolicModal:
        return symbolic_modal(self.model.bodies[i], self.index[i], self._value)

    def _rotor(self, rotor: Rotor) -> Rotor:
        number = str(rotor.joint + 1)
        inertia = self._value(
            "I", "m" + number, rotor.inertia, "kg·m²", f"rotor inertia of {rotor.name!r}", "inertia", True
        )
        ratio = rotor.ratio
        if abs(ratio) != 1.0:
            ratio = self._value("N", number, ratio, "", f"ratio of {rotor.name!r}", "ratio", True)
        axis = np.asarray(rotor.axis, dtype=float)
        if np.count_nonzero(np.abs(axis) > ZERO) > 1:
            axis = self._vector("z", "m", number, list(axis), f"axis of {rotor.name!r}", "direction", True)
        else:
            axis = np.round(axis)
        return Rotor(rotor.name, rotor.carrier, rotor.joint, ratio, inertia, axis)

    def _body(self, i: int, rotors: dict[str, Rotor], modal: dict[int, SymbolicModal]) -> SymbolicBody:
        body = self.model.bodies[i]
        lumps = tuple(self._lump(i, lump) for lump in body.lumps)
        own = tuple(rotors[rotor.name] for rotor in body.rotors)
        return _summed(body.name, lumps, own, modal.get(i, body.modal))

    def _lump(self, i: int, lump: Lump) -> Lump:
        number, what = self.index[i], f"{lump.name!r}"
        letter = {"payload": "p", "motor": "s"}.get(lump.kind, "")
        motor = letter == "s"
        mass = self._value("m", letter + number, lump.mass, "kg", f"mass of {what}", "mass", motor)
        values = [float(x) for x in lump.com]
        if letter and all((i, k, x) in self.places or abs(x) < ZERO for k, x in enumerate(values)):
            com = self._place(i, letter, values, f"place of {what}")
        else:
            com = self._vector("l", letter or "c", number, values, f"centre of mass of {what}", "length", motor)
        return Lump(lump.name, mass, com, self._tensor(letter, number, lump.inertia, what, motor), lump.kind)

    # What acts on the coordinates

    def _gravity(self) -> Array:
        values = np.asarray(self.model.gravity, dtype=float)
        along = np.flatnonzero(np.abs(values) > ZERO)
        if len(along) == 1 and not self.numeric:
            g = self.symbols.parameter("g", "", abs(values[along[0]]), "m/s²", "gravity", "gravity")
            return np.array([g * float(np.sign(x)) if abs(x) > ZERO else 0.0 for x in values], dtype=object)
        return np.array(
            [self._value("g", AXES[k], x, "m/s²", f"gravity along {AXES[k]}", "gravity") for k, x in enumerate(values)],
            dtype=object,
        )

    @cached_property
    def _units(self) -> tuple[str, ...]:
        """The units of the coordinates."""
        return coordinate_units(self.model)["q"]

    def _per(self, k: int, divisor: str) -> str:
        """Return the unit of an effort at a coordinate over another unit, such as N·m·s/rad."""
        effort = {"rad": "N·m", "m": "N"}.get(self._units[k], "J")
        return f"{effort}{divisor}"

    def _friction(self, sub: str, values: ArrayLike, what: str) -> Array:
        made = []
        for k, value in enumerate(np.asarray(values, dtype=float)):
            unit = self._per(k, f"·s/{self._units[k] or '1'}" if sub == "v" else "")
            meaning = f"{what} of {self.symbols.coordinates[k].name!r}"
            made.append(self._value("f", f"{sub}{k + 1}", value, unit, meaning, "friction"))
        return np.array(made, dtype=object)

    def _square(self, stem: str, values: ArrayLike, what: str) -> Array:
        values = np.asarray(values, dtype=float)
        n = len(values)
        entries: list[list[Any]] = [[0.0] * n for _ in range(n)]
        kind, over = ("stiffness", "/") if stem == "k" else ("friction", "·s/")
        for i in range(n):
            for j in range(i, n):
                number = str(i + 1) if i == j else f"{i + 1}{j + 1}" if n < 10 else f"{i + 1},{j + 1}"
                at = f"coordinate {i + 1}" if i == j else f"coordinates {i + 1} and {j + 1}"
                unit = self._per(i, f"{over}{self._units[j] or '1'}")
                entries[i][j] = entries[j][i] = self._value(stem, number, values[i, j], unit, f"{what} at {at}", kind)
        return np.array(entries, dtype=object).reshape(n, n)

    def _rest(self) -> Array:
        values = [
            self._value("r", str(k + 1), value, self._units[k], f"rest of the spring at coordinate {k + 1}", "length")
            for k, value in enumerate(self.model.rest)
        ]
        return np.array(values, dtype=object)


def _summed(name: str, lumps: tuple[Lump, ...], rotors: tuple[Rotor, ...], modal: Modal) -> SymbolicBody:
    """Return the body that these parts make."""
    mass, s, inertia = modal.rigid if isinstance(modal, SymbolicModal) else (0.0, np.zeros(3), np.zeros((3, 3)))
    for lump in lumps:
        mass, s = mass + lump.mass, s + lump.mass * lump.com
        inertia = inertia + shift_from_com(lump.inertia, lump.mass, lump.com)
    for rotor in rotors:
        inertia = inertia + rotor.inertia * np.outer(rotor.axis, rotor.axis)
    return SymbolicBody(name, mass, s, inertia, rotors, lumps, modal)


def without_motors(model: SymbolicModel) -> SymbolicModel:
    """Return a model without its motors; the shapes in which links bend stay what they are."""
    bare = (
        _summed(body.name, tuple(lump for lump in body.lumps if lump.kind != "motor"), (), body.modal)
        for body in model.bodies
    )
    return replace(model, bodies=tuple(bare), rotors=())


def _odd_turns(model: Model) -> int:
    """Return how many constant angles a robot has that are not quarter turns."""
    count = 0
    for joint in model.joints:
        turns = [angle / (math.pi / 2) for angle in to_rpy(joint.rotation)]
        count += sum(abs(quarters - round(quarters)) > ZERO for quarters in turns)
        if isinstance(joint.kind, (Revolute, Prismatic)):
            count += 2 * (np.count_nonzero(np.abs(joint.kind.axis) > ZERO) > 1)
    return int(count)


def _back(turn: Turn) -> Turn:
    """Return a turn about a coordinate axis, the other way."""
    assert isinstance(turn, AxisTurn)
    return AxisTurn(turn.axis, turn.c, -turn.s)


def _slots(phase: int) -> dict[int, int]:
    """Return the angles in the key of a phase with one, with their factors."""
    sign = 1 if phase > 0 else -1
    return {((sign * phase).bit_length() - 1) // BITS: sign}
