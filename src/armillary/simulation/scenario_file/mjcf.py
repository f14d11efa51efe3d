"""The scenario that an MJCF file describes: its robot, its servos as a controller, a keyframe as the start."""

from __future__ import annotations

import os

import numpy as np

from armillary.description.couplings import followed, order
from armillary.description.load import warn_of_omissions
from armillary.description.mjcf.reader import read_mjcf_servos
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Coupling, home_name
from armillary.errors import ArgumentError
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_count, joint_places
from armillary.simulation import checks
from armillary.simulation.controllers.pd import PD
from armillary.simulation.scenario import Scenario


def mjcf_scenario(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> Scenario:
    """Return the scenario of an MJCF file, as `load_scenario` describes it.

    A servo at a joint that follows another linearly acts on the leader, with ratio² times its gains; servos at other
    coupled joints are left out. The limits of joints are end stops if the start is within them, else none.
    """
    robot, servos = read_mjcf_servos(path, reading)
    warn_of_omissions(robot)
    model = build.model(robot)
    gains, couples, places = np.zeros((2, joint_count(model))), followed(robot), joint_places(model)
    for name, own in servos.items():
        couple = couples.get(name, Coupling.linear(name))
        if couple.joint in places and order(couple.polynomial) == 1:
            gains[:, places[couple.joint][1]] += couple.polynomial[1] ** 2 * np.array(own)[:, None]
    law = PD(gains[0], gains[1], limits="robot") if np.any(gains) else None
    start = home_name(robot)
    limits: checks.Limits = "stop" if _within(model, start) else "none"
    return Scenario(robot, controller=law, q0=start, limits=limits, source=(os.fspath(path), ""))


def _within(model: Model, start: str | None) -> bool:
    """Return whether a configuration is within the limits of the joints."""
    try:
        checks.within_limits(model, checks.starts(model, start, None), "stop")
    except ArgumentError:
        return False
    return True
