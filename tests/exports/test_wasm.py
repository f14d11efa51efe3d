"""Exported WebAssembly equals the kernels, needs nothing from outside, and no name leaves its string or comment."""

import json
import re
import subprocess

import numpy as np
import pytest

import armillary as arm
from exported_sources import HOSTILE, driven, renamed
from internals import Reader, link, whole
from internals import kernel_build as build
from internals import wasm_assembled as assembled
from internals import wasm_compiled as compiled
from random_expressions import every_operation
from random_flexible import random_flexible_robot
from samples import some


def node(*arguments, folder, text=None):
    return subprocess.run(["node", *arguments], cwd=folder, input=text, capture_output=True, text=True, timeout=300)


def robots():
    yield from (arm.library.get(name) for name in some(("khatib-rr", "spherical-chain", "panda"), 2))
    yield random_flexible_robot(np.random.default_rng(3), 1, "RP")
    yield driven()


@pytest.mark.filterwarnings("ignore:.*the functions are without")
@pytest.mark.parametrize("robot", list(robots()), ids=lambda robot: robot.name)
def test_equals_the_kernels(robot, tmp_path):
    made = arm.export(robot, to="wasm", path=tmp_path / "web", name="robot")
    assert [file.name for file in made.files] == ["robot.js", "robot.d.ts", "test_robot.mjs", "robot.wasm"]
    answer = node("test_robot.mjs", folder=tmp_path / "web")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert [line.split()[0] for line in answer.stdout.splitlines()] == list(made.functions)


def test_its_test_finds_a_wrong_number(tmp_path):
    arm.export(arm.library.get("khatib-rr"), to="wasm", path=tmp_path, name="rr", quantities="gravity")
    test = tmp_path / "test_rr.mjs"
    text = test.read_text()
    first = re.search(r'"outputs": \[\[\[(-?[\d.e-]+)', text)
    test.write_text(text.replace(first[1], str(float(first[1]) * (1 + 1e-9)), 1))
    answer = node("test_rr.mjs", folder=tmp_path)
    assert answer.returncode == 1
    assert "FAILED" in answer.stdout


DRIVE = """
import { readFileSync } from "node:fs";
const { place, name, rows, sizes } = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync("it.wasm"));
const numbers = new Float64Array(instance.exports.memory.buffer, place, sizes.reduce((a, b) => a + b));
const at = sizes.map((_, k) => place + 8 * sizes.slice(0, k).reduce((a, b) => a + b, 0));
const bits = new BigUint64Array(instance.exports.memory.buffer, place, numbers.length);
const found = rows.map((row) => {
  row.forEach((each, k) => { bits[k] = BigInt(each); });
  instance.exports[name](...at);
  return [...bits.slice(numbers.length - sizes.at(-1))].map(String);
});
console.log(JSON.stringify(found));
"""


def test_every_operation_at_hard_arguments(tmp_path):
    """Large angles, infinities, NaN, denormal numbers: the same special values, other results within a few units."""
    program = every_operation("x", "y", 1e-3, 0.1)
    hard = [0.0, -0.0, 1.0, -2.5, 1e-310, 3e5, -1.7e6, 1e15, 7e22, -1.3e300, 700.0, -745.0, np.inf, -np.inf, np.nan]
    rng = np.random.default_rng(5)
    rows = np.vstack([rng.choice(hard, (150, 3)), rng.normal(size=(50, 3)), 1e7 * rng.normal(size=(50, 3))])
    sizes = [*(port.size for port in program.inputs), *(port.size for port in program.outputs)]
    module = compiled([program], 8 * sum(sizes))
    (tmp_path / "it.wasm").write_bytes(module.code)
    (tmp_path / "drive.mjs").write_text(DRIVE)
    given = {"place": module.free, "name": program.name, "sizes": sizes}
    given["rows"] = [[str(each) for each in row.view(np.uint64).tolist()] for row in rows]
    answer = node("drive.mjs", folder=tmp_path, text=json.dumps(given))
    assert answer.returncode == 0, answer.stderr
    ours = np.array(json.loads(answer.stdout), dtype=np.uint64).view(float)
    kernel, theirs = build(program), np.empty((len(rows), program.outputs[0].size))
    for row, out in zip(rows, theirs, strict=True):
        kernel.one(np.ascontiguousarray(row), np.zeros(2), out)
    both = 4  # a sine and a cosine, which cancel
    np.testing.assert_allclose(ours[:, both], theirs[:, both], rtol=2e-15, atol=3e-16)
    ours[:, both] = theirs[:, both]
    np.testing.assert_allclose(ours, theirs, rtol=2e-15)


