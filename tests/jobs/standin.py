"""A small study with known results, for tests of stores."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import numpy as np

from armillary.studies.layout import DONE, FAILED, NOT_RUN, ChunkResults, GridChunk, GridCoordinate, RunGrid, Variable

VARIABLES = (
    Variable("settling", "s", "settling time"),
    Variable("peak", "N·m", "greatest effort", {"joint": ("shoulder", "elbow")}),
    Variable("tip", "m", "path of the tip", {"time": (0.0, 0.5, 1.0)}),
)


@dataclass(frozen=True)
class StandIn:
    """Payloads × samples, with a random stiffness and a random robot."""

    payloads: tuple[float, ...] = (1.0, 2.0, 3.0)
    samples: int = 10
    chunks: tuple[int, int] = (1, 4)
    seed: int = 0
    bad: float = -1.0
    variables: tuple[Variable, ...] = VARIABLES
    robots: dict[str, str] = field(default_factory=lambda: {"arm": "abc"})

    @property
    def layout(self) -> RunGrid:
        return RunGrid(("payload", "sample"), (len(self.payloads), self.samples), self.chunks)

    @property
    def coordinates(self) -> tuple[GridCoordinate, ...]:
        return (
            GridCoordinate("payload", "payload", "kg", "mass at the tip", self.payloads),
            GridCoordinate("stiffness", "sample", "N·m/rad", "stiffness of a gear"),
            GridCoordinate("robot", "sample", text=True),
        )

    @property
    def text(self) -> str:
        return f"payload = {list(self.payloads)}\nsamples = {self.samples}\nseed = {self.seed}\n"

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(f"{self.text}{self.robots}".encode()).hexdigest()

    @property
    def family(self) -> str:
        return hashlib.sha256(f"{self.seed}{self.robots}".encode()).hexdigest()

    def points(self, chunk: GridChunk) -> dict[str, list]:
        payload, sample = chunk.indices.T
        return {
            "payload": [self.payloads[k] for k in payload],
            "stiffness": [self.stiffness(k) for k in sample],
            "robot": [f"arm{k % 2}" for k in sample],
        }

    def stiffness(self, sample: int) -> float:
        return float(np.random.default_rng([self.seed, sample]).uniform(100, 200))

    def found(self, chunk: GridChunk, todo: np.ndarray | None = None) -> ChunkResults:
        """Return results; runs with a stiffness below `bad` fail."""
        points = self.points(chunk)
        payload, stiffness = np.array(points["payload"]), np.array(points["stiffness"])
        settling = payload / stiffness
        peak = payload[:, None] * np.array([2.0, 1.0])
        tip = np.sqrt(stiffness)[:, None] * np.arange(3)
        status = np.where(stiffness < self.bad, FAILED, DONE).astype(np.uint8)
        if todo is not None:
            status[~todo] = NOT_RUN
        reasons = {int(k): f"gear too soft at payload {payload[k]:g}" for k in np.flatnonzero(status == FAILED)}
        values = {each.name: found for each, found in zip(VARIABLES, (settling, peak, tip), strict=True)}
        return ChunkResults({each.name: values[each.name] for each in self.variables}, status, reasons)


def fill(store, study, chunks=None, retry_failed=False):
    """Compute missing chunks; return their numbers."""
    done = []
    for number in list(store.missing(retry_failed)):
        if chunks is None or number in chunks:
            chunk = store.layout.chunk(number)
            store.write(chunk, study.found(chunk, store.todo(chunk, retry_failed)))
            done.append(number)
    return done


def tree(path):
    """Return the bytes of all files below a folder."""
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}
