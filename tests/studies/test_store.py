"""A store is written chunk by chunk, resumed, and opened by xarray without our code."""

import dataclasses
import pickle
import warnings

import numpy as np
import pytest
import xarray

import armillary as arm
from internals import DONE, FAILED, ChunkResults, RunGrid, Store, Variable
from standin import StandIn, fill, tree


def test_xarray_opens_a_store(tmp_path):
    study = StandIn(bad=130.0)
    store = Store.create(tmp_path / "s.zarr", study)
    assert fill(store, study) == list(range(9))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = xarray.open_zarr(tmp_path / "s.zarr").load()
    stiffness = np.array([study.stiffness(k) for k in range(10)])
    assert data.sizes == {"payload": 3, "sample": 10, "joint": 2, "time": 3}
    assert list(data.payload.values) == [1.0, 2.0, 3.0]
    assert data.payload.attrs["units"] == "kg"
    assert set(data.coords) == {"payload", "stiffness", "robot", "joint", "time"}
    np.testing.assert_array_equal(data.stiffness, stiffness)
    assert list(data.robot.values) == [f"arm{k % 2}" for k in range(10)]
    assert list(data.joint.values) == ["shoulder", "elbow"]
    assert list(data.time.values) == [0.0, 0.5, 1.0]
    settling = np.array(study.payloads)[:, None] / stiffness
    np.testing.assert_array_equal(data.settling, np.where(stiffness < 130, np.nan, settling))
    assert data.settling.attrs == {"units": "s", "long_name": "settling time"}
    assert data.peak.sel(payload=2.0, joint="shoulder").max() == 4.0
    np.testing.assert_array_equal(data.tip.sel(payload=3.0, time=1.0).max(), np.sqrt(stiffness.max()) * 2)
    assert data.status.dtype == np.uint8
    np.testing.assert_array_equal(data.status, np.broadcast_to(np.where(stiffness < 130, FAILED, DONE), (3, 10)))
    assert data.attrs["fingerprint"] == study.fingerprint
    assert data.attrs["study"] == study.text
    assert "lanes" in data.attrs["machine"]


def test_chunks_are_read_as_they_were_written(tmp_path):
    study = StandIn(bad=130.0)
    store = Store.create(tmp_path / "s.zarr", study)
    fill(store, study, {2, 5})
    assert list(store.missing()) == [0, 1, 3, 4, 6, 7, 8]
    assert store.read(0) is None
    assert store.todo(0).all()
    assert not store.todo(2).any()
    again = pickle.loads(pickle.dumps(Store.open(tmp_path / "s.zarr")))
    chunk = store.layout.chunk(5)
    found, wanted = again.read(5), study.found(chunk)
    assert chunk.shape == (1, 2)
    assert found.reasons == wanted.reasons
    np.testing.assert_array_equal(found.status, wanted.status)
    failed = wanted.status == FAILED
    for name, values in wanted.values.items():
        np.testing.assert_array_equal(found.values[name][~failed], values[~failed])
        assert np.isnan(found.values[name][failed]).all()
    counts = store.status()
    assert (counts.runs, counts.chunks, counts.complete) == (30, 9, 2)
    assert counts.done + counts.failed == 4
    assert counts.left == 26


def test_bytes_do_not_depend_on_the_order(tmp_path):
    study = StandIn(bad=130.0)
    one, other = (Store.create(tmp_path / name, study) for name in ("one", "other"))
    fill(one, study)
    for number in (8, 3, 0, 5, 1, 2, 7, 4, 6):
        fill(other, study, {number})
    assert tree(tmp_path / "one") == tree(tmp_path / "other")


