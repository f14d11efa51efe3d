"""Keyframes of an MJCF model as named configurations, and the one in which the model is drawn, `qpos0`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from armillary.description.mjcf.parts import MjcfSource
from armillary.description.order import entries
from armillary.description.robot import DRAWN, Configuration, Robot


def configurations_of(source: MjcfSource, robot: Robot, drawn: dict[str, tuple[float, ...]]) -> Iterator[Configuration]:
    """Yield the keyframes of a model, and `qpos0` unless all joints are zero there.

    `drawn` has the place of bodies with a joint that the file does not have.
    """
    m, joint_entries = source.m, list(entries(robot))
    number = {name: j for j, name in enumerate(source.names.given["joint"])}
    neutral = tuple(value for entry in joint_entries for value in entry.neutral)

    def taken(qpos: Any) -> tuple[float, ...]:
        q: list[float] = []
        for entry in joint_entries:
            if entry.joint.name in drawn:
                values = np.array(drawn[entry.joint.name])
            else:
                at = m.jnt_qposadr[number[entry.joint.name]]
                values = np.array(qpos[at : at + len(entry.dimensions)], dtype=float)
            turn = [k for k, dimension in enumerate(entry.dimensions) if dimension == "number"]
            length = float(np.linalg.norm(values[turn])) if turn else 1.0
            values[turn] = values[turn] / length if length > 0 else np.array(entry.neutral)[turn]
            q += (values + 0.0).tolist()
        return tuple(q)

    keys = source.names.given["key"]
    first = taken(m.qpos0)
    if first != neutral and DRAWN not in keys:
        yield Configuration(DRAWN, first)
    for i, key in enumerate(keys):
        yield Configuration(key, taken(m.key_qpos[i]))
