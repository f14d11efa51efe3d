"""Runs of a stack that differ in references, starts and seeds: each is the single run with these numbers."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pytest

import armillary as arm
from internals import motions

RR = arm.library.get("khatib-rr")
LAW = arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
REFERENCES = arm.references
FIXED = {"solver": arm.solvers.RK4(step=1e-3), "record": 0.02}
LINE = REFERENCES.Line(displacement=[-0.1, 0.05, 0.0], duration=0.15)
TASK = arm.controllers.OperationalSpace(kp=100.0, kd=20.0, task=[3, 4])


@dataclass(frozen=True)
class Late(REFERENCES.ZV):
    """A shaper whose times do not depend on its damping."""

    @cached_property
    def impulses(self):
        return np.array([1 - self.damping, self.damping]), np.array([0.0, 0.5 / self.frequency])


def same(run: arm.Trajectory, one: arm.Trajectory) -> bool:
    names = ("q", "qd", "qdd", "tau", "kinetic", "potential", "work")
    pairs = [(getattr(run, name), getattr(one, name)) for name in names]
    pairs.append((run.signals["reference"], one.signals["reference"]))
    return all(np.allclose(a, b, rtol=1e-14, atol=1e-14) for a, b in pairs)


@pytest.mark.parametrize(("name", "made"), [
    ("reference.position[1]", lambda x: REFERENCES.Constant([0.3, x])),
    ("reference.end[0]", lambda x: REFERENCES.FifthOrder(end=[x, -0.2], duration=0.15)),
    ("reference.end", lambda x: REFERENCES.SeventhOrder(end=[x, x], duration=0.15)),
    ("reference.start[1]", lambda x: REFERENCES.Trapezoid(start=[0, x], end=[0.3, -0.2], duration=0.15)),
    ("reference.frequency[0]", lambda x: REFERENCES.Sinusoid([0.3, 0.2], frequency=[x, 3.0])),
    ("reference.amplitude", lambda x: REFERENCES.Sinusoid([x, x], frequency=2.0)),
    ("reference.end_frequency", lambda x: REFERENCES.Chirp([0.1, 0.1], 0.0, x, duration=0.15)),
    ("reference.points[1][0]", lambda x: REFERENCES.Spline([0.0, 0.1, 0.2], [[0, 0], [x, 0.3], [0.4, 0.1]])),
    ("reference.reference.end[0]",
     lambda x: REFERENCES.Shaped(REFERENCES.FifthOrder(end=[x, -0.2], duration=0.1), REFERENCES.ZV(10.0))),
    ("reference.shaper.damping",
     lambda x: REFERENCES.Shaped(REFERENCES.FifthOrder(end=[0.4, -0.2], duration=0.1), Late(10.0, x))),
])  # fmt: skip
def test_numbers_of_a_reference(name, made):
    values, options = [0.1, 0.4, 0.2], {"controller": LAW, "q0": [0.1, 0.2], **FIXED}
    found = arm.simulate(RR, 0.2, reference=made(0.35), parameters={name: values}, **options)
    assert found.parameters[name].tolist() == values
    for k, value in enumerate(values):
        assert same(found[k], arm.simulate(RR, 0.2, reference=made(value), **options))
    assert not same(found[0], found[1])


@pytest.mark.parametrize(("law", "reference"), [
    (LAW, REFERENCES.FifthOrder(end=[0.5, 0.4], duration=0.15)),
    (TASK, LINE),
    (TASK, REFERENCES.Shaped(LINE, REFERENCES.ZV(20.0))),
    (arm.controllers.DisturbanceObserver(arm.controllers.PD(kp=80.0, kd=9.0), bandwidth=30.0), None),
    (LAW, None),
])  # fmt: skip
def test_each_run_is_anchored_at_its_own_start(law, reference):
    first, speed = np.linspace(0.2, 0.8, 5), np.linspace(-0.5, 0.5, 5)
    options = {"controller": law, "reference": reference, **FIXED}
    found = arm.simulate(RR, 0.2, q0=[0.0, 0.9], parameters={"q0[0]": first, "qd0[1]": speed}, **options)
    assert found.q[:, 0].tolist() == [[each, 0.9] for each in first]
    rows = arm.simulate(RR, 0.2, q0=found.q[:, 0], qd0=found.qd[:, 0], **options)
    for k in range(5):
        one = arm.simulate(RR, 0.2, q0=[first[k], 0.9], qd0=[0.0, speed[k]], **options)
        assert same(found[k], one)
        assert same(rows[k], one)


def test_an_inertia_of_the_start_beside_gains_of_each_run():
    law = arm.controllers.DisturbanceObserver(arm.controllers.PD(kp=80.0, kd=9.0), bandwidth=30.0)
    bands, bends = [10.0, 20.0, 30.0], [0.1, 0.9, 1.4]
    values = {"controller.bandwidth": bands, "q0[1]": bends}
    found = arm.simulate(RR, 0.2, controller=law, parameters=values, **FIXED)
    for k in range(3):
        one = arm.simulate(RR, 0.2, controller=replace(law, bandwidth=bands[k]), q0=[0.0, bends[k]], **FIXED)
        assert np.allclose(found[k].q, one.q, rtol=1e-12, atol=1e-13)


def test_seeds_of_runs():
    noisy = {"sensors": [arm.sensors.Encoder(noise=1e-3)], "period": 0.01, "controller": LAW, "q0": [0.1, 0.2]}
    found = arm.simulate(RR, 0.2, parameters={"seed": [5, 7, 5, 2**40]}, **noisy, **FIXED)
    for k, seed in enumerate((5, 7, 5, 2**40)):
        assert np.array_equal(found[k].q, arm.simulate(RR, 0.2, seed=seed, **noisy, **FIXED).q)
    assert not np.array_equal(found[0].q, found[1].q)
    one = arm.simulate(RR, 0.2, parameters={"seed": 7, "q0[0]": 0.1}, **noisy, **FIXED)
    assert np.array_equal(one.q, found[1].q)


def test_runs_that_switch_at_different_times_are_told_apart():
    move = REFERENCES.FifthOrder(end=[0.5, 0.4], duration=0.2)
    scenario = arm.Scenario(RR, controller=LAW, reference=move)
    values = {"reference.duration": np.array([0.2, 0.1, 0.2])}
    found = motions(scenario, values).timelines
    assert found[0] == found[2] != found[1]
    with pytest.raises(arm.ArgumentError, match=r"switch at different times.*the same times in all runs"):
        arm.simulate(scenario, 0.3, parameters=values, **FIXED)
    one = arm.simulate(scenario, 0.3, parameters={"reference.duration": 0.1}, **FIXED)
    assert same(one, arm.simulate(scenario, 0.3, reference=replace(move, duration=0.1), **FIXED))
    waves = replace(scenario, reference=REFERENCES.Sinusoid([0.1, 0.1], frequency=[1.0, 2.0]))
    with pytest.raises(arm.ArgumentError, match="different forms"):
        arm.simulate(waves, 0.1, parameters={"reference.frequency[0]": [1.5, 2.0]}, **FIXED)


@pytest.mark.parametrize(("name", "value", "told"), [
    ("reference.edn", [1.0], r"did you mean reference\.end"),
    ("reference.end[5]", [1.0], r"did you mean reference\.end\[1\]"),
    ("reference", [1.0], r"the name of a number"),
    ("reference.start[0]", [1.0], r"the name of a number"),
    ("reference.start", [1.0], r"an input of compiled code"),
    ("q0[2]", [1.0], r"did you mean q0\[1\] or q0\[0\]"),
    ("qd0", [1.0], r"did you mean qd0\[1\]"),
    ("q0[1]", [0.1, 0.2, 0.3], "one value for each run"),
    ("seed", [1.5, 2.0], "whole numbers"),
    ("seed", [-1], r"seed: -1; expected a value from 0"),
])  # fmt: skip
def test_wrong_names_and_values(name, value, told):
    move = REFERENCES.FifthOrder(end=[0.5, 0.4], duration=0.2)
    with pytest.raises(arm.ArgumentError, match=told):
        arm.simulate(RR, 0.1, controller=LAW, reference=move, parameters={name: value, "q0[0]": [0.0, 0.1]})


def test_a_scenario_file_leaves_the_start_of_its_reference_open(tmp_path):
    text = 'robot = "khatib-rr"\nduration = 0.2\nq0 = [0.3, 0.2]\nsolver = {type = "rk4", step = "1 ms"}\n'
    text += '[reference]\ntype = "fifth_order"\nend = [0.5, 0.4]\nduration = 0.15\n'
    text += '[controller]\ntype = "computed_torque"\nkp = 100\nkd = 20\n'
    (tmp_path / "move.toml").write_text(text)
    scenario = arm.load_scenario(tmp_path / "move.toml")
    found = arm.simulate(scenario, parameters={"q0[0]": [0.3, 0.1]})
    assert found.signals["reference"][:, 0].tolist() == [[0.3, 0.2], [0.1, 0.2]]


def test_a_second_stack_of_a_scenario_is_set_up_quickly_and_right(monkeypatch):
    """Closed loops are kept for other values of the same parameters, but not where their form changes."""
    from internals import Recent, prepare

    monkeypatch.setattr(prepare, "_equations", Recent(16))
    waves = REFERENCES.Sinusoid([0.3, 0.2], frequency=[2.0, 3.0])
    scenario = arm.Scenario(RR, controller=LAW, reference=waves, q0=[0.1, 0.2])
    first = arm.simulate(scenario, 0.1, parameters={"reference.frequency[0]": [1.0, 1.5]}, **FIXED)
    assert same(first[1], arm.simulate(replace(scenario, reference=replace(waves, frequency=[1.5, 3.0])), 0.1, **FIXED))
    traced = []
    real = prepare.untraceable
    monkeypatch.setattr(prepare, "untraceable", lambda *given: traced.append(1) or real(*given))
    again = arm.simulate(scenario, 0.1, parameters={"reference.frequency[0]": [1.5, 4.0]}, **FIXED)
    assert (traced, same(again[0], first[1])) == ([], True)
    other = arm.simulate(scenario, 0.1, parameters={"reference.frequency[0]": [3.0, 3.0]}, **FIXED)
    assert traced == [1]
    assert same(other[0], arm.simulate(replace(scenario, reference=replace(waves, frequency=3.0)), 0.1, **FIXED))
