"""SymPy forms: the same numbers, and the same mechanics by SymPy's own differentiation."""

import sys

import numpy as np
import pytest
import sympy

import armillary as arm
from formula_reader import random_values
from internals import SympyForm, sympy_form
from random_robots import random_robot


def numbers(found, expressions, values):
    """Return what lambdified expressions give for the values of the symbols."""
    form = SympyForm(found.symbols)
    given = {symbol: values[slot] for slot, symbol in form.symbol.items() if symbol.is_Symbol}
    return sympy.lambdify(list(given), list(expressions), "math")(*given.values())


@pytest.mark.parametrize(
    ("name", "letters", "names"),
    [
        ("khatib-rr", "all", ("all",)),
        ("stanford", "all", ("all",)),
        ("rtx", "all", ("all",)),
        ("rtx", "none", ("all",)),
        ("rtx", "base", ("dynamics",)),
        ("flexrob", "all", ("M", "g", "f", "kinematics")),
        ("flexrob", "none", ("M", "x")),
        ("ur5", "all", ("M", "g")),
    ],
)
def test_lambdified_forms_equal_the_formulas(name, letters, names):
    found = arm.equations(arm.library.get(name), letters=letters)
    values = random_values(found)
    for quantity in found.chosen(names):
        formulas = list(found.formulas(quantity))
        expected = [formula.evaluate(values) for formula in formulas]
        got = numbers(found, [formula.sympy() for formula in formulas], values)
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12, err_msg=quantity)


@pytest.mark.parametrize("seed", range(3))
def test_random_robots(seed):
    found = arm.equations(random_robot(np.random.default_rng(seed), 2, "RRPF"), letters="none")
    values = random_values(found)
    for quantity in ("M", "v", "g", "f", "J"):
        formulas = list(found.formulas(quantity))
        expected = [formula.evaluate(values) for formula in formulas]
        got = numbers(found, [formula.sympy() for formula in formulas], values)
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12, err_msg=quantity)


@pytest.mark.parametrize("name", ["khatib-rr", "khatib-rp", "stanford"])
def test_lagrange_by_sympy(name):
    """g = ∂V/∂q and M = ∂²T/∂q̇², by SymPy's derivatives of our energies."""
    found = arm.equations(arm.library.get(name))
    form = SympyForm(found.symbols)
    q = [form.symbol[one.q] for one in found.symbols.coordinates]
    qd = [form.symbol[one.qd] for one in found.symbols.coordinates]
    all_of = found.sympy("T", "V", "M", "g")
    assert (sympy.Matrix([all_of["V"]]).jacobian(q).T - all_of["g"]).applyfunc(sympy.expand) == sympy.zeros(len(q), 1)
    assert (sympy.hessian(all_of["T"], qd) - all_of["M"]).applyfunc(sympy.expand) == sympy.zeros(len(q))


def test_names_and_shapes():
    found = arm.equations(arm.library.get("khatib-rr"))
    M = found.M.sympy()
    assert M[1, 1].subs({"m2": 2, "lc2": 3, "Izz2": 5}) == 23
    assert M.shape == (2, 2)
    assert found.g.sympy().shape == (2, 1)
    assert found.b.sympy().shape == (2, 2, 2)
    assert sympy.latex(sympy.Symbol("thetadot1")) == r"\dot{\theta}_{1}"
    assert {str(s) for s in found.entry("v2").sympy().free_symbols} == {"m2", "l1", "lc2", "theta2", "thetadot1"}
    friction = arm.equations(arm.library.get("rtx")).entry("f1").sympy()
    assert friction.has(sympy.sign(sympy.Symbol("ddot1")))
    assert sympy.latex(sympy.Symbol("ddot1")) == r"\dot{d}_{1}"


def test_symbols_are_identifiers_and_differ():
    for name in ("flexrob", "rtx", "celentano-link"):
        found = arm.equations(arm.library.get(name))
        names = [str(s) for s in SympyForm(found.symbols).symbol.values() if s.is_Symbol]
        assert all(text.isidentifier() for text in names)
        assert len(set(names)) == len(names)


def test_numbers_are_exact_where_they_can_be():
    form = SympyForm(arm.equations(arm.library.get("khatib-rr")).symbols)
    assert form.number(0.5) == sympy.Rational(1, 2)
    assert form.number(-3.0) == -3
    assert float(form.number(0.1)) == 0.1


def test_without_sympy(monkeypatch):
    found = arm.equations(arm.library.get("khatib-rr"))
    sympy_form._sympy.cache_clear()
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[equations\]"):
        found.M.sympy()
