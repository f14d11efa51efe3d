"""Values in messages: short, quick, and never an error of the value itself."""

import numpy as np
import pytest

import armillary as arm
from internals import shortened


class Array:
    """An array that may not be shown as a whole."""

    def __init__(self, shape):
        self.shape = shape

    def __str__(self):
        raise AssertionError("shown as a whole")


@pytest.mark.parametrize("shape", [(2,) * 14, (1,) * 30, (3, 3, 3), (10**9,), (0,) * 40])
def test_large_arrays_and_those_of_many_dimensions_are_told_by_their_shapes(shape):
    """NumPy would show six entries along each dimension."""
    told = str(shape) if len(shape) <= 16 else f"{len(shape)} dimensions"
    for value in (Array(shape), [Array(shape)], (Array(shape), 1)):
        text = shortened(value)
        assert "an array of" in text
        assert len(text) <= 80
    assert told in shortened(Array(shape)) or len(told) > 50


def test_small_values_are_told_as_they_are():
    values = {"(1, 2.5, 'a')": (1, 2.5, "a"), "(1,)": (1,), "[1.0, 2.0]": [1.0, 2.0], "[1. 2.]": np.array([1.0, 2.0])}
    assert {shortened(value): value for value in values.values()}.keys() == values.keys()
    assert shortened("x" * 10**6)[:10] == "'xxxxxxxxx"
    assert len(shortened("x" * 10**6)) <= 80


class Raising:
    """An object that raises whatever is asked of it."""

    def _raise(self, *_, **__):
        raise RuntimeError("raised by an argument")

    __repr__ = __str__ = __array__ = __len__ = __iter__ = __float__ = _raise


@pytest.mark.parametrize(
    "call",
    [
        lambda bad: arm.planar(bad, [1.0]),
        lambda bad: arm.references.Sinusoid(bad, 1.0),
        lambda bad: arm.references.Sinusoid([1.0], 1.0).motion(bad),
        lambda bad: arm.evaluate(arm.planar([1.0], [1.0])).gravity(bad),
        lambda bad: arm.Scenario(arm.planar([1.0], [1.0]), sensors=bad),
        lambda bad: arm.Scenario(arm.planar([1.0], [1.0]), x0=bad),
        lambda bad: arm.types.RecordedPushes(bad, (), ()),
        lambda bad: arm.equations(arm.planar([1.0], [1.0])).chosen(bad),
        lambda bad: arm.model(arm.planar([1.0], [1.0]), free=["gravity.z"]).with_values(bad),
        lambda bad: arm.axes.Uniform(bad, 1.0),
        lambda bad: arm.outputs.Function(len, shape=bad, name="x"),
    ],
)
@pytest.mark.parametrize(
    "bad", [Raising(), None, np.zeros((2,) * 14), [[[]]]], ids=["raising", "none", "deep", "lists"]
)
def test_hostile_values_are_refused_by_name(call, bad):
    with pytest.raises(arm.ArmillaryError, match=": "):
        call(bad)
