"""A Gymnasium vector environment whose robots all step in one native call, or in one kernel of a GPU.

Episodes end after their number of periods (truncated), where the task says so, or where a state is not finite
(terminated, with reward zero). Robots whose episode has ended are reset in the same step: observations are those of the
new episode, and `infos["final_obs"]` has the last ones of the old, where `infos["_final_obs"]` is true.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.compiler.ptx.target import CPU, check_device
from armillary.compiler.threads import thread_count
from armillary.errors import ArgumentError, MissingExtraError
from armillary.files.arguments import whole
from armillary.files.words import among, unknown
from armillary.gym.robots import robots_of
from armillary.gym.task import State, Task

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtraError("gymnasium", "gym", "armillary.gym") from error


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many robots of one task, stepped together.

    Args:
        task: The task.
        count: Number of robots.
        array: "numpy" (default) or "torch": the kind of actions, observations, rewards and of the state that the
            functions of the task get.
        device: "cpu" (default), or "cuda" or "cuda:1", for tensors on a GPU.
        dtype: "float64" (default) or "float32", the precision in which robots move.
        threads: Threads that share the robots on a CPU; default 1; 0 for one for each core.
    """

    def __init__(
        self, task: Task, count: int, *, array: str = "numpy", device: str = "cpu", dtype: str = "float64",
        threads: int = 1,
    ) -> None:  # fmt: skip
        if not isinstance(task, Task):
            raise ArgumentError("task", type(task).__name__, "an armillary.gym.Task")
        whole("count", count, 1)
        check_device(device, dtype, single=True)
        if not among(array, ("numpy", "torch")):
            raise ArgumentError("array", *unknown(array, ("numpy", "torch")))
        if device != CPU and array == "numpy":
            raise ArgumentError("array", f"'numpy' with the device {device!r}", "'torch' for arrays on a GPU")
        self.task, self.num_envs, self.metadata = task, int(count), {"autoreset_mode": AutoresetMode.SAME_STEP}
        threads = thread_count(threads)
        self._episodes = task.episodes()
        self._arrays = _Arrays(array, device, dtype)
        self._robots = robots_of(self._episodes, self.num_envs, device, dtype, threads, self._arrays.library)
        low, high = task.box(self._episodes.actions)
        self._low, self._high = self._arrays.put(low), self._arrays.put(high)
        self._goal: Any = None
        self._begin(np.ones(self.num_envs, dtype=bool), np.random.default_rng(0))
        seen = self._arrays.library.asarray(task.seen(self._state(), self._arrays.library))
        shape = tuple(seen.shape[1:])
        if not seen.ndim or len(seen) != count:
            raise ArgumentError("observation", f"shape {tuple(seen.shape)}", f"{count} rows")
        self.single_action_space = gymnasium.spaces.Box(low.astype(np.float32), high.astype(np.float32))
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode of every robot; return their observations, (N, …) in single precision, and no infos.

        The same seed gives the same starts, goals and random numbers of sensors again.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._robots.begin_noise(seed)
        self._begin(np.ones(self.num_envs, dtype=bool), self.np_random)
        return self._observed(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Hold actions (N, joints) for a period; return observations, rewards, terminated, truncated and infos."""
        library, desired = self._arrays.library, self._arrays.put(actions)
        if tuple(desired.shape) != (self.num_envs, self._episodes.actions):
            raise ArgumentError("actions", f"shape {tuple(desired.shape)}", f"shape {self.action_space.shape}")
        action = library.clip(desired, self._low, self._high)
        self._robots.advance(action if self._arrays.on_device else self._arrays.host(action))
        state, fine = self._state(), self._arrays.flags(self._robots.finite())
        with np.errstate(over="ignore", invalid="ignore"):  # states that are not finite end their episodes below
            rewards = library.where(fine, self._checked("reward", self.task.reward(state, action)), 0.0)
        terminated = ~fine
        if self.task.terminated is not None:
            terminated = terminated | self._checked("terminated", self.task.terminated(state))
        ended = self._robots.elapsed >= self.task.episode
        done = self._arrays.host(terminated) | ended
        observed, infos = self._observed(), dict[str, Any]()
        if done.any():
            infos = {"final_obs": observed, "_final_obs": self._arrays.flags(done)}
            self._begin(done, self.np_random)
            observed = self._observed()
        return observed, rewards, terminated, self._arrays.flags(ended & ~self._arrays.host(terminated)), infos

    def _checked(self, name: str, values: Any) -> Any:
        """Return a value for each robot, or one for all; raise `ArgumentError` for another shape."""
        if tuple(np.shape(values)) not in ((), (self.num_envs,)):
            raise ArgumentError(name, f"shape {tuple(np.shape(values))}", f"shape ({self.num_envs},)")
        return values

    def _state(self) -> State:
        q, v = (self._arrays.shown(self._robots.state(part)) for part in self._episodes.parts)
        readings = {name: self._arrays.shown(rows) for name, rows in self._robots.readings().items()}
        return State(q, v, self._goal, readings)

    def _observed(self) -> Any:
        return self._arrays.single(self.task.seen(self._state(), self._arrays.library))

    def _begin(self, which: Any, rng: np.random.Generator) -> None:
        """Begin an episode of some robots, given by their truth values."""
        count = int(which.sum())
        if self.task.start is None:
            x, c = (np.tile(row, (count, 1)) for row in self._episodes.starts())
        else:
            x, c = self._episodes.starts(*self._pair(self.task.start(rng, count), count))
        self._robots.begin(np.flatnonzero(which), x, c)
        place = self._arrays.flags(which)
        if self.task.goal is not None:
            goals = self._arrays.put(self.task.goal(rng, count))
            if not goals.ndim or len(goals) != count:
                raise ArgumentError("goal", f"shape {tuple(goals.shape)}", f"{count} rows")
            if self._goal is None:
                self._goal = self._arrays.library.zeros_like(goals)
            self._goal[place] = goals

    def _pair(self, start: Any, count: int) -> tuple[Any, Any]:
        """Return q0 (n, nq) and qd0 (n, nv) that a task gives as starts."""
        sizes = [part.stop - part.start for part in self._episodes.parts]
        try:
            q0, qd0 = (np.broadcast_to(rows, (count, size)) for rows, size in zip(start, sizes, strict=True))
        except (TypeError, ValueError) as error:
            expected = f"q0 ({count}, {sizes[0]}) and qd0 ({count}, {sizes[1]})"
            raise ArgumentError("start", str(error), expected) from error
        return q0, qd0


class _Arrays:
    """The arrays of an environment: of NumPy, or tensors on a device."""

    def __init__(self, array: str, device: str, dtype: str) -> None:
        self.device, self.torch = device, array == "torch"
        self.library: Any = np
        if self.torch:
            from armillary.torch.operators import imported

            self.library = imported()
        self.dtype = getattr(self.library, dtype)

    def put(self, values: Any) -> Any:
        """Return values in the precision of the state."""
        if self.torch:
            return self.library.as_tensor(values, dtype=self.dtype, device=self.device).detach()
        return np.asarray(values, dtype=self.dtype)

    def flags(self, values: Any) -> Any:
        """Return truth values as those of the library."""
        return self.library.as_tensor(values, device=self.device) if self.torch else values

    @property
    def on_device(self) -> bool:
        """Whether the arrays are on a GPU."""
        return self.device != CPU

    def shown(self, values: Any) -> Any:
        """Return numbers of robots as arrays of the library."""
        return self.library.from_numpy(values) if self.torch and not self.on_device else values

    def host(self, values: Any) -> Any:
        """Return arrays of the library as those of the host."""
        return values.cpu().numpy() if self.torch else values

    def single(self, values: Any) -> Any:
        """Return a copy of observations in single precision."""
        if self.torch:
            return values.to(self.library.float32, copy=True)
        with np.errstate(over="ignore"):
            return np.array(values, dtype=np.float32)
