"""A trajectory refers to the model that moved, in memory and from a file."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Friction, Payload


def same(a: arm.Model, b: arm.Model) -> bool:
    passive = ("viscous", "coulomb", "coulomb_sided", "stiffness", "damping", "rest", "gravity")
    return (
        a == b
        and (a.robot, a.motors, a.friction, a.elastic) == (b.robot, b.motors, b.friction, b.elastic)
        and all(np.array_equal(getattr(a, name), getattr(b, name)) for name in passive)
        and [body.mass for body in a.bodies] == [body.mass for body in b.bodies]
        and np.array_equal(a.armature, b.armature)
    )


def both(run: arm.Trajectory, tmp_path) -> tuple[arm.Trajectory, arm.Trajectory]:
    run.save(tmp_path / "run.nc")
    return run, arm.Trajectory.load(tmp_path / "run.nc")


def energies_agree(run: arm.Trajectory, model: arm.Model, rows: slice) -> bool:
    dyn = arm.evaluate(arm.model(model.robot, motors=model.motors))
    kinetic = [dyn.kinetic_energy(q, qd) for q, qd in zip(run.q[rows], run.qd[rows], strict=True)]
    return np.allclose(run.kinetic[rows], kinetic, rtol=1e-9, atol=1e-12)


@pytest.mark.crossed
@pytest.mark.parametrize("friction", [True, False])
@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
def test_motors_and_friction(motors, friction, tmp_path):
    robot = arm.library.get("flexrob")
    robot = replace(robot, joints=tuple(replace(joint, friction=Friction(0.3, 0.1, 0.2)) for joint in robot.joints))
    model, solver = arm.model(robot, motors=motors, friction=friction), arm.solvers.Auto(step=1e-4)
    for run in both(arm.simulate(model, 0.02, qd0=[1, 0], solver=solver, record=1e-3), tmp_path):
        assert same(run.model, model)
        assert bool(np.any(run.model.viscous)) is friction
        assert bool(run.dissipated[-1] > 0) is friction
        assert energies_agree(run, run.model, slice(None))


def test_the_plant_moves_and_not_what_the_controller_takes_it_for(tmp_path):
    robot, plant = arm.library.get("khatib-rr"), arm.planar([1, 1], [2, 3], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    names = [joint.name for joint in robot.joints]
    plant = replace(plant, joints=tuple(replace(a, name=b) for a, b in zip(plant.joints, names, strict=True)))
    for run in both(arm.simulate(robot, 0.1, plant=plant, q0=[1, 0.5]), tmp_path):
        assert run.robot == plant
        assert energies_agree(run, run.model, slice(None))


def test_changes_of_the_plant(tmp_path):
    robot = arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    loaded = replace(robot, name="loaded", payloads=(Payload("load", robot.links[-1].name, 2.0, (0.5, 0, 0)),))
    longer = arm.planar([1, 2], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    changes = [arm.Change(0.2, loaded), arm.Change(0.4, longer), arm.Change(5.0, robot)]
    run = arm.simulate(arm.model(robot, friction=False), 0.6, q0=[1, 0.5], changes=changes, record=0.01)
    for found in both(run, tmp_path):
        assert [t for t, _ in found.models] == [0.0, 0.2, 0.4]  # the last one never came
        assert [model.robot for _, model in found.models] == [robot, loaded, longer]
        assert same(found.model, arm.model(robot, motors="full", friction=False))
        assert not any(model.friction for _, model in found.models)
        for model, rows in zip([robot, loaded, longer], [slice(0, 21), slice(21, 41), slice(41, None)], strict=True):
            assert energies_agree(found, arm.model(model), rows)
            tips = [arm.evaluate(model).pose(q)[:3, 3] for q in found.q[rows]]
            assert np.allclose(found.position()[rows], tips, atol=1e-12)
            assert np.allclose(replace(found, signals={}).position()[rows], tips, atol=1e-12)
        assert found.drift_max < 1e-4


def test_names_follow_from_the_model():
    run = arm.simulate(arm.library.get("spherical-chain"), 0.01)
    assert run.coordinates[:4] == tuple(f"joint1.{part}" for part in "wxyz")
    assert run.units["tau"][:3] == ("N·m",) * 3
    assert run.robot is run.model.robot