def test_several_outputs_numbers_and_wrong_arguments(tmp_path):
    dyn = arm.compile(arm.library.get("khatib-rr"))
    wanted = "kinetic_energy, forward_dynamics_derivatives"
    arm.export(dyn.model, to="wasm", path=tmp_path, name="rr", quantities=wanted)
    q, qd, tau = np.random.default_rng(2).normal(size=(3, 2))
    (tmp_path / "use.mjs").write_text(f"""
import {{ load, NQ, VELOCITIES }} from "./rr.js";
const [q, qd, tau] = {json.dumps([q.tolist(), qd.tolist(), tau.tolist()])};
const robot = await load();
const messages = [];
for (const given of [[q], [q, [1]], [q, undefined]]) {{
  try {{ robot.kinetic_energy(...given); }} catch (error) {{ messages.push(`${{error.name}}: ${{error.message}}`); }}
}}
const parts = robot.forward_dynamics_derivatives(q, qd, new Float64Array(tau));
const plain = Object.fromEntries(Object.entries(parts).map(([name, each]) => [name, [...each]]));
console.log(JSON.stringify({{ NQ, VELOCITIES, energy: robot.kinetic_energy(q, qd), messages, plain }}));
""")
    answer = node("use.mjs", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout)
    assert (found["NQ"], found["VELOCITIES"]) == (2, ["joint1", "joint2"])
    assert found["energy"] == pytest.approx(dyn.kinetic_energy(q, qd), rel=1e-14)
    assert found["messages"] == [
        "TypeError: kinetic_energy: 1 arguments; expected q, qd",
        "RangeError: kinetic_energy: qd has length 1; expected 2",
        "RangeError: kinetic_energy: qd has length undefined; expected 2",
    ]
    for ours, theirs in zip(found["plain"].values(), dyn.forward_dynamics_derivatives(q, qd, tau), strict=True):
        np.testing.assert_allclose(np.reshape(ours, (2, 2)), theirs, rtol=1e-13, atol=1e-13)


def test_hostile_names(tmp_path):
    robot = renamed(arm.library.get("khatib-rr"), HOSTILE)
    arm.export(robot, to="wasm", path=tmp_path, quantities="gravity")
    [test] = tmp_path.glob("*.mjs")
    answer = node(test.name, folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    for file in tmp_path.glob("*.[jdm]*"):
        assert file.read_bytes().isascii()


def test_it_imports_nothing_and_is_replaced_by_another_export(tmp_path):
    for _ in range(2):
        arm.export(arm.library.get("khatib-rr"), to="wasm", path=tmp_path, name="rr", quantities="gravity")
    reader, numbers = Reader((tmp_path / "rr.wasm").read_bytes(), 8), []
    while reader:
        numbers.append(reader.byte())
        reader.bytes()
    assert numbers == [0, 1, 3, 5, 6, 7, 12, 10, 11]  # no imports; the first says who wrote it
    (tmp_path / "rr.js").write_text("mine")
    with pytest.raises(arm.ArgumentError, match="which no export has written"):
        arm.export(arm.library.get("khatib-rr"), to="wasm", path=tmp_path, name="rr")


def test_functions_that_nobody_defines_are_named():
    body = "define double @f(double %x) {\n  %y = call double @elsewhere(double %x)\n  ret double %y\n}"
    with pytest.raises(arm.errors.CompilerError, match="calls elsewhere"):
        link(assembled(f"declare double @elsewhere(double)\n{body}"), {"f": "f"})
    with pytest.raises(arm.errors.CompilerError, match="lacks the functions g"):
        link(assembled("define double @f(double %x) {\n  ret double %x\n}"), {"g": "g"})


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 2**20, 2**32 - 1])
def test_whole_numbers(value):
    assert Reader(whole(value)).whole() == value
    assert Reader(whole(value, signed=True)).whole(signed=True) == value
    assert Reader(whole(-value, signed=True)).whole(signed=True) == -value
