"""FMUs of closed loops: a scenario moves in them as `Scenario.run` moves it, continuous or sampled."""

import dataclasses
import itertools
from ctypes import CDLL, c_double, c_uint64, c_void_p
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
import fmu_driver
from exported_sources import driven
from fmu_driver import OK, Unit
from internals import FmuTable as Table
from internals import (
    Functions,
    LowPass,
    Series,
    Sum,
    build,
    c_text,
    export_fmu,
    loop_block,
    normal_pair,
    parse_scenario,
)

pytestmark = pytest.mark.usefixtures("quickly_built")

SWITCHING = """
robot = "khatib-rr"
duration = 0.6
q0 = [0.1, 0.2]
[reference]
type = "trapezoid"
end = [0.9, 0.5]
duration = 0.45
[controller]
type = "computed_torque"
kp = 100.0
kd = 20.0
[[disturbance]]
force = [0, "5 N", 0]
start = 0.2
end = 0.25
[[change]]
time = 0.4
payload = [{name = "box", link = "link2", mass = 1.5}]
"""
SAMPLED = """
robot = "khatib-rr"
duration = 0.5
period = "10 ms"
q0 = [0.1, 0.2]
[reference]
type = "fifth_order"
end = [1.0, 0.5]
duration = 0.4
[controller]
type = "pid"
kp = 60.0
ki = 30.0
kd = 12.0
limits = 25.0
"""
NESTED = """
robot = "flexrob"
duration = 0.2
[reference]
type = "sinusoid"
amplitude = [0.2, 0.1]
frequency = 1.0
[controller]
type = "series"
filters = [{ type = "low_pass", frequency = 8.0 }]
controller = { type = "pd_gravity", kp = 200.0, kd = 20.0 }
"""
LATE = SAMPLED.replace('period = "10 ms"', 'period = "10 ms"\noffset = "3 ms"\ndelay = "14.5 ms"\nhold = 1')
SENSED = """
[[sensor]]
type = "encoder"
noise = 1e-3
resolution = 1e-4
[[sensor]]
type = "differences"
[[sensor]]
type = "torque"
dropout = 0.2
delay = "13 ms"
[[sensor]]
type = "tachometer"
noise = 1e-3
seen = false
period = "7 ms"
name = "slow"
"""
NOISY = SAMPLED.replace('period = "10 ms"', 'seed = 5\nperiod = "10 ms"\ndelay = "2 ms"') + SENSED
CHANGING = SWITCHING.replace("duration = 0.6", 'duration = 0.6\nperiod = "7 ms"\ndelay = "7 ms"')

TEXTS = {
    "switching": SWITCHING, "sampled": SAMPLED, "nested": NESTED, "late": LATE, "noisy": NOISY, "changing": CHANGING,
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("loops")


@cache
def unit(folder: Path, text: str, fmi: str = "2.0", tunable: str = "") -> Unit:
    path = folder / f"{len(list(folder.iterdir()))}.fmu"
    groups = tunable.split(",") if tunable else ()
    return Unit(export_fmu(parse_scenario(text), path, fmi=fmi, name="loop", tunable=groups))


def final(scenario: arm.Scenario) -> np.ndarray:
    run = arm.simulate(scenario, solver=arm.solvers.Auto(rtol=1e-13, atol=1e-13))
    return np.concatenate([run.q[-1], run.qd[-1]])


@fmu_driver.needs_compiler
@pytest.mark.parametrize(
    ("text", "fmi"), [*zip(TEXTS.values(), itertools.cycle(["2.0", "3.0"]), strict=False)], ids=TEXTS
)
def test_co_simulation_moves_as_the_scenario_does(folder: Path, text: str, fmi: str):
    scenario = parse_scenario(text)
    loaded = unit(folder, text, fmi)
    wanted = final(scenario)
    names = [name[4:-1] for name in loaded.references if name.startswith("der(")][: len(wanted)]
    for steps in (20, 17):  # switches and instants lie within steps
        one = loaded.instance()
        assert one.begin() == OK
        one.run(scenario.duration, scenario.duration / steps)
        assert np.abs(one.get(*names) - wanted).max() < 1e-9
        one.free()


@fmu_driver.needs_compiler
def test_drives_move_as_the_scenario_does(folder: Path):
    law = arm.controllers.PD(kp=[100.0, 50.0], kd=[10.0, 5.0])
    scenario = arm.Scenario(driven(), duration=0.1, controller=law, period=0.005, delay=0.0021, hold=1)
    loaded = Unit(export_fmu(scenario, folder / "driven.fmu", name="loop"))
    one = loaded.instance()
    assert one.begin() == OK
    one.run(0.1, 0.02)
    run = arm.simulate(scenario, solver=arm.solvers.Rosenbrock(rtol=1e-12, atol=1e-14))
    states = ("j1.bristle", "m1.current", "m1.temperature", "m1.housing_temperature", "m1.voltage")
    wanted = [*run.q[-1], *(run.signals[name][-1] for name in states)]
    found = one.get("j1.position", "j2.position", "m1.rotor.position", *states)
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)
    one.free()


