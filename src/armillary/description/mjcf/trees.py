"""Trees of an MJCF model: the bodies that are read, those that are fixed where they are drawn, those that are free.

A root is a body on the world with joints in it or below it: an arm, a loose object. All of them are one robot unless
`root` names a body, whose tree is then read alone: the body, its joints, and all that it carries. Bodies between it and
the world stand where they are drawn; with `base` fixed or free, the body itself stands there or floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from armillary.description.reading import Reading
from armillary.errors import ArgumentError
from armillary.files.words import few, listed, nearest, shortened


@dataclass(frozen=True)
class Trees:
    """Numbers of the bodies that are read, of those without their joints, of those that get a free joint; and notes."""

    selected: frozenset[int]
    fixed: frozenset[int] = frozenset()
    floating: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()


def trees_of(mujoco: Any, m: Any, names: list[str], reading: Reading) -> Trees:
    """Return the bodies that `root` and `base` select.

    Raises:
        ArgumentError: The root is unknown, or it cannot be free.
    """
    above = {i: _above(m, i) for i in range(m.nbody)}
    moved = [i for i in range(1, m.nbody) if m.body_jntnum[i]]
    roots = sorted({(*above[i], i)[1] for i in moved})
    selected, fixed, notes = frozenset(range(m.nbody)), frozenset[int](), list[str]()
    if reading.root is not None:
        if reading.root not in names[1:]:
            hint = nearest(reading.root, names[1:])
            raise ArgumentError(
                "root", shortened(reading.root), f"a body, such as {listed(names[i] for i in roots)}", hint
            )
        root = names.index(reading.root)
        fixed = frozenset(above[root])
        selected = fixed | {i for i in range(m.nbody) if i == root or root in above[i]}
        roots = [root]
        if reading.base != "as described" and not (m.body_jntnum[root] and _is_free(mujoco, m, root)):
            fixed |= {root}
    elif len(roots) > 1:
        text = few([names[i] for i in roots], 12)
        notes.append(f"{len(roots)} trees in one robot, with the roots {text}; root=… reads one of them alone")
    free = [i for i in moved if i in selected and _is_free(mujoco, m, i)]
    floating = frozenset[int]()
    if reading.base == "fixed" and free:
        fixed |= frozenset(free)
        notes.append(f'base="fixed": the free joint of {few([names[i] for i in free])} is left out')
    if reading.base == "free":
        floating = frozenset(i for i in roots if i not in free)
        for i in floating - fixed:
            if m.body_jntnum[i]:
                problem = f"body {names[i]!r} has joints to the world"
                raise ArgumentError("base", problem, "a root without joints, or with a free joint", "leave out base")
    return Trees(selected, fixed, floating, tuple(notes))


def _above(m: Any, i: int) -> tuple[int, ...]:
    """Return the bodies above a body, the world first."""
    bodies: list[int] = []
    while i:
        i = int(m.body_parentid[i])
        bodies.append(i)
    return tuple(reversed(bodies))


def _is_free(mujoco: Any, m: Any, i: int) -> bool:
    return bool(m.jnt_type[m.body_jntadr[i]] == int(mujoco.mjtJoint.mjJNT_FREE))
