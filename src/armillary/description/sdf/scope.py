"""Models of an SDF file and the frames in them: poses by name, and the links that the frames are attached to.

Every link, joint, frame and model has a pose relative to a frame that it names, by default
    link, frame, nested model: the frame of the model     joint: the frame of its child                  (1)
Its pose in the world is the product of the poses along this chain. If a model has a `placement_frame` F, its pose is
that of F: T_model = T_pose T_F⁻¹, with T_F relative to the model.                                        (2)
Names in a nested model are prefixed by its name, as in ``gripper::finger``, unless it is merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from armillary.description.robot import Placement, matrix, vector
from armillary.description.sdf.values import is_true, pose_of
from armillary.description.xml_tree import Element, Faults
from armillary.spatial.rotation import tidy
from armillary.spatial.scalar import Floats

WORLD, MODEL = "<world>", "__model__"
"""Name of the world among frames (a link may be called "world"), and of the frame of a model inside the model."""

NEAR = 8
"""Greatest length of a chain of frames whose poses are multiplied directly, without rounding errors via the world."""


@dataclass(frozen=True, eq=False)
class Pose:
    """A frame in another: rotation and origin."""

    R: Floats = field(default_factory=lambda: np.eye(3))
    p: Floats = field(default_factory=lambda: np.zeros(3))

    def __matmul__(self, other: Pose) -> Pose:
        """Return the composition: T_AB @ T_BC is T_AC."""
        return Pose(self.R @ other.R, self.p + self.R @ other.p)

    def inverse(self) -> Pose:
        """Return the inverse: that of T_AB is T_BA."""
        return Pose(self.R.T, -(self.R.T @ self.p))

    @property
    def placement(self) -> Placement:
        """The pose as a `Placement`."""
        return Placement(vector(self.p), matrix(tidy(self.R)))


@dataclass(frozen=True, eq=False)
class Scope:
    """A model: its element, the prefix of its names, the name of its frame, and whether it is static."""

    element: Element
    prefix: str
    key: str
    static: bool = False
    names: frozenset[str] = frozenset()
    """Names of its links, frames and models, without prefix."""

    def named(self, name: str) -> str:
        """Return the full name of a frame that is named in this model."""
        if name == "world" and name not in self.names:
            return WORLD
        return self.key if name == MODEL else f"{self.prefix}{name}"


@dataclass(frozen=True, eq=False)
class _Node:
    """A frame: its pose relative to the frame `on`, the frame it is attached to, and its element."""

    pose: Pose
    on: str
    carrier: str
    element: Element


class Frames:
    """All frames of a file by their full names."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.nodes: dict[str, _Node] = {}
        self.links: dict[str, Element] = {}
        self._poses: dict[str, Pose] = {WORLD: Pose()}
        self._carriers: dict[str, str] = {}

    def add(self, scope: Scope, name: str, element: Element, on: str, carrier: str) -> None:
        """Add a frame; `on` is the default of `relative_to`, `carrier` the frame it is attached to."""
        pose, relative = self._pose(element, scope)
        if name in self.nodes:
            self.faults.add(element, f"<{element.tag}>", f"the name {name!r} is used twice", "another name")
        self.nodes[name] = _Node(pose, relative or on, carrier, element)

    def put(self, model: str, frame: str) -> None:
        """Move a model so that its placement frame has its pose, (2)."""
        node = self.nodes[model]
        self.nodes[model] = _Node(
            node.pose @ self.relative(frame, model).inverse(), node.on, node.carrier, node.element
        )
        self._poses = {WORLD: Pose()}  # poses of other frames may depend on that of the model

    def relative(self, name: str, to: str) -> Pose:
        """Return the pose of a frame relative to another; exact if one is given relative to the other."""
        down = self._chain(name, to)
        if down is not None:
            return down
        up = self._chain(to, name)
        if up is not None:
            return up.inverse()
        return self.pose(to).inverse() @ self.pose(name)

    def _chain(self, name: str, to: str) -> Pose | None:
        """Return the pose of a frame relative to another that its chain reaches within `NEAR` steps, or None."""
        pose = Pose()
        for _ in range(NEAR):
            if name == to or name not in self.nodes:
                break
            pose, name = self.nodes[name].pose @ pose, self.nodes[name].on
        return pose if name == to else None

    def place(self, element: Element, scope: Scope, on: str) -> Pose:
        """Return the pose, relative to the frame `on`, of an element that contains a <pose>."""
        pose, relative = self._pose(element, scope)
        return pose if relative in ("", on) else self.pose(on).inverse() @ self.pose(relative, element) @ pose

    def _pose(self, element: Element, scope: Scope) -> tuple[Pose, str]:
        pose = element.first("pose")
        if pose is None:
            return Pose(), ""
        relative = pose.attributes.get("relative_to", "").strip()
        return Pose(*pose_of(pose, self.faults)), scope.named(relative) if relative else ""

    def pose(self, name: str, element: Element | None = None) -> Pose:
        """Return the pose of a frame in the world; the identity, with a problem kept, if it is undefined."""
        start, chain = name, dict[str, None]()  # a dictionary keeps the order and finds names fast
        while name not in self._poses:
            if name not in self.nodes or name in chain:
                problem = (
                    f"the frame {name!r} is relative to itself" if name in chain else f"there is no frame {name!r}"
                )
                user = self.nodes[next(reversed(chain))].element if chain else element
                self.faults.add(user, "pose", problem, "the name of a link, joint, frame or model")
                self._poses[name] = Pose()
                break
            chain[name] = None
            name = self.nodes[name].on
        for frame in reversed(chain):
            if frame not in self._poses:
                self._poses[frame] = self._poses[self.nodes[frame].on] @ self.nodes[frame].pose
        return self._poses[start]

    def link(self, name: str, element: Element, what: str) -> str:
        """Return the link, or the world, that a frame is attached to; keep a problem if there is none."""
        start, seen = name, set[str]()
        while name not in self.links and name != WORLD:
            if name not in self.nodes or name in seen:
                self.faults.add(element, what, f"there is no link or frame {start!r}", "the name of a link or frame")
                return f"<{element.tag}> at line {element.line}"
            seen.add(name)
            name = self._carriers.get(name, self.nodes[name].carrier)
        self._carriers |= dict.fromkeys(seen, name)
        return name


def models(root: Element) -> Iterator[tuple[Scope, Scope | None]]:
    """Yield the models of a file, each with the model around it, outer ones first."""
    world = root.first("world")
    top = [_scope(element, "") for element in (world or root).all("model")]
    if len(top) == 1:  # a single model does not need its name
        top = [replace(top[0], prefix="", key=MODEL)]
    waiting: list[tuple[Scope, Scope | None]] = [(scope, None) for scope in reversed(top)]
    while waiting:
        scope, outer = waiting.pop()
        yield scope, outer
        nested = [_scope(element, scope.prefix, scope.static) for element in scope.element.all("model")]
        waiting += [(inner, scope) for inner in reversed(nested)]


def _scope(element: Element, prefix: str, static: bool = False) -> Scope:
    name = f"{prefix}{element.attributes.get('name', '').strip()}"
    flag = element.first("static")
    names = frozenset(part.attributes.get("name", "").strip() for part in element.all("link", "frame", "model"))
    inside = prefix if is_true(element.attributes.get("merge", "")) else f"{name}::"
    return Scope(element, inside, name, static or (flag is not None and is_true(flag.text)), names)
