"""FMUs of robots whose joints stick, whose gears lose power or have backlash move as `arm.simulate` does."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
import fmu_driver
from fmu_driver import OK, Unit
from internals import export_fmu
from samples import some

pytestmark = [fmu_driver.needs_compiler, pytest.mark.usefixtures("quickly_built")]
TIGHT = arm.solvers.Auto(rtol=1e-12, atol=1e-12)
WANTED = [0.6, -0.4, 0.5, 0.8, -0.7, 0.9]


def axis(**gear: float) -> arm.Robot:
    """A disc behind an elastic gear, with friction that sticks."""
    tensor = ((0.4, 0.0, 0.0), (0.0, 0.4, 0.0), (0.0, 0.0, 0.4))
    rough = arm.Friction(0.05, 0.1, static=0.15, stribeck_velocity=0.01)
    y, teeth = (0.0, 1.0, 0.0), arm.Gear(**{"stiffness": 300.0, "damping": 0.5} | gear)
    return arm.Robot(
        "axis",
        (arm.Link("disc", mass=1.0, inertia=tensor, com=(0.05, 0.0, 0.0)),),
        (arm.Joint("shoulder", "revolute", "base", "disc", axis=y, friction=rough),),
        (arm.Motor("motor", "shoulder", "base", rotor_inertia=4e-5, ratio=50.0, gear=teeth),),
    )


def shaken(t, q, qd, reference):
    return 3.0 * np.sin(9 * t) + 0 * q[:1]


SWITCHED = {
    "backlash": arm.Scenario(axis(backlash=0.02), duration=1.5, controller=shaken, q0=[0.0, 0.0]),
    "stiff": arm.Scenario(
        axis(stiffness=1e6, damping=3e4, backlash=0.002), duration=1.0, controller=shaken, q0=[0.0, 0.0]
    ),
    "losses": arm.Scenario(axis(efficiency=0.8, efficiency_back=0.7), duration=1.5, controller=shaken, period=0.01),
    "puma560": arm.Scenario(
        arm.library.get("puma560"), duration=0.6, q0=[0.0] * 6, controller=arm.controllers.PD(kp=400.0, kd=20.0),
        reference=arm.references.FifthOrder(end=WANTED, duration=0.25),
    ),
    "manutec-r3": replace(arm.load_scenario("manutec-r3"), duration=0.15),
}  # fmt: skip
PAIRS = [("backlash", "3.0"), ("losses", "2.0"), ("stiff", "2.0"), ("manutec-r3", "2.0")]
PAIRS += [("puma560", "2.0"), ("backlash", "2.0")]


@pytest.mark.parametrize(("name", "fmi"), some(PAIRS, 4))
def test_co_simulation_has_the_events_of_simulations(tmp_path: Path, name: str, fmi: str):
    scenario = SWITCHED[name]
    run = arm.simulate(scenario, solver=TIGHT, record=scenario.duration / 5)
    assert run.info["switches"] > 5
    loaded = Unit(export_fmu(scenario, tmp_path / "x.fmu", fmi=fmi, frames=()))
    names = [each[4:-1] for each in loaded.references if each.startswith("der(")][: run.q.shape[1] + run.qd.shape[1]]
    scale = np.maximum(1.0, np.abs(np.hstack([run.q, run.qd])).max(axis=0))
    one = loaded.instance()
    assert one.begin() == OK, loaded.messages
    for k, (begin, end) in enumerate(zip(run.t, run.t[1:], strict=False), 1):
        one.run(end, (end - begin) / 7, begin)
        expected = np.concatenate([run.q[k], run.qd[k]])
        assert np.abs((one.get(*names) - expected) / scale).max() < 1e-9
    one.free()


def test_inputs_and_start_values_choose_modes_and_events_of_model_exchange_stop_joints(tmp_path: Path):
    robot = replace(axis(), motors=())
    loaded = Unit(export_fmu(robot, tmp_path / "x.fmu", q0=[np.pi / 2]))  # gravity has no moment here
    one = loaded.instance()
    assert one.begin() == OK
    for torque, acceleration in ((0.14, 0.0), (0.25, 0.1), (-0.14, 0.0), (-0.25, -0.1)):  # breakaway at 0.15
        assert one.set(shoulder__torque=torque) == OK
        (found,) = one.get("der(shoulder.velocity)")
        assert found == pytest.approx(acceleration / (0.4 + 0.05**2), abs=1e-15)
    one.free()
    moving = loaded.instance(co_simulation=False)
    assert moving.set(shoulder__velocity=-0.5) == OK
    assert moving.begin() == OK
    assert not moving.update().values
    assert moving.call("EnterContinuousTimeMode") == OK
    slips = moving.rates(0.1, np.array([np.pi / 2, -1e-9, 0.0]))[1]
    assert slips == pytest.approx(0.15 / (0.4 + 0.05**2), abs=1e-6)
    assert moving.get("shoulder.friction_margin") > 0
    moving.rates(0.2, np.array([np.pi / 2, 1e-9, 0.0]))
    assert moving.get("shoulder.friction_margin") < 0
    assert moving.call("EnterEventMode") == OK
    assert moving.update().values
    assert moving.get("shoulder.velocity") == 0
    assert moving.get("shoulder.friction_margin") > 0
    moving.free()


@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
def test_the_solver_of_an_importer_has_the_events_of_simulations(tmp_path: Path, fmi: str):
    import fmpy

    scenario = SWITCHED["backlash"]
    run = arm.simulate(scenario, solver=TIGHT, record=scenario.duration)
    path = str(export_fmu(scenario, tmp_path / "x.fmu", fmi=fmi, frames=()))
    names = [f"{each}.{kind}" for kind in ("position", "velocity") for each in ("shoulder", "motor.rotor")]
    for kind, near in (("CoSimulation", 1e-9), ("ModelExchange", 1e-7)):
        found = fmpy.simulate_fmu(
            path, fmi_type=kind, stop_time=scenario.duration, output_interval=0.03, relative_tolerance=1e-12,
            output=names,
        )  # fmt: skip
        last = [found[name][-1] for name in names]
        assert last == pytest.approx(np.concatenate([run.q[-1], run.qd[-1]]), abs=near)
