"""Stores are made once, extended, merged, and refused to other studies; processes may do so at once."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest
import xarray

import armillary as arm
from internals import DONE, Store, growth, merge
from standin import StandIn, fill, tree

SMALL = StandIn(payloads=(1.0, 2.0), samples=6)
LARGE = StandIn(payloads=(1.0, 2.0, 3.0), samples=15, bad=130.0)


def test_a_store_grows(tmp_path):
    fill(Store.create(tmp_path / "s.zarr", SMALL), SMALL)
    store = Store.create(tmp_path / "s.zarr", LARGE)
    with xarray.open_zarr(tmp_path / "s.zarr") as data:
        assert data.sizes["payload"] == 3
        assert data.sizes["sample"] == 15
        assert int((data.status == DONE).sum()) == 12
    assert store.status().done == 12
    assert store.status().complete == 2
    assert list(store.missing()) == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    np.testing.assert_array_equal(store.todo(1), [False, False, True, True])
    before = [store.read(k).values["tip"][:2].copy() for k in (0, 1)]
    fill(store, LARGE)
    assert list(store.missing()) == []
    assert store.status().left == 0
    for k, values in enumerate(before):
        np.testing.assert_array_equal(store.read(k).values["tip"][:2], values)
    whole = Store.create(tmp_path / "whole.zarr", LARGE)
    fill(whole, LARGE)
    # no run of the small study failed
    one, other = (xarray.open_zarr(tmp_path / name).load() for name in ("s.zarr", "whole.zarr"))
    xarray.testing.assert_identical(*(each.isel(sample=slice(6, None)).drop_attrs(deep=False) for each in (one, other)))
    xarray.testing.assert_identical(*(each.coords.to_dataset().drop_attrs(deep=False) for each in (one, other)))
    assert Store.create(tmp_path / "s.zarr", LARGE).layout == LARGE.layout


def test_lengths_of_chunks_stay_those_of_the_store(tmp_path):
    Store.create(tmp_path / "s.zarr", SMALL)
    store = Store.create(tmp_path / "s.zarr", dataclasses.replace(LARGE, chunks=(2, 8)))
    assert store.layout == LARGE.layout
    fill(store, LARGE)
    whole = xarray.open_zarr(tmp_path / "s.zarr").load()
    np.testing.assert_array_equal(whole.stiffness, [LARGE.stiffness(k) for k in range(15)])


@pytest.mark.parametrize("done", [0, 1, 2, 3, 6, 9])
def test_an_interrupted_growth_is_finished(tmp_path, done, monkeypatch):
    from internals import growth

    fill(Store.create(tmp_path / "s.zarr", SMALL), SMALL)
    write = growth.write_files
    monkeypatch.setattr(growth, "write_files", lambda path, files: write(path, dict([*files.items()][:done])))
    Store.create(tmp_path / "s.zarr", LARGE)
    monkeypatch.undo()
    with xarray.open_zarr(tmp_path / "s.zarr") as data:  # at any moment it is the old store or the new one
        data.load()
        assert dict(data.sizes) | {"joint": 2, "time": 3} in (
            {"payload": 2, "sample": 6, "joint": 2, "time": 3},
            {"payload": 3, "sample": 15, "joint": 2, "time": 3},
        )
        assert list(data.payload.values) == list(LARGE.payloads[: data.sizes["payload"]])
    fill(Store.create(tmp_path / "s.zarr", LARGE), LARGE)
    fill(Store.create(tmp_path / "other.zarr", SMALL), SMALL)
    fill(Store.create(tmp_path / "other.zarr", LARGE), LARGE)
    assert tree(tmp_path / "s.zarr") == tree(tmp_path / "other.zarr")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 1}, r"another study: -seed = 0; \+seed = 1"),
        ({"robots": {"arm": "abd"}}, "robot 'arm' has changed"),
        ({"samples": 5}, "has 10 values along 'sample', the study 5"),
        ({"payloads": (1.0, 2.5, 3.0, 4.0)}, "value 1 of the axis 'payload' is 2.0 in the store and 2.5 in the study"),
    ],
)
def test_another_study_is_refused(tmp_path, change, message):
    study = StandIn()
    fill(Store.create(tmp_path / "s.zarr", study), study)
    before = tree(tmp_path / "s.zarr")
    with pytest.raises(arm.errors.StoreError, match=message) as caught:
        Store.create(tmp_path / "s.zarr", dataclasses.replace(study, **change))
    assert str(tmp_path / "s.zarr") in str(caught.value)
    assert "choose another path" in str(caught.value)
    assert tree(tmp_path / "s.zarr") == before


def test_a_process_that_knows_the_smaller_study_stops(tmp_path):
    old = Store.create(tmp_path / "s.zarr", SMALL)
    Store.create(tmp_path / "s.zarr", LARGE)
    with pytest.raises(arm.errors.StoreError, match="extended by another process"):
        fill(old, SMALL)


START = """
import sys, time
from pathlib import Path
from armillary.studies.store import Store
from tests.jobs.standin import StandIn, fill
print("ready", flush=True)
sys.stdin.readline()
for study in (StandIn(samples=6), StandIn(samples=10)):
    try:
        store = Store.create(sys.argv[1], study)
    except Exception as error:
        assert "has 10 values along 'sample', the study 6" in str(error), error
        continue
    if study.samples == 10:
        fill(store, study)
