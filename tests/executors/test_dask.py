"""Executors on Dask clusters: items, errors, lost workers, lost and absent schedulers, versions."""

import builtins
import logging
import os
import subprocess
import sys
import time

import pytest

import armillary as arm
import executor_jobs as jobs
from internals import Dask
from internals import dask as module

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
# Dask leaves sockets and event loops to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster():
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made:
        yield made


@pytest.fixture(scope="module")
def executor(cluster):
    return Dask(cluster)


def test_every_item_is_done_once(executor):
    found = list(executor.map(jobs.process, range(12)))
    assert sorted(answer.item for answer in found) == list(range(12))
    assert len({answer.value for answer in found}) == executor.workers == 2
    assert list(executor.map(jobs.square, [])) == []
    assert set(executor.elsewhere(os.getpid).values()) == {answer.value for answer in found}


def test_a_function_of_a_notebook_travels(executor):
    assert sorted(answer.value for answer in executor.map(lambda item: 2 * item, range(3))) == [0, 2, 4]


def test_clients_and_addresses(cluster, executor):
    assert next(Dask(executor.client).map(jobs.square, [3])).value == 9
    by_address = Dask(cluster.scheduler_address)
    assert next(by_address.map(jobs.square, [3])).value == 9
    by_address.client.close()


def test_errors_are_answers(executor):
    found = {answer.item: answer for answer in executor.map(jobs.odd_fail, range(4))}
    assert [found[k].error for k in range(4)] == ["", "ZeroDivisionError: odd"] * 2
    assert "in odd_fail" in found[1].trace


def test_items_are_submitted_as_workers_are_free(executor):
    taken = []

    def items():
        for k in range(1000):
            taken.append(k)
            yield k

    answers = executor.map(jobs.square, items())
    for _ in range(10):
        next(answers)
    assert len(taken) <= 10 + 2 * 2
    answers.close()


def test_workers_of_another_version_are_refused(executor, monkeypatch):
    monkeypatch.setattr(module, "__version__", "9.9")
    with pytest.raises(arm.errors.ExecutorError, match=r"has Armillary .*; expected 9\.9"):
        next(executor.map(jobs.square, [1]))
    monkeypatch.setattr(module.pkgutil, "resolve_name", int)  # raises there, as the import of an absent package does
    with pytest.raises(arm.errors.ExecutorError, match=r"has no Armillary \(.*\); expected 9\.9"):
        executor.elsewhere(int)


def test_an_error_elsewhere_names_the_worker(executor):
    with pytest.raises(arm.errors.ExecutorError, match=r"the Dask worker tcp://.*: ZeroDivisionError: odd"):
        executor.elsewhere(jobs.fail)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "abc://host:1"])
def test_no_scheduler_answers(address):
    begun = time.monotonic()
    with pytest.raises(arm.errors.ExecutorError, match=f"{address}: no Dask scheduler answers"):
        Dask(address, patience=0.5)
    assert time.monotonic() - begun < 20  # Dask's own patience is 30 s


def test_other_values_are_refused():
    with pytest.raises(arm.ArgumentError, match=r"client: 8; expected a distributed\.Client"):
        Dask(8)


def test_the_package_is_optional(monkeypatch):
    original = builtins.__import__

    def without(name, *others):
        if name == "distributed":
            raise ImportError(name)
        return original(name, *others)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(arm.errors.MissingExtraError, match=r"pip install 'armillary\[dask\]'"):
        Dask("tcp://127.0.0.1:1")


def test_a_worker_that_ends_while_all_are_asked_is_left_out(executor, tmp_path):
    """A sweep asks all workers before its first chunk; one that is killed then does not end it."""
    assert all(executor.elsewhere(jobs.DieOnce(tmp_path)).values())
    assert (tmp_path / "died").exists()
    assert sorted(answer.value for answer in executor.map(jobs.square, range(8))) == [k * k for k in range(8)]


@pytest.mark.filterwarnings("ignore:.*the Dask scheduler has no workers")  # new ones start late on a busy machine
def test_items_of_lost_workers_are_done_again(tmp_path):
    """Dask blames all items of a lost worker; the innocent ones among them get their answers."""
    settings = {"distributed.scheduler.allowed-failures": 0}
    # A nanny gives up if its worker ends while it starts, so both deaths may be final on a busy machine: three workers
    # leave one that answers, and six items give each of them an innocent one to lose.
    local = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": ":0"}
    with dask.config.set(settings), distributed.LocalCluster(**local) as fragile:
        answers = Dask(fragile).map(jobs.Dying(tmp_path, 2, delay=0.5), [1, 2, 3, 4, 5, 7])
        found = {answer.item: answer for answer in answers}
        assert [found[k].value for k in (1, 2, 3, 4, 5, 7)] == [1, 2, None, 4, 5, 7]
        assert "item 3" in found[3].error
        assert len((tmp_path / "3.log").read_text().split()) == 2
        assert next(Dask(fragile).map(jobs.Dying(tmp_path, 2), [3])).value == 3


SCHEDULER = """
import asyncio, sys
from distributed import Scheduler, Worker

async def main():
    async with Scheduler(port=0, dashboard_address=":0", host="127.0.0.1") as scheduler:
        async with Worker(scheduler.address, nthreads=1):
            print(scheduler.address, flush=True)
            await scheduler.finished()

asyncio.run(main())
"""


def test_a_lost_scheduler_is_told():
    with subprocess.Popen([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True) as scheduler:
        executor = Dask(scheduler.stdout.readline().strip(), patience=2.0)
        answers = executor.map(jobs.nap, range(100))
        next(answers)
        scheduler.kill()
        with pytest.raises(arm.errors.ExecutorError, match=r"the Dask scheduler was lost .* a new start goes on"):
            list(answers)
        executor.client.close()
