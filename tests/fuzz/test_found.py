"""Arguments that once raised bare errors or warnings: finds of long runs, each a case of every run from then on."""

import numpy as np
import pytest

import armillary as arm
from internals import StaticFrequencies as Frequencies

from .values import Raising


@pytest.mark.parametrize("lower", [0.0, -0.0])
def test_a_range_of_zero_with_a_sign(lower):
    """NumPy draws nothing between 0 and −0."""
    joint = arm.Joint("turn", "revolute", "base", "bar", axis=(0, 0, 1), limits=arm.Limits(lower, -lower))
    robot = arm.Robot("stuck", (arm.Link("bar", 1.0, (0.5, 0, 0)),), (joint,))
    assert arm.check(robot, states=2).worst < 1e-10
    assert arm.simulate(robot, 0.01).q == pytest.approx(0.0, abs=1e-3)


C = arm.controllers


def test_a_piece_is_selected_by_the_real_part_of_a_time():
    """Derivatives by the complex step go through references."""
    shaped = arm.references.Shaped(
        arm.references.FifthOrder(start=[0.0], end=[1.0], duration=1.0), arm.references.ZV(2.0)
    )
    assert np.real(shaped.motion(0.5, 0.5 + 2j).position) == pytest.approx(shaped.motion(0.5).position)


def with_law(law: object, **given: float) -> None:
    """Bind a control law to a robot, as a run does."""
    _ = arm.Scenario(rr(), controller=law, **given).law


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
        (lambda: with_law(C.OperationalSpace(1, 1, task=[3, 4], objectives=[3])), "objectives"),
        (lambda: with_law(C.Sum(C.PD)), "controller"),
        (lambda: with_law(C.Kalman(C.PD(1, 1), 1, 1, 1, 1, 1)), "A"),
        (lambda: with_law(C.Scheduled(C.PD(1, 1), [C.GainTable("kp", 3, [0, 1], [1, 2])])), "by"),
        (lambda: with_law(lambda t, q, qd: 0.0), "controller"),
        (lambda: with_law(C.Discrete(lambda t, q, qd, reference: 0.0, start=[0.0]), period=0.1), "function"),
        (lambda: arm.load_scenario("manutec-r3", 3), "settings"),
    ],
)
def test_a_find_is_an_argument_error(call, argument):
    with pytest.raises(arm.ArgumentError) as error:
        call()
    assert error.value.field == argument
