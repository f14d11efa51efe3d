"""Stores at addresses: the bytes of a folder, resumed, extended, merged; in memory and on an S3-compatible server."""

import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
import sweep_jobs as jobs
from internals import Processes, Serial, Store, merge
from standin import StandIn, fill, tree

fsspec = pytest.importorskip("fsspec")
# Servers and clients leave sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
STUDY = StandIn(bad=130.0)
NOBODY = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def server():
    """The endpoint of an object store on loopback, which workers know by their environment."""
    pytest.importorskip("s3fs")
    moto = pytest.importorskip("moto.server")
    made = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    made.start()
    host, port = made.get_host_and_port()
    with pytest.MonkeyPatch.context() as environment:
        for name, value in (NOBODY | {"AWS_ENDPOINT_URL": f"http://{host}:{port}"}).items():
            environment.setenv(name, value)
        yield made
    made.stop()


@pytest.fixture(params=["memory", "s3"])
def address(request, tmp_path):
    """An empty place of one kind, as an address."""
    if request.param == "s3":
        request.getfixturevalue("server")
        fsspec.filesystem("s3").mkdir(tmp_path.name.replace("_", "-").lower()[-60:].strip("-"))
    return f"{request.param}://{tmp_path.name.replace('_', '-').lower()[-60:].strip('-')}"


def objects(url):
    """Return the bytes of all objects below an address."""
    files, root = fsspec.url_to_fs(url, use_listings_cache=False)
    return {name.removeprefix(f"{root}/"): files.cat_file(name) for name in files.find(root)}


def test_an_address_has_the_bytes_of_a_folder(address, tmp_path):
    """Computed in two goes, with reasons of failed runs, and retried."""
    for place in (tmp_path / "s.zarr", f"{address}/s.zarr"):
        store = Store.create(place, STUDY)
        assert fill(store, STUDY, {2, 5}) == [2, 5]
        store = pickle.loads(pickle.dumps(Store.create(place, STUDY)))
        assert fill(store, STUDY) == [0, 1, 3, 4, 6, 7, 8]
        assert store.status().failed > 0
        assert not list(store.verify())
        assert store.recent(3600.0) == store.layout.runs
    assert objects(f"{address}/s.zarr") == tree(tmp_path / "s.zarr")
    better = replace(STUDY, bad=-1.0)
    for place in (tmp_path / "s.zarr", f"{address}/s.zarr"):
        fill(Store.open(place, better), better, retry_failed=True)
    assert objects(f"{address}/s.zarr") == tree(tmp_path / "s.zarr")


def test_a_store_at_an_address_grows_and_others_are_refused(address, tmp_path):
    for place in (tmp_path / "s.zarr", f"{address}/s.zarr"):
        small, large = StandIn(samples=6), StandIn(payloads=(1.0, 2.0, 3.0, 4.0), samples=15)
        old = Store.create(place, small)
        fill(old, small)
        store = Store.create(place, large)
        with pytest.raises(arm.errors.StoreError, match="extended by another process"):
            old.write(0, small.found(old.layout.chunk(0)))
        fill(store, large)
        with pytest.raises(arm.errors.StoreError, match=r"another study: .*seed = 1"):
            Store.create(place, replace(large, seed=1))
    assert objects(f"{address}/s.zarr") == tree(tmp_path / "s.zarr")


def test_parts_at_addresses_are_merged(address, tmp_path):
    for k, share in enumerate([{0, 3, 6}, {1, 4, 6, 7}, {2, 5, 8}]):
        fill(Store.create(f"{address}/part{k}.zarr", STUDY), STUDY, share)
    fill(Store.create(tmp_path / "whole.zarr", STUDY), STUDY)
    parts = [f"{address}/part{k}.zarr" for k in range(3)]
    merge(parts, f"{address}/merged.zarr")
    merge(parts, tmp_path / "merged.zarr")
    assert objects(f"{address}/merged.zarr") == tree(tmp_path / "merged.zarr") == tree(tmp_path / "whole.zarr")


def test_results_are_read_from_an_address(address):
    fill(Store.create(f"{address}/s.zarr", STUDY), STUDY)
    results = arm.load_results(f"{address}/s.zarr")
    assert f"{address}/s.zarr" in repr(results)
    stiffness = [STUDY.stiffness(k) for k in range(10)]
    np.testing.assert_array_equal(results.dataset.stiffness, stiffness)
    assert results.dataset["peak"].sel(payload=2.0, joint="shoulder").max() == 4.0
    files, root = fsspec.url_to_fs(f"{address}/s.zarr", use_listings_cache=False)
    files.pipe_file(f"{root}/settling/c.1.0", files.cat_file(f"{root}/settling/c.1.0")[:-9])
    with pytest.raises(arm.errors.StoreError, match=r"/s\.zarr/settling/c\.1\.0: damaged"):
        _ = arm.load_results(f"{address}/s.zarr").dataset["settling"].values
    (damage,) = results.store.verify()
    results.store.discard(damage.chunk)
    assert list(results.store.missing()) == [3]


def test_processes_share_an_object_store(server, tmp_path):
    """Workers have no folder in common with this process: they know the address."""
    fsspec.filesystem("s3").mkdir("shared")
    arm.sweep(jobs.study(), tmp_path / "alone.zarr", executor=Serial())
    results = arm.sweep(jobs.study(), "s3://shared/s.zarr", executor=Processes(2))
    assert results.complete
    assert objects("s3://shared/s.zarr") == tree(tmp_path / "alone.zarr")


def test_places_that_are_no_stores(address):
    with pytest.raises(arm.errors.StoreError, match="no store of results"):
        arm.load_results(f"{address}/none.zarr")
    files, root = fsspec.url_to_fs(f"{address}/notes")
    files.pipe_file(f"{root}/a.txt", b"mine")
    with pytest.raises(arm.errors.StoreError, match="an address with other objects"):
        Store.create(f"{address}/notes", STUDY)


def test_an_object_store_that_is_absent_is_told(server):
    with pytest.raises(arm.errors.StoreError, match=r"s3://no-such-bucket/s\.zarr"):
        Store.create("s3://no-such-bucket/s.zarr", STUDY)
    with pytest.raises(arm.ArgumentError, match=r"store: 'nowhere://x/s\.zarr': Protocol not known: nowhere"):
        arm.sweep(jobs.StandInStudy(), "nowhere://x/s.zarr")


def test_addresses_of_files_are_folders(tmp_path):
    """fsspec writes into local files in place; the folder is written whole or not at all."""
    store = Store.create(f"file://{tmp_path}/s.zarr", STUDY)
    assert store.path == tmp_path / "s.zarr"
    assert (store.path / "failures").is_dir()


WORKER = """
import sys
from armillary.studies.store.location import location_of
from armillary.studies.sweep import ChunkWork
from sweep_jobs import StandInStudy

print(ChunkWork(location_of("store", sys.argv[1]), StandInStudy())(0))
print([name for name in ("zarr", "xarray", "pandas", "fsspec", "distributed", "matplotlib") if name in sys.modules])
"""


def test_workers_need_no_heavy_imports(tmp_path):
    Store.create(tmp_path / "s.zarr", jobs.StandInStudy())
    command = [sys.executable, "-c", WORKER, str(tmp_path / "s.zarr")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["ChunkReport(runs=4, failed=0, warnings=())", "[]"]
