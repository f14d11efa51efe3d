"""Closed loops in WebAssembly equal native runs, with live numbers and pushes; Node runs what a page runs."""

import json
import subprocess
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from exported_sources import HOSTILE, renamed
from internals import PACE_METHODS as METHODS
from internals import link, loop, loop_module, normal_pair, plan, row_text, wasm_assembled

RK4 = arm.solvers.RK4(step=1e-3)
LAW = arm.controllers.PID(kp=100.0, kd=10.0, ki=50.0)
SWING = arm.Scenario(
    arm.library.get("planar-3r"),
    controller=LAW,
    reference=arm.references.FifthOrder(end=[1.0, 0.5, -0.3], duration=0.4),
)
PUSH = arm.Push("tip", (0, 0, 1, 3, 2, 0), start=0.1234, end=0.2)
NOISY = (arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-2, delay=3e-3))


def node(script, folder, text=None):
    answer = subprocess.run(["node", script], cwd=folder, input=text, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def flexible():
    """Return an arm with flexible links and motors, which swings."""
    law = arm.controllers.PD(kp=400.0, kd=40.0)
    return arm.Scenario(arm.library.get("flexrob"), controller=law, qd0=[1.0, -0.5])


def rubbing():
    """Return an arm whose joints stick and slip."""
    robot = arm.library.get("khatib-rr")
    joints = tuple(replace(each, friction=arm.Friction(coulomb=2.0, viscous=0.3)) for each in robot.joints)
    return arm.Scenario(replace(robot, joints=joints), q0=[0.3, 0.2], qd0=[2.0, -3.0])


def stopped(stop):
    """Return an arm that falls on its end stops."""
    robot = arm.library.get("khatib-rr")
    joints = tuple(replace(each, limits=arm.Limits(-0.3, 0.3, stop=stop)) for each in robot.joints)
    return arm.Scenario(replace(robot, joints=joints), q0=[0.1, 0.2], qd0=[2.0, -3.0])


SCENARIOS = {
    "stops": lambda: stopped(arm.parts.Stop(5e3, 30.0)),
    "rigid stops": lambda: stopped(arm.parts.Stop(restitution=0.5)),
    "continuous": lambda: replace(SWING, disturbances=PUSH),
    "sampled": lambda: replace(SWING, period=4e-3, offset=1.5e-3, delay=6e-3, hold=1, disturbances=PUSH),
    "noisy": lambda: replace(SWING, period=2e-3, sensors=NOISY, seed=5),
    "flexible": flexible,
    "sticking": rubbing,
    "quaternions": lambda: arm.Scenario(arm.library.get("spherical-chain"), qd0=np.full(9, 0.5), solver=RK4),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_thousand_steps_equal_native_code(name, tmp_path):
    made = arm.export(SCENARIOS[name](), to="wasm", path=tmp_path, name="it")
    assert [file.name for file in made.files] == ["it.js", "it.d.ts", "test_it.mjs", "it.wasm", "it.json"]
    lines = node("test_it.mjs", tmp_path).splitlines()
    assert len(lines) == 9
    worst = {line.split()[0]: float(line.split()[1]) for line in lines}
    assert max(worst["q"], worst["qd"]) < 1e-12


@pytest.mark.parametrize("name", ["continuous", "sticking"])
def test_long_loops_equal_native_code_too(name, tmp_path, monkeypatch):
    """They have one loop of the solver for pushes and for none, and programs as they are traced, in pieces."""
    monkeypatch.setattr(loop, "LONG", 50)
    monkeypatch.setattr(plan, "SHORT", 50)
    monkeypatch.setattr(plan, "PIECE", 40)
    whole = len(loop_module(SCENARIOS[name](), solver=RK4).code)
    arm.export(SCENARIOS[name](), to="wasm", path=tmp_path, name="it")
    assert len(node("test_it.mjs", tmp_path).splitlines()) == 9
    monkeypatch.undo()
    assert whole != len(loop_module(SCENARIOS[name](), solver=RK4).code)


def test_its_test_finds_a_wrong_step(tmp_path):
    arm.export(SWING, to="wasm", path=tmp_path, name="it")
    test = tmp_path / "test_it.mjs"
    test.write_text(test.read_text().replace("loop.until(time);", "loop.until(time); loop.x[0] += 1e-10;"))
    answer = subprocess.run(["node", "test_it.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert answer.returncode == 1
    assert "FAILED" in answer.stdout


NOISE = """
import { readFileSync } from "node:fs";
const { instance } = await WebAssembly.instantiate(readFileSync("noise.wasm"));
const { memory, row } = instance.exports;
const [at, pairs] = process.argv.slice(2).map(Number);
const words = new BigUint64Array(memory.buffer, at, pairs + 2);
for (let k = 0; k < pairs; k++) words[k] = BigInt(k * k);
words.set([2n ** 63n + 11n, 2n ** 31n + 5n], pairs);
row(at + 8 * (pairs + 2), at, BigInt(pairs), at + 8 * pairs, 2n ** 40n + 3n);
const found = new BigUint64Array(memory.buffer, at + 8 * (pairs + 2), 2 * pairs);
console.log(JSON.stringify([...found].map(String)));
"""


def test_random_numbers_have_the_bits_of_simulations(tmp_path):
    pairs = 5_000
    image = wasm_assembled(f"{row_text(1, 1)}\n\nattributes #0 = {{ nounwind }}", ["noise_row1"])
    module = link(image, {"row": "noise_row1"}, 8 * (3 * pairs + 2))
    (tmp_path / "noise.wasm").write_bytes(module.code)
    (tmp_path / "noise.mjs").write_text(NOISE)
    lines = subprocess.run(
        ["node", "noise.mjs", str(module.free), str(pairs)], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    found = np.array([int(bits) for bits in json.loads(lines)], dtype=np.uint64).view(float).reshape(pairs, 2)
    words = np.array([[2**63 + 11], [2**31 + 5]], dtype=np.uint64)
    streams = np.arange(pairs, dtype=np.uint64) ** 2
    np.testing.assert_array_equal(found.T, normal_pair(*words, streams, np.uint64(2**40 + 3)))


LATER = """
import { readFileSync } from "node:fs";
import { load } from "./it.js";
const loop = await load();
const x = new Float64Array(loop.x.length);
x.set(JSON.parse(readFileSync(0, "utf8")));
loop.begin(0.1, x);
loop.until(0.2);
console.log(JSON.stringify([...loop.x]));
"""


def test_a_loop_that_begins_later_has_the_noise_of_that_time(tmp_path):
    move = arm.references.FifthOrder(start=[0.1, 0.2], end=[0.4, 0.3], duration=0.3)
    noisy = arm.Scenario(
        arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=60.0, kd=12.0), reference=move, seed=3,
        sensors=arm.sensors.Tachometer(noise=0.05), period=5e-3, q0=[0.1, 0.2], solver=RK4,
    )  # fmt: skip
    run = arm.simulate(noisy, 0.2, record=0.1)
    arm.export(noisy, to="wasm", path=tmp_path, name="it")
    (tmp_path / "later.mjs").write_text(LATER)
    found = json.loads(node("later.mjs", tmp_path, json.dumps([*run.q[1], *run.qd[1]])))
    np.testing.assert_allclose(found[:4], [*run.q[2], *run.qd[2]], rtol=0, atol=1e-12)


LIVE = """
import { load } from "./it.js";
const loop = await load();
const { data } = loop;
const named = (name) => data.parameters.find((each) => each.name === name);
const value = (name) => loop.outputs()[data.outputs.findIndex((each) => each.name === name)];
const rows = [];
const row = () => rows.push({ t: loop.t, x: [...loop.x], imbalance: value("imbalance"), changed: value("changed") });
loop.until(0.1);
const saved = loop.save();
loop.push(data.links[2], [3, 2, 0], [0.2, 0.1, 0]);
loop.p[data.efforts[0].at] = 0.5;
loop.until(0.2);
row();
loop.release();
loop.set(named("payload.mass"), 0.7);
loop.set(named("controller.kp"), 150);
loop.set(named("target.joint2"), 0.8);
loop.until(0.3);
row();
loop.restore(saved);
const again = loop.t;
loop.until(0.2);
loop.reset();
const start = [loop.t, ...loop.x];
loop.until(0.1);
const same = [...loop.save()].every((each, k) => Object.is(each, saved[k]));
loop.lower[1] = loop.x[1] - 1e-3;
loop.upper[1] = loop.x[1] + 1e-3;
const taken = loop.step(1000);
const stopped = loop.stopped;
loop.begin(0.05, new Float64Array(loop.x.length));
console.log(JSON.stringify({ rows, again, start, same, taken, stopped, t: loop.t }));
"""


def test_live_numbers_and_pushes(tmp_path):
    """A force on a link and an effort at a joint, then another payload, gain and target, are those of native runs."""
    robot = arm.library.get("planar-3r")
    held = arm.Scenario(robot, controller=arm.controllers.PD(kp=100.0, kd=10.0), q0=[0.1, 0.2, 0.3])
    arm.export(held, to="wasm", path=tmp_path, name="it", solver=RK4)
    (tmp_path / "live.mjs").write_text(LIVE)
    found = json.loads(node("live.mjs", tmp_path))
    first, second = found["rows"]

    place = arm.Frame("here", "link3", arm.Placement(xyz=(0.2, 0.1, 0.0)))
    pushed = replace(robot, frames=(*robot.frames, place))
    pushes = [arm.Push("here", (0, 0, 0, 3, 2, 0), 0.1, 0.2), arm.Push("link1", (0, 0, 0.5, 0, 0, 0), 0.1, 0.2)]
    run = arm.simulate(replace(held, robot=pushed, disturbances=pushes), 0.2, solver=RK4)
    np.testing.assert_allclose(first["x"][:6], [*run.q[-1], *run.qd[-1]], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(first["x"][6:8], [run.work[-1], run.external[-1]], rtol=1e-12)
    np.testing.assert_allclose(first["imbalance"], run.imbalance[-1], atol=1e-13)
    assert first["changed"] == 0

    other = arm.Scenario(
        robot,
        controller=arm.controllers.PD(kp=150.0, kd=10.0),
        reference=arm.references.Constant([0.1, 0.8, 0.3]),
        q0=run.q[-1],
        qd0=run.qd[-1],
    )
    light, heavy = (arm.simulate(other, 0.1, solver=RK4, parameters={"payload.mass": each}) for each in (0.0, 0.7))
    np.testing.assert_allclose(second["x"][:6], [*heavy.q[-1], *heavy.qd[-1]], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(second["changed"], heavy.energy[0] - light.energy[0], rtol=1e-12)
    np.testing.assert_allclose(second["imbalance"] - first["imbalance"], heavy.imbalance[-1], atol=1e-12)

    assert found["same"]
    assert (found["again"], found["start"]) == (pytest.approx(0.1), [0, 0.1, 0.2, 0.3, *[0] * 6])
    assert found["taken"] < 1000
    assert (found["stopped"], found["t"]) == ("out of bounds", 0.05)


@pytest.mark.parametrize(
    ("fields", "options", "named", "says"),
    [
        ({"q0": np.zeros((2, 3))}, {}, "q0", "one start"),
        ({"changes": arm.Change(0.5, arm.library.get("planar-3r"))}, {}, "changes", "one plant"),
        ({"controller": lambda t, q, qd, r: -q if q[0] > 0 else q, "period": 0.01}, {}, "controller", "be compiled"),
        ({}, {"solver": arm.solvers.DOP853()}, "solver", "an explicit method"),
        ({}, {"fmi": "3.0"}, "fmi", "no such argument"),
        ({}, {"quantities": "gravity"}, "quantities", "are fixed"),
    ],
)
def test_what_cannot_be_exported_is_said(fields, options, named, says, tmp_path):
    with pytest.raises(arm.ArgumentError, match=says) as caught:
        arm.export(replace(SWING, **{"reference": None, **fields}), to="wasm", path=tmp_path / "x", **options)
    assert caught.value.field == named
    assert not (tmp_path / "x").exists()


def test_the_step_follows_the_stiffest_stop():
    """A described stop bounds the step as any stiffness does, though no joint is on it at the start."""
    soft, stiff = (loop_module(stopped(arm.parts.Stop(k, 2.0)), free=()).solver for k in (5e3, 5e7))
    assert soft == loop_module(replace(stopped(arm.parts.Stop(1.0)), limits="none"), free=()).solver
    assert soft.step == 1e-3
    assert stiff.step < 5e-4


def test_the_step_follows_the_fastest_motion():
    """An adaptive solver of the scenario is replaced; a solver with a fixed step, or an argument, is kept."""
    stiff = replace(SWING, controller=arm.controllers.PD(kp=100.0, kd=100.0), solver=arm.solvers.DOP853())
    quick = loop_module(stiff, free=()).solver
    assert isinstance(quick, arm.solvers.RK4)
    assert quick.step < loop_module(SWING, free=()).solver.step <= 1e-3
    own = replace(SWING, solver=arm.solvers.SemiImplicitEuler(step=2e-4))
    assert loop_module(own, free=()).solver == own.solver
    assert loop_module(own, free=(), solver=RK4).solver == RK4


@pytest.mark.parametrize("method", METHODS, ids=lambda each: each.kind.name)
def test_bounds_of_steps_are_those_of_the_stability_function(method):
    """R(z) = 1 + Σ bᵀ Aᵏ 1 z^(k + 1), by the tableau of the method."""
    rows, b, _ = method.kind.tableau
    A = np.array([[*row, *[0.0] * (len(b) - len(row))] for row in rows[: len(b)]])
    terms = [np.array(b) @ np.linalg.matrix_power(A, k) @ np.ones(len(b)) for k in range(len(b))]
    R = np.polynomial.Polynomial([1.0, *terms])
    angles = np.exp(1j * np.linspace(np.pi / 2, np.pi, 200))
    radii = np.linspace(0.01, method.radius, 400)
    assert len(b) == method.stages
    assert np.abs(R(np.outer(radii, angles))).max() <= 1 + 1e-12
    assert np.abs(R(1.02 * method.radius * angles)).max() > 1
    assert -1e-3 < np.log(np.abs(R(1j * method.accurate))) / method.accurate < 0


def test_free_parameters_have_the_values_of_the_robot():
    robot = arm.library.get("khatib-rr")
    loaded = arm.Scenario(replace(robot, payloads=(arm.Payload("tool", "link2", mass=1.5),)))
    [mass] = loop_module(loaded, free=["payload.mass"]).about["parameters"]
    assert (mass["value"], mass["group"], mass["low"], mass["high"]) == (1.5, "payload", 0.0, 6.0)
    with pytest.raises(arm.ArgumentError, match="the name of a number"):
        loop_module(loaded, free=["payload.weight"])


def test_hostile_names(tmp_path):
    scenario = arm.Scenario(renamed(arm.library.get("khatib-rr"), HOSTILE), controller=arm.controllers.PD(10.0, 1.0))
    arm.export(scenario, to="wasm", path=tmp_path)
    [test] = tmp_path.glob("*.mjs")
    node(test.name, tmp_path)
    for file in tmp_path.glob("*.[jdm]*"):
        assert file.read_bytes().isascii()
    arm.export(scenario, to="wasm", path=tmp_path)  # replaces the first export
