"""The parts of the equations are attributes that completion, help and type checkers see."""

import typing

import pytest

import armillary as arm
from internals import SYMBOLIC_QUANTITIES as QUANTITIES
from internals import Derivation, EquationQuantity

EQUATIONS = arm.equations(arm.library.get("khatib-rr"))


@pytest.mark.parametrize("name", QUANTITIES)
def test_an_attribute_with_a_type_and_a_docstring(name):
    part = getattr(arm.types.Equations, name)
    assert isinstance(part, EquationQuantity)
    assert isinstance(part, property)
    assert part.__doc__ == QUANTITIES[name].title + "."
    assert isinstance(getattr(EQUATIONS, name), typing.get_args(part.__orig_class__)[0])
    assert name in dir(EQUATIONS)
    assert hasattr(Derivation, name)


def test_all_of_them_in_their_order():
    expected = "x R J T V M b B C Gamma v g f motors tau p c gamma eta"
    assert list(QUANTITIES) == expected.split()
    assert expected.replace(" ", ", ") in repr(EQUATIONS)


def test_an_unknown_part_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Equations' object has no attribute 'Mass'"):
        EQUATIONS.Mass  # noqa: B018
