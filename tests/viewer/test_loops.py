"""The thread that changes the page, and the one for slow work."""

import threading
import time

from internals import Background, UpdateLoop


def wait_until(condition, patience=5.0):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_tasks_of_one_name_are_done_once_as_they_were_put_down_last():
    done, gate, begun = [], threading.Event(), threading.Event()
    loop = UpdateLoop(lambda: False, done.append, rate=1000)
    loop.start()

    def wait() -> None:
        begun.set()
        gate.wait(5)

    loop.post("gate", wait)
    assert begun.wait(5)
    for k in range(100):
        loop.post("slider", lambda k=k: done.append(k))
    loop.post("other", lambda: done.append("other"))
    gate.set()
    wait_until(lambda: "other" in done)
    loop.stop()
    assert done == [99, "other"]


def test_what_goes_wrong_is_heard_of_and_the_loop_goes_on():
    errors, done = [], []
    loop = UpdateLoop(lambda: False, errors.append, rate=1000)
    loop.start()
    loop.post("bad", lambda: 1 / 0)
    wait_until(lambda: errors)
    loop.post("good", lambda: done.append(1))
    wait_until(lambda: done)
    loop.stop()
    assert isinstance(errors[0], ZeroDivisionError)


def test_frames_come_at_the_rate_while_something_moves_and_not_else():
    moving, frames = [True], []

    def frame() -> bool:
        frames.append(time.monotonic())
        return moving[0]

    loop = UpdateLoop(frame, print, rate=50)
    loop.start()
    wait_until(lambda: len(frames) >= 10)
    moving[0] = False
    time.sleep(0.1)
    count = len(frames)
    time.sleep(0.2)
    loop.stop()
    assert len(frames) <= count + 1
    assert (frames[9] - frames[0]) / 9 >= 0.9 / 50


def test_only_the_latest_of_slow_work_is_done():
    done, gate, begun = [], threading.Event(), threading.Event()
    work = Background(done.append)

    def first() -> None:
        begun.set()
        gate.wait(5)

    work.ask(first)
    assert begun.wait(5)
    for k in range(10):
        work.ask(lambda k=k: done.append(k))
    gate.set()
    wait_until(lambda: done)
    work.ask(lambda: 1 / 0)
    wait_until(lambda: len(done) == 2)
    work.stop()
    assert done[0] == 9
    assert isinstance(done[1], ZeroDivisionError)
