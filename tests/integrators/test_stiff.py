"""Rosenbrock's method: exact derivatives, linear algebra, and the cost of a stiff arm. And the choice by stiffness."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import armillary as arm
from integrators.running import Runner, Sway, start_of, system_of
from internals import LU, Auto, Code, Vector, build_simplified, eigenvalues, host, load_object, to_object
from internals import evaluate_program as evaluate
from samples import some


@pytest.mark.parametrize("robot", some(["planar-3r", "spherical-chain", "flexrob", "panda"], 3))
def test_linearisation_is_exact(robot):
    """N J and N ∂f/∂t of the compiled program are those of complex steps of f."""
    system = system_of(robot, Sway)
    found, n, rng = system.linear, system.layout.size, np.random.default_rng(4)
    x = start_of(system, v=rng.normal(size=system.plant.nv))
    x[system.layout.q] = system.plant.integrate(x[system.layout.q], 0.3 * rng.normal(size=system.plant.nv))
    kernel = build_simplified(found.program)
    clock, held = np.array([0.3, 0.4]), np.zeros(system.program.inputs[2].size)
    outputs = [np.empty(array.shape) for array in found.program.outputs]
    kernel.one(clock, x, held, *outputs)
    rates, mass, kept, eliminated, sinks, f_t = outputs
    r, R, E, S = len(found.kept), list(found.kept), list(found.eliminated), list(found.sinks)
    J, J_t = by_complex_steps(system, x, clock, held)
    N = np.eye(n)
    N[np.ix_(R, R)] = mass[:, :r].T
    scale = np.abs(N @ J).max()
    given = {"clock": clock, "x": x, "p": held}
    np.testing.assert_allclose(rates, evaluate(system.program, given)["dx"], rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(kept[:, :r].T, (N @ J)[np.ix_(R, R)], atol=1e-11 * scale)
    np.testing.assert_allclose(eliminated[:, :r].T, (N @ J)[np.ix_(R, E)], atol=1e-11 * scale)
    np.testing.assert_allclose(sinks, J[S], atol=1e-11 * scale)
    np.testing.assert_allclose(f_t, N @ J_t, atol=1e-11 * scale)
    assert np.abs(J_t).max() > 0
    assert not J[:, S].any()
    np.testing.assert_array_equal(J[E], np.eye(n)[[R[m] for m in found.partners]])
    M = arm.compile(system.plant.robot).mass_matrix(x[system.layout.q])
    np.testing.assert_allclose(N[system.layout.v, system.layout.v], M, rtol=1e-9, atol=1e-12)


def by_complex_steps(system, x, clock, held):
    n, tiny = len(x), 1e-30
    given = np.concatenate([[clock[0]], x]).astype(complex) + tiny * 1j * np.eye(n + 1)
    clocks = np.stack([given[:, 0], np.full(n + 1, clock[1])], axis=1)
    rates = evaluate(system.program, {"clock": clocks, "x": given[:, 1:], "p": np.tile(held, (n + 1, 1))})["dx"]
    J = rates.imag / tiny
    return J[1:].T, J[0]


def test_only_velocities_and_what_feeds_them_are_factored():
    """The audit and, for joints that turn or slide, coordinates cost no column."""
    plain, controlled = (system_of("planar-3r", controller).linear for controller in (None, Sway))
    assert plain.eliminated == (0, 1, 2)
    assert plain.kept == (3, 4, 5)
    assert plain.sinks == (6, 7, 8)
    assert controlled.kept == (3, 4, 5, 6)
    quaternions = system_of("spherical-chain").linear
    assert not quaternions.eliminated
    assert len(quaternions.kept) == 12 + 9


def native_solve(matrix, right):
    """Solve by the native elimination."""
    n = len(matrix)
    stride = -(-n // 8) * 8
    code = Code("solve", ["matrix", "right"], host().width)
    lu = LU(code, n, stride)
    code.over(0, n, lambda j: code.copy(lu.matrix.row(j, stride), Vector(code, "%matrix", 0).row(j, stride)), False)
    lu.factor()
    lu.solve(Vector(code, "%right", stride))
    library = load_object(to_object(code.finish() + "\nattributes #0 = { nounwind }\n"), ["solve"])
    columns, b = np.zeros((n, stride)), np.zeros(stride)
    columns[:, :n], b[:n] = matrix.T, right
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(library["solve"])
    call(columns.ctypes.data, b.ctypes.data)
    assert not b[n:].any()
    return b[:n]


@pytest.mark.parametrize("n", [1, 2, 5, 8, 16, 17, 40])
def test_elimination(n):
    """Also where every pivot is out of place."""
    rng = np.random.default_rng(n)
    matrix, right = rng.normal(size=(n, n)), rng.normal(size=n)
    np.testing.assert_allclose(native_solve(matrix, right), np.linalg.solve(matrix, right), rtol=1e-9, atol=1e-10)
    matrix = np.triu(rng.normal(size=(n, n)), 1)[:, ::-1] * 1e-3 + 3 * np.eye(n)[rng.permutation(n)]
    np.testing.assert_allclose(native_solve(matrix, right), np.linalg.solve(matrix, right), rtol=1e-9, atol=1e-10)


@cache
def flexible(kilohertz):
    """Return an arm of two flexible links with six modes each, the fastest of which has about this frequency."""
    robot = arm.library.get("flexrob")
    links = []
    for link in robot.links:
        if link.beam is not None:
            stiff = link.beam.E * (kilohertz / 2.2105) ** 2
            modes = replace(link.beam.modes, bending_y=6)
            link = replace(link, beam=replace(link.beam, E=stiff, modes=modes))
        links.append(link)
    return replace(robot, links=tuple(links))


def test_a_stiff_arm_costs_no_more():
    """20 kHz against 2 kHz, 5 s of motion: within twice the work; an explicit method takes ten times as much."""
    work, explicit = {}, {}
    for kilohertz in (2.0, 20.0):
        system = system_of(flexible(kilohertz))
        fastest = np.abs(eigenvalues(system, start_of(system))).max() / (2000 * np.pi)
        assert fastest == pytest.approx(kilohertz, rel=1e-2)
        x = start_of(system, v=[1.0, -0.5] + 12 * [0.0])
        for tolerance in (1e-4, 1e-6, 1e-8):
            report = Runner(system, "rosenbrock").run(x, 5.0, rtol=tolerance).report
            assert report.status == 0
            work[kilohertz, tolerance] = report.evaluations
        explicit[kilohertz] = Runner(system, "rk45").run(x, 0.1, rtol=1e-6).report.evaluations
    for tolerance in (1e-4, 1e-6, 1e-8):
        assert work[20.0, tolerance] <= 2 * work[2.0, tolerance]
    assert explicit[20.0] > 5 * explicit[2.0]


def test_choice_by_stiffness():
    rigid, soft, stiff = system_of("planar-3r"), system_of(flexible(2.0)), system_of(flexible(20.0))
    assert Auto().choose(rigid, start_of(rigid))[0].name == "dop853"
    assert Auto(rtol=1e-5).choose(rigid, start_of(rigid))[0].name == "rk45"
    assert Auto().choose(rigid, start_of(rigid), period=1e-3)[0].name == "rk45"
    assert Auto().choose(soft, start_of(soft))[0].name == "dop853"
    chosen, reason = Auto(rtol=1e-8, atol=1e-7, step=1e-4).choose(stiff, start_of(stiff))
    assert chosen == arm.solvers.Rosenbrock(rtol=1e-8, atol=1e-7, step=1e-4)
    assert "20 kHz" in reason


def test_choice_sees_the_controller():
    """A loop closed with huge damping is stiff, whatever the arm is."""

    class Hard(Sway):
        def effort(self, signal):
            return -1e5 * np.asarray(signal.qd)

    system = system_of("planar-3r", Hard)
    assert Auto().choose(system, start_of(system))[0].name == "rosenbrock"
