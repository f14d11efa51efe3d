"""Frequencies and deflections of flexible arms against beam theory."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    LOAD,
    Beam,
    Candidate,
    Joint,
    Limits,
    Link,
    Modes,
    Robot,
    Section,
    Station,
    flexible,
    standard_motion,
)
from internals import flexible_measures as measures

SECTION = Section("rectangle", (0.01, 0.02))
L, E, RHO = 0.8, 70e9, 2700.0


def hinged(gravity=(0.0, 0.0, 0.0), limits: Limits = Limits(-1.0, 2.0), count=5) -> Robot:  # noqa: B008
    modes = Modes(bending_y=count, bending_z=count, shapes="polynomial")
    beam = Beam(L, E, RHO, (Station(0, SECTION),), modes=modes)
    hinge = Joint("hinge", "revolute", "base", "beam", axis=(0.0, 0.0, 1.0), limits=limits)
    return Robot("cantilever", (Link("beam", beam=beam),), (hinge,), gravity=gravity)


def by_key(candidate: Candidate):
    return {one.key.removeprefix("flexible."): one for one in measures(candidate)}


def test_a_cantilever_on_a_locked_joint():
    found = by_key(Candidate(hinged(), samples=10))
    stiffnesses = sorted((E * SECTION.Iy, E * SECTION.Iz))
    line = RHO * SECTION.area
    for key, root, EI in (("frequency", 1.875104, stiffnesses[0]), ("frequency_2", 1.875104, stiffnesses[1])):
        assert found[key].value == pytest.approx(root**2 / (2 * math.pi) * math.sqrt(EI / (line * L**4)), rel=2e-3)
    assert found["deflection"].value == pytest.approx(LOAD * L**3 / (3 * stiffnesses[0]), rel=1e-3)
    assert found["sag"].value == pytest.approx(0.0, abs=1e-12)
    assert "q = (0.5)" in found["deflection"].note
    assert found["frequency"].unit == "Hz"


def test_sag_of_a_cantilever_and_its_load(monkeypatch):
    monkeypatch.setattr(flexible, "CONFIGURATIONS", 0)
    robot = hinged(gravity=(0.0, 0.0, -9.81))
    line = RHO * SECTION.area * 9.81
    own = line * L**4 / (8 * E * SECTION.Iy)
    assert by_key(Candidate(robot, samples=5))["sag"].value == pytest.approx(own, rel=1e-3)
    loaded = Candidate(robot, samples=5, motion=replace(standard_motion(robot), payload=0.2))
    expected = own + 0.2 * 9.81 * L**3 / (3 * E * SECTION.Iy)
    assert by_key(loaded)["sag"].value == pytest.approx(expected, rel=1e-3)


def test_ranges_hold_the_middle_configuration():
    found = by_key(Candidate(arm.library.get("flexrob"), samples=10))
    assert found["frequency_low"].value <= found["frequency"].value <= found["frequency_high"].value
    assert found["deflection"].value <= found["deflection_high"].value
    assert found["frequency_low"].value < found["frequency_high"].value


def test_rigid_robots_have_none(monkeypatch):
    monkeypatch.setattr(flexible, "CONFIGURATIONS", 0)
    found = measures(Candidate(arm.library.get("ur5"), samples=5))
    assert {one.value for one in found} == {None}
    assert {one.note for one in found} == {"rigid links"}
    assert [one.key for one in found] == [one.key for one in measures(Candidate(hinged(), samples=5))]


def test_loads_that_nothing_holds(monkeypatch):
    monkeypatch.setattr(flexible, "CONFIGURATIONS", 0)
    soft = hinged(gravity=(0.0, 0.0, -9.81), count=2)
    heavy = Candidate(soft, samples=5, motion=replace(standard_motion(soft), payload=5e4))
    found = by_key(heavy)
    assert found["sag"].value is None
    assert found["sag"].note
    assert np.isfinite(by_key(Candidate(soft, samples=5))["sag"].value)
