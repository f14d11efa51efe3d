"""Results of a study show themselves, while it runs and after it."""

import os
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

import armillary as arm
from internals import Store, Variable
from standin import StandIn, fill

STUDY = StandIn(bad=150.0)
WEAK = [k for k in range(10) if STUDY.stiffness(k) < 150]


@pytest.fixture
def results(tmp_path):
    store = Store.create(tmp_path / "s.zarr", STUDY)
    fill(store, STUDY)
    return arm.load_results(tmp_path / "s.zarr")


def test_dataset(results):
    data = results.dataset
    assert set(data.coords) == {"payload", "stiffness", "robot", "joint", "time"}
    assert set(data.data_vars) == {"settling", "peak", "tip", "status"}
    stiff = data.where(data.status == 1).settling.sel(payload=2.0)
    np.testing.assert_array_equal(
        stiff.dropna("sample"), [2.0 / STUDY.stiffness(k) for k in range(10) if k not in WEAK]
    )


def test_failures_have_the_values_of_their_runs(results):
    assert [tuple(each.indices.values()) for each in results.failures] == [(k, j) for k in range(3) for j in WEAK]
    first = results.failures[0]
    assert first.indices == {"payload": 0, "sample": WEAK[0]}
    assert first.values == {"payload": 1.0, "stiffness": STUDY.stiffness(WEAK[0]), "robot": f"arm{WEAK[0] % 2}"}
    assert first.reason == "gear too soft at payload 1"


def test_tables(results):
    text = results.table(120)
    assert f"{30 - 3 * len(WEAK)} done, {3 * len(WEAK)} failed, 0 left" in text
    assert "payload 3 × sample 10" in text
    assert "settling time" in text
    assert "gear too soft at payload 1" in text
    assert f"{3 * len(WEAK) - 10} more runs failed" in text
    done = [STUDY.stiffness(k) for k in range(10) if k not in WEAK]
    assert f"{1.0 / max(done):.4g}" in text
    assert f"{3.0 / min(done):.4g}" in text
    assert "<table" in results._repr_html_()
    assert repr(results).endswith(f"s.zarr': {30 - 3 * len(WEAK)} of 30 runs, {3 * len(WEAK)} failed)")
    assert results.complete
    assert results.study_text == STUDY.text
    assert results.provenance["robot arm"] == "abc"


def test_results_of_a_study_that_runs(tmp_path):
    store = Store.create(tmp_path / "s.zarr", STUDY)
    results = arm.load_results(tmp_path / "s.zarr")
    assert "0 done, 0 failed, 30 left" in results.table()
    assert not results.complete
    fill(store, STUDY, {4})
    assert results.counts.left == 26
    assert "–" in arm.load_results(tmp_path / "s.zarr").table() or results.counts.failed < 4
    assert int((results.dataset.status > 0).sum()) == 4


class Many(StandIn):
    """Runs with random axes only."""

    coordinates = StandIn().coordinates[1:2]


def peak_memory(tmp_path, samples):
    study = Many(payloads=(1.0,), samples=samples, chunks=(1, 4096), variables=(Variable("peak"),))
    tracemalloc.start()
    try:
        store = Store.create(tmp_path / str(samples), study)
        assert len(list(store.missing())) == -(-samples // 4096)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_runs(tmp_path):
    peak_memory(tmp_path, 10)  # imports
    few, many = (peak_memory(tmp_path, samples) for samples in (1000, 1_000_000))
    assert many < few + 100_000


class Names:
    """The names of 30,000 chunks without 30, as a folder lists them. They have no other attribute."""

    def __enter__(self):
        return (SimpleNamespace(name=f"c.{k // 1000}.{k % 1000}") for k in range(30_000) if k % 1000 != 7)

    def __exit__(self, *_):
        pass


def test_many_chunks_are_listed_by_one_scan_of_their_names(tmp_path, monkeypatch):
    """benchmarks/studies.py measures the time."""
    study = Many(payloads=(1.0,) * 30, samples=8000, chunks=(1, 8), variables=(Variable("peak"),))
    Store.create(tmp_path / "s", study)
    scanned = []
    monkeypatch.setattr(os, "scandir", lambda folder: scanned.append(folder) or Names())
    store = Store.create(tmp_path / "s", study)
    before = len(scanned)
    missing = list(store.missing())
    assert missing == list(range(7, 30_000, 1000))
    assert (before, len(scanned)) == (0, 1)
