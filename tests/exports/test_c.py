"""Exported C compiles without a warning, equals the kernels, keeps no state, and calls nothing but libm."""

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from exported_sources import (
    COMPILERS,
    HOSTILE,
    apart,
    c_library,
    call_c,
    compiled_c,
    driven,
    kernel_values,
    needs_compiler,
    renamed,
    states_of,
    write_c,
)
from internals import EXPORTED, HELPERS, CFunction, ExportedFunction, Graph, Port, Program, c_files, entries, literal
from internals import evaluate_program as evaluate
from random_expressions import every_operation
from random_flexible import random_flexible_robot
from random_robots import random_robot
from samples import some

pytestmark = needs_compiler


def agree(dyn, folder, quantities=None, close=1e-13, flags=("-O1",)):
    """Write, compile and call the C of a robot; it must be close to the kernels of the same robot."""
    found = write_c(dyn, folder, quantities)
    library, states = c_library(folder, flags=flags), states_of(dyn)
    for entry in found:
        for ours, theirs in zip(call_c(library, entry, states), kernel_values(dyn, entry, states), strict=True):
            assert apart(ours, theirs) <= close, entry.name
    return found


@pytest.mark.parametrize("robot", some(["khatib-rr", "flexrob", "spherical-chain", "panda", "rtx"], 3))
def test_equals_the_kernels(robot, tmp_path):
    agree(arm.compile(arm.library.get(robot)), tmp_path)


@pytest.mark.parametrize("motors", ["full", "reflected", "none"])
def test_random_robots_of_all_joints(motors, tmp_path):
    rng = np.random.default_rng(len(motors))
    agree(arm.compile(arm.model(random_robot(rng, 4), motors=motors)), tmp_path, close=1e-12, flags=("-O0",))


def test_a_random_flexible_robot(tmp_path):
    robot = random_flexible_robot(np.random.default_rng(3), 1, "RP")
    dyn = arm.compile(robot)
    assert dyn.model.flexible
    agree(dyn, tmp_path, "inverse_dynamics, forward_dynamics, mass_matrix, elastic, jacobian", 1e-12, ("-O0",))


def test_a_robot_with_drives(tmp_path):
    agree(arm.compile(driven()), tmp_path, close=1e-12, flags=("-O0",))
    left = "states of bristles, losses of gears (but for motor_efforts), windings"
    with pytest.warns(arm.ArmillaryWarning, match=re.escape(f"without {left}")):
        made = arm.export(driven(), to="c", path=tmp_path / "warned", quantities="gravity")
    head = " ".join(made.files[0].read_text(encoding="ascii").replace("*", "").split())
    assert f"{left} are left to simulations and FMUs." in head


def test_every_quantity(tmp_path):
    found = agree(arm.compile(arm.library.get("stanford")), tmp_path, "all", 1e-12, ("-O0",))
    assert {entry.quantity for entry in found} == set(EXPORTED)


def test_single_precision(tmp_path):
    dyn = arm.compile(arm.library.get("panda"))
    found = write_c(dyn, tmp_path, precision="float")
    states = {key: np.float32(value).astype(float) for key, value in states_of(dyn).items()}
    library = c_library(tmp_path)
    for entry in found:
        ours = call_c(library, entry, states, kind=np.float32)
        for mine, theirs in zip(ours, kernel_values(dyn, entry, states), strict=True):
            assert apart(mine.astype(float), theirs) <= 1e-4, entry.name
    source = (tmp_path / "rob.c").read_text()
    assert "double" not in source
    assert not re.search(r"\b(sin|cos|sqrt)\(", source)