@fmu_driver.needs_compiler
def test_several_rates_and_filters_move_as_the_scenario_does(folder: Path):
    PD = arm.controllers.PD
    slow, fast = PD(60.0, 0.0, period=0.007), Series(PD(0.0, 12.0), LowPass(30.0), period=0.003)
    noisy = (arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-3))
    options = {"sensors": noisy, "seed": 5, "period": 0.003, "q0": [0.1, 0.2], "duration": 0.2}
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=Sum(slow, fast), **options)
    loaded = Unit(export_fmu(scenario, folder / "rates.fmu", name="loop"))
    for steps in (20, 17):
        one = loaded.instance()
        assert one.begin() == OK
        one.run(0.2, 0.2 / steps)
        found = one.get("joint1.position", "joint2.position", "joint1.velocity", "joint2.velocity")
        assert np.abs(found - final(scenario)).max() < 1e-9
        one.free()


@fmu_driver.needs_compiler
@pytest.mark.parametrize("text", [SWITCHING, SAMPLED], ids=["switching", "sampled"])
def test_model_exchange_tells_when_events_are(folder: Path, text: str):
    scenario = parse_scenario(text)
    loaded = unit(folder, text)
    one = loaded.instance(co_simulation=False)
    assert one.begin() == OK
    names = [name[4:-1] for name in loaded.references if name.startswith("der(")]
    t, x, seen = 0.0, one.get(*names), []
    while t < scenario.duration:
        info = one.update()
        end = min(info.next if info.has_next else np.inf, scenario.duration)
        seen.append(end)
        assert one.call("EnterContinuousTimeMode") == OK
        x = solve_ivp(one.rates, (t, end), x, method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
        t = end
        one.rates(t, x)
        assert one.call("EnterEventMode") == OK
    assert np.abs(x[: len(final(scenario))] - final(scenario)).max() < 1e-8
    if scenario.period:
        assert np.allclose(np.diff(seen)[:10], 0.01)
    else:
        assert {0.15, 0.2, 0.25, 0.3, 0.4, 0.45} <= {round(each, 9) for each in seen}
    one.free()


@fmu_driver.needs_compiler
def test_gains_and_the_start_are_tunable(folder: Path):
    loaded = unit(folder, SAMPLED, tunable="gains,initial")
    one = loaded.instance()
    gains = {
        f"controller.{name}[{k}]": value for name, value in (("kp", 40.0), ("ki", 5.0), ("kd", 9.0)) for k in (0, 1)
    }
    assert set(gains) <= set(loaded.references)
    assert one.put({**gains, "initial.joint2.velocity": 0.5}) == OK
    assert one.begin() == OK
    one.run(0.5, 0.01)
    other = SAMPLED.replace("kp = 60", "kp = 40").replace("ki = 30", "ki = 5").replace("kd = 12", "kd = 9")
    other = other.replace("[reference]", "qd0 = [0, 0.5]\n[reference]")
    assert np.abs(one.get("joint1.position", "joint2.position") - final(parse_scenario(other))[:2]).max() < 1e-7
    one.free()


@fmu_driver.needs_compiler
def test_random_numbers_have_the_bits_of_simulations(tmp_path: Path):
    text = f"""
#include <math.h>
#include <stdint.h>
#include <string.h>
{c_text()}
__attribute__((visibility("default"))) void fill(double *values, int count, uint64_t key, uint64_t run) {{
    for (int k = 0; k < count; k++)
        normal_pair(key, run, (uint64_t)(k % 7), (uint64_t)k << (k % 30), values + 2 * k);
}}
"""
    place = tmp_path / "fill.so"
    place.write_bytes(build.library({"fill.c": text}, ["fill.c"], "fill", build.native()))
    k, key, run = np.arange(100_000, dtype=np.uint64), 2**63 + 11, 2**31 + 5
    found = np.empty((len(k), 2))
    CDLL(str(place)).fill(found.ctypes.data_as(c_void_p), len(k), c_uint64(key), c_uint64(run))
    words = np.array([[key], [run]], dtype=np.uint64)
    assert np.array_equal(found.T, normal_pair(*words, k % 7, k << k % 30))


@fmu_driver.needs_compiler
def test_an_fmu_that_begins_later_has_the_noise_of_that_time(folder: Path):
    """Noise is a function of the instant: from the state of a run at 0.25 s on, the FMU moves as the run does."""
    sensors = arm.sensors.Tachometer(noise=0.05)
    move = arm.references.FifthOrder(start=[0.1, 0.2], end=[0.4, 0.3], duration=0.4)
    law, options = arm.controllers.PD(60.0, 12.0), {"period": 0.01, "q0": [0.1, 0.2], "seed": 3, "reference": move}
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=law, sensors=sensors, duration=0.5, **options)
    run = arm.simulate(scenario, solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-14), record=0.05)
    start = {"q0": run.q[5], "qd0": run.qd[5]}
    later = Unit(export_fmu(dataclasses.replace(scenario, **start), folder / "later.fmu", name="loop"))
    one = later.instance()
    assert one.begin(0.25) == OK
    for k in range(25):
        assert one.step(0.25 + 0.01 * k, 0.01) == OK
    found = one.get("joint1.position", "joint2.position", "joint1.velocity", "joint2.velocity")
    assert np.abs(found - [*run.q[-1], *run.qd[-1]]).max() < 1e-9
    one.free()


