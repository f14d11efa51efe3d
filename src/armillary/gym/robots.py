"""The robots of an environment: their states, and the kernel that takes all of them through a period.

On a CPU they are in blocks of lanes (`walk.blocks`), of which each thread takes some. On a GPU they are tensors of
PyTorch, a row or a column for each robot, and a thread walks one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import DOUBLE, SINGLE
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.target import CPU, number_of
from armillary.compiler.threads import together
from armillary.simulation.episodes import PERIOD, Episodes
from armillary.simulation.walk.blocks import Blocks
from armillary.simulation.walk.places import RunArray, Words, flat
from armillary.simulation.walk.runs import ORIGINS
from armillary.spatial.scalar import Floats

Truth = NDArray[np.bool_]


class Robots(ABC):
    """Robots of one scenario, each at its own time of an episode."""

    def __init__(self, episodes: Episodes, count: int) -> None:
        self.episodes, self.count = episodes, count
        self.elapsed = np.zeros(count, dtype=np.int64)
        """Number of periods of each robot's episode so far."""
        self.begin_noise(0)

    def begin_noise(self, seed: int) -> None:
        """Begin the random numbers of sensors again: those of a seed of the environment, and of the scenario's seed."""
        self._keys = np.random.default_rng((self.episodes.loop.scenario.seed, seed))

    @abstractmethod
    def begin(self, robots: NDArray[np.int64], x: Floats, c: Floats) -> None:
        """Put some robots to the start of an episode, with states (n, …) and numbers c (n, …)."""

    @abstractmethod
    def advance(self, actions: Any) -> None:
        """Take all robots through a period, with actions (N, …)."""

    @abstractmethod
    def state(self, part: slice) -> Any:
        """Return entries of the states (N, …)."""

    @abstractmethod
    def held(self, part: slice) -> Any:
        """Return entries of c (N, …)."""

    @abstractmethod
    def finite(self) -> Any:
        """Return whether the state of each robot is finite (N,)."""

    def readings(self) -> dict[str, Any]:
        """Return the last readings of sensors by name, each (N, …)."""
        return {name: self.held(place) for name, place in self.episodes.readings.items()}

    def _words(self, addresses: Words) -> Words:
        """Return the arguments of the kernel."""
        steps = self.episodes.steps
        return {
            **addresses,
            "differing": self.episodes.actions,
            "last": steps.count,
            "intervals": len(steps.times),
            "last_interval": len(steps.times) - 1,
        }

    def _tables(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that all robots share by name."""
        steps = self.episodes.steps
        return {
            "times": steps.times,
            "marks": steps.marks,
            "places": np.array(self.episodes.differing, dtype=np.int64),
            "shared": self.episodes.loop.p(),
        }

    def _key(self) -> int:
        """Return the key of the random numbers of the next period."""
        return int(self._keys.integers(1 << 64, dtype=np.uint64))


class HostRobots(Robots):
    """Robots in the lanes of the machine."""

    def __init__(self, episodes: Episodes, count: int, dtype: str, threads: int) -> None:
        super().__init__(episodes, count)
        self.scalar = SINGLE if dtype == SINGLE.dtype else DOUBLE
        lanes = host(scalar=self.scalar).width
        blocks = -(-count // lanes)
        size = -(-blocks // threads) * lanes
        self.parts = [range(first, min(first + size, count)) for first in range(0, count, size)]
        x, c = episodes.starts()
        self.blocks = [_Block(episodes, lanes, robots, self.scalar, x, c, self._tables()) for robots in self.parts]
        self.threads = threads

    def begin(self, robots: NDArray[np.int64], x: Floats, c: Floats) -> None:
        """Put some robots to the start of an episode."""
        self.elapsed[robots] = 0
        for block in self.blocks:
            here = (robots >= block.robots.start) & (robots < block.robots.stop)
            block.set("x", robots[here], x[here])
            block.set("c", robots[here], c[here])

    def advance(self, actions: Any) -> None:
        """Take all robots through a period."""
        key_of_period = self._key()

        def walk(block: _Block) -> None:
            robots = slice(block.robots.start, block.robots.stop)
            block.put("differing_p", actions[robots])
            block.put("begins", (self.elapsed[robots] * self.episodes.period)[:, None])
            if self.episodes.structure.noisy:
                keys = np.full(len(block.robots), key_of_period, dtype=np.uint64)
                origins = np.stack([keys, np.arange(robots.start, robots.stop, dtype=np.uint64)], axis=1)
                block.put(ORIGINS, origins.view(np.float64))  # the bits as they are
            block.blocks.launch(PERIOD, 0, self._words(block.words))

        for _ in together(walk, [(block,) for block in self.blocks], self.threads):
            pass
        self.elapsed += 1

    def state(self, part: slice) -> Any:
        """Return entries of the states (N, …)."""
        return np.concatenate([block.get("x", part) for block in self.blocks])

    def held(self, part: slice) -> Any:
        """Return entries of c (N, …)."""
        return np.concatenate([block.get("c", part) for block in self.blocks])

    def finite(self) -> Any:
        """Return whether the state of each robot is finite (N,)."""
        return np.concatenate([block.finite() for block in self.blocks])


class _Block:
    """Some robots of a CPU that one thread takes: their memory."""

    def __init__(
        self, episodes: Episodes, lanes: int, robots: range, scalar: Any, x: Floats, c: Floats, tables: dict[str, Any]
    ) -> None:
        self.robots, self.lanes, self.blocks = robots, lanes, Blocks(episodes, lanes, len(robots), scalar)
        count, sizes = len(robots), episodes.structure.sizes
        self.rows = {
            "x": self.blocks.put(np.repeat(x, count, axis=0)),
            "c": self.blocks.put(np.repeat(c, count, axis=0)),
        }
        self.rows["differing_p"] = self.blocks.row_room(episodes.actions)
        self.rows["begins"] = self.blocks.row_room(1, "float64")
        if episodes.structure.noisy:
            self.rows[ORIGINS] = self.blocks.row_room(2, "float64")
        parts = {name: self.blocks.part(self.rows["x"], first) for name, (first, _) in sizes.parts.items()}
        self.words: Words = {
            **{name: rows for name, rows in self.rows.items() if name != "x"},
            **parts,
            "x_out": self.rows["x"],
            "c_out": self.rows["c"],
            "runs": self.blocks.work,
            **{name: self.blocks.put_table(table, _kind(name)) for name, table in tables.items()},
        }

    def _array(self, name: str) -> NDArray[Any]:
        array: NDArray[Any] = self.blocks.arrays[self.rows[name].address]  # (blocks, size, lanes)
        return array

    def set(self, name: str, robots: NDArray[np.int64], values: Floats) -> None:
        """Write the rows of some robots."""
        if values.size:
            block, lane = np.divmod(robots - self.robots.start, self.lanes)
            self._array(name)[block, :, lane] = values

    def put(self, name: str, values: ArrayLike) -> None:
        """Write the rows of all robots; lanes without a robot repeat the last one."""
        values, array = np.asarray(values), self._array(name)
        missing = len(array) * self.lanes - len(values)
        if missing:
            values = np.concatenate([values, np.repeat(values[-1:], missing, axis=0)])
        array[...] = values.reshape(len(array), self.lanes, -1).transpose(0, 2, 1)

    def finite(self) -> Truth:
        """Return whether the state of each robot is finite."""
        array = self._array("x")
        sums = (array - array).sum(axis=1)  # NaN where a number is not finite
        return np.asarray(sums.reshape(-1)[: len(self.robots)] == 0.0)

    def get(self, name: str, part: slice) -> NDArray[Any]:
        """Return entries of the rows of all robots."""
        array = self._array(name)[:, part]
        return array.transpose(0, 2, 1).reshape(-1, array.shape[1])[: len(self.robots)]


class DeviceRobots(Robots):
    """Robots on a GPU, in tensors of PyTorch."""

    def __init__(self, episodes: Episodes, count: int, dtype: str, device: str, torch: Any) -> None:
        from armillary.simulation.gpu.threads import run_kernel

        super().__init__(episodes, count)
        self.torch, self.place = torch, device
        self.device = device_of(number_of(device))
        structure = episodes.structure
        self.kernel = run_kernel(PERIOD, self.device, dtype, structure, episodes.programs)
        x, c = episodes.starts()

        def tensor(values: ArrayLike, kind: str = dtype) -> Any:
            return torch.as_tensor(np.ascontiguousarray(values), dtype=getattr(torch, kind), device=device)

        self._tensor = tensor
        self.x, self.c = tensor(np.repeat(x, count, axis=0)), tensor(np.repeat(c, count, axis=0))
        self.actions = tensor(np.zeros((episodes.actions, count)))
        self.begins = tensor(np.zeros((count, 1)), "float64")
        self.origins = tensor(np.stack([np.zeros(count), np.arange(count)], axis=1), "int64")
        self.tables = {name: tensor(table, _kind(name) or dtype) for name, table in self._tables().items()}

    def begin(self, robots: NDArray[np.int64], x: Floats, c: Floats) -> None:
        """Put some robots to the start of an episode."""
        self.elapsed[robots] = 0
        place = self._tensor(robots, "int64")
        self.x[place], self.c[place] = self._tensor(x), self._tensor(c)

    def advance(self, actions: Any) -> None:
        """Take all robots through a period."""
        from armillary.simulation.gpu.threads import launch

        self.actions.copy_(actions.T)
        self.begins.copy_(self._tensor(self.elapsed[:, None] * self.episodes.period, "float64"))
        self.origins[:, 0] = int(np.uint64(self._key()).view(np.int64))
        size = self.x.element_size()
        x, n = self.x.data_ptr(), self.x.shape[1]
        parts = self.episodes.structure.sizes.parts
        state = {name: RunArray(x + first * size, n) for name, (first, _) in parts.items()}
        words: Words = {
            **state,
            "c": RunArray(self.c.data_ptr(), self.c.shape[1]),
            "x_out": RunArray(x, n),
            "c_out": RunArray(self.c.data_ptr(), self.c.shape[1]),
            "differing_p": RunArray(self.actions.data_ptr(), self.count),
            "begins": RunArray(self.begins.data_ptr(), 1),
            ORIGINS: RunArray(self.origins.data_ptr(), 2),
            "runs": self.count,
            **{name: table.data_ptr() for name, table in self.tables.items()},
        }
        stream = self.torch.cuda.current_stream(self.place).cuda_stream
        launch(self.kernel, self.device, stream, flat(self._words(words), self.episodes.structure.words(PERIOD)))
        self.elapsed += 1

    def state(self, part: slice) -> Any:
        """Return entries of the states (N, …)."""
        return self.x[:, part].clone()

    def held(self, part: slice) -> Any:
        """Return entries of c (N, …)."""
        return self.c[:, part].clone()

    def finite(self) -> Any:
        """Return whether the state of each robot is finite (N,)."""
        return self.torch.isfinite(self.x).all(1)


def robots_of(episodes: Episodes, count: int, device: str, dtype: str, threads: int, torch: Any) -> Robots:
    """Return the robots of an environment on a device; `torch` is PyTorch where the device is a GPU."""
    if device == CPU:
        return HostRobots(episodes, count, dtype, threads)
    return DeviceRobots(episodes, count, dtype, device, torch)


def _kind(table: str) -> str:
    """Return the type of a table; an empty text for the precision of the robots."""
    return {"times": "float64", "marks": "int64", "places": "int64"}.get(table, "")
