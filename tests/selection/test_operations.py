"""Counts of a candidate are those of its programs, which compute the right thing; the elements stand beside them."""

import numpy as np
import pytest

import armillary as arm
from internals import OPERATIONS_QUANTITIES as QUANTITIES
from internals import Candidate, count, elements, lagrange, least, newton_euler, optimise, trace, trace_together
from internals import operations_measures as measures
from random_robots import random_robot, random_state

ROBOTS = ["khatib-rr", "planar-prr", "stanford", "rtx", "puma560"]


def measured(name, motors="none"):
    return {one.key: one for one in measures(Candidate(arm.model(arm.library.get(name), motors=motors)))}


@pytest.mark.crossed
@pytest.mark.parametrize("motors", ["none", "reflected", "full"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_counted_is_right(seed, motors):
    """The kernels of the counted programs against Newton–Euler and Lagrange, trees, all joints, motors anywhere."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 3), motors=motors, friction=False)
    q, qd, qdd = random_state(rng, model)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    M, C = lagrange.mass_matrix(model, q), lagrange.coriolis_matrix(model, q, qd)
    inputs = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    expected = {"mass_matrix": M, "coriolis_matrix": C, "inverse_dynamics": tau, "forward_dynamics": qdd}
    for parts in QUANTITIES.values():
        found = least(model, *parts)
        kernel = found.kernel()
        outs = [np.empty(array.shape) for array in kernel.program.outputs]
        kernel.one(*(inputs[array.name] for array in kernel.program.inputs), *outs)
        for name, out in zip(parts, outs, strict=True):
            np.testing.assert_allclose(out, expected[name], atol=1e-9 * (1 + np.abs(expected[name]).max()))
        assert found.cost == count(optimise(found.program))


@pytest.mark.parametrize("name", ROBOTS)
def test_no_formulation_has_fewer(name):
    """Every formulation of a quantity that is not hopeless, simplified, against the one that is counted."""
    model = arm.model(arm.library.get(name), motors="none", friction=False)
    ways = ["composite_body", "newton_euler", "christoffel", "lagrange", "momentum", "articulated_body"]
    for parts in QUANTITIES.values():
        if len(parts) > 1 or (model.nv > 3 and parts == ("forward_dynamics",)):
            continue
        fewest = least(model, *parts).cost.flops
        for way in ways:
            if way in arm.evaluate(arm.library.get(name)).formulations[parts[0]]:
                assert fewest <= count(optimise(trace(model, parts[0], way))).flops, (parts, way)


@pytest.mark.parametrize("name", ROBOTS)
def test_measures_are_the_counts(name):
    found = measured(name)
    model = arm.model(arm.library.get(name), motors="none", friction=False)
    for key, parts in QUANTITIES.items():
        cost = least(model, *parts).cost
        M, A, angles = (found[f"operations.{key}_{part}"].value for part in ("m", "a", "angles"))
        assert (M, A, angles) == (cost.mul + cost.div, cost.add, cost.angles)
        assert found[f"operations.{key}"].value == M + A == cost.flops
        assert found[f"operations.{key}"].note.startswith(f"{M}M {A}A")
    both = found["operations.gim_mci"].value
    assert both <= found["operations.gim"].value + found["operations.mci"].value  # something is shared
    assert both >= max(found["operations.gim"].value, found["operations.mci"].value)


@pytest.mark.parametrize("name", ROBOTS)
def test_element_formulas_cost_more(name):
    found = measured(name)
    for key in ("gim", "mci", "gim_mci"):
        assert found[f"operations.{key}_elements"].value > found[f"operations.{key}"].value
    parts = [found[f"operations.{key}_elements"].value for key in ("gim", "mci")]
    assert found["operations.gim_mci_elements"].value == sum(parts)
    model = arm.model(arm.library.get(name), motors="none", friction=False)
    assert [cost.flops for cost in elements(model).values()] == parts
    assert parts[1] == count(trace(model, "coriolis_matrix", "denoc")).flops


def test_motors_count_as_the_candidate_says_and_friction_never():
    none, full = measured("stanford"), measured("stanford", "full")
    assert full["operations.gim_elements"].value != none["operations.gim_elements"].value
    rtx = arm.library.get("rtx")
    assert any(joint.friction.viscous for joint in rtx.joints)
    with_friction = trace(arm.model(rtx, motors="none"), "inverse_dynamics", "newton_euler")
    assert measured("rtx")["operations.inverse_dynamics"].value < count(optimise(with_friction)).flops


def test_flexible_links_have_no_element_formulas():
    found = measured("flexrob", "full")
    for key in ("gim", "mci", "gim_mci"):
        assert found[f"operations.{key}_elements"].value is None
        assert "rigid" in found[f"operations.{key}_elements"].note
    assert found["operations.inverse_dynamics"].value > 0


def test_several_quantities_share():
    model = arm.model(arm.library.get("stanford"), motors="none", friction=False)
    ways = {"mass_matrix": "composite_body", "coriolis_matrix": "composite_body"}
    recursive = count(optimise(trace_together(model, ways))).flops
    assert least(model, *ways).cost.flops < recursive  # explicit equations win for three joints
    assert least(model, *ways).program.header["formulation"] == "composite_body, christoffel"
