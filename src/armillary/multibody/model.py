"""The model that the recursions read. Bodies are numbered so that a parent comes before its children.

A body is everything that moves with one frame: a link, the links fixed to it, payloads and motors. Joint i moves body
i. A flexible link is a body with modes (`Modal`) and has its frame at its root. Each of its other nodes is a separate
body, behind a connection (`Node`) that shares the elastic coordinates of the link. Parts at a node belong to the node's
body, and joints hang on it. A joint that follows another (`Coupled`) shares its coordinate. Joint coordinates come
first, in the order of the chain, then the elastic coordinates link by link, then those of drives (`Drive`).
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.numbers import same_number
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.expr.linear import linear
from armillary.files.arguments import flag, listed, whole
from armillary.files.content import Content, same
from armillary.files.keywords import Helpful, keywords, names_of
from armillary.files.quantity import Number
from armillary.files.words import among, shortened
from armillary.multibody.body import Body, Rotor
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.joints import Coupled, Drive, Follower, JointKind
from armillary.multibody.motors import GearBacklash, GearLoss, PlacedWinding
from armillary.multibody.numbers import ModelNumbers, with_numbers
from armillary.multibody.parameters import Key
from armillary.multibody.stribeck import Stribeck
from armillary.spatial.scalar import Array, Floats, Scalar
from armillary.spatial.turn import FrameStep, Turn, constant_turn

BASE = -1
"""The number of the body that does not move."""


def gather(size: int, parts: Iterable[tuple[slice, Array]]) -> Array:
    """Return the sum of parts that belong to slices of a vector, shape (size,), for any scalar."""
    total: list[Scalar] = [0.0] * size
    for place, part in parts:
        for k, value in enumerate(part, place.start):
            total[k] = total[k] + value
    return np.array(total)


def _vector(argument: str, value: ArrayLike, size: int, kinds: str = "fiubcO") -> Array:
    """Return a vector of `size` scalars of these kinds; real numbers become floats."""
    try:
        vector = np.asarray(value)
    except Exception:  # whatever a user's object raises when it is taken for an array
        vector = np.empty(0)
    # Expressions, polynomials and SymPy's symbols are scalars. Strings support `*`, but are not scalars.
    strange = vector.dtype.kind == "O" and any(isinstance(x, str) or not hasattr(x, "__mul__") for x in vector.flat)
    if vector.shape != (size,) or vector.dtype.kind not in kinds or strange:
        raise ArgumentError(argument, shortened(value), f"{size} numbers")
    return vector if vector.dtype.kind in "cO" else vector.astype(float)


@dataclass(frozen=True, eq=False)
class ModelJoint:
    """The joint that moves one body: its placement on the parent, its kind, its coordinates."""

    name: str
    parent: int
    rotation: Floats
    translation: Floats
    kind: JointKind
    q: slice
    v: slice

    def step(self, q: ArrayLike) -> FrameStep:
        """Return the step from the parent's frame to the child's; q is the whole vector."""
        q_joint = np.asarray(q)[self.q]
        r = self.translation + self.rotation @ self.kind.slide(q_joint)
        return FrameStep((self.placed, self.kind.turn(q_joint)), r)

    @cached_property
    def placed(self) -> Turn:
        """The rotation of its placement."""
        return constant_turn(self.rotation)

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return the halves S_ω and S_v of the motion subspace, shapes (3, nv), in the child's frame."""
        return self.kind.subspace(np.asarray(q)[self.q])

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the rates of S_ω and S_v in the child's frame, shapes (3, nv)."""
        return self.kind.subspace_rate(np.asarray(q)[self.q], np.asarray(qd)[self.v])

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the accelerations against the parent at q̈ = 0, shapes (3,), in the child's frame."""
        return self.kind.drift(np.asarray(q)[self.q], np.asarray(qd)[self.v])

    def pose(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return R_parent,child (3, 3) and the child's origin in the parent's frame (3,); q is the whole vector."""
        step = self.step(q)
        return step.R, step.r


@dataclass(frozen=True, eq=False)
class PlacedFrame(Content):
    """A named frame: the body it is on, its rotation and origin there."""

    name: str
    body: int
    rotation: Floats
    translation: Floats


@dataclass(frozen=True, eq=False)
class Model(Helpful):
    """A robot with its modelling options as numbered bodies and coordinates; immutable.

    `motors` says how motors count: "full" (mass, stator, spinning rotor), "reflected" (mass, stator,
    and ratio² · rotor inertia at the joint), "none" (not at all). `bodies[i]` is moved by `joints[i]`. Arrays such as
    `viscous` have one entry for each velocity coordinate; `stiffness` and `damping` are matrices, shape (nv, nv).
    """

    robot: Robot
    motors: str
    friction: bool
    free: tuple[str, ...]
    bodies: tuple[Body, ...]
    joints: tuple[ModelJoint, ...]
    rotors: tuple[Rotor, ...]
    frames: dict[str, PlacedFrame]
    gravity: Array
    viscous: Array
    coulomb: Array
    """Coulomb friction, the mean of both directions."""
    coulomb_sided: Array
    """Half the Coulomb friction at positive rates less that at negative ones."""
    stiffness: Array
    damping: Array
    rest: Array
    followers: tuple[Follower, ...] = ()
    """Friction and springs of joints that follow another joint by a polynomial of order 2 or more."""
    stribeck: tuple[Stribeck, ...] = ()
    """Stribeck and LuGre friction, which is not in `coulomb`."""
    windings: tuple[PlacedWinding, ...] = ()
    """Windings of motors."""
    losses: tuple[GearLoss, ...] = ()
    """Losses of gears that grow with their load, which count in simulations."""
    backlashes: tuple[GearBacklash, ...] = ()
    """Backlash of elastic gears, which counts in simulations; everything else has gears in contact."""
    elastic: tuple[str, ...] = ()
    """Names of the elastic coordinates of links, which follow those of joints."""
    drives: tuple[Drive, ...] = ()
    """Rotors behind elastic gears, whose coordinates come last."""
    lockable: tuple[int, ...] = ()
    """Velocity coordinates at which forward dynamics may hold the robot: programs have an input "moving" for them."""
    moving: tuple[Scalar, ...] | None = None
    """1 for each lockable coordinate that moves, 0 for one that is held; None if all of them move."""
    compensation: Model | None = None
    """A model whose weight is the compensated part of this one's (`multibody.gravity_compensation`); None without."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Fields that differ from the model of `arm.model`. Models without changes are equal if their robots and choices
    are equal, changed models if all their fields are."""

    def __repr__(self) -> str:
        words = [f"{self.nq} coordinates", f"motors {self.motors}", *([] if self.friction else ["no friction"])]
        words += [f"free {', '.join(self.free)}"] if self.free else []
        return f"<Model of {self.robot.name}: {', '.join(words)}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Model) or self.changes.keys() != other.changes.keys():
            return False
        alike = self._choices == other._choices and self.robot == other.robot
        # `with_values` writes numbers into bodies and joints, which `changes` does not list: all fields count.
        return alike and (not self.changes or same(self._fields, other._fields))

    def __hash__(self) -> int:
        return self._hash

    @property
    def _choices(self) -> tuple[Any, ...]:
        return self.motors, self.friction, self.free

    @cached_property
    def _hash(self) -> int:
        return hash((self.robot, *self._choices, *sorted(self.changes)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by robot and choices, from which the model is built again; by all fields if it has been changed."""
        from armillary.multibody.build import model

        if self.changes:
            return partial(type(self), **self._fields), ()
        return partial(model, self.robot, motors=self.motors, friction=self.friction, free=self.free), ()

    @property
    def _fields(self) -> dict[str, Any]:
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    def changed(self, **fields: Any) -> Self:
        """Return the model with some fields replaced, such as bodies, joints or gravity."""
        keywords("Model.changed", fields, names_of(type(self)))
        return replace(self, **fields, changes={**self.changes, **fields})

    def plot(self, q: Any = None, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib: a still picture of the robot, as `Robot.plot`."""
        from armillary.figures.draw import kept
        from armillary.figures.picture import plot_robot

        return kept(plot_robot(self, q), path)

    @cached_property
    def numbers(self) -> ModelNumbers:
        """Numbers by name, with value, unit, range and meaning: inputs (`free` may name them), then the structure.

        Example:
            >>> import armillary as arm
            >>> numbers = arm.model(arm.library.get("khatib-rr")).numbers
            >>> numbers["link2.mass"].value, numbers["payload.mass"].kind, numbers["joint1.limits.upper"].kind
            (2.0, 'input', 'structure')
        """
        return ModelNumbers(self.robot, self.motors, self.friction)

    def with_numbers(self, values: Mapping[str, Any]) -> Model:
        """Return the model with other values of numbers by name; its choices stay as they are.

        Args:
            values: Values in SI units, such as {"payload.mass": 1.0}. Expressions may take the place of inputs.

        Raises:
            ArgumentError: A name is unknown, or a value is out of its range.

        Example:
            >>> import armillary as arm
            >>> model = arm.model(arm.library.get("khatib-rr"), motors="none").with_numbers({"link2.mass": 2.5})
            >>> model.robot.links[1].mass, model.motors
            (2.5, 'none')
        """
        return with_numbers(self, values)

    @cached_property
    def free_parameters(self) -> tuple[Number, ...]:
        """The parameters that are free, in the order of `free`, with the robot's own values."""
        return tuple(parameter for _, parameter in self.resolved.values())

    @cached_property
    def resolved(self) -> dict[str, tuple[Key, Number]]:
        """Identity and meaning of each free parameter by its name."""
        return self.numbers.resolve(self.free)

    @cached_property
    def _bounded(self) -> list[tuple[int, float, float]]:
        """Places of the free parameters that have a range, with least and greatest value."""
        ends = []
        for k, number in enumerate(self.free_parameters):
            quantity = number.quantity
            low = max(quantity.least, math.nextafter(quantity.above, math.inf))
            high = min(quantity.most, math.nextafter(quantity.below, -math.inf))
            if low > -sys.float_info.max or high < sys.float_info.max or not quantity.zero:
                ends.append((k, low, high if quantity.zero else -math.inf))
        return ends

    def check_free(self, values: Floats) -> None:
        """Raise an `ArgumentError` if a value of the free parameters, shape (…, k), is out of range."""
        values = np.asarray(values, dtype=float)  # single precision has not all of the bounds
        for k, low, high in self._bounded:
            column = values[..., k]
            # This runs in every call of compiled code: one pass over the values, unless they may be out of range.
            if not column.min(initial=math.inf) >= low or (high < math.inf and not column.max(initial=low) <= high):
                self.free_parameters[k].check(column)

    def free_place(self, name: Any) -> int:
        """Return the place of a free parameter in `free`, by any of its names; raise `ArgumentError` for another."""
        if name in self.free:
            return self.free.index(name)
        self.numbers.input(name, "parameters")  # raises for an unknown name, and for one of the structure
        known = self.numbers.identify(name)
        for k, (key, _) in enumerate(self.resolved.values()):
            if known is not None and key == known[0]:
                return k
        hint = "name it in arm.model(robot, free=[…])"
        raise ArgumentError("parameters", shortened(name), f"some of {', '.join(self.free)}", hint)

    def free_places(self, names: Iterable[Any]) -> dict[str, int]:
        """Return the places in `free` by the names of a mapping of values, each place once."""
        places: dict[str, int] = {}
        for name in names:
            place = self.free_place(name)
            twin = next((other for other, taken in places.items() if taken == place), None)
            if twin is not None:
                raise same_number("parameters", name, twin)
            places[name] = place
        return places

    def with_values(self, values: Sequence[Scalar] | Array, *, checked: bool = True) -> Model:
        """Return the model with these scalars in place of its free parameters; it has none itself.

        Args:
            values: Numbers or expressions, one for each name in `free`. Shapes of modes stay those of the robot.
            checked: Whether numbers out of range, such as a negative mass, are rejected; default True.

        Raises:
            ArgumentError: A value is missing or out of range.
        """
        from armillary.multibody.build import build

        expected = f"a number for each of {', '.join(self.free) or 'none'}"
        values = listed("values", values, expected)
        if len(values) != len(self.free):
            raise ArgumentError("values", f"{len(values)} of them", expected)
        for value in values:
            if isinstance(value, list | tuple | str | bytes | dict | set) or np.ndim(value):
                raise ArgumentError("values", shortened(value), expected)
        if flag("checked", checked):
            for parameter, value in zip(self.free_parameters, values, strict=True):
                parameter.check(value)
        keys = (key for key, _ in self.resolved.values())
        scalars = {key: linear(value) for key, value in zip(keys, values, strict=True)}
        built = build(self.robot, self.motors, self.friction, self.free, scalars)
        return built.changed(**self.changes, free=())

    @property
    def held(self) -> dict[int, Scalar]:
        """`moving` by velocity coordinate; empty where all coordinates move."""
        return {} if self.moving is None else dict(zip(self.lockable, self.moving, strict=True))

    @cached_property
    def nq(self) -> int:
        """Number of configuration coordinates."""
        return sum(kind.nq for kind, _, _ in self.coordinates())

    @cached_property
    def nv(self) -> int:
        """Number of velocity coordinates, the degrees of freedom."""
        return sum(kind.nv for kind, _, _ in self.coordinates())

    @property
    def flexible(self) -> bool:
        """Whether a link has modes."""
        return any(body.modal.count for body in self.bodies)

    @property
    def coupled(self) -> bool:
        """Whether a joint moves with the coordinate of another."""
        return any(isinstance(joint.kind, Coupled) for joint in self.joints)

    def coordinates(self) -> Iterator[tuple[JointKind | Modal | Drive, slice, slice]]:
        """Yield the joints, flexible links and drives that have coordinates, with their slices of q and of qd."""
        for joint in self.joints:
            if not joint.kind.shared:
                yield joint.kind, joint.q, joint.v
        for body in self.bodies:
            if body.modal.count:
                yield body.modal, body.modal.q, body.modal.v
        for drive in self.drives:
            yield drive, drive.q, drive.v

    @cached_property
    def quaternions(self) -> tuple[tuple[slice, slice], ...]:
        """The places in q of all unit quaternions (w, x, y, z), and those in qd of their angular velocities."""
        turned = ((kind, q, v) for kind, q, v in self.coordinates() if kind.nq > kind.nv)
        return tuple((slice(q.stop - 4, q.stop), slice(v.stop - 3, v.stop)) for _, q, v in turned)

    @cached_property
    def plain(self) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """The places in q of all entries whose rates are entries of qd, and the places of those rates."""
        parts = [(kind.nq - 4 if kind.nq > kind.nv else kind.nq, q, v) for kind, q, v in self.coordinates()]
        pairs = [(q.start + k, v.start + k) for count, q, v in parts for k in range(count)]
        places = np.array(sorted(pairs), dtype=int).reshape(-1, 2)
        return places[:, 0], places[:, 1]

    def outward(self) -> Iterator[tuple[int, int]]:
        """Yield (body, parent) from the base to the tips."""
        return ((i, joint.parent) for i, joint in enumerate(self.joints))

    def inward(self) -> Iterator[tuple[int, int]]:
        """Yield (body, parent) from the tips to the base."""
        return reversed(list(self.outward()))

    def path(self, body: int) -> Iterator[int]:
        """Yield the bodies from `body` back to the base, which is left out."""
        if body != BASE:
            whole("body", body, 0, len(self.bodies) - 1)
        while body != BASE:
            yield body
            body = self.joints[body].parent

    @cached_property
    def moves(self) -> NDArray[np.bool_]:
        """moves[i, k] says whether velocity coordinate k moves body i, shape (bodies, nv)."""
        table = np.zeros((len(self.bodies), self.nv), dtype=bool)
        for i in range(len(self.bodies)):
            for k in self.path(i):
                table[i, self.joints[k].v] = True
        return table

    @cached_property
    def owner(self) -> NDArray[np.int_]:
        """owner[k] is the body whose joint or modes have velocity coordinate k, shape (nv,); BASE for a drive."""
        owner = np.full(self.nv, BASE)
        for i, joint in enumerate(self.joints):
            if not joint.kind.shared:
                owner[joint.v] = i
            owner[self.bodies[i].modal.v] = i
        return owner

    @cached_property
    def armature(self) -> Array:
        """Inertia that the rotors reflect to each velocity coordinate, shape (nv,)."""
        reflected: list[Scalar] = [0.0] * self.nv
        for rotor in self.rotors:
            reflected[rotor.joint] = reflected[rotor.joint] + rotor.reflected
        return np.array(reflected)

    @property
    def spinning(self) -> tuple[Rotor, ...]:
        """The rotors that couple their carrier to their joint."""
        return tuple(rotor for body in self.bodies for rotor in body.rotors)

    @cached_property
    def neutral(self) -> Floats:
        """The configuration in which every joint is at its zero, shape (nq,)."""
        neutral = np.zeros(self.nq)
        for kind, q, _ in self.coordinates():
            neutral[q] = kind.neutral
        return neutral

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,), for the velocity qd, shape (nv,)."""
        q, qd = _vector("q", q, self.nq), _vector("qd", qd, self.nv)
        return gather(self.nq, ((place, kind.rate(q[place], qd[v])) for kind, place, v in self.coordinates()))

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the configuration after moving from q with the constant velocity `step` for unit time."""
        q, step = _vector("q", q, self.nq, "fiub"), _vector("step", step, self.nv, "fiub")
        return gather(self.nq, ((place, kind.integrate(q[place], step[v])) for kind, place, v in self.coordinates()))

    def deflection(self, q: ArrayLike) -> Array:
        """Return the deflection of the spring at each coordinate, shape (nv,); zero without a spring."""
        q = _vector("q", q, self.nq)
        sprung = [any(bool(k) for k in row) for row in self.stiffness]
        deflections: list[Scalar] = [0.0] * self.nv
        for place, k in zip(*self.plain, strict=True):
            deflections[k] = q[place] - self.rest[k] if sprung[k] else 0.0
        return np.array(deflections)

    def frame(self, name: str) -> PlacedFrame:
        """Return the frame of this name: a link, a named frame, or "tip"."""
        if not among(name, self.frames):
            hint = "" if "tip" in self.frames else "this robot has several ends: add a [[frame]] named tip"
            raise ArgumentError("frame", shortened(name), f"one of {', '.join(self.frames)}", hint)
        return self.frames[name]
