"""What a page keeps of a motion: rows as they were recorded, every peak, within its limits."""

import base64

import numpy as np
import pytest
from tests.random_flexible import random_flexible_robot

import armillary as arm
from internals import Scene
from internals import motion_data as data
from made_up_motion import shown, swinging
from moved import moved

KINDS = {"f4": np.float32, "f8": np.float64, "u4": np.uint32}


def unpacked(packed):
    return np.frombuffer(base64.b64decode(packed["data"]), KINDS[packed["type"]]).reshape(packed["shape"])


@pytest.fixture(scope="module")
def arm_model():
    return arm.model(arm.library.get("khatib-rr"))


def straight(model, t):
    return shown(model, t, np.outer(t, np.ones(model.nq)))


class TestAnimation:
    def test_rows_that_are_few_are_all_there(self, arm_model):
        t = np.sort(np.random.default_rng(0).uniform(0, 10, 500))
        assert np.array_equal(data.animation_rows(straight(arm_model, t)), np.arange(500))

    def test_rows_that_are_many_are_thinned_to_the_rate(self, arm_model):
        t = np.linspace(0, 10, 10_001)
        rows = data.animation_rows(straight(arm_model, t))
        assert rows[0] == 0
        assert rows[-1] == 10_000
        assert len(rows) == pytest.approx(1201, abs=2)
        assert np.diff(t[rows]).max() < 1.3 / data.RATE

    def test_a_long_run_stays_small(self, arm_model):
        t = np.linspace(0, 3000, 400_001)
        rows = data.animation_rows(straight(arm_model, t))
        assert len(rows) * arm_model.nq <= data.MOST_NUMBERS + 2 * arm_model.nq

    def test_rows_that_are_not_finite_are_left_out(self, arm_model):
        t = np.linspace(0, 1, 11)
        q = np.outer(t, [1.0, 1.0])
        q[9], q[10] = np.nan, 1e39  # which single precision cannot hold
        assert data.animation_rows(shown(arm_model, t, q)).tolist() == list(range(9))
        assert np.array_equal(data.last_finite(q[:10]), q[8])

    def test_numbers_are_those_recorded_to_single_precision(self, arm_model):
        motion = swinging(arm_model, rows=40)
        found = data.motion_data(motion, Scene(arm_model))
        assert np.array_equal(unpacked(found["t"]), motion.t)
        assert np.abs(unpacked(found["q"]) - motion.q).max() <= 2**-24 * np.abs(motion.q).max()


class TestPlots:
    def test_many_runs_share_the_room(self):
        charts = data.charts_of(moved("panda", rows=11))
        one, four = data.plotted_rows(charts, 1), data.plotted_rows(charts, 4)
        assert one == pytest.approx(4 * four, rel=0.01)
        assert data.plotted_rows(charts, 100) == data.FEWEST_ROWS

    def test_values_are_those_of_the_trajectory(self):
        motion = moved("flexrob", rows=51)
        found = {chart["title"]: chart for chart in data.motion_data(motion, Scene(motion.model))["charts"]}
        lines = {line["name"]: unpacked(line["values"]) for line in found["joints"]["lines"] if not line["desired"]}
        assert np.allclose(lines["elbow"], motion.q[:, 1], rtol=1e-6)
        assert {"rates", "efforts", "energies", "elastic coordinates", "deflection of tip"} <= found.keys()
        assert found["drift of the energy balance"]["logarithmic"]


def test_strain_is_the_greatest_of_all_rows():
    rng = np.random.default_rng(5)
    model = arm.model(random_flexible_robot(rng, 3, kinds="RRP"))
    motion, scene = swinging(model, rows=30), Scene(model)
    parts = [part for part in scene.parts if part.bending is not None]
    assert parts
    expected = max(np.abs(part.bending.strains(q)).max() for part in parts for q in motion.q)
    assert data.largest_strain(motion, scene) == pytest.approx(expected, rel=1e-12)


def test_events_are_kept_up_to_a_limit(arm_model):
    events = tuple(arm.types.Event(0.001 * k, "limit", "reached", "a") for k in range(300))
    found = data.motion_data(swinging(arm_model, events=events), Scene(arm_model))
    assert len(found["events"]) == data.MOST_EVENTS
