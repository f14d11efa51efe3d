"""Parts of an MJCF model that act on its motion and that the robot lacks, each with its consequence.

Constraints that close loops stay open. Tendons, muscles, flexible objects, plugins and the surrounding fluid exert no
forces. Parts that leave the motion of the bodies alone, or that a scenario decides, are notes (`notes.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from armillary.description.extensions import NO_FLUID, OPEN_LOOPS
from armillary.description.mjcf.actuators import is_muscle
from armillary.description.mjcf.equalities import Ties, kind_of
from armillary.description.mjcf.parts import MjcfSource, name_of
from armillary.files.words import few


def omissions_of(source: MjcfSource, ties: Ties) -> Iterator[str]:
    """Yield the omissions of a robot that is read from a compiled model."""
    if ties.open:
        text = few([_constraint(source, e) for e in ties.open])
        yield f"constraints that close loops ({len(ties.open)}): {text}: {OPEN_LOOPS}"
    yield from _tendons(source)
    yield from _actuators(source)
    yield from _at_joints(source)
    yield from _deformable(source)
    m = source.m
    if m.opt.density or m.opt.viscosity:
        medium = f"density {m.opt.density:g} kg/m³, viscosity {m.opt.viscosity:g} Pa·s"
        yield f"forces of the surrounding fluid ({medium}): {NO_FLUID}"


def _constraint(source: MjcfSource, e: int) -> str:
    """Return an equality in words: its kind, the objects that it ties, its line."""
    mujoco, m, (kind, tied) = source.mujoco, source.m, kind_of(source, e)
    number = getattr(mujoco.mjtObj, f"mjOBJ_{tied.upper()}")
    names = source.names.given.get(tied, [])
    ends: list[str] = []
    for i in (int(m.eq_obj1id[e]), int(m.eq_obj2id[e])):
        if i >= 0:
            ends.append(names[i] if names else name_of(mujoco, m, number, i) or f"{tied}{i}")
    name = name_of(mujoco, m, mujoco.mjtObj.mjOBJ_EQUALITY, e)
    keys = [name] if name else [" ".join((kind, *ends)), " ".join((kind, ends[0]))]  # the second end may be implicit
    element = next(filter(None, (source.lines("equality", key) for key in keys)), None)
    place = f" (line {element.line})" if element is not None else ""
    return f"{kind} of {' and '.join(map(repr, ends))}{place}"


def _tendons(source: MjcfSource) -> Iterator[str]:
    """Yield the passive forces and limits of tendons on bodies that are read."""
    m, row = source.m, source.row
    springs, dampers = not source.disabled("SPRING", "PASSIVE"), not source.disabled("DAMPER", "PASSIVE")
    constraints = not source.disabled("CONSTRAINT")
    tendons = []
    for i in range(m.ntendon):
        properties = {
            "spring": springs and (m.tendon_stiffness[i] or np.any(row("tendon_stiffnesspoly", i))),
            "damping": dampers and (m.tendon_damping[i] or np.any(row("tendon_dampingpoly", i))),
            "friction": constraints and not source.disabled("FRICTIONLOSS") and m.tendon_frictionloss[i],
            "range": constraints and not source.disabled("LIMIT") and m.tendon_limited[i],
            "armature": row("tendon_armature", i),
        }
        words = [word for word, there in properties.items() if there]
        if words and source.moves_with(source.bodies_of_tendon(i)):
            name = source.names.given["tendon"][i]
            element = source.lines("tendon", name)
            place = f", line {element.line}" if element is not None else ""
            tendons.append(f"{name!r} ({', '.join(words)}{place})")
    if tendons:
        consequence = "their forces and inertias are missing at the joints that they span"
        yield f"tendons ({len(tendons)}): {few(tendons)}: {consequence}"


def _actuators(source: MjcfSource) -> Iterator[str]:
    """Yield actuators that drive no single hinge or slide, and muscles."""
    m, transmissions = source.m, source.mujoco.mjtTrn
    direct = (int(transmissions.mjTRN_JOINT), int(transmissions.mjTRN_JOINTINPARENT))
    muscles, others = list[str](), list[str]()
    for k in source.actuators:
        kind, i = int(m.actuator_trntype[k]), int(m.actuator_trnid[k][0])
        if not source.moves_with(source.bodies_of_actuator(k)):
            continue
        name = source.names.given["actuator"][k]
        if is_muscle(source, k):
            muscles.append(repr(name))
        elif kind not in direct:
            others.append(f"{name!r} ({transmissions(kind).name.removeprefix('mjTRN_').lower()})")
        elif not source.is_kind(i, "hinge", "slide"):
            others.append(f"{name!r} (joint {source.names.given['joint'][i]!r})")
    if muscles:
        yield f"muscles ({len(muscles)}): {few(muscles)}: they neither pull nor resist"
    if others:
        what = "actuators that drive no single hinge or slide"
        yield f"{what} ({len(others)}): {few(others)}: only efforts at joints move the robot"


def _at_joints(source: MjcfSource) -> Iterator[str]:
    """Yield properties of joints for which the robot has no field."""
    m, row = source.m, source.row
    springs, dampers = not source.disabled("SPRING", "PASSIVE"), not source.disabled("DAMPER", "PASSIVE")
    curved = [j for j in source.joints if springs and np.any(row("jnt_stiffnesspoly", j))]
    if curved:
        yield f"nonlinear terms of springs at {_joints(source, curved)}: the springs are linear"
    yielding = [j for j in source.joints if springs and row("jnt_springyield", j) and m.jnt_stiffness[j]]
    if yielding:
        yield f"yield of springs at {_joints(source, yielding)}: the springs stay elastic"
    damped = [j for j in source.joints if dampers and np.any(row("dof_dampingpoly", m.jnt_dofadr[j]))]
    if damped:
        yield f"nonlinear terms of damping at {_joints(source, damped)}: the damping is linear"
    if any(np.any(row("actuator_dampingpoly", k)) for k in source.actuators):
        yield "nonlinear terms of damping of actuators: the damping is linear"
    round_ = [j for j in source.joints if source.is_kind(j, "ball", "free")]
    rubbing = [
        j for j in round_ if m.dof_frictionloss[m.jnt_dofadr[j]] and not source.disabled("FRICTIONLOSS", "CONSTRAINT")
    ]
    if rubbing:
        yield f"frictionloss of ball and free joints {_joints(source, rubbing)}: they have no dry friction"
    sprung = [j for j in round_ if springs and m.jnt_stiffness[j]]
    if sprung:
        yield f"springs of ball and free joints {_joints(source, sprung)}: nothing pulls them back"
    for j in round_:
        if m.jnt_limited[j] and not source.disabled("LIMIT", "CONSTRAINT"):
            most = math.degrees(float(m.jnt_range[j][1]))
            yield f"the range of ball joint {source.names.given['joint'][j]!r}, up to {most:g}°: it has no limit"


def _deformable(source: MjcfSource) -> Iterator[str]:
    """Yield flexible objects, and plugins that act on bodies."""
    mujoco, m = source.mujoco, source.m
    soft = [i for i in range(getattr(m, "nflex", 0)) if not m.flex_rigid[i]]
    if soft:
        names = [repr(name_of(mujoco, m, mujoco.mjtObj.mjOBJ_FLEX, i) or f"flex{i}") for i in soft]
        yield f"elasticity of flexible objects ({len(soft)}): {few(names)}: nothing holds their points together"
    pushed = [i for i in source.trees.selected if m.body_plugin[i] >= 0]
    if pushed:
        names = [repr(source.names.given["body"][i]) for i in sorted(pushed)]
        yield f"plugins at bodies ({len(pushed)}): {few(names)}: their forces are missing"


def _joints(source: MjcfSource, numbers: Iterable[int]) -> str:
    return few([repr(source.names.given["joint"][j]) for j in numbers])
