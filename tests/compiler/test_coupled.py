"""Compiled code of robots with coupled joints equals the float evaluation, in all frames and formulations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.coupled_robots import coupled_robot
from tests.random_robots import random_state

import armillary as arm
from armillary.compiler.trace import views
from armillary.formulations.registry import QUANTITIES
from armillary.multibody.build import model as build

STATE = {"mass_matrix": 1, "bias": 2, "gravity": 1, "inverse_dynamics": 3, "forward_dynamics": 3, "coriolis_matrix": 2}


def close(found, expected, name: str) -> None:
    expected = np.asarray(expected)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * max(1.0, np.abs(expected).max()), err_msg=name)


@pytest.mark.parametrize("seed", range(6))
def test_frames_keep_the_motion(seed):
    """Other frames, regrouped inertia and frames that stay behind leave everything in joint coordinates as it is."""
    rng = np.random.default_rng(seed)
    robot = coupled_robot(rng, 5, 3 if seed % 2 else 1)
    if seed > 2:  # parallel axes, so that frames stay behind
        joints = (
            replace(joint, axis=(0.0, 0.0, 1.0), placement=arm.Placement((0.3, 0.1, 0.0))) for joint in robot.joints
        )
        robot = replace(robot, joints=tuple(joints))
    model = build(robot)
    state = random_state(rng, model)
    for quantity, count in STATE.items():
        for name, way in QUANTITIES[quantity].known(model).items():
            if name in ("composite_body", "newton_euler", "articulated_body"):
                for view in views(model, vectorial=quantity != "coriolis_matrix"):
                    close(way(view, *state[:count]), way(model, *state[:count]), f"{quantity} by {name}")
