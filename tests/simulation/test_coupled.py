"""Simulations of robots with coupled joints: energy, limits, friction, and the free robot held on its couplings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.symbolic.test_coupled import chain

import armillary as arm
from internals import Coupling, Friction

FOLLOWERS = Coupling("j0", (0.1, 1.0, 0.3)), Coupling.linear("j0", -0.2, 0.05)
CURVED = chain("RRP", None, *FOLLOWERS, spring=3.0, coulomb=0.05)
TIGHT = arm.solvers.DOP853(rtol=1e-12, atol=1e-12)


def test_energy_is_conserved_without_friction():
    run = arm.simulate(arm.model(CURVED, friction=False), duration=3.0, q0=[0.3], solver=TIGHT, limits="none")
    total = run.kinetic + run.potential
    assert np.ptp(run.kinetic) > 0.1
    assert np.ptp(total) < 1e-9 * np.abs(run.potential).max()


def test_friction_of_followers_takes_energy():
    """The balance of energy, work and losses holds; losses are those of all joints."""
    run = arm.simulate(CURVED, duration=2.0, q0=[0.3], solver=TIGHT, limits="none")
    assert run.drift_max < 1e-6
    smooth = (replace(joint, friction=Friction()) if joint.couple else joint for joint in CURVED.joints)
    alone = replace(CURVED, joints=tuple(smooth))
    less = arm.simulate(alone, duration=2.0, q0=[0.3], solver=TIGHT, limits="none")
    assert run.kinetic[-1] + run.potential[-1] < less.kinetic[-1] + less.potential[-1] - 1e-3


def test_a_leader_stops_where_its_follower_does():
    """At −0.2 x + 0.05 = −0.2 the slide reaches its limit: x = 1.25."""
    limited = replace(CURVED.joints[2], limits=arm.Limits(-0.2, 0.3))
    robot = replace(CURVED, joints=(*CURVED.joints[:2], limited))
    with pytest.warns(arm.errors.IncompleteRunWarning, match=r"j0 reaches its limit 1\.25"):
        run = arm.simulate(robot, duration=2.0, q0=[0.3], qd0=[2.0], limits="end")
    assert run.q[-1, 0] == pytest.approx(1.25, abs=1e-6)
    assert [event.where for event in arm.simulate(robot, duration=2.0, q0=[0.3], qd0=[2.0]).events] == ["j0"]


def test_computed_torque_follows_a_reference():
    loop = arm.controllers.ComputedTorque(kp=100, kd=20)
    reference = arm.references.FifthOrder(end=[0.8], duration=1.0)
    run = arm.simulate(CURVED, duration=1.5, q0=[0.3], controller=loop, reference=reference, limits="none")
    assert run.q[-1, 0] == pytest.approx(0.8, abs=1e-3)
