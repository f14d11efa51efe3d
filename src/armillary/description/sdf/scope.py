"""Models of an SDF file and the frames in them: poses by name, and the links that carry them.

Every link, joint, frame and model has a pose in a frame that it names, by default
    link, frame, nested model: the frame of the model     joint: the frame of its child                  (1)
so that its pose in the world is the product of the poses on the way. A model whose `placement_frame` is F is put where
F takes the pose: T_model = T_pose T_F⁻¹, with T_F in the model.                                          (2)
Names in a nested model have the name of the model before them, as in ``gripper::finger``, if it is not merged.
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
"""Name of the world among frames, where a link may be called world; name of the frame of a model in its own file."""

NEAR = 8
"""Steps from frame to frame up to which poses are multiplied directly, without the rounding of a way by the world."""


@dataclass(frozen=True, eq=False)
class Pose:
    """A frame in another: rotation and origin."""

    R: Floats = field(default_factory=lambda: np.eye(3))
    p: Floats = field(default_factory=lambda: np.zeros(3))

    def __matmul__(self, other: Pose) -> Pose:
        """Return the frame `other`, given in this one, in the frame that this one is given in."""
        return Pose(self.R @ other.R, self.p + self.R @ other.p)

    def inverse(self) -> Pose:
        """Return the outer frame in this one."""
        return Pose(self.R.T, -(self.R.T @ self.p))

    @property
    def placement(self) -> Placement:
        """The same as a part of a robot."""
        return Placement(vector(self.p), matrix(tidy(self.R)))


@dataclass(frozen=True, eq=False)
class Scope:
    """A model: its element, the text before its names, the name of its frame, and whether it stands still."""

    element: Element
    prefix: str
    key: str
    static: bool = False
    own: frozenset[str] = frozenset()
    """Names of its links, frames and models."""

    def named(self, name: str) -> str:
        """Return the whole name of a frame that this model names."""
        if name == "world" and name not in self.own:
            return WORLD
        return self.key if name == MODEL else f"{self.prefix}{name}"


@dataclass(frozen=True, eq=False)
class _Node:
    """A frame: its pose in the frame `on`, the frame that carries it, the element that says so."""

    pose: Pose
    on: str
    carrier: str
    element: Element


class Frames:
    """All frames of a file by their whole names."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.nodes: dict[str, _Node] = {}
        self.links: dict[str, Element] = {}
        self._poses: dict[str, Pose] = {WORLD: Pose()}
        self._carriers: dict[str, str] = {}

    def add(self, scope: Scope, name: str, element: Element, on: str, carrier: str) -> None:
        """Add a frame; `on` is the default of `relative_to`, `carrier` the frame that it is attached to."""
        pose, relative = self._pose(element, scope)
        if name in self.nodes:
            self.faults.add(element, f"<{element.tag}>", f"the name {name!r} is used twice", "another name")
        self.nodes[name] = _Node(pose, relative or on, carrier, element)

    def put(self, model: str, frame: str) -> None:
        """Put a model where its placement frame takes its pose, (2)."""
        node = self.nodes[model]
        self.nodes[model] = _Node(
            node.pose @ self.relative(frame, model).inverse(), node.on, node.carrier, node.element
        )
        self._poses = {WORLD: Pose()}

    def relative(self, name: str, to: str) -> Pose:
        """Return the pose of a frame in another; exact where one is placed on the other."""
        down, up = self._chain(name, to), self._chain(to, name)
        if down is not None:
            return down
        return up.inverse() if up is not None else self.pose(to).inverse() @ self.pose(name)

    def _chain(self, name: str, to: str) -> Pose | None:
        """Return the pose of a frame in another on which it is placed in a few steps; None if it is not."""
        pose = Pose()
        for _ in range(NEAR):
            if name == to or name not in self.nodes:
                break
            pose, name = self.nodes[name].pose @ pose, self.nodes[name].on
        return pose if name == to else None

    def place(self, element: Element, scope: Scope, on: str) -> Pose:
        """Return the pose in the frame `on` of an element with a <pose> in it."""
        pose, relative = self._pose(element, scope)
        return pose if relative in ("", on) else self.pose(on).inverse() @ self.pose(relative, element) @ pose

    def _pose(self, element: Element, scope: Scope) -> tuple[Pose, str]:
        found = element.first("pose")
        if found is None:
            return Pose(), ""
        relative = found.attributes.get("relative_to", "").strip()
        return Pose(*pose_of(found, self.faults)), scope.named(relative) if relative else ""

    def pose(self, name: str, element: Element | None = None) -> Pose:
        """Return the pose of a frame in the world; the world's own, with a problem kept, if it has none."""
        start, way = name, dict[str, None]()
        while name not in self._poses:
            if name not in self.nodes or name in way:
                found = f"the frame {name!r} is relative to itself" if name in way else f"there is no frame {name!r}"
                at = element if not way else self.nodes[next(reversed(way))].element
                self.faults.add(at, "pose", found, "the name of a link, joint, frame or model")
                self._poses[name] = Pose()
                break
            way[name] = None
            name = self.nodes[name].on
        for each in reversed(way):
            if each not in self._poses:
                self._poses[each] = self._poses[self.nodes[each].on] @ self.nodes[each].pose
        return self._poses[start]

    def link(self, name: str, element: Element, what: str) -> str:
        """Return the link, or the world, that carries a frame; a problem is kept if there is none."""
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
    """Yield the models of a file with the model around each, outer ones first."""
    world = root.first("world")
    top = [_scope(element, "") for element in (world or root).all("model")]
    if len(top) == 1:  # a single model does not need its name
        top = [replace(top[0], prefix="", key=MODEL)]
    waiting: list[tuple[Scope, Scope | None]] = [(scope, None) for scope in reversed(top)]
    while waiting:
        scope, around = waiting.pop()
        yield scope, around
        inner = [_scope(element, scope.prefix, scope.static) for element in scope.element.all("model")]
        waiting += [(each, scope) for each in reversed(inner)]


def _scope(element: Element, prefix: str, static: bool = False) -> Scope:
    name = f"{prefix}{element.attributes.get('name', '').strip()}"
    held = element.first("static")
    own = frozenset(each.attributes.get("name", "").strip() for each in element.all("link", "frame", "model"))
    inside = prefix if is_true(element.attributes.get("merge", "")) else f"{name}::"
    return Scope(element, inside, name, static or (held is not None and is_true(held.text)), own)
