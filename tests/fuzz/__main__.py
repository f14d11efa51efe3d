"""`python -m tests.fuzz --documents 1000000 --arguments 100000 --jobs 16 --log fuzz.log`: runs cases in processes.

The end of the output, and the log, have the number of cases by their end and the finds, one for each place, with the
number of a case that repeats it (`--documents 1 --first NUMBER`). The exit status is 1 if a case failed.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path

# `python -m tests.fuzz` runs without pytest, which puts these folders on the path.
TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "oracles"), str(TESTS / "jobs")]

from .running import serve  # noqa: E402

BLOCK = 200
"""Cases that a process is given at a time."""
TOLD = 10_000
"""Cases after which their number is printed."""
PATIENCE = 120.0
"""Time without an answer after which a process is given up [s]: native code does not see the timer of a case."""


@dataclass
class Worker:
    """A process with the block that it works on."""

    seed: int
    kind: str = ""
    number: int = -1
    last: int = 0
    started: bool = False
    heard: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other, self.seed), daemon=True)
        self.process.start()
        other.close()

    def give(self, block: tuple[str, int, int] | None) -> None:
        """Give the process cases, or None to end it."""
        if block is not None:
            self.kind, self.number, self.last = block
            self.heard = time.monotonic()
        self.pipe.send(block)


@dataclass
class Tally:
    """Outcomes counted by kind and end, and finds by kind and place: count, a case, what happened."""

    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    finds: dict[tuple[str, str], list] = field(default_factory=dict)
    begun: float = field(default_factory=time.monotonic)

    def count(self, kind: str, ended: str, place: str = "", text: str = "") -> bool:
        """Count an outcome; return whether it is a find at a new place."""
        self.ends[kind, ended] += 1
        if (done := self.ends.total()) % TOLD == 0:
            print(f"{done} cases, {self.failed} failed, {time.monotonic() - self.begun:.0f} s", flush=True)
        if ended != "failed":
            return False
        fresh = (kind, place) not in self.finds
        self.finds.setdefault((kind, place), [0, text])[0] += 1
        return fresh

    @property
    def failed(self) -> int:
        """Number of cases that failed."""
        return sum(number for (_, ended), number in self.ends.items() if ended == "failed")

    def report(self, seed: int) -> str:
        """Return counts and finds as text."""
        lines = []
        for kind in dict.fromkeys(kind for kind, _ in self.ends):
            ends = {ended: number for (each, ended), number in self.ends.items() if each == kind}
            parts = ", ".join(f"{number} {ended}" for ended, number in sorted(ends.items()))
            lines.append(f"{kind}: {sum(ends.values())} cases with seed {seed}: {parts}")
        for (kind, place), (number, text) in sorted(self.finds.items()):
            lines.append(f"\n{kind}, {number} times, {place}\n{text}")
        lines.append(f"{self.failed} failed at {len(self.finds)} places; {time.monotonic() - self.begun:.0f} s")
        return "\n".join(lines)


def run(blocks: Iterable[tuple[str, int, int]], seed: int, jobs: int) -> Tally:
    """Run blocks of cases in processes; one that crashes or hangs is a find, and another takes its place."""
    source, tally = iter(blocks), Tally()
    workers = list[Worker]()
    rest = list[tuple[str, int, int]]()  # of blocks whose process was lost

    def feed(worker: Worker) -> None:
        block = rest.pop() if rest else next(source, None)
        worker.give(block)
        if block is None:
            workers.remove(worker)
            worker.process.join()

    def lose(worker: Worker, why: str) -> None:
        if not worker.started:
            raise RuntimeError(f"a process does not begin its first case: {why}")
        text = f"case {worker.number}: {why}"
        if tally.count(worker.kind, "failed", why, text):
            print(text, flush=True)
        worker.process.kill()
        workers.remove(worker)
        if worker.number + 1 < worker.last:
            rest.append((worker.kind, worker.number + 1, worker.last))
        workers.append(Worker(seed))
        feed(workers[-1])

    for _ in range(jobs):
        workers.append(Worker(seed))
        feed(workers[-1])
    while workers:
        ready = {*wait([worker.pipe for worker in workers], timeout=1.0)}
        for worker in tuple(workers):
            if worker.pipe in ready:
                try:
                    said = worker.pipe.recv()
                except (EOFError, ConnectionError):
                    worker.process.join()
                    lose(worker, f"the process ended with status {worker.process.exitcode}")
                    continue
                worker.heard, worker.started = time.monotonic(), True
                if isinstance(said, int):
                    worker.number = said
                elif said == "next":
                    feed(worker)
                elif tally.count(worker.kind, said.ended, said.place, str(said)):
                    print(f"{worker.kind}, {said}", flush=True)
            elif time.monotonic() - worker.heard > PATIENCE:
                lose(worker, f"no answer for {PATIENCE:g} s")
    return tally


def main() -> int:
    """Run the cases that the arguments select."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--documents", type=int, default=0, help="number of mutated documents")
    parser.add_argument("--arguments", type=int, default=0, help="number of calls with wild arguments")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the cases")
    parser.add_argument("--first", type=int, default=0, help="number of the first case; with --documents 1, one alone")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--log", type=Path, help="file for counts and finds")
    chosen = parser.parse_args()
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # processes share the cores
    blocks = [
        (kind, first, min(first + BLOCK, chosen.first + count))
        for kind, count in (("arguments", chosen.arguments), ("documents", chosen.documents))
        for first in range(chosen.first, chosen.first + count, BLOCK)
    ]
    tally = run(blocks, chosen.seed, min(chosen.jobs, max(1, len(blocks))))
    report = tally.report(chosen.seed)
    print(report)
    if chosen.log:
        chosen.log.write_text(report + "\n", encoding="utf-8", errors="backslashreplace")
    return int(tally.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
