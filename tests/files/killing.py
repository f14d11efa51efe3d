"""Kills processes that write each kind of file, at random moments, and prints what they left as JSON.

`python killing.py FOLDER`: every writer of `writers` has written version 0. Forked processes write version 1 and are
killed: before a random one of the calls that open, rename, chmod or remove a file, or some milliseconds after the first
of these calls. Then the place has version 0 or version 1, whole. At last version 0 is written again.
"""

import contextlib
import io
import json
import os
import random
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import armillary as arm
from internals import main, write_files

EVENTS = ("open", "os.rename", "os.chmod", "os.remove", "os.truncate", "os.mkdir", "os.link", "os.rmdir")
KILLS = 4
"""Killed writes of each writer: half of them at one of its calls, half after a random time."""
NEVER = -1
"""Number of a call that no writer makes."""

Write = Callable[[int, Path], Any]


def command(*arguments: str) -> Callable[[int, Path], None]:
    """Return a writer by a command whose robot is one of two."""

    def write(version: int, path: Path) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            given = [("khatib-rr", "khatib-rp")[version] if each == "ROBOT" else each for each in arguments]
            main([*given, "--output", str(path)], standalone_mode=False)

    return write


def writers() -> dict[str, Write]:
    """Return a writer for each kind of file, by its name, whose suffix is that of the file."""
    robots = [arm.planar([1.0], [1.0]), arm.planar([1.0], [2.5])]
    runs = [arm.simulate(robot, 0.02, record=0.01, q0=[0.5 * k]) for k, robot in enumerate(robots)]
    # What a clock says is no part of a version.
    runs = [replace(run, info={**run.info, "seconds": 0.0}) for run in runs]
    task = arm.MotionTask(arm.references.FifthOrder(start=[0.0], end=[1.0], duration=1.0))
    motors = [arm.choose_motors(robot, task, budget=5) for robot in robots]
    weights = ({"operations": 1.0}, {"workspace.volume": 1.0})
    both = [robots[0], replace(robots[1], name="two")]
    chosen = arm.select(both, task, sampling=arm.selection.Sampling(20), timed=False)
    selections = [chosen.reweighted(each) for each in weights]

    def export(to: str) -> Write:
        return lambda k, path: arm.export(robots[k], to, path=path, quantities="gravity")

    return {
        "robot.toml": lambda k, path: arm.save(robots[k], path),
        "result.nc": lambda k, path: runs[k].save(path),
        "result.mat": lambda k, path: runs[k].save(path),
        "result.csv": lambda k, path: runs[k].save(path),
        "table.csv": lambda k, path: write_files(selections[k], {"--output": path}, {}),
        "table.json": lambda k, path: write_files(selections[k], {"--output": path}, {}),
        "check.json": command("check", "ROBOT", "--states", "1"),
        "space.json": command("linearise", "ROBOT"),
        "space.npz": command("linearise", "ROBOT"),
        "equations.md": command("equations", "ROBOT"),
        "equations.tex": command("equations", "ROBOT"),
        "picture.png": lambda k, path: runs[k].plot(["drift"], path),
        "picture.svg": lambda k, path: runs[k].plot(["drift"], path),
        "selection.png": lambda k, path: selections[k].plot(path, ["score"]),
        "motors.png": lambda k, path: motors[k].plot(path),
        "film.gif": lambda k, path: runs[k].animate(path),
        "report.html": lambda k, path: arm.report(runs[k], path),
        "module.py": export("python"),
        "unit.fmu": lambda k, path: arm.export(robots[k], "fmu", path=path, platforms="none"),
        "sources": export("c"),
        "functions": export("casadi"),
    }


def content(path: Path) -> Any:
    """Return the bytes of a file, or of the files of a folder."""
    return {each.name: each.read_bytes() for each in path.iterdir()} if path.is_dir() else path.read_bytes()


def killed(write: Write, path: Path, rng: random.Random, moment: int | None) -> int | None:
    """Let a forked process write version 1, and kill it at a call or, without one, after a random time.

    Return the number of its calls where it was not killed.
    """
    child = os.fork()
    if not child:
        seen = 0

        def watch(event: str, given: tuple[Any, ...]) -> None:
            nonlocal seen
            if event not in EVENTS or str(path.parent) not in str(given[0]):
                return
            if moment is None and not seen:
                signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-4, 5e-3))  # SIGALRM ends a process at once
            if seen == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            seen += 1

        sys.addaudithook(watch)
        try:
            write(1, path)
        finally:
            os._exit(min(seen, 100))
    _, status = os.waitpid(child, 0)
    return None if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def trial(write: Write, path: Path, rng: random.Random) -> str:
    """Return the first fault of a writer, or an empty text."""
    path.parent.mkdir()
    versions = []
    for k in (1, 0):
        write(k, path)
        versions.append(content(path))
    if versions[0] == versions[1]:
        return "both versions are alike"
    write(0, path)
    if content(path) != versions[1]:
        return "the same version is written in two ways"
    calls, deaths = killed(write, path, rng, NEVER), 0
    if not calls:
        return "a whole write makes no call that is watched"
    for k in range(KILLS):
        deaths += killed(write, path, rng, rng.randrange(calls) if k % 2 else None) is None
        if content(path) not in versions:
            return "a mixed or torn result"
        if len([*path.parent.iterdir()]) > 2:
            return f"left overs: {sorted(each.name for each in path.parent.iterdir())}"
    write(0, path)
    if [*path.parent.iterdir()] != [path] or content(path) != versions[1]:
        return f"not clean after the next write: {sorted(each.name for each in path.parent.iterdir())}"
    return "" if deaths >= KILLS // 2 else f"only {deaths} of {KILLS} writes were killed"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    folder, rng = Path(sys.argv[1]), random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    found = {}
    for name, write in writers().items():
        found[name] = trial(write, folder / name.replace(".", "-") / name, rng)
    print(json.dumps(found))
