"""The simulated motions of the papers: every figure, and what the figures lean on."""

import warnings

import numpy as np
import pytest

import armillary as arm
from internals import METHODS, celentano_motion, flexrob_motion, nr_motion

MOTIONS = {"nr": nr_motion, "flexrob": flexrob_motion, "celentano": celentano_motion}
ROUNDING = 1e-12
"""Relative energy error below which smaller steps gain nothing."""


@pytest.fixture(scope="module")
def figures():
    return {name: list(module.numbers()) for name, module in MOTIONS.items()}


@pytest.mark.parametrize("paper", MOTIONS)
def test_every_figure_holds(figures, paper):
    failed = [f"{f.item}: expected {f.expected}, ours {f.ours}" for f in figures[paper] if f.verdict == "FAIL"]
    assert not failed, "\n".join(failed)
    items = [figure.item for figure in figures[paper]]
    assert len(set(items)) == len(items)
    assert all(figure.where and figure.note for figure in figures[paper])


def test_nothing_of_the_sources_is_missing(figures):
    checked = {name: sum(figure.verdict != "not checked" for figure in found) for name, found in figures.items()}
    assert checked == {"nr": 16, "flexrob": 26, "celentano": 39}


# --- flexible arm ---


def test_the_printed_drift_is_that_of_an_integrator():
    """Of the same model: between the tolerances 1e-3 and 1e-8 the RMS drift passes through the print's 2.46e-3 %."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        found = [
            flexrob_motion.motion("ST", "complete", arm.solvers.RK45, tol).drift_rms for tol in (1e-3, 1e-8, 1e-12)
        ]
    assert found[0] > 2.46e-3 > found[1] > 1e3 * found[2]


def test_strain_belongs_to_the_stiffness():
    """∫ φ''² = ¼ φ''(0)² of a cantilever mode, so that EI L κ²/4 is the stiffness of each."""
    model = arm.model(arm.library.get("flexrob"))
    EI, L, half_width = 71e9 * 0.04 * 0.005**3 / 12, 0.4, 0.0025
    for k in range(2):
        q = np.zeros((1, 6))
        q[0, 2 + k] = 1.0
        run = type("Run", (), {"q": q})()
        curvature = flexrob_motion.strain(run)[0] / half_width
        assert curvature[1] == 0
        assert EI * L / 4 * curvature[0] ** 2 == pytest.approx(model.stiffness[2 + k, 2 + k], rel=1e-12)


def test_simpler_motors_change_the_motion_less_than_missing_masses():
    ends = {model: flexrob_motion.motion("ST", model).q[-1, :2] for model in flexrob_motion.MODELS}
    off = {model: np.abs(end - np.pi / 2).max() for model, end in ends.items()}
    assert off["complete"] < 1e-9
    assert 1e-3 < off["coupling dropped"] < 0.1 * off["approximate"]


def test_the_pictures_are_drawn(tmp_path):
    names = flexrob_motion.draw(tmp_path)
    assert [path.name for path in names] == ["flexrob_fig1.png", "flexrob_fig2.png"]
    assert all(path.stat().st_size > 10_000 for path in names)


# --- seven links ---


def test_the_line_is_audited_in_every_variant():
    for variant in ("paper", *nr_motion.OFF, "Φ = 0"):
        run = nr_motion.follow(variant)
        assert run.drift_max < 1e-8
        assert run.t[-1] == 3.0
        assert run.dissipated[-1] > 0.04  # friction of the plant, whatever the controller takes it for


def test_null_space_velocities_leave_the_tip_alone():
    run = nr_motion.follow("Φ = 0")
    for q, qd in list(zip(run.q, run.qd, strict=True))[::100]:
        still = nr_motion._null_velocity(q, qd)
        np.testing.assert_allclose(nr_motion.kinematics.jacobian(q, nr_motion.LENGTHS) @ still, 0, atol=1e-10)


# --- rods ---


def test_the_table_has_every_integrator_and_shows_its_order(figures):
    ours = {figure.item: figure.ours for figure in figures["celentano"]}
    for name, info in METHODS.items():
        kinds = [f"step {step:g} s" for step in celentano_motion.STEPS]
        if not info.fixed:
            kinds = [f"tolerance {tolerance:g}" for tolerance in celentano_motion.TOLERANCES]
        errors = [ours[f"swing, {name}, {kind}: energy error"] for kind in kinds]
        assert errors[0] > 10 * errors[1] or name == "semi_implicit_euler"
        assert errors[1] > 5 * errors[2] or errors[1] < ROUNDING
    for name, order in (("semi_implicit_euler", 1), ("gauss2", 4)):
        pair = [ours[f"swing, {name}, step {step:g} s: energy error"] for step in (1e-3, 1e-4)]
        assert np.log10(pair[0] / pair[1]) == pytest.approx(order, abs=0.2)
