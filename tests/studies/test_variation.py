"""Names that a study varies: units, structure, values that are refused, and scenarios with other values."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import applied, variation
from internals import variation_check as check

ARM = arm.library.get("khatib-rr")
SCENARIO = arm.Scenario(
    ARM,
    controller=arm.controllers.PD(kp=[80.0, 40.0], kd=5.0),
    reference=arm.references.FifthOrder(end=[0.3, -0.2], duration=0.15),
    disturbances=arm.Push("tip", (0, 0, 0, 0, 3.0, 0), 0.05, 0.1),
    period=1e-3,
    sensors=[arm.sensors.Encoder(noise=1e-4)],
    solver=arm.solvers.RK4(step=1e-3),
    q0=[0.1, 0.2],
)


@pytest.mark.parametrize(("name", "unit", "structural"), [
    ("link2.mass", "kg", False),
    ("payload.mass", "kg", False),
    ("gravity.y", "m/s²", False),
    ("controller.kp", "N·m/rad", False),
    ("controller.kd[1]", "N·m·s/rad", False),
    ("disturbances[0].force.y", "N", False),
    ("disturbances[0].moment.z", "N·m", False),
    ("disturbances[0].start", "s", True),
    ("reference.end[1]", "rad", False),
    ("reference.duration", "s", True),
    ("q0", "rad", False),
    ("q0[1]", "rad", False),
    ("qd0[0]", "rad/s", False),
    ("seed", "", False),
    ("robot", None, True),
    ("plant", None, True),
    ("controller", None, True),
    ("reference", None, True),
    ("solver", None, True),
    ("solver.step", "s", True),
    ("period", "s", True),
    ("delay", "s", True),
    ("duration", "s", True),
    ("hold", "", True),
    ("motors", None, True),
    ("friction", None, True),
    ("sensors[0].resolution", "rad", True),
    ("limits", None, True),
    ("command", None, True),
    ("start", None, True),
    ("link2.com", None, True),
    ("link2.com.x", "m", False),
    ("robot.gravity", None, True),
    ("robot.gravity.z", "m/s²", True),
    ("link2.name", None, True),
])  # fmt: skip
def test_units_and_structure(name, unit, structural):
    assert variation(SCENARIO, name) == (unit, structural)


@pytest.mark.parametrize(("name", "told"), [
    ("payload.mas", "payload.mass"),
    ("controler.kp", "controller.kp"),
    ("controller.ki", "controller.k"),
    ("reference.edn", "reference.end"),
    ("sensors[3].noise", r"sensors\[0\].noise"),
    ("perod", "period"),
    ("link2.mess", "link2.mass"),
    ("q0[2]", r"q0\[1\] or q0\[0\]"),
    ("", "such as link1.mass"),
])  # fmt: skip
def test_unknown_names_get_the_closest_known_ones(name, told):
    with pytest.raises(arm.ArgumentError, match=told):
        variation(SCENARIO, name)


@pytest.mark.parametrize(("name", "values", "told"), [
    ("payload.mass", ["2 kg"], r"payload.mass: '2 kg'; expected a finite number \[kg\]"),
    ("payload.mass", [1.0, float("nan")], "finite number"),
    ("period", [1e-3, -1.0], "above zero"),
    ("motors", ["full", "half"], "full, reflected, none"),
    ("solver", ["rk4", "rk5"], "a solver"),
    ("robot", ["khatib-rr", "there-is-none.toml"], "no such file"),
    ("robot", [ARM, 3], "a robot, a file, or a name"),
    ("robot", ["khatib-rr", "panda"], "q0"),
    ("reference.duration", [0.1, -1.0], "duration"),
    ("seed", [1, 2.5], "whole numbers"),
    ("q0", [[0.1, 0.2], [0.1]], "q0"),
    ("q0", ["nowhere"], "nowhere"),
])  # fmt: skip
def test_values_are_checked_before_anything_runs(name, values, told):
    with pytest.raises(arm.ArmillaryError, match=told):
        check(SCENARIO, {name: values})


def test_structural_values_give_other_scenarios():
    assert applied(SCENARIO, {"solver.step": 2e-3}).solver == arm.solvers.RK4(step=2e-3)
    assert applied(SCENARIO, {"solver.rtol": 1e-5, "solver": "dop853"}).solver == arm.solvers.DOP853(rtol=1e-5)
    assert applied(ARM, {"solver.rtol": 1e-5}).solver == arm.solvers.Auto(rtol=1e-5)
    assert applied(SCENARIO, {"motors": "none", "friction": False}).plant_model == arm.model(
        ARM, motors="none", friction=False
    )
    assert applied(SCENARIO, {"sensors[0].noise": 1e-3}).sensors == (arm.sensors.Encoder(noise=1e-3),)
    heavy = applied(SCENARIO, {"link2.mass": 9.0})
    assert (heavy.plant_model.robot.links[1].mass, heavy.control_model.robot.links[1].mass) == (9.0, ARM.links[1].mass)
    both = applied(SCENARIO, {"robot.link2.mass": 9.0})
    assert both.plant_model.robot.links[1].mass == both.control_model.robot.links[1].mass == 9.0
    kept = applied(arm.Scenario(arm.model(ARM, motors="none")), {"robot": "planar-3r"})
    assert (kept.plant_model.robot.name, kept.plant_model.motors) == ("planar-3r", "none")


@pytest.mark.parametrize(("name", "value", "told"), [
    ("reference.end", "far", r"reference\.end: 'far'; expected a finite number \[rad\]"),
    ("reference.end", None, r"reference\.end: None; expected"),
    ("controller.kp", True, r"controller\.kp: true; expected"),
    ("controller.limits", "far", r"controller\.limits: 'far'; expected"),
    ("disturbances[0].wrench", None, r"disturbances\[0\]\.wrench: None; expected six numbers"),
    ("disturbances[0].wrench", "far", r"disturbances\[0\]\.wrench: 'far'; expected six numbers"),
    ("link2.com", None, r"link\[1\]\.com: None; expected three numbers"),
    ("robot.gravity", "far", r"gravity: 'far'; expected three numbers"),
])  # fmt: skip
def test_texts_and_none_do_not_fill_lists_of_numbers(name, value, told):
    with pytest.raises(arm.ArmillaryError, match=told):
        check(SCENARIO, {name: [value]})


def test_a_part_of_the_nominal_robot_is_named_like_one_of_the_plant():
    limits = arm.Limits(-0.3, 0.3)
    for name in ("joint1.limits", "joint.joint1.limits", "robot.joint1.limits", "robot.joints[0].limits"):
        assert applied(SCENARIO, {name: limits}).plant_model.robot.joint("joint1").limits == limits
        assert (applied(SCENARIO, {name: limits}).nominal_model.robot.joint("joint1").limits == limits) == (
            name.startswith("robot.")
        )


def test_choices_and_parts_keep_what_a_model_has_changed():
    light = arm.model(ARM, free=["payload.mass"]).changed(gravity=np.array([0.0, 0.0, -1.0]))
    scenario = arm.Scenario(light, q0=[0.1, 0.2])
    assert np.all(np.isfinite(arm.simulate(scenario, 0.01).q))
    for name, value in (
        ("friction", False), ("motors", "none"), ("robot", "planar-3r"), ("joint1.limits", arm.Limits(-1, 1)),
    ):  # fmt: skip
        values = {name: value} | ({"q0": None} if name == "robot" else {})
        changed = applied(scenario, values)
        assert np.array_equal(changed.plant_model.gravity, light.gravity)
        assert (changed.robot if name != "joint1.limits" else changed.plant).free == ("payload.mass",)


def test_a_change_that_another_one_would_hide_is_refused():
    light = arm.model(ARM).changed(gravity=np.array([0.0, 0.0, -1.0]))
    with pytest.raises(arm.ArgumentError, match=r"robot\.gravity: gravity of a transformed model"):
        applied(arm.Scenario(light), {"robot.gravity": [0.0, 0.0, -3.0]})
    heavy = arm.model(ARM, free=["link2.mass"]).with_values([9.0])
    assert applied(arm.Scenario(heavy), {"friction": False}).plant_model.bodies[1].mass == heavy.bodies[1].mass
    with pytest.raises(arm.ArgumentError, match="robot: bodies of a transformed model"):
        applied(arm.Scenario(heavy), {"robot": "planar-3r"})
    with pytest.raises(arm.ArgumentError, match="the model before that"):
        heavy.with_numbers({"link1.mass": 1.0})


def test_names_that_vary_together_are_applied_together():
    rows = {"robot": ["khatib-rr", "planar-3r"], "q0": [[0.1, 0.2], [0.1, 0.2, 0.3]], "reference": [None, None],
            "controller": [None, None]}  # fmt: skip
    check(SCENARIO, rows)
    assert applied(SCENARIO, {name: values[1] for name, values in rows.items()}).plant_model.nv == 3


def test_parts_are_those_of_the_robot_that_varies_with_them():
    """The other robot lists its joints in another order."""
    other = replace(ARM, joints=ARM.joints[::-1], name="reversed")
    limits = arm.Limits(-0.3, 0.3)
    changed = applied(arm.Scenario(ARM), {"robot": other, "joint1.limits": limits}).plant_model.robot
    assert changed.joint("joint1").limits == limits
    assert changed.joint("joint2").limits == ARM.joint("joint2").limits
