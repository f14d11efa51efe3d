"""Values that the steps of the MJCF reader share: the compiled model with its names, and the parts of the robot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from armillary.description.mjcf.trees import Trees
from armillary.description.robot import Frame, Joint, Link, Motor, Placement, matrix, vector
from armillary.description.xml_tree import Element, Faults
from armillary.files.text import decode_xml
from armillary.files.words import claim
from armillary.spatial.rotation import from_quaternion, tidy
from armillary.spatial.scalar import Floats

Lines = Callable[[str, str], Element | None]
KINDS = {"body": "nbody", "joint": "njnt", "actuator": "nu", "site": "nsite", "tendon": "ntendon", "key": "nkey"}
"""Kinds of named elements, and the counts of MuJoCo's model; since MuJoCo 4 an actuator may have several controls."""


class MjcfNames:
    """Unique names of MuJoCo's elements; unnamed ones get a name."""

    def __init__(self, mujoco: Any, m: Any) -> None:
        counts = KINDS | ({"actuator": "nactuator"} if hasattr(m, "nactuator") else {})
        kinds = {kind: getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}") for kind in KINDS}
        self.given = {
            kind: [name_of(mujoco, m, kinds[kind], i) for i in range(getattr(m, count))]
            for kind, count in counts.items()
        }
        self.used = {kind: {name for name in names if name} for kind, names in self.given.items()}
        for kind in ("body", "joint", "actuator", "tendon", "key"):
            for i, name in enumerate(self.given[kind]):
                self.given[kind][i] = name or self.fresh(kind, f"{kind}{i}")

    def fresh(self, kind: str, name: str) -> str:
        """Return this name, with a number if it is taken."""
        return claim(name, self.used[kind])


@dataclass(frozen=True, eq=False)
class MjcfSource:
    """A model that MuJoCo compiled: the package, the model, its names, selected trees, lines of the file, problems."""

    mujoco: Any
    m: Any
    names: MjcfNames
    trees: Trees
    lines: Lines
    faults: Faults

    @cached_property
    def joints(self) -> tuple[int, ...]:
        """The joints that are read."""
        bodies = self.trees.selected - self.trees.fixed
        return tuple(j for j in range(self.m.njnt) if int(self.m.jnt_bodyid[j]) in bodies)

    @property
    def actuators(self) -> range:
        """Numbers of the actuators."""
        return range(len(self.names.given["actuator"]))

    def moves_with(self, bodies: Iterable[int]) -> bool:
        """Return whether one of these bodies is read and moves."""
        m, still = self.m, self.trees.fixed | {0}
        return any(
            i in self.trees.selected and i not in still and (m.body_weldid[i] or self.trees.floating) for i in bodies
        )

    def bodies_of_tendon(self, tendon: int) -> set[int]:
        """Return the bodies that a tendon runs over, or whose joints it adds up."""
        m, wraps, bodies = self.m, self.mujoco.mjtWrap, set[int]()
        of_kind = {
            int(wraps.mjWRAP_JOINT): m.jnt_bodyid,
            int(wraps.mjWRAP_SITE): m.site_bodyid,
            int(wraps.mjWRAP_SPHERE): m.geom_bodyid,
            int(wraps.mjWRAP_CYLINDER): m.geom_bodyid,
        }
        for w in range(m.tendon_adr[tendon], m.tendon_adr[tendon] + m.tendon_num[tendon]):
            owners = of_kind.get(int(m.wrap_type[w]))
            if owners is not None:
                bodies.add(int(owners[m.wrap_objid[w]]))
        return bodies

    def bodies_of_actuator(self, k: int) -> set[int]:
        """Return the bodies on which an actuator acts."""
        m, kinds, kind = self.m, self.mujoco.mjtTrn, int(self.m.actuator_trntype[k])
        i, other = (int(place) for place in m.actuator_trnid[k])
        if kind in (int(kinds.mjTRN_JOINT), int(kinds.mjTRN_JOINTINPARENT)):
            return {int(m.jnt_bodyid[i])}
        if kind == int(kinds.mjTRN_TENDON):
            return self.bodies_of_tendon(i)
        if kind == int(kinds.mjTRN_BODY):
            return {i}
        return {int(m.site_bodyid[site]) for site in (i, other) if site >= 0}

    def is_kind(self, j: int, *kinds: str) -> bool:
        """Return whether joint j is of one of the kinds hinge, slide, ball or free."""
        return any(int(self.m.jnt_type[j]) == int(getattr(self.mujoco.mjtJoint, f"mjJNT_{k.upper()}")) for k in kinds)

    def dofs(self, j: int) -> slice:
        """Return the place of joint j in MuJoCo's qvel."""
        first, count = int(self.m.jnt_dofadr[j]), 1
        if self.is_kind(j, "free"):
            count = 6
        elif self.is_kind(j, "ball"):
            count = 3
        return slice(first, first + count)

    def row(self, table: str, i: int) -> Any:
        """Return row i of a table of the model; zero if this version of MuJoCo does not have the table."""
        rows = getattr(self.m, table, None)
        return 0.0 if rows is None else rows[i]

    def disabled(self, *flags: str) -> bool:
        """Return whether one of these flags of MuJoCo, such as SPRING, switches a part of its physics off."""
        bits = (getattr(self.mujoco.mjtDisableBit, f"mjDSBL_{flag}", 0) for flag in flags)
        return any(self.m.opt.disableflags & int(bit) for bit in bits)


@dataclass
class Chain:
    """Parts of the robot that the bodies of a model become."""

    base: str = "world"
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    motors: list[Motor] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    drawn: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """q where the model is drawn, of joints that the file does not have."""


def name_of(mujoco: Any, m: Any, kind: Any, i: int) -> str:
    """Return the name of an object of MuJoCo's model, or nothing."""
    try:
        return mujoco.mj_id2name(m, kind, i) or ""
    except UnicodeDecodeError as error:
        return as_unicode(error.object)


def as_unicode(name: bytes) -> str:
    """Return bytes of MuJoCo as text; those that are not UTF-8 as the reader of the file takes them."""
    try:
        return name.decode()
    except UnicodeDecodeError:
        return decode_xml(name)


def rotation(quaternion: Any) -> Floats:
    """Return the rotation matrix of a quaternion (w, x, y, z) of any length."""
    q = np.array(quaternion, dtype=float)
    return tidy(np.asarray(from_quaternion(q / np.linalg.norm(q)), dtype=float))


def placement_of(R: Floats, p: Floats) -> Placement:
    """Return arrays as a placement."""
    return Placement(vector(p), matrix(R))
