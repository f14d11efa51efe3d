"""Models carry their choices: every function takes a robot or a model, and models are equal by value."""

import numpy as np
import pytest

import armillary as arm
from internals import as_model, reframe

ROBOT = arm.library.get("rpr-orthogonal")


def test_equal_by_robot_and_choices():
    assert arm.model(ROBOT) == arm.model(arm.library.get("rpr-orthogonal"))
    assert hash(arm.model(ROBOT)) == hash(arm.model(ROBOT))
    others = (arm.model(ROBOT, motors="none"), arm.model(ROBOT, friction=False), arm.model(arm.library.get("rtx")))
    assert all(arm.model(ROBOT) != other for other in others)


def test_transformed_models_equal_by_their_contents():
    one, other = reframe(arm.model(ROBOT)), reframe(arm.model(ROBOT))
    assert one == other
    assert one != arm.model(ROBOT)


def test_a_robot_has_the_default_choices():
    model = as_model(ROBOT)
    assert (model.motors, model.friction) == ("full", True)
    assert as_model(model) is model
    assert model == arm.model(ROBOT)


@pytest.mark.parametrize("make", [arm.compile, arm.evaluate])
def test_choices_reach_the_equations(make):
    q, qd, qdd = np.full((3, 3), 0.5)
    geared, bare = make(ROBOT), make(arm.model(ROBOT, motors="none"))
    assert geared.model.motors == "full"
    assert not np.allclose(geared.inverse_dynamics(q, qd, qdd), bare.inverse_dynamics(q, qd, qdd))
    rough = arm.library.get("puma560")
    q, qd = np.full((2, 6), 0.5)
    dry = make(arm.model(rough, friction=False)).bias(q, qd)
    assert not np.allclose(make(rough).bias(q, qd), dry)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"motors": "half"}, "motors: 'half'; expected one of full"), ({"friction": "no"}, "friction: 'no'")],
)
def test_bad_choices(options, message):
    with pytest.raises(arm.ArgumentError, match=message):
        arm.model(ROBOT, **options)


def test_no_robot():
    for function in (as_model, arm.compile, arm.evaluate, arm.frequencies, arm.statics, arm.linearise, arm.equations):
        with pytest.raises(arm.ArgumentError, match="a Robot or a Model"):
            function("panda")
