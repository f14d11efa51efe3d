"""Sweeps: the same store from every executor and from parts, resumed, grown, retried; errors and interruption."""

import logging
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
import sweep_jobs as jobs
from internals import ChunkWork, Dask, Meter, Processes, Resumed, Serial, Store, chunks_left
from matrix.kinds import KINDS
from samples import some
from standin import tree

distributed = pytest.importorskip("distributed")
quiet_dask = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster():
    """Four Dask workers in this process."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    local = {"n_workers": 4, "threads_per_worker": 1, "dashboard_address": ":0", "processes": False}
    with distributed.LocalCluster(**local) as made:
        yield made


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The store of the study of `jobs`, computed in this process."""
    path = tmp_path_factory.mktemp("alone") / "alone.zarr"
    arm.sweep(jobs.study(), path, executor=Serial())
    return tree(path)


@quiet_dask
def test_stores_are_equal_byte_for_byte(alone, cluster, tmp_path):
    """One process, two processes, four Dask workers and three parts that are merged."""
    study = jobs.study()
    counts = arm.sweep(study, tmp_path / "processes.zarr", executor=Processes(2)).counts
    assert (counts.runs, counts.complete) == (study.layout.runs, study.layout.count)
    assert counts.failed > 0
    assert tree(tmp_path / "processes.zarr") == alone
    executor = Dask(cluster)
    arm.sweep(study, tmp_path / "dask.zarr", executor=executor)
    executor.client.close()
    assert tree(tmp_path / "dask.zarr") == alone
    parts = [tmp_path / f"part{k}.zarr" for k in (1, 2, 3)]
    for k, path in enumerate(parts):
        results = arm.sweep(study, path, executor=Serial(), part=(k + 1, 3))
        assert not results.complete
    assert arm.merge_results(parts, tmp_path / "merged.zarr", study).complete
    assert tree(tmp_path / "merged.zarr") == alone


@pytest.mark.parametrize("name", some(("modes_in_space", "lossy_elastic_gear", "segments", "modal_data"), 1))
def test_arms_of_every_kind_travel_to_the_processes_of_the_default_executor(name, tmp_path):
    scenario = replace(KINDS[name].loop, duration=0.002, solver=arm.solvers.RK4(step=1e-4))
    study = arm.Study(scenario, axes={"gravity.z": [-9.81, -1.62]}, outputs=["work", "final_q"], chunk=1)
    there = arm.sweep(study, tmp_path / "there.zarr")
    here = arm.sweep(study, tmp_path / "here.zarr", executor=Serial())
    assert there.counts.done == 2
    assert tree(there.store.path) == tree(here.store.path)


