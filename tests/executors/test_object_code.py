"""Object code between Dask workers: each program is compiled once in the cluster, whichever workers need it."""

import asyncio
import logging

import pytest

import armillary as arm
from internals import Dask, cache

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

from internals import Depot  # noqa: E402


def count_compilations():
    """Count the objects that LLVM writes in this process from now on."""
    from llvmlite.binding import TargetMachine

    emit = TargetMachine.emit_object

    def counted(self, module):
        counted.calls += 1
        return emit(self, module)

    counted.calls = 0
    TargetMachine.emit_object = counted


def compilations():
    from llvmlite.binding import TargetMachine

    return TargetMachine.emit_object.calls


@pytest.fixture
def apart(tmp_path):
    """Two workers with an empty cache each."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    folders = [tmp_path / f"cache{k}" for k in range(2)]
    specs = {
        k: {"cls": distributed.Nanny, "options": {"nthreads": 1, "env": {cache.VARIABLE: str(folder)}}}
        for k, folder in enumerate(folders)
    }
    scheduler = {"cls": distributed.Scheduler, "options": {"dashboard_address": ":0"}}
    with distributed.SpecCluster(workers=specs, scheduler=scheduler) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        yield client, folders


def test_workers_with_separate_caches_compile_once_together(apart, tmp_path):
    client, folders = apart
    client.run(count_compilations)
    swing = arm.Scenario(arm.library.get("khatib-rr"), solver=arm.solvers.RK4(step=1e-3), duration=0.02)
    study = arm.Study(swing, axes={"payload.mass": [0, 1, 2, 3, 4, 5]}, outputs=["final_q"], chunk=1)
    arm.sweep(study, tmp_path / "dask.zarr", executor=Dask(client))
    entries = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    both = entries[0].keys() & entries[1].keys()
    assert both
    assert all(entries[0][name] == entries[1][name] for name in both)
    assert all(path.stat().st_mode & 0o077 == 0 for folder in folders for path in folder.iterdir())
    objects = [name for name, content in (entries[0] | entries[1]).items() if b"\x7fELF" in content]
    assert sum(client.run(compilations).values()) == len(objects) > 0


def test_another_worker_makes_what_a_lost_one_was_making():
    async def lost():
        depot = Depot()
        assert await depot.take("key", "first") is None
        waiting = asyncio.create_task(depot.take("key", "second"))
        await asyncio.sleep(0)
        depot.remove_worker(None, "first")
        assert await waiting is None
        third = asyncio.create_task(depot.take("key", "third"))
        await asyncio.sleep(0)
        await depot.give("key", b"code")
        return await third

    assert asyncio.run(lost()) == b"code"
