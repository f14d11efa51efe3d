"""Feed-forward through elastic gears, and compensation of friction."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from internals import PD, ElasticFeedForward, FrictionCompensation, InverseDynamics, Sum, parse_scenario

TIGHT = arm.solvers.DOP853(rtol=1e-12, atol=1e-14)


def geared(motors: str = "reflected", **gear: float) -> arm.Model:
    """Two joints behind elastic gears, in the plane of gravity."""
    chain = arm.planar([1.0, 0.8], [4.0, 2.0], coms=[0.5, 0.4], inertias=[0.1, 0.05], gravity=9.81)
    drives = tuple(
        arm.Motor(f"m{k}", f"joint{k}", carrier, rotor_inertia=J, ratio=100.0, axis=(0, 0, 1), gear=arm.Gear(s, **gear))
        for k, carrier, J, s in ((1, "base", 1e-4, 5000.0), (2, "link1", 5e-5, 3000.0))
    )
    return arm.model(dataclasses.replace(chain, motors=drives), motors=motors)


MOVE = arm.references.SeventhOrder(end=[1.2, -0.8], duration=0.6)


def error(model: arm.Model, law: object, reference: object = MOVE) -> float:
    """Greatest error of the joints along the reference."""
    run = arm.simulate(model, 1.0, controller=law, reference=reference, q0=[0.3, 0.4], record=0.01, solver=TIGHT)
    desired = run.signals["reference"][:, :2]
    return float(np.abs(run.q[:, :2] - desired).max())


def test_joints_follow_exactly_through_elastic_gears():
    model = geared()
    law = ElasticFeedForward.of(model)
    assert law.inertia == pytest.approx((1.0, 0.5))
    assert error(model, law) < 1e-9
    assert error(model, InverseDynamics()) > 1e-3  # as if gears were rigid
    shaped = arm.references.Shaped(MOVE, arm.references.ZV(8.0))
    assert error(model, law, shaped) < 1e-9
    # The jerk of a polynomial of order 5 jumps at its ends, and gears vibrate.
    fifth = arm.references.FifthOrder(end=[1.2, -0.8], duration=0.6)
    assert error(model, law, fifth) > 1e-4


def test_what_the_model_leaves_out_stays_small():
    law = ElasticFeedForward.of(geared())
    complete, rigid = geared("full"), InverseDynamics()
    assert error(complete, law) < 0.2 * error(complete, rigid)
    damped = geared(damping=5.0)
    assert error(damped, law) < 0.2 * error(damped, rigid)


def test_sampled_its_error_falls_with_the_period():
    model, errors = geared(), []
    for period in (2e-3, 5e-4):
        scenario = arm.Scenario(
            model, controller=ElasticFeedForward.of(model), reference=MOVE, q0=[0.3, 0.4], period=period
        )
        run = arm.simulate(scenario, 0.6, record=0.01)
        errors.append(np.abs(run.q[:, :2] - run.signals["reference"][:, :2]).max())
    assert errors[1] < 0.3 * errors[0] < 0.01


def test_files_have_both():
    scenario = parse_scenario("""
        robot = "khatib-rr"
        duration = 0.1
        reference = { type = "seventh_order", end = [0.3, 0.2], duration = "100 ms" }
        [controller]
        type = "sum"
        controllers = [
            { type = "elastic_feed_forward", stiffness = 1000, inertia = [0.5, 0.2] },
            { type = "friction_compensation", rate = "measured", width = "1 deg/s" },
        ]
    """)
    assert scenario.controller.controllers[0] == ElasticFeedForward(1000.0, [0.5, 0.2])
    assert arm.simulate(scenario, record=0.05).t[-1] == 0.1


def test_wrong_gears_are_refused():
    with pytest.raises(arm.ArgumentError, match="above zero"):
        ElasticFeedForward(0.0, 1.0).law(arm.model(arm.library.get("khatib-rr")))
    with pytest.raises(arm.ArgumentError, match="rigid links"):
        ElasticFeedForward(1.0, 1.0).law(arm.model(arm.library.get("flexrob")))
    with pytest.raises(arm.ArgumentError, match="rate"):
        FrictionCompensation("guessed").law(arm.model(arm.library.get("khatib-rr")))


def rubbing() -> arm.Robot:
    """Two joints with viscous and Coulomb friction."""
    chain = arm.planar([1.0, 0.8], [4.0, 2.0], coms=[0.5, 0.4], inertias=[0.1, 0.05], gravity=9.81)
    friction = arm.Friction(viscous=2.0, coulomb=3.0)
    joints = tuple(dataclasses.replace(joint, friction=friction) for joint in chain.joints)
    return dataclasses.replace(chain, joints=joints)


@pytest.mark.parametrize("rate", ["reference", "measured"])
def test_friction_is_compensated(rate):
    """PD with the compensation moves a robot with friction nearly as PD moves one without."""
    robot, law = rubbing(), PD(3000.0, 200.0)
    wave = arm.references.Sinusoid([0.5, 0.4], 0.5, offset=[0.3, 0.4])
    options = {"reference": wave, "q0": [0.3, 0.4], "qd0": [0.5 * np.pi, 0.4 * np.pi], "record": 0.01}
    plain = arm.simulate(arm.model(robot, friction=False), 1.0, controller=law, **options)
    laws = (law, Sum(law, FrictionCompensation(rate, width=0.02)))
    rubbed, compensated = (
        np.abs(arm.simulate(robot, 1.0, controller=controller, **options).q - plain.q).max() for controller in laws
    )
    assert compensated < 0.2 * rubbed
