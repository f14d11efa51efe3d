"""Names and units of the entries of q and qd."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    coordinate_names,
    coordinate_units,
    elastic_units,
    joint_coordinates,
    joint_count,
    joint_places,
    velocity_names,
)


@pytest.mark.parametrize("name", arm.library.names())
def test_every_entry_has_a_name_of_its_own(name):
    model = arm.model(arm.library.get(name))
    q, qd = coordinate_names(model), velocity_names(model)
    assert (len(q), len(qd)) == (len(set(q)), len(set(qd))) == (model.nq, model.nv)
    inner = (*model.elastic, *(drive.name for drive in model.drives))
    assert q[model.nq - len(inner) :] == qd[joint_count(model) :] == inner
    for joint, (at_q, at_v) in joint_places(model).items():
        assert all(entry.partition(".")[0] == joint for entry in (*q[at_q], *qd[at_v]))


@pytest.mark.parametrize("name", arm.library.names())
def test_every_entry_has_its_unit(name):
    model = arm.model(arm.library.get(name))
    units = coordinate_units(model)
    assert [len(units[kind]) for kind in ("q", "qd", "qdd", "tau")] == [model.nq, model.nv, model.nv, model.nv]
    for each in joint_coordinates(model):
        rate, effort = ("rad/s", "N·m") if each.turns else ("m/s", "N")
        assert units["qd"][each.v] == rate
        assert units["tau"][each.v] == effort
        assert each.q is None or units["q"][each.q] == rate.removesuffix("/s")
    assert not any(unit for q, _ in model.quaternions for unit in units["q"][q])
    stop = model.nq - len(model.drives)
    assert units["q"][stop - len(model.elastic) : stop] == elastic_units(model)
    assert not any(units["tau"][joint_count(model) : model.nv - len(model.drives)])


def test_a_ball():
    model = arm.model(arm.library.get("spherical-chain"))
    assert coordinate_names(model)[:5] == ("joint1.w", "joint1.x", "joint1.y", "joint1.z", "joint2.w")
    assert velocity_names(model)[:4] == ("joint1.x", "joint1.y", "joint1.z", "joint2.x")


def test_joints_that_slide():
    model = arm.model(arm.library.get("stanford"))
    assert [each.turns for each in joint_coordinates(model)] == [True, True, False]
    turned = [bool(np.any(joint.kind.angular)) for joint in model.joints if joint.name in joint_places(model)]
    assert turned == [True, True, False]
