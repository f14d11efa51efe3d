"""Executors in this process and in processes of this machine: order, errors, deaths, interruption, memory."""

import contextlib
import functools
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import tracemalloc
from itertools import islice

import pytest

import armillary as arm
import executor_jobs as jobs
from internals import Answer, Executor, Processes, Serial
from own_sources import ROOT

BOTH = [Serial(), Processes(2)]


def values(answers):
    return {answer.item: answer.value for answer in answers}


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("executor", BOTH, ids=["serial", "processes"])
def test_every_item_is_done_once(executor):
    assert values(executor.map(jobs.square, range(40))) == {k: k * k for k in range(40)}
    assert list(executor.map(jobs.square, [])) == []
    assert executor.elsewhere(int) == {}
    assert isinstance(executor, Executor)
    assert all(isinstance(answer, Answer) for answer in executor.map(jobs.square, range(2)))


def test_processes_share_the_work():
    found = list(Processes(2).map(jobs.process, range(12)))
    assert len({answer.value for answer in found}) == 2
    assert {answer.worker for answer in found} == {"process 1", "process 2"}
    assert os.getpid() not in {answer.value for answer in found}
    assert all(answer.seconds >= 0.05 for answer in found)


@pytest.mark.parametrize("executor", BOTH, ids=["serial", "processes"])
def test_errors_are_answers(executor):
    found = {answer.item: answer for answer in executor.map(jobs.odd_fail, range(4))}
    assert [found[k].error for k in range(4)] == ["", "ZeroDivisionError: odd"] * 2
    assert "in odd_fail" in found[1].trace
    assert found[0].trace == ""
    (refused,) = executor.map(jobs.refuse, [0])
    assert (refused.error, refused.trace) == ("path: full; expected space", "")
    assert type(refused.raised) is arm.ArgumentError


def test_a_worker_has_one_thread_and_is_deaf_to_interruption():
    (answer,) = Processes(1).map(jobs.threads, [0])
    assert answer.value == ("1", True)


def test_items_are_taken_when_a_worker_is_free():
    taken = []

    def items():
        for k in range(1000):
            taken.append(k)
            yield k

    answers = Processes(2).map(jobs.square, items())
    assert len(list(islice(answers, 10))) == 10
    assert len(taken) <= 13
    answers.close()
    assert multiprocessing.active_children() == []


def test_an_item_of_a_dead_worker_is_done_again(tmp_path):
    assert values(Processes(2).map(jobs.Dying(tmp_path, 2), range(7))) == {k: k for k in range(7)}
    assert [len((tmp_path / f"{k}.log").read_text().split()) for k in range(7)] == [3, 1, 1, 3, 1, 1, 3]


def test_an_item_that_kills_three_workers_is_an_error(tmp_path):
    found = {answer.item: answer for answer in Processes(2).map(jobs.Dying(tmp_path, 9), range(4))}
    assert [found[k].value for k in range(4)] == [None, 1, 2, None]
    assert [len((tmp_path / f"{k}.log").read_text().split()) for k in range(4)] == [3, 1, 1, 3]
    assert "item 0" in found[0].error
    assert "signal 9" in found[0].error


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_worker_that_dies_while_it_answers_is_replaced(tmp_path):
    """The start of a long answer is in the pipe, and its end never comes."""
    found = values(Processes(2).map(jobs.DyingWhileItAnswers(tmp_path), range(4)))
    assert found == dict.fromkeys(range(4), bytes(100_000))
    assert (tmp_path / "died").exists()


def test_work_that_cannot_travel_is_refused():
    with pytest.raises(arm.ArgumentError, match=r"work: .*expected a function at the top of a module"):
        next(Processes(1).map(lambda item: item, [1]))
    inner = functools.partial(jobs.Dying, {"limits": [1.0, lambda run: 1.0]})
    with pytest.raises(
        arm.ArgumentError, match=r"work\.args\[0\]\['limits'\]\[1\]: <function .*at the top of a module"
    ):
        next(Processes(1).map(inner, [1]))
    with pytest.raises(arm.errors.ExecutorError, match=r"work\.args\[0\]\.law: .*an error in Armillary"):
        next(Processes(1).map(functools.partial(print, jobs.holding(jobs.Ours())), [1]))
    with pytest.raises(arm.errors.ExecutorError, match="cannot load its work"):
        next(Processes(1).map(jobs.Unloadable(), [1]))
    (answer,) = Processes(1).map(jobs.unpicklable, [1])
    assert "cannot be sent to another process" in answer.error
    for count in (0, 1.5, True, 10**6):
        with pytest.raises(arm.ArgumentError, match="count"):
            Processes(count)


PATIENCE = 600.0
"""Time after which a script or a worker is taken to hang, on a machine however busy [s]."""
SCRIPT = """
    import sys
    sys.path.insert(0, {tests!r})
    import executor_jobs as jobs
    from armillary.executors import Processes
    {guard}
        for answer in Processes(2).map(jobs.{work}, range(10)):
            print(answer.value, flush=True)
"""


@contextlib.contextmanager
def script(tmp_path, work, guard="if __name__ == '__main__':"):
    """Run a script with two workers; it is killed when it takes far too long, or when the test has failed."""
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(SCRIPT.format(tests=str(ROOT / "tests/jobs"), work=work, guard=guard)))
    command, pipe = [sys.executable, path], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as running:
        last = threading.Timer(PATIENCE, running.kill)
        last.start()
        try:
            yield running
        finally:
            last.cancel()
            running.kill()


def all_ended(workers):
    """Return whether processes end; the machine may be busy."""
    limit = time.monotonic() + PATIENCE
    while any(map(alive, workers)) and time.monotonic() < limit:
        time.sleep(0.02)
    return not any(map(alive, workers))


def test_workers_end_with_a_killed_parent(tmp_path):
    with script(tmp_path, "told") as running:
        workers = {int(running.stdout.readline()) for _ in range(2)}
        running.kill()
        running.communicate()
    assert all_ended(workers)


ABANDONING = """
    import sys
    sys.path.insert(0, {tests!r})
    import executor_jobs as jobs
    from armillary.executors import Processes
    if __name__ == "__main__":
        answers = Processes(2).map(jobs.pause, [0, 600])
        print(next(answers).value)
"""


def test_a_script_that_ends_does_not_wait_for_its_workers(tmp_path):
    """The second item takes ten minutes."""
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(ABANDONING.format(tests=str(ROOT / "tests/jobs"))))
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=PATIENCE / 2, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_all_quietly(tmp_path):
    with script(tmp_path, "told") as running:
        worker = int(running.stdout.readline())
        os.kill(worker, signal.SIGINT)  # as the terminal does
        running.send_signal(signal.SIGINT)
        errors = running.communicate()[1]
    assert errors.count("Traceback") == 1, errors
    assert errors.strip().endswith("KeyboardInterrupt")
    assert all_ended([worker])


def test_a_script_without_its_guard_is_told(tmp_path):
    with script(tmp_path, "square", "if True:") as running:
        errors = running.communicate()[1]
    assert "ExecutorError: worker processes end while they start (exit status 1)" in errors
    assert "if __name__ == '__main__':" in errors


def peak(executor, count):
    tracemalloc.start()
    for _ in executor.map(jobs.square, range(count)):
        pass
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def test_memory_is_flat():
    assert peak(Serial(), 100_000) < peak(Serial(), 1000) + 10_000
    few = peak(Processes(2), 100)
    assert peak(Processes(2), 4000) < few + 100_000