def test_failed_runs_are_computed_again_on_request(tmp_path):
    study = StandIn(bad=150.0)
    store = Store.create(tmp_path / "s.zarr", study)
    fill(store, study)
    failures = dict(store.failures())
    weak = [k for k in range(10) if study.stiffness(k) < 150]
    assert sorted(failures) == [(k, j) for k in range(3) for j in weak]
    assert failures[1, weak[0]] == "gear too soft at payload 2"
    assert store.status().failed == 3 * len(weak)
    assert list(store.missing()) == []
    again = list(store.missing(retry_failed=True))
    assert again == sorted({4 * 0 + 3 * k + j // 4 for k in range(3) for j in weak})
    better = dataclasses.replace(study, bad=-1.0)
    assert fill(store, better, retry_failed=True) == again
    assert list(store.failures()) == []
    assert list(store.missing(retry_failed=True)) == []
    whole = Store.create(tmp_path / "whole.zarr", better)
    fill(whole, better)
    assert tree(tmp_path / "s.zarr") == tree(tmp_path / "whole.zarr")


@pytest.mark.parametrize(
    "layout",
    [RunGrid((), (), ()), RunGrid(("a",), (7,), (3,)), RunGrid(("a", "b", "c"), (2, 3, 5), (2, 2, 2))],
)
def test_grids_of_any_number_of_dimensions(tmp_path, layout):
    class Study(StandIn):
        coordinates = ()

    Study.layout = layout
    study = Study(variables=(Variable("peak"), Variable("path", dims={"time": (0.0, 1.0)})))
    store = Store.create(tmp_path / "s.zarr", study)
    for number in store.missing():
        chunk = store.layout.chunk(number)
        peak = chunk.indices @ np.array([100.0, 10.0, 1.0])[: len(layout.dims)] if layout.dims else np.zeros(1)
        status = np.where(peak % 2, FAILED, DONE).astype(np.uint8)
        store.write(number, ChunkResults({"peak": peak, "path": np.stack([peak, -peak], axis=1)}, status))
    assert list(store.missing()) == []
    data = xarray.open_zarr(tmp_path / "s.zarr").load()
    weights = [100.0, 10.0, 1.0]
    wanted = sum((w * k for w, k in zip(weights, np.indices(layout.shape), strict=False)), np.zeros(layout.shape))
    np.testing.assert_array_equal(data.peak, np.where(wanted % 2, np.nan, wanted))
    np.testing.assert_array_equal(data.path.sel(time=1.0), np.where(wanted % 2, np.nan, -wanted))
    assert {k for k, _ in store.failures()} == {tuple(map(int, k)) for k in np.argwhere(wanted % 2)}


def test_wrong_results_are_refused(tmp_path):
    study = StandIn()
    store = Store.create(tmp_path / "s.zarr", study)
    found = study.found(store.layout.chunk(0))
    with pytest.raises(arm.ArgumentError, match=r"'tip' with shape \(4, 2\); expected an array of shape \(4, 3\)"):
        store.write(0, dataclasses.replace(found, values=found.values | {"tip": np.zeros((4, 2))}))
    with pytest.raises(arm.ArgumentError, match="no 'peak'"):
        store.write(0, ChunkResults({"settling": np.zeros(4)}, found.status))
    with pytest.raises(arm.ArgumentError, match="1 of 4 runs are not computed"):
        store.write(0, dataclasses.replace(found, status=np.array([1, 0, 1, 2], dtype=np.uint8)))
    assert list(store.missing()) == list(range(9))


def test_names_that_no_file_may_have(tmp_path):
    study = StandIn(variables=(Variable("tip/error: 5 %", "m"), Variable(".hidden")))
    store = Store.create(tmp_path / "s.zarr", study)
    found = ChunkResults({each.name: np.full(4, 7.0) for each in study.variables}, np.full(4, DONE, dtype=np.uint8))
    store.write(0, found)
    assert store.read(0).values["tip/error: 5 %"][0] == 7.0
    data = xarray.open_zarr(tmp_path / "s.zarr")
    assert float(data["tip%2Ferror%3A 5 %25"][0, 0]) == 7.0


def test_names_that_meet_are_refused(tmp_path):
    with pytest.raises(arm.ArgumentError, match="'peak' and 'Peak'"):
        Store.create(tmp_path / "s", StandIn(variables=(Variable("peak"), Variable("Peak"))))
    with pytest.raises(arm.ArgumentError, match="names that differ"):
        Store.create(tmp_path / "s", StandIn(variables=(Variable("status"),)))
    twice = (Variable("a", dims={"time": (0.0,)}), Variable("b", dims={"time": (1.0,)}))
    with pytest.raises(arm.ArgumentError, match="dimension 'time' of 'b' differs"):
        Store.create(tmp_path / "s", StandIn(variables=twice))
    with pytest.raises(arm.ArgumentError, match="that of the study"):
        Store.create(tmp_path / "s", StandIn(variables=(Variable("a", dims={"sample": (0.0,)}),)))
    assert list(tmp_path.iterdir()) == []


def test_other_things_are_no_stores(tmp_path):
    with pytest.raises(arm.errors.StoreError, match="no such folder"):
        Store.open(tmp_path / "none")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(arm.errors.StoreError, match="no store of results"):
        Store.open(tmp_path / "full")
    with pytest.raises(arm.errors.StoreError, match="a folder with other files"):
        Store.create(tmp_path / "full", StandIn())
    (tmp_path / "file").write_text("mine")
    with pytest.raises(arm.errors.StoreError, match="a file; expected"):
        Store.create(tmp_path / "file", StandIn())
    (tmp_path / "full" / "zarr.json").write_text('{"zarr_format": 3, "attributes": {}}')
    with pytest.raises(arm.errors.StoreError, match="not that of a study"):
        Store.create(tmp_path / "full", StandIn())
    (tmp_path / "empty").mkdir()
    Store.create(tmp_path / "empty", StandIn())
    with pytest.raises(arm.errors.StoreError, match="No such file"):
        Store.create(tmp_path / "no" / "folder", StandIn())
