"""Trajectories: names and units of their columns, their audit, tables of pandas and xarray."""

import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from moved import moved


def test_columns_of_a_robot_that_turns_and_slides():
    columns = {name: unit for name, unit, _ in moved("stanford").columns()}
    assert columns["t"] == "s"
    assert (columns["q.joint1"], columns["q.joint3"]) == ("rad", "m")
    assert (columns["qd.joint3"], columns["qdd.joint3"], columns["tau.joint3"]) == ("m/s", "m/s²", "N")
    assert columns["tau.joint1"] == "N·m"
    assert columns["kinetic"] == columns["elastic"] == "J"
    assert columns["tip.x"] == "m"


def test_a_ball_has_a_quaternion_and_three_rates():
    motion = moved("spherical-chain")
    columns = {name: unit for name, unit, _ in motion.columns()}
    assert [columns[f"q.joint1.{part}"] for part in "wxyz"] == [""] * 4
    assert [columns[f"qd.joint1.{part}"] for part in "xyz"] == ["rad/s"] * 3
    assert len(columns) == 1 + 12 + 3 * 9 + 5 + 9 + 1 + 3


def test_elastic_coordinates_are_the_last_ones():
    motion = moved("flexrob")
    assert motion.elastic == motion.coordinates[2:] == arm.model(arm.library.get("flexrob")).elastic
    assert motion.units["q"] == ("rad", "rad", "m", "m", "m", "m")
    assert moved("celentano-link").units["q"][1:] == ("rad",) * 10  # sublinks turn


def test_every_column_is_what_it_says():
    motion = moved("flexrob")
    by_name = {name: values for name, _, values in motion.columns()}
    assert np.array_equal(by_name["q.elbow"], motion.q[:, 1])
    assert np.array_equal(by_name["tau.shoulder"], motion.tau[:, 0])
    assert np.array_equal(by_name["reference.elbow"], motion.signals["reference"][:, 1])


@pytest.mark.parametrize("robot", ["planar-3r", "panda", "flexrob"])
def test_position_is_that_of_the_frame(robot):
    motion, dyn = moved(robot, rows=7), arm.evaluate(arm.library.get(robot))
    expected = [dyn.pose(q)[:3, 3] for q in motion.q]
    assert np.allclose(motion.position(), expected, atol=1e-12)
    assert motion.position() is motion.signals["tip"]
    frame = next(iter(dyn.model.frames))
    assert np.allclose(motion.position(frame), [dyn.pose(q, frame)[:3, 3] for q in motion.q], atol=1e-12)


def test_deflection_is_against_straight_links():
    motion = moved("flexrob", rows=5)
    straight = motion.q.copy()
    straight[:, 2:] = 0.0
    dyn = arm.evaluate(arm.library.get("flexrob"))
    expected = [dyn.pose(a)[:3, 3] - dyn.pose(b)[:3, 3] for a, b in zip(motion.q, straight, strict=True)]
    assert np.allclose(motion.deflection(), expected, atol=1e-13)
    assert np.abs(motion.deflection()).max() > 1e-4


def test_the_audit_finds_what_is_missing():
    motion = moved()
    assert np.allclose(motion.imbalance, -1e-9 * motion.t, atol=1e-13)
    assert motion.drift_max == pytest.approx(100 * 2e-9 / motion.peak_energy, rel=1e-3)


def test_energies_beyond_numbers_are_told_in_silence():
    motion = moved("khatib-rr", rows=5)
    kinetic = motion.kinetic.copy()
    kinetic[-1] = np.inf
    lost = replace(motion, kinetic=kinetic)
    assert not np.isfinite(lost.drift_max)
    assert not np.isfinite(lost.drift_rms)
    assert "inf" in lost.summary()


def test_text():
    motion = moved("stanford")
    assert repr(motion).startswith("<Trajectory of stanford: 0 … 2 s, 201 rows of 3 coordinates, drift ")
    text = motion.summary()
    k = np.abs(motion.tau[:, :2]).max(axis=0).argmax()  # moments before forces
    peak = np.abs(motion.tau[:, k]).max()
    assert f"at most {peak:.6g} N·m at joint{k + 1}, t = " in text
    assert "rk4, 2,000 steps, 0.25 s" in text
    assert "t = 0.5 s: limit: elbow·ü reaches its limit" in text
    many = moved(events=tuple(arm.types.Event(0.01 * k, "saturated", "again") for k in range(50)))
    assert "and 30 events more" in many.summary()


def test_pandas():
    motion = moved("stanford")
    frame = motion.to_pandas()
    assert frame.index.name == "t"
    assert np.array_equal(frame["tau.joint3"], motion.tau[:, 2])
    assert frame.attrs["units"]["tau.joint3"] == "N"
    assert len(frame.columns) == len(list(motion.columns())) - 1


def test_xarray():
    motion = moved("flexrob")
    data = motion.to_xarray()
    assert data["q"].dims == ("time", "coordinate")
    assert np.array_equal(data["q"].sel(coordinate="fore.bending_y2"), motion.q[:, 5])
    assert np.array_equal(data["tip"].sel(tip_column="y"), motion.signals["tip"][:, 1])
    assert data["time"].attrs["units"] == "s"
    assert data["kinetic"].attrs["units"] == "J"


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("xarray", "to_xarray")])
def test_a_missing_package_is_named(monkeypatch, package, method):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[data\]"):
        getattr(moved(), method)()
