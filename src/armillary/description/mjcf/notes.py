"""Notes on an MJCF model: parts that a scenario decides or that do not act, coupled joints, coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from armillary.description.mjcf.actuators import is_muscle
from armillary.description.mjcf.equalities import Ties
from armillary.description.mjcf.parts import MjcfSource
from armillary.files.words import few


def notes_on(source: MjcfSource, ties: Ties) -> Iterator[str]:
    """Yield notes on coupled joints, and on the parts of the compiled model that are not in the robot.

    Omitted parts that change the motion of the bodies are in `omissions.py`.
    """
    parts = [*_not_modelled(source, ties)]
    if parts:
        yield "not modelled: " + "; ".join(parts)
    if ties.couplings:
        count, names = len(ties.couplings), few(_joints(source, sorted(ties.couplings)))
        yield f"{count} joint{'s' * (count > 1)} without a coordinate, by equalities: {names}"
    for j, value in ties.locked.items():
        yield f"joint {source.names.given['joint'][j]!r} is fixed at {value:g} by an equality"
    m = source.m
    refs = [j for j in source.joints if source.is_kind(j, "hinge", "slide") and m.qpos0[m.jnt_qposadr[j]] != 0]
    if refs:
        text = few(_joints(source, refs))
        yield f"coordinates are MuJoCo's qpos: at q = 0 these joints are not where they are drawn: {text}"


def _not_modelled(source: MjcfSource, ties: Ties) -> Iterator[str]:
    mujoco, m = source.mujoco, source.m
    if np.any(m.geom_contype) or np.any(m.geom_conaffinity):
        yield "contact"
    unbiased = int(mujoco.mjtBias.mjBIAS_NONE)
    feedback = [k for k in source.actuators if m.actuator_biastype[k] != unbiased and not is_muscle(source, k)]
    if feedback:
        yield f"the feedback of {len(feedback)} actuators (position, velocity and the like)"
    counts = {
        "inactive equality constraint": ties.inactive,
        "tendon": m.ntendon,
        "plugin": m.nplugin,
    }
    for what, count in counts.items():
        if count:
            yield f"{count} {what}{'s' if count > 1 else ''}"
    if m.nmocap:
        yield f"the motion of {m.nmocap} mocap bodies, which stand where they are drawn"


def _joints(source: MjcfSource, numbers: Iterable[int]) -> list[str]:
    return [source.names.given["joint"][j] for j in numbers]
