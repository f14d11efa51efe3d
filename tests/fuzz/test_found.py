"""Arguments that once raised bare errors or warnings: finds of long runs, each a case of every run from then on."""

import numpy as np
import pytest

import armillary as arm
from armillary.studies.outputs import Frequencies

from .values import Raising


@pytest.mark.parametrize("lower", [0.0, -0.0])
def test_a_range_of_zero_with_a_sign(lower):
    """NumPy draws nothing between 0 and −0."""
    joint = arm.Joint("turn", "revolute", "base", "bar", axis=(0, 0, 1), limits=arm.Limits(lower, -lower))
    robot = arm.Robot("stuck", (arm.Link("bar", 1.0, (0.5, 0, 0)),), (joint,))
    assert arm.check(robot, states=2).worst < 1e-10
    assert arm.simulate(robot, 0.01).q == pytest.approx(0.0, abs=1e-3)


def rr() -> arm.Robot:
    return arm.library.get("khatib-rr")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: arm.cost(rr(), "gravity", formulation=np.array([1e308, -1e308])), "formulation"),
        (lambda: arm.export(rr(), "fmu", path="rr.fmu", formulation=np.array([1.0, 2.0])), "formulation"),
        (lambda: arm.controllers.Sum(controllers=Raising()), "controllers"),
        (lambda: Frequencies(count=10**12), "count"),
        (lambda: arm.frequencies(rr(), qd=[1e200, 1e-200]), "q or qd"),
    ],
)
def test_a_find_is_an_argument_error(call, argument):
    with pytest.raises(arm.ArgumentError) as error:
        call()
    assert error.value.argument == argument