@pytest.mark.crossed
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("precision", ["double", "float"])
def test_its_own_test_passes_without_warnings(compiler, precision, tmp_path):
    dyn = arm.compile(arm.library.get("ur5"))
    write_c(dyn, tmp_path, precision=precision)
    compiled_c(tmp_path, "-O2", "rob.c", "test_rob.c", "-o", "test_rob", "-lm", compiler=compiler)
    done = subprocess.run(["./test_rob"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(" ok\n") == 9


def test_its_own_test_sees_a_wrong_digit(tmp_path):
    write_c(arm.compile(arm.library.get("khatib-rr")), tmp_path, "gravity, mass_matrix")
    source = (tmp_path / "rob.c").read_text()
    number = re.search(r"24\.525\d*", source)[0]
    (tmp_path / "rob.c").write_text(source.replace(number, f"{float(number) * (1 + 1e-12)!r}"))
    compiled_c(tmp_path, "rob.c", "test_rob.c", "-o", "test_rob", "-lm")
    done = subprocess.run(["./test_rob"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(r"rob_gravity .*FAILED", done.stdout)
    assert re.search(r"rob_mass_matrix .*ok", done.stdout)


def test_what_is_nowhere_finite_is_not_compared(tmp_path):
    dyn = arm.compile(arm.library.get("khatib-rr"))
    graph = Graph()
    nan = (-(graph.input("q", 0) * graph.input("q", 0))).sqrt()
    program = Program("gravity", graph, (Port("q", (2,)),), (Port("g", (1,)),), ((nan.ref,),))
    for file, text in c_files(dyn.model, [ExportedFunction("gravity", "gravity", None, program)], "rob").items():
        (tmp_path / file).write_text(text)
    compiled_c(tmp_path, "rob.c", "test_rob.c", "-o", "test_rob", "-lm")
    done = subprocess.run(["./test_rob"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "no finite value" in done.stdout


@pytest.mark.skipif(not shutil.which("nm"), reason="needs nm")
def test_it_calls_libm_alone_and_keeps_nothing(tmp_path):
    write_c(arm.compile(arm.library.get("stanford")), tmp_path, "all")
    compiled_c(tmp_path, "-O1", "-fno-stack-protector", "-c", "rob.c", "-o", "rob.o")
    symbols = subprocess.run(["nm", "rob.o"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    kinds = [line.split()[-2:] for line in symbols.splitlines()]
    needed = {name for kind, name in kinds if kind == "U"}
    assert {"sin", "cos"} & needed or "sincos" in needed
    assert needed <= {"sin", "cos", "sincos", "sqrt", "_GLOBAL_OFFSET_TABLE_"}
    assert not [name for kind, name in kinds if kind in "bBdDC"]  # no variable outside functions
    source = (tmp_path / "rob.c").read_text()
    assert not re.search(r"\b(for|while|do|goto|malloc|restrict|static (const )?double \w+\s*[=;\[])\b", _code(source))


def _code(source):
    return re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)


def test_threads_do_not_disturb_each_other(tmp_path):
    dyn = arm.compile(arm.library.get("panda"))
    [entry] = write_c(dyn, tmp_path, "forward_dynamics")
    library, states = c_library(tmp_path), states_of(dyn, 400)
    alone = call_c(library, entry, states)[0]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: call_c(library, entry, states)[0], range(8)))
    for each in together:
        np.testing.assert_array_equal(each, alone)


@pytest.mark.parametrize("chunk", [1, 23, 400])
def test_parts_give_the_same_to_the_last_digit(chunk, tmp_path):
    dyn = arm.compile(arm.library.get("puma560"))
    [entry] = entries(dyn, "forward_dynamics")
    states = states_of(dyn)
    found = []
    for size in (10**9, chunk):
        folder = tmp_path / str(size)
        write_c(dyn, folder, "forward_dynamics")
        function = CFunction(entry.program, "rob_forward_dynamics", chunk=size)
        lines = ['#include "rob.h"', "#include <math.h>", *function.lines()]
        (folder / "rob.c").write_text("\n".join(lines) + "\n")
        library = c_library(folder, flags=("-O1", "-ffp-contract=off"))
        found.append(call_c(library, entry, states)[0])
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize(("precision", "close"), [("double", 1e-14), ("float", 1e-5)])
def test_every_operation_and_what_is_not_finite(precision, close, tmp_path):
    program = every_operation("y1", "j0", 1e-30, 123456789.0)
    function = CFunction(program, "rob_all", precision)
    helpers = [text.format(precision) for text in HELPERS.values()]
    lines = [f"void rob_all({', '.join(function.parameters)});", "#include <math.h>", *helpers]
    (tmp_path / "rob.c").write_text("\n".join([*lines, *function.lines()]) + "\n")
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.normal(size=(40, 3)), rng.choice([0.0, np.nan, np.inf, -np.inf, 1.0], size=(60, 3))])
    states = {"y1": x.astype(np.float32).astype(float), "unused": np.zeros((100, 2))}
    kind = np.float32 if precision == "float" else np.float64
    [ours] = call_c(c_library(tmp_path, flags=("-O0",)), ExportedFunction("all", "", None, program), states, kind=kind)
    np.testing.assert_allclose(ours, evaluate(program, states)["j0"], rtol=close, atol=close / 10)


def test_numbers_of_either_precision():
    assert literal(0.1 + 0.2, "double") == "0.30000000000000004"
    assert [literal(v, "float") for v in (0.1, -1e-7, 16777216.0, 1e10)] == [
        "0.1f",
        "-1e-07f",
        "16777216.0f",
        "10000000000.0f",
    ]
    assert literal(1e-300, "float") == "0.0f"
    with pytest.raises(arm.ArgumentError, match="1e\\+300"):
        literal(1e300, "float")


@pytest.mark.parametrize("shift", some(range(0, len(HOSTILE), 4), 3))
def test_hostile_names(shift, tmp_path):
    names = [*HOSTILE[shift:], *HOSTILE[:shift]]
    dyn = arm.compile(renamed(arm.library.get("stanford"), names))
    frames = tuple(dyn.model.frames)
    assert "dot" in frames
    found = write_c(dyn, tmp_path, "jacobian, jacobian_dot, pose, inverse_dynamics", frames)
    assert len({entry.name for entry in found}) == len(found) == 3 * len(frames) + 1
    compiled_c(tmp_path, "rob.c", "test_rob.c", "-o", "test_rob", "-lm")
    assert subprocess.run(["./test_rob"], cwd=tmp_path, check=False, capture_output=True).returncode == 0
    own = {f"{start}_{entry.name}" for entry in found for start in ("rob", "check")}
    for text in (path.read_text() for path in tmp_path.glob("*.[ch]")):
        called = set(re.findall(r"\b(\w+) ?\(", _code(text)))
        assert called <= {"sin", "cos", "fabs", "printf", "main", "if", "for", "return", "compare", "report", *own}
        assert text.count("/*") == text.count("*/")
        assert set(re.findall(r"^#include (.*)$", text, re.MULTILINE)) <= {'"rob.h"', "<math.h>", "<stdio.h>"}
    library, states = c_library(tmp_path), states_of(dyn, 3)
    for entry in found:  # each function is that of its own frame
        assert apart(call_c(library, entry, states)[0], kernel_values(dyn, entry, states)[0]) <= 1e-13


def test_places_have_names_of_their_own(tmp_path):
    robot = arm.library.get("planar-3r")
    names = dict(zip([joint.name for joint in robot.joints], ["Elbow", "elbow", "el-bow"], strict=True))
    robot = replace(robot, joints=tuple(replace(joint, name=names[joint.name]) for joint in robot.joints))
    write_c(arm.compile(robot), tmp_path, "gravity")
    header = (tmp_path / "rob.h").read_text()
    places = dict(re.findall(r"#define ROB_(Q_\w+) (\d+)", header))
    assert places == {"Q_ELBOW": "0", "Q_ELBOW_2": "1", "Q_EL_BOW": "2"}
    assert "#define ROB_NQ 3 " in header


def test_the_header_says_counts_units_and_conventions(tmp_path):
    write_c(arm.compile(arm.library.get("flexrob")), tmp_path, "gravity")
    header = (tmp_path / "rob.h").read_text()
    for text in (
        "#define ROB_JOINT_NV 2",
        "#define ROB_ELASTIC_NV 4",
        "rad/s, effort N m",
        "(angular, linear)",
        "reentrant",
    ):
        assert text in header
    write_c(arm.compile(arm.library.get("spherical-chain")), tmp_path, "gravity")
    header = (tmp_path / "rob.h").read_text()
    assert "#define ROB_NQ 12" in header
    assert "#define ROB_NV 9" in header
    assert "#define ROB_Q_JOINT1_W 0" in header


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_the_header_serves_c_plus_plus(tmp_path):
    write_c(arm.compile(arm.library.get("khatib-rr")), tmp_path)
    (tmp_path / "use.cpp").write_text(
        '#include "rob.h"\nint main() { double q[2] = {}, g[2]; rob_gravity(q, g); return g[0] > 0 ? 0 : 1; }\n'
    )
    compiled_c(tmp_path, "-c", "rob.c", "-o", "rob.o", compiler="gcc")
    subprocess.run(["g++", "-Wall", "-Wextra", "-Werror", "use.cpp", "rob.o", "-o", "use"], cwd=tmp_path, check=True)
    assert subprocess.run(["./use"], cwd=tmp_path, check=False).returncode == 0


@pytest.mark.skipif(not shutil.which("cmake"), reason="needs cmake")
def test_cmake_builds_and_ctest_passes(tmp_path):
    write_c(arm.compile(arm.library.get("khatib-rr")), tmp_path)
    for command in (
        ["cmake", "-S", ".", "-B", "build"],
        ["cmake", "--build", "build"],
        ["ctest", "--test-dir", "build"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "100% tests passed" in done.stdout


def test_the_same_robot_gives_the_same_text():
    dyn = arm.compile(arm.library.get("rtx"))
    first, second = (c_files(dyn.model, entries(arm.compile(arm.library.get("rtx"))), "rob") for _ in range(2))
    assert first == second


@needs_compiler
@pytest.mark.parametrize("precision", ["double", "float"])
def test_free_parameters_are_an_argument(precision, tmp_path):
    model = arm.model(arm.library.get("khatib-rr"), free=["payload.mass", "joint2.friction.viscous"])
    made = arm.export(model, "c", path=tmp_path / "c", precision=precision)
    header = (tmp_path / "c" / "khatib_rr.h").read_text()
    assert re.search(r"_inverse_dynamics\([^;]*parameters\[2\]", header)
    assert "parameters[1]  joint2.friction.viscous" in header
    sources = [str(file) for file in made.files if file.suffix == ".c"]
    subprocess.run([*next(iter(COMPILERS.values())), "-O1", "-o", str(tmp_path / "test"), *sources, "-lm"], check=True)
    assert subprocess.run([str(tmp_path / "test")], capture_output=True).returncode == 0


def test_files_of_two_exports_do_not_compile_together(tmp_path):
    """A killed write into a folder with other files may leave a header and a source of two exports."""
    one, two = (arm.planar([1.0, 1.0], [1.0, mass]) for mass in (1.0, 2.0))
    for name, robot in (("one", one), ("two", two), ("mixed", one)):
        write_c(arm.compile(robot), tmp_path / name, ("gravity",))
        compiled_c(tmp_path / name, "-c", "rob.c")
    shutil.copy(tmp_path / "two" / "rob.c", tmp_path / "mixed" / "rob.c")
    for file in ("rob.c", "test_rob.c"):
        shutil.copy(tmp_path / "two" / file, tmp_path / "mixed" / file)
        with pytest.raises(AssertionError, match="another export: export the robot again"):
            compiled_c(tmp_path / "mixed", "-c", file)
    shutil.copy(tmp_path / "two" / "rob.h", tmp_path / "mixed" / "rob.h")
    compiled_c(tmp_path / "mixed", "-c", "rob.c")
