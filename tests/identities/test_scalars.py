"""The same code runs on floats, complex numbers and SymPy symbols."""

import numpy as np
import pytest
import sympy

import armillary as arm
from internals import ALL_FORMULATIONS, FORMULATIONS, QUANTITIES, energy, jacobian, jacobian_dot, pose, random_state
from random_robots import random_robot

ENERGIES = ("kinetic_energy", "potential_energy")  # the rest of `energy` differentiates by the complex step
DYNAMICS = [quantity for quantity in QUANTITIES.values() if set(quantity.formulations) & set(FORMULATIONS)]
CASES = [
    (quantity.name, name)
    for quantity in DYNAMICS
    for name in quantity.formulations
    if not ALL_FORMULATIONS[name].approximate  # these know chains in a plane only
    and (not ALL_FORMULATIONS[name].numbers_only or quantity.name in ENERGIES)
]


@pytest.fixture(scope="module")
def case():
    rng = np.random.default_rng(4)
    model = arm.model(random_robot(rng, 2, kinds="RP", tree=False))
    q, qd, qdd = random_state(model, rng)
    return model, {"q": q, "qd": qd, "qdd": qdd, "tau": 3 * qdd}


def _symbols(model, values):
    symbols = {name: np.array(sympy.symbols(f"{name}:{model.nv}", real=True)) for name in values}
    numbers = {s: v for name in values for s, v in zip(symbols[name], values[name], strict=True)}
    return symbols, lambda result: np.array([complex(sympy.sympify(x).subs(numbers)) for x in np.ravel(result)])


@pytest.mark.parametrize(("quantity", "name"), CASES)
def test_formulations_run_on_sympy_symbols(case, quantity, name):
    model, values = case
    symbols, evaluate = _symbols(model, values)
    function, arguments = QUANTITIES[quantity].formulations[name], QUANTITIES[quantity].inputs
    shown = function(model, *(symbols[argument] for argument in arguments))
    plain = function(model, *(values[argument] for argument in arguments))
    np.testing.assert_allclose(evaluate(shown), np.ravel(plain), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize(("quantity", "name"), CASES)
def test_formulations_run_on_complex_numbers(case, quantity, name):
    """A real input given as complex numbers yields the same, with no imaginary part."""
    model, values = case
    function = QUANTITIES[quantity].formulations[name]
    arguments = [values[argument] for argument in QUANTITIES[quantity].inputs]
    result = function(model, *(argument.astype(complex) for argument in arguments))
    np.testing.assert_allclose(np.real(result), function(model, *arguments), rtol=1e-12, atol=1e-12)
    assert np.abs(np.imag(result)).max() == 0


def test_kinematics_and_energies_run_on_sympy_symbols(case):
    model, values = case
    symbols, evaluate = _symbols(model, values)
    for function, names in (
        (pose, ["q"]),
        (jacobian, ["q"]),
        (jacobian_dot, ["q", "qd"]),
        (energy.kinetic_energy, ["q", "qd"]),
        (energy.potential_energy, ["q"]),
    ):
        shown = function(model, *(symbols[name] for name in names))
        plain = function(model, *(values[name] for name in names))
        np.testing.assert_allclose(evaluate(shown), np.ravel(plain), rtol=1e-10, atol=1e-11)
