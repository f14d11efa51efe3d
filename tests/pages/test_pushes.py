"""Pushes that a page has saved act as pushes from Python do."""

import numpy as np
import pytest

import armillary as arm
from internals import HEAD, parse_pushes

MODEL = arm.model(arm.library.get("khatib-rr"))
HEADINGS = ",".join([*HEAD, "joint1 [N·m]", "joint2 [N·m]"])


def pushes(*rows):
    return parse_pushes("\n".join([HEADINGS, *rows]))


def test_rows_hold_until_the_next_of_their_kind():
    """Forces at the tip against the Jacobian of `Push`, at a time inside each stretch."""
    q, tip = np.array([0.3, -0.8]), MODEL.frames["tip"]
    at = ",".join(map(str, tip.translation))
    link = MODEL.joints[tip.body].name
    found = pushes(f"0.1,{link},1,2,3,{at},,", "0.2,,,,,,,,4,5", f"0.3,{link},6,0,0,{at},,", "0.4,,,,,,,,0,0")
    forces, efforts = [(0, 0, 0), (1, 2, 3), (1, 2, 3), (6, 0, 0), (6, 0, 0)], [0, 0, (4, 5), (4, 5), 0]
    for k, (force, effort) in enumerate(zip(forces, efforts, strict=True)):
        inside = 0.05 + 0.1 * k
        expected = arm.Push("tip", (0, 0, 0, *force)).efforts(MODEL, q, inside, inside) + effort
        assert np.allclose(found.efforts(MODEL, q, inside, inside).astype(float), expected, atol=1e-12)
    assert found.switches == (0.1, 0.2, 0.3, 0.4)
    assert not np.any(pushes().efforts(MODEL, q, 0.0, 0.0))


def test_wrong_files():
    for rows, told in (
        (["0.1,link,1,2,x,0,0,0,,"], "finite numbers"),
        (["0.1,,,,,,,,1"], "efforts at all velocity coordinates"),
        (["0.1,joint1,1,2,3,0,0,0,4,5"], "a link with force and point, or efforts"),
        (["0.2,,,,,,,,1,2", "0.1,,,,,,,,1,2"], "3: 0.1 s after 0.2 s; expected rows in the order of time"),
    ):
        with pytest.raises(arm.errors.ScenarioError, match=told):
            pushes(*rows)
    with pytest.raises(arm.errors.ScenarioError, match="the columns"):
        parse_pushes("t,x\n0,1")
    with pytest.raises(arm.ArgumentError, match="the name of a number of the scenario"):
        arm.simulate(MODEL, 0.1, disturbances=pushes(), parameters={"disturbances[0].force.x": 1.0})
    with pytest.raises(arm.ArgumentError, match="'palm' is not the joint of a link"):
        arm.Scenario(MODEL, disturbances=pushes("0.1,palm,1,2,3,0,0,0,,"))
