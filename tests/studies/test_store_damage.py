"""Kills, full disks and damaged files: a chunk is there or is not, and damage is told."""

import errno
import json
import os

import pytest
import xarray

import armillary as arm
from internals import Store, atomic
from standin import StandIn, fill, tree

STUDY = StandIn(bad=130.0)


def made(tmp_path, name="s.zarr"):
    store = Store.create(tmp_path / name, STUDY)
    fill(store, STUDY)
    return store


def truncated(content):
    return content[:-9]


def flipped(content):
    return content[:5] + bytes([content[5] ^ 16]) + content[6:]


def emptied(content):
    return b""


def foreign(content):
    return b"not a chunk at all, but some text of another program"


@pytest.mark.parametrize("harm", [truncated, flipped, emptied, foreign])
@pytest.mark.parametrize("file", ["settling/c.1.0", "peak/c.1.0.0", "status/c.1.0", "failures/c.1.0.json"])
def test_damage_is_found_and_computed_again(tmp_path, harm, file):
    store = made(tmp_path)
    before = tree(store.path)
    path = store.path / file
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(arm.errors.StoreError, match="damaged") as caught:
        store.read(3)
    assert file in str(caught.value)
    assert "--verify" in str(caught.value)
    (found,) = store.verify()
    assert found.chunk == 3
    assert found.path.endswith(file)
    if not file.startswith("failures"):
        with pytest.raises(Exception, match=r"checksum|buffer|size|reshape|bytes"):  # zarr sees it too
            xarray.open_zarr(store.path).load()
    assert tree(store.path) != before  # nothing was repaired silently
    store.discard(found.chunk)
    assert list(store.missing()) == [3]
    fill(store, STUDY)
    assert tree(store.path) == before
    assert list(store.verify()) == []


def test_a_missing_file_of_a_chunk_is_damage(tmp_path):
    store = made(tmp_path)
    (store.path / "tip" / "c.2.1.0").unlink()
    (found,) = store.verify()
    assert found.chunk == 7
    assert "it is missing" in found.found


@pytest.mark.parametrize(
    ("file", "chunk"), [("stiffness/c.1", 7), ("robot/c.2", 8), ("payload/c.0", None), ("joint/c.0", None)]
)
def test_damaged_values_of_axes_are_written_again(tmp_path, file, chunk):
    store = made(tmp_path)
    before = tree(store.path)
    (store.path / file).write_bytes(b"no")
    (found,) = store.verify()
    assert found.chunk == chunk
    if chunk is not None:
        store.discard(chunk)
    store = Store.create(store.path, STUDY)
    fill(store, STUDY)
    assert tree(store.path) == before


def test_metadata_are_written_again(tmp_path):
    store = made(tmp_path)
    before = tree(store.path)
    (store.path / "tip" / "zarr.json").unlink()
    (store.path / "status" / "zarr.json").write_text("{}")
    Store.create(store.path, STUDY)
    assert tree(store.path) == before


@pytest.mark.parametrize("call", range(1, 8))
def test_a_full_disk(tmp_path, monkeypatch, call):
    store = Store.create(tmp_path / "s.zarr", STUDY)
    fill(store, STUDY, {0, 1})
    before, calls, fsync = tree(store.path), [], os.fsync

    def full(handle):
        calls.append(handle)
        if len(calls) >= call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(arm.errors.StoreError, match=r"No space left on device.*make room and start again") as caught:
        fill(store, STUDY)
    assert str(store.path) in str(caught.value)
    monkeypatch.undo()
    assert not [name for name in tree(store.path) if ".part" in name]
    assert {name: content for name, content in tree(store.path).items() if name in before} == before
    fill(store, STUDY)
    assert tree(store.path) == tree(made(tmp_path, "other.zarr").path)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_a_store_that_may_not_be_written(tmp_path, monkeypatch, code):
    def refused(*_, **__):
        raise OSError(code, os.strerror(code))

    store = Store.create(tmp_path / "s.zarr", STUDY)
    monkeypatch.setattr(atomic.tempfile, "mkstemp", refused)
    with pytest.raises(arm.errors.StoreError, match=f"{os.strerror(code)}.*choose a path that can be written"):
        fill(store, STUDY)
    monkeypatch.undo()
    monkeypatch.setattr("armillary.files.folders.tempfile.mkdtemp", refused)
    with pytest.raises(arm.errors.StoreError, match=f"{os.strerror(code)}.*choose a path that can be written"):
        Store.create(tmp_path / "other.zarr", STUDY)


@pytest.mark.parametrize("harm", [truncated, flipped, emptied, foreign])
@pytest.mark.parametrize("file", ["settling/c.1.0", "peak/c.1.0.0", "status/c.1.0"])
def test_a_dataset_names_the_damaged_file(tmp_path, harm, file):
    path = made(tmp_path).path / file
    path.write_bytes(harm(path.read_bytes()))
    found = arm.load_results(tmp_path / "s.zarr").dataset
    with pytest.raises(arm.errors.StoreError, match=f"{file}: damaged"):
        _ = found[file.partition("/")[0]].values


@pytest.mark.parametrize(("was", "becomes"), [('"chunk_shape": [', '"chunk_shape": [9'), ("float64", "float32")])
def test_a_dataset_refuses_arrays_that_are_not_those_of_the_study(tmp_path, was, becomes):
    """The bytes of chunks are sound, but other metadata would give them another meaning."""
    file = made(tmp_path).path / "zarr.json"
    whole = json.loads(file.read_text())
    arrays = json.dumps(whole["consolidated_metadata"])
    assert was in arrays
    whole["consolidated_metadata"] = json.loads(arrays.replace(was, becomes))
    file.write_text(json.dumps(whole))
    with pytest.raises(arm.errors.StoreError, match=r"zarr\.json has metadata of the array '\w+' that differ"):
        _ = arm.load_results(tmp_path / "s.zarr").dataset


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
@pytest.mark.parametrize("file", ["settling/c.1.0", "status/c.1.0", "failures/c.1.0.json", "zarr.json"])
def test_a_pipe_in_a_store_is_damage(tmp_path, file):
    store = made(tmp_path)
    (store.path / file).unlink()
    os.mkfifo(store.path / file)
    with pytest.raises(arm.errors.StoreError, match="a pipe"):
        Store.open(store.path).read(3)
