"""Each use of a closed loop either computes a feature or refuses it, as the table of the documentation says."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
import armillary.gym as ag
from internals import CAPABILITIES, FEATURES

PAGE = Path(__file__).parents[2] / "docs" / "simulation" / "capabilities.md"
STEP = arm.solvers.RK4(step=1e-3)


def branches(t, q, qd, reference):
    return -q if q[0] > 0 else q


def robot(**joint):
    rod = arm.planar([0.5], [1.0], coms=[0.25], inertias=[0.02])
    return replace(rod, joints=(replace(rod.joints[0], **joint),))


def geared(gear):
    rod = robot()
    axis = {"rotor_inertia": 1e-4, "axis": (0.0, 0.0, 1.0)}
    return replace(rod, motors=(arm.Motor("motor", rod.joints[0].name, "base", ratio=50.0, gear=gear, **axis),))


PLAIN = arm.Scenario(robot(), controller=arm.controllers.PD(kp=20.0, kd=2.0), q0=[0.1])
SECTION = arm.parts.Section("rectangle", (0.006, 0.04))
BEAM = arm.Beam(0.5, 70e9, 2700.0, (arm.parts.Station(0.0, SECTION),), modes=arm.parts.Modes(bending_y=1))
AXIS = arm.Joint("shoulder", "revolute", "base", "beam", axis=(0.0, 0.0, 1.0))
FLEXIBLE = arm.Robot("flexible", (arm.Link("beam", beam=BEAM),), (AXIS,))
LOADED = replace(FLEXIBLE, payloads=(arm.Payload("load", "beam", 1.0),))
STOPPED = robot(limits=arm.Limits(lower=-1.0, upper=1.0, stop=arm.parts.Stop(restitution=0.5)))
SCENARIOS = {
    "uncompiled": replace(PLAIN, controller=branches, period=1e-3),
    "sampled": replace(PLAIN, period=2e-3),
    "jumps": replace(PLAIN, disturbances=(arm.Push("tip", (0, 0, 0, 1, 0, 0), 2e-3, 4e-3),)),
    "changes": replace(PLAIN, changes=(arm.Change(3e-3, robot(stiffness=1.0)),)),
    "reshaped": replace(PLAIN, robot=FLEXIBLE, changes=(arm.Change(3e-3, LOADED),)),
    "stick": replace(PLAIN, robot=robot(friction=arm.Friction(0.1, 0.2))),
    "backlash": replace(PLAIN, robot=geared(arm.Gear(500.0, 1.0, backlash=0.01)), start="undeformed"),
    "rigid stops": replace(PLAIN, robot=STOPPED),
    "stack": replace(PLAIN, q0=[[0.1], [0.2]]),
    "one run": PLAIN,
}


def environment(scenario, path):
    def start(rng, count):
        return 0.1 * rng.normal(size=(count, 1)), np.zeros((count, 1))

    scenario = scenario if scenario.disturbances else replace(scenario, reference=None)
    given = {"reward": lambda state, action: -(state.q**2).sum(1), "goal": lambda rng, count: np.zeros((count, 1))}
    task = ag.Task(scenario, start=start, action="targets", bounds=(-1.0, 1.0), episode=4, solver=STEP, **given)
    env = ag.VectorEnv(task, 2)
    env.reset(seed=1)
    env.step(env.action_space.sample())


def gpu(scenario, path):
    stack = scenario if scenario in (PLAIN, SCENARIOS["stack"]) else replace(scenario, q0=[[0.1], [0.2]])
    assert arm.simulate(stack, 0.01, solver=STEP, device="cuda").q.shape[0] == 2


def single(scenario, path):
    stack = scenario if scenario in (PLAIN, SCENARIOS["stack"]) else replace(scenario, q0=[[0.1], [0.2]])
    assert arm.simulate(stack, 0.01, solver=STEP, dtype="float32").q.shape[0] == 2


STEPPED = "a stack on a GPU", "a stack in single precision"
USES = {
    "a stack on a GPU": gpu,
    "a stack in single precision": single,
    "gradients": lambda scenario, path: arm.rollout(scenario, 0.01, solver=STEP, record=5e-3).vjp(),
    "an environment": environment,
    "an FMU": lambda scenario, path: arm.export(scenario, to="fmu", path=path / "it.fmu"),
    "a playable page": lambda scenario, path: scenario.page(path / "it.html"),
    "margins": lambda scenario, path: arm.margins(scenario),
    "a linear model": lambda scenario, path: arm.linearise(scenario),
}


def test_the_page_has_the_table():
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    rows = [line.strip().strip("|").split("|") for line in lines if line.startswith("|")]
    (head, _, *body) = [[cell.strip() for cell in row] for row in rows]
    assert head[1:] == [use for use in CAPABILITIES if use != "motions without events"]
    assert [row[0] for row in body] == [feature.says for feature in FEATURES.values()]
    for row, feature in zip(body, FEATURES, strict=True):
        for use, mark in zip(head[1:], row[1:], strict=True):
            assert (mark == "✓") == (feature not in CAPABILITIES[use]), (feature, use)


@pytest.mark.parametrize("feature", SCENARIOS)
@pytest.mark.parametrize("use", USES)
def test_a_use_computes_a_feature_or_refuses_it(use, feature, tmp_path, request):
    if use == "a stack on a GPU":
        request.getfixturevalue("cuda")
    scenario, refused = SCENARIOS[feature], feature in CAPABILITIES[use]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        if not refused:
            USES[use](scenario, tmp_path)
            return
        with pytest.raises(arm.ArgumentError) as error:
            USES[use](scenario, tmp_path)
    known = FEATURES[feature]
    assert error.value.field == known.field
    assert error.value.expected.startswith(known.expected)


@pytest.mark.parametrize("limits", ["none", "end"])
@pytest.mark.parametrize("use", [use for use in USES if "rigid stops" in CAPABILITIES[use] and use not in STEPPED])
def test_rigid_stops_are_no_obstacle_with_other_limits(use, limits, tmp_path):
    USES[use](replace(SCENARIOS["rigid stops"], limits=limits), tmp_path)


@pytest.mark.parametrize("use", ["gradients", "an FMU"])
def test_changes_are_no_obstacle_where_shapes_do_not_depend_on_the_load(use, tmp_path):
    beam = replace(BEAM, modes=arm.parts.Modes(bending_y=1, shapes="cantilever"))
    robots = [replace(each, links=(arm.Link("beam", beam=beam),)) for each in (FLEXIBLE, LOADED)]
    USES[use](replace(PLAIN, robot=robots[0], changes=(arm.Change(3e-3, robots[1]),)), tmp_path)


@pytest.mark.parametrize("use", ["gradients", "an FMU", "margins", "a linear model"])
def test_continuous_laws_that_cannot_be_compiled_are_refused(use, tmp_path):
    with pytest.raises(arm.ArgumentError, match=r"controller: one that cannot be .* for gradients, exports and"):
        USES[use](replace(SCENARIOS["uncompiled"], period=None), tmp_path)


def test_backlash_of_a_later_plant_is_refused():
    tight = geared(arm.Gear(500.0, 1.0))
    loose = geared(arm.Gear(500.0, 1.0, backlash=0.01))
    scenario = replace(PLAIN, robot=tight, start="undeformed", changes=(arm.Change(3e-3, loose),))
    with pytest.raises(arm.ArgumentError, match="gears with backlash"):
        USES["gradients"](scenario, None)