def test_parts_share_all_chunks(tmp_path):
    study = jobs.StandInStudy(samples=40)
    store = Store.create(tmp_path / "s.zarr", study)
    for count in (1, 3, 7, 60):
        shares = [chunks_left(store, (k + 1, count))[0].tolist() for k in range(count)]
        assert sorted(number for share in shares for number in share) == list(range(study.layout.count))
        assert max(map(len, shares)) <= -(-study.layout.count // count)
    for wrong in [(0, 3), (4, 3), 3, (1.5, 2), "1/3", (1,), (True, 2)]:
        with pytest.raises(arm.ArgumentError, match=r"part: .*k = 1 … n \(such as \(7, 64\)\)"):
            arm.sweep(study, "nowhere.zarr", part=wrong)


def test_a_sweep_goes_on_where_it_was_interrupted(alone, tmp_path):
    seen = []

    def stop(progress):
        seen.append(progress)
        if progress.complete == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arm.sweep(jobs.study(), tmp_path / "s.zarr", executor=Serial(), progress=stop)
    kept = arm.load_results(tmp_path / "s.zarr").counts
    assert kept.complete == 3
    assert [each.complete for each in seen] == [0, 1, 2, 3]
    arm.sweep(jobs.study(), tmp_path / "s.zarr", executor=Serial(), progress=seen.append)
    assert seen[-1].chunks == kept.chunks - 3
    assert seen[-1].runs == seen[-1].done == kept.left
    assert (seen[-1].part, seen[-1].left) == (1.0, 0.0)
    assert tree(tmp_path / "s.zarr") == alone


def test_an_interrupted_simulation_is_an_interrupted_sweep(tmp_path, monkeypatch):
    def interrupted(*_):
        raise arm.errors.RunInterrupted(arm.simulate(jobs.scenario(), duration=0.01))

    monkeypatch.setattr("armillary.studies.study.compute", interrupted)
    with pytest.raises(KeyboardInterrupt, match="complete chunks are kept") as caught:
        arm.sweep(jobs.study(), tmp_path / "s.zarr", executor=Serial())
    assert type(caught.value) is KeyboardInterrupt


def test_a_changed_study_is_refused_and_a_grown_one_extended(tmp_path):
    study = jobs.StandInStudy(samples=10, log=str(tmp_path / "log"))
    arm.sweep(study, tmp_path / "s.zarr", executor=Serial())
    with pytest.raises(arm.errors.StoreError, match=r"the store of another study: .*seed = 1.*choose another path"):
        arm.sweep(replace(study, seed=1), tmp_path / "s.zarr", executor=Serial())
    larger = replace(study, samples=14, payloads=(1.0, 2.0, 3.0, 4.0))
    results = arm.sweep(larger, tmp_path / "s.zarr", executor=Serial())
    assert results.complete
    assert results.counts.runs == 4 * 14
    assert results.dataset["settling"].shape == (4, 14)
    log = jobs.computed(study, runs=True)
    assert sum(log.values()) == 4 * 14  # no run twice


def test_failed_runs_are_recorded_and_retried(tmp_path):
    study = jobs.StandInStudy(bad=150.0, mended=str(tmp_path / "mended"), log=str(tmp_path / "log"))
    results = arm.sweep(study, tmp_path / "s.zarr", executor=Serial())
    first = results.counts
    assert 0 < first.failed < first.runs
    assert results.failures[0].reason.startswith("gear too soft")
    assert arm.sweep(study, tmp_path / "s.zarr", executor=Serial()).counts == first
    (tmp_path / "mended").touch()
    seen = []
    mended = arm.sweep(study, tmp_path / "s.zarr", executor=Serial(), retry_failed=True, progress=seen.append)
    assert mended.counts.failed == 0
    assert mended.complete
    log = jobs.computed(study, runs=True)
    assert sum(log.values()) == first.runs + first.failed
    assert seen[-1].runs == seen[-1].done == first.failed


def test_wrong_arguments_are_refused_before_anything_runs(tmp_path):
    study = jobs.StandInStudy()
    with pytest.raises(arm.ArgumentError, match="study: 'x'; expected a Study"):
        arm.sweep("x", tmp_path / "s.zarr")
    for store in (3, "", None, b"x", "x" * 5000, "\0", "\ud800"):
        with pytest.raises(arm.ArgumentError, match=r"store: .*expected the path of a folder"):
            arm.sweep(study, store)
    with pytest.raises(arm.ArgumentError, match="executor: 4; expected an executor"):
        arm.sweep(study, tmp_path / "s.zarr", executor=4)
    with pytest.raises(arm.ArgumentError, match="progress"):
        arm.sweep(study, tmp_path / "s.zarr", progress=lambda: None)
    with pytest.raises(arm.errors.ExecutorError, match=r"tcp://127\.0\.0\.1:1: no Dask scheduler answers"):
        arm.sweep(study, tmp_path / "s.zarr", executor=Dask("tcp://127.0.0.1:1", patience=0.5))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(arm.ArgumentError, match="a study has its store"):
        arm.sweep(study, tmp_path / "s.zarr", executor=Resumed(tmp_path / "kept"))
    with pytest.raises(arm.ArgumentError, match="paths: 3; expected a list of stores"):
        arm.merge_results(3, tmp_path / "m.zarr")


def test_a_function_that_cannot_travel_is_refused(tmp_path):
    with pytest.raises(
        arm.ArgumentError, match=r"study.functions\['f'\]: .*expected a study that can be sent to other processes"
    ):
        arm.sweep(jobs.study(functions={"f": lambda run: 1.0}), tmp_path / "s.zarr", executor=Processes(2))


def test_errors_of_chunks_follow_when_the_others_are_done(tmp_path):
    study = jobs.StandInStudy(raises=(2, 5), log=str(tmp_path / "log"))
    with pytest.raises(
        arm.errors.ExecutorError, match=r"(?s)2 chunks \(2, 5\) could not be computed: ZeroDivisionError"
    ):
        arm.sweep(study, tmp_path / "s.zarr", executor=Serial())
    counts = arm.load_results(tmp_path / "s.zarr").counts
    assert counts.complete == counts.chunks - 2
    every = jobs.StandInStudy(raises=tuple(range(99)), samples=100, log=str(tmp_path / "all"))
    with pytest.raises(arm.errors.ExecutorError, match="8 chunks"):
        arm.sweep(every, tmp_path / "t.zarr", executor=Serial())
    assert len(jobs.computed(every)) == 8
    assert arm.sweep(replace(study, raises=()), tmp_path / "s.zarr", executor=Serial()).complete


def test_workers_die_and_warn(tmp_path):
    """A chunk that kills its workers does not stop the others; a warning is told once; no chunk is computed twice."""
    study = jobs.StandInStudy(kills=(3,), warns="soft gears", log=str(tmp_path / "log"))
    with (
        pytest.warns(arm.ArmillaryWarning, match="soft gears") as seen,
        pytest.raises(arm.errors.ExecutorError, match=r"1 chunk \(3\) could not be computed: item 3 killed its worker"),
    ):
        arm.sweep(study, tmp_path / "s.zarr", executor=Processes(2))
    assert len(seen) == 1
    counts = arm.load_results(tmp_path / "s.zarr").counts
    assert counts.complete == counts.chunks - 1
    assert arm.sweep(replace(study, kills=(), warns=""), tmp_path / "s.zarr", executor=Serial()).complete
    assert jobs.computed(study) == dict.fromkeys(range(study.layout.count), 1)
    assert ChunkWork(tmp_path / "s.zarr", study)(0) == (0, 0, ())  # another process was faster


class Elsewhere(Serial):
    """Workers that do not share the file system, or have another processor."""

    def __init__(self, seen):
        object.__setattr__(self, "seen", seen)

    def elsewhere(self, work):
        return {"far": self.seen(work())}


def test_workers_must_see_the_store(tmp_path):
    with pytest.raises(
        arm.errors.StoreError, match=r"not seen by the worker far.*a file system that all workers share"
    ):
        arm.sweep(jobs.StandInStudy(), tmp_path / "s.zarr", executor=Elsewhere(lambda found: ("", *found[1:])))
    with pytest.warns(arm.ArmillaryWarning, match="far has another processor .z80, 1 lanes"):
        arm.sweep(jobs.StandInStudy(), tmp_path / "s.zarr", executor=Elsewhere(lambda found: (found[0], "z80", 1)))


def test_a_store_of_another_processor_is_told(tmp_path, monkeypatch):
    study = jobs.StandInStudy()
    with monkeypatch.context() as patched:
        patched.setattr("armillary.studies.store.description.machine_name", lambda: "z80, 1 lanes, z80-unknown")
        Store.create(tmp_path / "s.zarr", study)
    with pytest.warns(arm.ArmillaryWarning, match="begun with another processor .z80, 1 lanes"):
        arm.sweep(study, tmp_path / "s.zarr", executor=Serial())


def test_a_study_that_cannot_travel_is_told(tmp_path):
    study = jobs.study(functions={"own": lambda run: 1.0})
    with pytest.raises(arm.ArgumentError) as caught:
        arm.sweep(study, tmp_path / "s.zarr", executor=Processes(1))
    assert "<lambda>" in str(caught.value)
    assert "ChunkWork" not in str(caught.value)


def test_progress_has_rate_and_time_left(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("armillary.studies.progress.time.monotonic", lambda: clock[0])
    meter = Meter(1000, 10)
    assert meter.now.left == np.inf
    clock[0] = 50.0  # compiled code was made
    assert meter.add(0, (100, 1), "a", 1.0).rate == 2.0
    for k in range(1, 5):
        clock[0] += 1.0
        now = meter.add(k, (100, 0), "ab"[k % 2], 1.5)
    assert (now.done, now.failed, now.complete, now.rate, now.left) == (500, 1, 5, 100.0, 5.0)
    assert (now.workers["a"].chunks, now.workers["b"].runs, now.workers["b"].chunk) == (3, 200, 3)
    for k in range(1000):
        now = meter.add(k, (0, 0), f"worker {k}", 1.0)
    assert len(now.workers) == 256