"""


def test_processes_that_start_at_once_share_a_store(tmp_path):
    path = tmp_path / "s.zarr"
    command = [sys.executable, "-c", START, str(path)]
    workers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    for worker in workers:
        worker.stdout.readline()
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    for worker in workers:
        worker.communicate(timeout=60)
        assert worker.returncode == 0
    fill(Store.create(tmp_path / "other.zarr", StandIn(samples=6)), StandIn(samples=6), set())
    fill(Store.create(tmp_path / "other.zarr", StandIn(samples=10)), StandIn(samples=10))
    assert tree(path) == tree(tmp_path / "other.zarr")
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["other.zarr", "s.zarr"]


def test_a_store_that_appears_while_it_is_made_is_used(tmp_path, monkeypatch):
    study, path, given = StandIn(), tmp_path / "s.zarr", growth.given_files

    def overtaken(*arguments):
        monkeypatch.setattr(growth, "given_files", given)
        fill(Store.create(path, study), study, {0})
        return given(*arguments)

    monkeypatch.setattr(growth, "given_files", overtaken)
    assert 0 not in Store.create(path, study).missing()


def parts(tmp_path, study, shares):
    for k, share in enumerate(shares):
        fill(Store.create(tmp_path / f"part{k}.zarr", study), study, share)
    return [tmp_path / f"part{k}.zarr" for k in range(len(shares))]


def test_parts_are_merged(tmp_path):
    study = StandIn(bad=130.0)
    paths = parts(tmp_path, study, [{0, 3, 6}, {1, 4, 6, 7}, {2, 5, 8}])
    fill(Store.create(tmp_path / "whole.zarr", study), study)
    merge(paths[:2], tmp_path / "merged.zarr")
    assert list(Store.open(tmp_path / "merged.zarr").missing()) == [2, 5, 8]
    merge(paths[1:], tmp_path / "merged.zarr")
    assert tree(tmp_path / "merged.zarr") == tree(tmp_path / "whole.zarr")


def test_runs_that_failed_in_one_part_are_taken_from_another(tmp_path):
    study, better = StandIn(bad=150.0), StandIn()
    fill(Store.create(tmp_path / "one.zarr", study), study)
    fill(Store.create(tmp_path / "two.zarr", better), better)
    for order in (["one.zarr", "two.zarr"], ["two.zarr", "one.zarr"]):
        merge([tmp_path / name for name in order], tmp_path / f"{order[0]}-first")
        assert tree(tmp_path / f"{order[0]}-first") == tree(tmp_path / "two.zarr")


def test_parts_that_differ_are_named(tmp_path):
    study = StandIn()
    paths = parts(tmp_path, study, [{0, 4}, {4, 5}])
    other = Store.open(paths[1], study)
    found = other.read(4)
    other.discard(4)
    other.write(4, dataclasses.replace(found, values=found.values | {"settling": found.values["settling"] + 1e-9}))
    with pytest.raises(
        arm.errors.StoreError, match=r"chunk 4 \(payload 1 to 1, sample 4 to 7\) of .*part1.zarr"
    ) as caught:
        merge(paths, tmp_path / "merged.zarr")
    assert "chunk 5" not in str(caught.value)
    assert sorted(set(range(9)) - set(Store.open(tmp_path / "merged.zarr").missing())) == [0, 4, 5]
    fill(Store.create(tmp_path / "seed.zarr", StandIn(seed=1)), StandIn(seed=1), {0})
    with pytest.raises(arm.errors.StoreError, match="seed = 1"):
        merge([paths[0], tmp_path / "seed.zarr"], tmp_path / "another.zarr")
