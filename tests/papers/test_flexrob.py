"""FLEXROB: every figure, and that the oracle for the converged rows says so itself."""

import numpy as np
import pytest

import armillary as arm
from beam_elements import Section, Structure
from internals import Modes, flexrob, mass_matrix
from paper_figures import figures_of

Z = np.array([0.0, 0.0, 1.0])


@pytest.fixture(scope="module")
def figures():
    return list(figures_of("flexrob"))


def test_every_figure_holds(figures):
    assert len(figures) > 60
    assert sum(figure.item.startswith(("PP", "ST")) for figure in figures) == 28
    assert [figure for figure in figures if figure.verdict == "FAIL"] == []


def test_every_figure_says_where_it_is_from(figures):
    assert all(figure.where and figure.note for figure in figures)
    assert {figure.kind for figure in figures} == {"equal", "at most", "differs", "shown"}


def elements(complete: bool, count: int = 16) -> np.ndarray:
    """The arm of Table 1 by beam finite elements, stiff in all directions but one."""
    E, rho, L, w, h = 71e9, 2710.0, 0.4, 0.005, 0.04
    section = Section(rho * w * h, E * h * w**3 / 12, 1e3 * E * w * h**3 / 12, 1e6, 1e10, 1.0)
    structure = Structure()
    root, shoulder = structure.hinge(structure.clamp, Z)
    structure.mass.append((shoulder[None], np.array([[200.0**2 * 8e-6]])))
    tip = structure.beam(root, np.eye(3), L, section, count)
    fore, elbow = structure.hinge(tip, Z)
    if complete:
        structure.body(tip, 0.94, 1.27e-4 * np.eye(3))
        structure.rotor(tip, Z, 2.35e-6, 100.0, elbow)
    else:
        structure.mass.append((elbow[None], np.array([[100.0**2 * 2.35e-6]])))
    structure.beam(fore, np.eye(3), L, section, count)
    return structure.frequencies(4)


@pytest.mark.parametrize("model", ["complete", "approximate"])
def test_the_converged_rows_are_those_of_finite_elements(model):
    found = elements(model == "complete")
    np.testing.assert_allclose(found, flexrob.CONVERGED[model], rtol=2e-5)
    ours = flexrob.hertz(model, Modes(bending_y=10, shapes="polynomial"))
    np.testing.assert_allclose(ours, found, rtol=2e-5)


def test_frequencies_are_bounds_from_above_that_fall_with_more_modes():
    for shapes in ("cantilever", "attachment", "polynomial"):
        rows = [flexrob.hertz("complete", Modes(bending_y=count, shapes=shapes)) for count in (2, 3, 5)]
        assert np.all(rows[0] > rows[1])
        assert np.all(rows[1] > rows[2])
        assert np.all(rows[2] > np.array(flexrob.CONVERGED["complete"]) * (1 - 1e-5))


def test_the_half_slope_is_off_unless_it_is_asked_for():
    for link in arm.library.get("flexrob").links:
        assert link.beam.modes.published_half_slope is False
    half, full = (
        flexrob.hertz("complete", Modes(bending_y=2, shapes="cantilever", published_half_slope=flag))
        for flag in (True, False)
    )
    assert np.max(np.abs(half / full - 1)) > 0.05


def test_the_approximate_model_is_the_rigid_arm_with_a_diagonal_added():
    """Section 3: motors as rotating inertias add a constant diagonal matrix to that of the arm without motors."""
    robot = arm.library.get("flexrob")
    bare, without = arm.model(flexrob.approximate(robot), motors="reflected"), arm.model(robot, motors="none")
    q = np.array([0.3, -0.8, 0.01, 0.002, -0.01, 0.001])
    added = mass_matrix(bare, q) - mass_matrix(without, q)
    np.testing.assert_allclose(added, np.diag([0.32, 0.0235, 0, 0, 0, 0]), rtol=0, atol=1e-15)
