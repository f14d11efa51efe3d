"""Links that bend further than their modes describe: an event, a warning and a figure, in runs and stacks."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import STEEP, Beam, Friction, Joint, Link, Modes, Robot, Section, Station, Sublinks, bending, text


def arm_of(modes=None, sublinks=None, size=0.0015):
    """A soft link of 1 m that swings down from the horizontal."""
    beam = Beam(1.0, 70e9, 2700.0, (Station(0.0, Section("rectangle", (size, 0.02))),), modes=modes, sublinks=sublinks)
    joint = Joint("shoulder", "revolute", "base", "rod", axis=(0.0, 0.0, 1.0), stiffness=200.0, friction=Friction(1.0))
    return Robot("soft", (Link("rod", beam=beam),), (joint,), gravity=(0.0, -9.81, 0.0))


MODES = Modes(bending_y=2, axial=1)


def test_slope_and_stretch_are_those_of_the_tip():
    model = arm.model(arm_of(Modes(bending_y=1, axial=1, shapes="attachment")))
    found = bending(model, [[0.0, 0.2, 0.01], [0.5, 0.0, -0.1]])
    assert found.links == ("rod",)
    assert found.nodes == ("rod.tip",)
    np.testing.assert_allclose(found.stretch[:, 0], [0.01, -0.1], atol=1e-15)
    np.testing.assert_allclose(found.slope[:, 0], [0.0, 0.0], atol=1e-15)  # φ₁ = 3ξ² − 2ξ³ has no slope at the tip
    assert found.beyond[:, 0].tolist() == [False, True]


def test_a_run_beyond_the_range_says_when_and_which_link():
    with pytest.warns(arm.ArmillaryWarning, match=r"link rod bends too far from t = .* rad, with a stretch of"):
        run = arm.simulate(arm_of(MODES), 0.5, q0=[0.0])
    (event,) = [event for event in run.events if event.kind == "bending"]
    found = run.bending()
    first = run.t[np.argmax(found.slope[:, 0] > STEEP)]
    assert event.where == "rod"
    assert event.t == pytest.approx(first)
    assert f"{found.slope.max():.2g} rad" in event.message
    assert float(run.metrics().slope) == pytest.approx(found.slope.max(), rel=1e-4)
    assert float(run.metrics().slope) >= found.slope.max() > STEEP
    assert 0 < float(run.metrics().stretch) < 1e-3
    assert "links bend by" in text(run.metrics().tables())
    assert "bends too far" in run.summary()


def test_a_stack_names_the_runs():
    plant = arm.model(arm_of(replace(MODES, axial=0)), free=["rod.beam.E"])
    with pytest.warns(arm.ArmillaryWarning, match=r"run 0, and 1 other"):
        runs = arm.simulate(
            plant, 0.5, start="undeformed", parameters={"rod.beam.E": [70e9, 7000e9, 80e9]}, record=0.01
        )
    assert {event.run for event in runs.events if event.kind == "bending"} == {0, 2}
    slope = runs.metrics().slope
    assert slope.shape == (3,)
    assert slope[0] > STEEP > slope[1]
    assert slope[2] > STEEP


SOLVERS = [arm.solvers.DOP853(), arm.solvers.RK4(step=1e-4), arm.solvers.Gauss3(step=2e-4), arm.solvers.Rosenbrock()]


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_what_happens_between_recorded_times_counts(solver, tmp_path):
    """Start and end, at which the link is straight, are recorded alone: the steps say how far it bends, and when."""
    duration, robot = 0.83, arm_of(replace(MODES, axial=0))
    soft, stiffer = arm.model(robot, free=["rod.beam.E"]), {"rod.beam.E": [7000e9, 70e9, 70e9]}
    with pytest.warns(arm.ArmillaryWarning, match="bends too far from"):
        fine = arm.simulate(robot, duration, q0=[0.0], start="undeformed", record=1e-3, solver=solver)
    slope = fine.bending().slope[:, 0]
    with pytest.warns(arm.ArmillaryWarning, match="between recorded times"):
        run = arm.simulate(robot, duration, q0=[0.0], start="undeformed", record=duration, solver=solver)
    with pytest.warns(arm.ArmillaryWarning, match=r"between recorded times.*\(run 1, and 1 other"):
        runs = arm.simulate(soft, duration, start="undeformed", parameters=stiffer, solver=solver)
    assert run.bending().slope.max() < 0.02
    for found in (run, runs[1], runs[2]):
        (event,) = found.events
        assert (event.kind, event.where) == ("bending", "rod")
        assert event.t == pytest.approx(1e-3 * slope.argmax(), abs=5e-3)
        assert float(found.metrics().slope) == float(found.slope_steps) == pytest.approx(slope.max(), rel=1e-3)
    assert [event.run for event in runs.events] == [1, 2]
    assert runs.slope_steps[0] < STEEP
    runs.save(tmp_path / "runs.nc")
    np.testing.assert_array_equal(arm.Trajectory.load(tmp_path / "runs.nc").slope_steps, runs.slope_steps)


def test_statics_has_the_same_criterion():
    found = arm.statics(arm_of(MODES), q=[0.0])
    assert len(found.warnings) == 1
    assert "rod.tip rotates by" in found.warnings[0]
    assert arm.statics(arm_of(MODES, size=0.02), q=[0.0]).warnings == ()


@pytest.mark.parametrize("robot", [arm_of(MODES, size=0.02), arm_of(sublinks=Sublinks(4))])
def test_small_slopes_and_sublinks_are_silent(robot):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = arm.simulate(robot, 0.2, q0=[0.0])
    assert not [event for event in run.events if event.kind == "bending"]
