"""Threads share work in any order, give results in theirs, and hand errors on."""

import os
import threading

import pytest

import armillary as arm
from internals import thread_count, together


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 40])
def test_results_come_in_order(threads, count):
    found = together(lambda a, b: a + b, [(k, 100) for k in range(count)], threads)
    assert list(found) == [k + 100 for k in range(count)]


def test_as_many_threads_work_as_were_asked_for():
    barrier = threading.Barrier(3)  # passed by three threads at a time, or by none
    assert list(together(lambda: barrier.wait(10) >= 0, [()] * 3, 3)) == [True] * 3


def test_an_error_stops_the_rest():
    done = []

    def work(k):
        done.append(k)
        if k == 2:
            raise RuntimeError("third")

    with pytest.raises(RuntimeError, match="third"):
        list(together(work, [(k,) for k in range(100)], 1))
    assert done == [0, 1, 2]


def test_work_that_is_given_up_ends_early():
    stop = threading.Event()

    def work(k):
        if k == 0:
            raise KeyboardInterrupt
        assert stop.wait(10)

    with pytest.raises(KeyboardInterrupt):
        list(together(work, [(0,), (1,)], 2, give_up=stop.set))
    assert stop.is_set()


@pytest.mark.parametrize("bad", [-1, True, 1.5, "two"])
def test_a_wrong_number_of_threads_is_named(bad):
    with pytest.raises(arm.ArgumentError, match="threads"):
        thread_count(bad)


@pytest.mark.parametrize("call", [arm.simulate, arm.rollout, arm.compile])
def test_the_same_threads_and_devices_everywhere(call):
    robot = arm.library.get("khatib-rr")
    for name, bad in [("threads", -1), ("device", "gpu"), ("dtype", "float16")]:
        with pytest.raises(arm.ArgumentError) as caught:
            call(robot, **{name: bad})
        assert caught.value.field == name
    assert arm.compile(robot, threads=0).threads == (os.cpu_count() or 1)