@fmu_driver.needs_compiler
def test_a_controller_is_asked_once_at_each_instant(folder: Path):
    loaded = unit(folder, SAMPLED.replace("10 ms", "0.1 ms"))
    found = []
    for early in (0.0, 9e-13):  # an importer's clock that is a little late: its steps end just before the instants
        one = loaded.instance()
        assert one.begin() == OK
        for k in range(30):
            assert one.step(0.001 * k - early * (k > 0), 0.001 - early * (k == 0)) == OK
        found.append(one.get("joint1.position", "joint1.velocity", "joint1.torque"))
        one.free()
    assert np.abs(found[0] - found[1]).max() < 1e-7


def test_what_a_sampled_law_gives_at_the_beginning_depends_on_what_it_sees():
    block = loop_block(parse_scenario(SAMPLED), "loop", tunable=("gains", "initial"))
    table = Table(Functions(block))
    names = dict(enumerate(table.names))
    known = {names[each.reference]: {names[k] for k in each.depends} for each in table.initial_unknowns()}
    seen = {"time", "initial.joint1.position", "initial.joint1.velocity", "controller.kp[0]", "controller.kd[0]"}
    assert seen <= known["joint1.torque"]
    assert seen <= known["der(joint2.velocity)"]
    later = {names[each.reference]: {names[k] for k in each.depends} for each in table.outputs()}
    assert later["joint1.torque"] == set()  # it is held
    assert known["joint1.position"] == {"initial.joint1.position"}


@fmu_driver.needs_compiler
def test_derivatives_at_the_beginning_go_through_a_sampled_law(folder: Path):
    loaded = unit(folder, SAMPLED, tunable="gains,initial")
    one = loaded.instance()
    given = (0, c_double(0.0), c_double(0.0), 0, c_double(0.0))
    assert one.call("SetupExperiment", *given) == OK
    assert one.call("EnterInitializationMode") == OK
    start = {f"initial.joint{k}.{kind}": 0.1 * k for k in (1, 2) for kind in ("position", "velocity")}
    start |= {f"controller.{name}[{k}]": 20.0 for name in ("kp", "ki", "kd") for k in (0, 1)}
    assert one.put(start) == OK
    unknown = ["joint1.torque", "joint2.torque", "der(joint1.velocity)", "der(joint2.velocity)", "energy.kinetic"]
    known = list(start)
    for k, name in enumerate(known):
        h, values = 1e-4, []
        for sign in (1, -1):
            assert one.put({name: start[name] + sign * h}) == OK
            values.append(one.get(*unknown))
        assert one.put({name: start[name]}) == OK
        expected = (values[0] - values[1]) / (2 * h)
        assert np.allclose(one.along(unknown, known, np.eye(len(known))[k]), expected, rtol=1e-6, atol=1e-6)
    assert one.along(["joint1.torque"], ["initial.joint1.position"], np.ones(1))[0] == pytest.approx(-20.0)
    assert one.call("ExitInitializationMode") == OK
    assert one.along(["joint1.torque"], ["joint1.position"], np.ones(1))[0] == 0.0  # it is held
    one.free()


@pytest.mark.parametrize("controller", ["inverse_dynamics", "computed_torque", "pd", "pd_gravity"])
def test_gains_of_every_kind_of_law_can_be_tuned(controller: str):
    text = SWITCHING.replace("computed_torque", controller)
    names = [each.name for each in loop_block(parse_scenario(text), "loop", tunable="gains").parameters]
    assert names == ["controller.kp[0]", "controller.kp[1]", "controller.kd[0]", "controller.kd[1]"]


def test_what_a_scenario_says_itself_is_not_said_again(tmp_path: Path):
    scenario = parse_scenario(SAMPLED)
    said, absent = "the scenario has it", "no such keyword"
    cases = (
        ({"motors": "none"}, absent),
        ({"friction": False}, absent),
        ({"q0": [0.0, 0.0]}, said),
        ({"limits": "none"}, said),
    )
    for given, message in cases:
        with pytest.raises(arm.ArgumentError, match=message):
            arm.export(scenario, to="fmu", path=tmp_path / "x.fmu", platforms="none", **given)
    assert arm.export(scenario, to="fmu", path=tmp_path / "x.fmu", platforms="none").path.is_file()


def test_what_cannot_be_exported_is_told():
    with pytest.raises(arm.ArgumentError, match="a plant that changes"):
        loop_block(parse_scenario(SWITCHING), "loop", tunable="payload")
    with pytest.raises(arm.ArgumentError, match="gains"):
        loop_block(parse_scenario('robot = "khatib-rr"\nduration = 1'), "loop", tunable=["gains"])


def test_a_law_with_branches_has_events():
    text = SAMPLED.replace('period = "10 ms"', "")
    events = Functions(loop_block(parse_scenario(text), "loop")).events
    assert len([each for each in events if each.name.startswith("switch")]) >= 4
