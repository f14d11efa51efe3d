"""`arm.rollout(…, device="cuda")`: motions on a GPU with products of their derivatives with vectors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from armillary.compiler.ptx.arrays import library_of
from armillary.compiler.ptx.driver import Device
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.target import number_of
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.simulation import checks
from armillary.simulation.gpu.memory import NULL, Memory
from armillary.simulation.gradients.device.stack import Arrays, DeviceKernels, Stack
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.rolled import Rollout, matching
from armillary.simulation.walk.places import RunArray, Words
from armillary.simulation.walk.runs import Sizes
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False, repr=False)
class DeviceRollout(Rollout):
    """Motions of a closed loop on a GPU with their derivatives. See `rollout`.

    Values, cotangents and directions are arrays of the host, or arrays of PyTorch, CuPy, JAX or any library with
    `__dlpack__` on the device, of the dtype of the rollout. Results are arrays of the library of the arrays that were
    given to `at` or to the call, on its current stream, else of the host.
    """

    device: Device = field(kw_only=True)
    given: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """Arrays on the device: q0, qd0, efforts and values of parameters, by name."""

    @property
    def q(self) -> Any:
        """Coordinates, shape (R, nq), or (N, R, nq) of a stack [rad or m]."""
        return self._states[0]

    @property
    def qd(self) -> Any:
        """Velocities, shape (R, nv), or (N, R, nv) of a stack [rad/s or m/s]."""
        return self._states[1]

    @cached_property
    def _states(self) -> tuple[Any, Any]:
        """Recorded coordinates and velocities."""
        memory = self._memory(())
        stack = self._stack(memory)
        (q, q_at), (v, v_at) = self._rows_of(memory)
        for chunk in stack.chunks():
            chunk.runs().forward(self._from(chunk.first, memory, q_at, v_at))
        return memory.delivered(q), memory.delivered(v)

    def vjp(self, q_bar: Any = None, qd_bar: Any = None) -> dict[str, Any]:
        """Return the gradients of Σ q_bar · q + Σ qd_bar · qd by name, in reverse mode: see `Rollout.vjp`."""
        memory = self._memory((q_bar, qd_bar))
        stack, sizes = self._stack(memory), self._sizes
        bars = [
            self._at(memory, name, given, (*self._lead, len(self.t), size))
            for name, given, size in (("q_bar", q_bar, sizes.nq), ("qd_bar", qd_bar, sizes.nv))
        ]
        (q0, q_at), (qd0, v_at) = (memory.result((*self._lead, size)) for size in (sizes.nq, sizes.nv))
        p_bar = memory.zeros(sizes.chosen * self.count)
        efforts = _EffortsBar(self, memory, stack.kernels)
        for chunk in stack.chunks(backward=True):
            first = chunk.first * memory.bytes
            out = {
                "q_out": RunArray(q_at + first * sizes.nq, sizes.nq),
                "v_out": RunArray(v_at + first * sizes.nv, sizes.nv),
            }
            more: dict[str, int | RunArray] = {"p_bar": RunArray(p_bar + first, self.count)}
            more["efforts_bar"] = efforts.of(chunk.first, chunk.work, chunk.memory)
            chunk.backward(self._from(chunk.first, memory, *bars), out, more)
            efforts.done(chunk.work, chunk.memory)
        gradients = {"q0": memory.delivered(q0), "qd0": memory.delivered(qd0)}
        for k, name in enumerate(self.plan.names, self.plan.first_parameter):
            gradients[name] = self._by_parameter(memory, stack.kernels, name, p_bar + k * self.count * memory.bytes)
        return gradients | ({} if efforts.result is None else {"efforts": memory.delivered(efforts.result)})

    def jvp(self, directions: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return the derivatives of q and qd along directions of the start, of parameters and of efforts.

        Args:
            directions: Directions by the names of `vjp`; those that are missing are zero.
        """
        directions = self._directions_of(directions)
        memory = self._memory(directions.values())
        stack, sizes = self._stack(memory), self._sizes
        along = {"drest": RunArray(memory.zeros(sizes.n), 0)}
        for name, direction, size in (("dq", "q0", sizes.nq), ("dv", "qd0", sizes.nv)):
            along[name] = self._along(memory, direction, directions.get(direction), (size,))
        if self.plan.schedule.pieces:
            shape = (self.plan.schedule.pieces, sizes.nv)
            along["defforts"] = self._along(memory, "efforts", directions.get("efforts"), shape)
        dp = self._directions(memory, directions)
        (q, q_at), (v, v_at) = self._rows_of(memory)
        for chunk in stack.chunks():
            first = chunk.first * memory.bytes
            tangents = {name: RunArray(rows.address + first * rows.step, rows.step) for name, rows in along.items()}
            tangents["dp"] = RunArray(dp + first, self.count)
            chunk.runs().tangent(tangents, self._from(chunk.first, memory, q_at, v_at))
        return memory.delivered(q), memory.delivered(v)

    def at(
        self, *, q0: Any = None, qd0: Any = None, parameters: Mapping[str, Any] | None = None, efforts: Any = None
    ) -> Self:
        """Return the rollout with other starts, values of the same parameters or as many rows of efforts.

        Arrays on the device are of the shapes (nq,) or (N, nq), (nv,) or (N, nv), () or (N,), and (K, nv) or
        (N, K, nv). A rollout of one run becomes a stack by them. Other states of the start, of drives and controllers,
        and the reference stay as they are.
        """
        checks.named("parameters", parameters)
        named = {"q0": q0, "qd0": qd0, "efforts": efforts}
        on_device = {name: each for name, each in named.items() if library_of(each) is not None}
        on_device |= {name: each for name, each in (parameters or {}).items() if library_of(each) is not None}
        for name in on_device:
            if name not in (*named, *self.plan.names) or (name == "efforts" and not self.plan.schedule.pieces):
                known = ", ".join(self.plan.names) or "none"
                raise ArgumentError("parameters", shortened(name), f"some of {known}")
        on_host = {name: each for name, each in named.items() if name not in on_device and each is not None}
        values = {name: each for name, each in (parameters or {}).items() if name not in on_device}
        changed = super().at(**on_host, parameters=values)
        unchanged = {name: each for name, each in self.given.items() if name not in (*on_host, *values)}
        return replace(changed, given=unchanged | on_device)

    # Shapes

    @property
    def _sizes(self) -> Sizes:
        return self.plan.sizes

    @cached_property
    def count(self) -> int:
        """Number of runs."""
        counts = {self.plan.loop.count} if self.plan.loop.stacked else set()
        counts |= {int(array.shape[0]) for name, array in self.given.items() if self._differs(name)}
        if len(counts) > 1:
            raise ArgumentError("batch", f"{' and '.join(map(str, sorted(counts)))} runs", "arrays of one length")
        return counts.pop() if counts else 1

    def _differs(self, name: str) -> bool:
        """Return whether an array on the device has a row for each run."""
        return len(self.given[name].shape) > {"q0": 1, "qd0": 1, "efforts": 2}.get(name, 0)

    @property
    def _lead(self) -> tuple[int, ...]:
        stacked = self.plan.loop.stacked or any(map(self._differs, self.given))
        return (self.count,) if stacked else ()

    def _shape_of(self, name: str) -> tuple[int, ...]:
        """Return the shape of a value that all runs share."""
        sizes = self._sizes
        return {"q0": (sizes.nq,), "qd0": (sizes.nv,), "efforts": (self.plan.schedule.pieces, sizes.nv)}.get(name, ())

    # Arrays

    def _memory(self, arrays: Iterable[Any]) -> Memory:
        return Memory.of(self.device, self.dtype, [*self.given.values(), *arrays])

    def _stack(self, memory: Memory) -> Stack:
        plan, rows = self.plan, dict[str, RunArray]()
        for name, array in self.given.items():
            rows[name] = self._along(memory, name, array, self._shape_of(name))
        if self.efforts is not None and "efforts" not in rows:
            rows["efforts"] = self._along(memory, "efforts", self.efforts, self._shape_of("efforts"))
        kernels = DeviceKernels(plan, self.device, self.dtype)
        return Stack(plan, kernels, self.count, memory, self.memory, Arrays(rows))

    def _along(self, memory: Memory, name: str, array: Any, shape: tuple[int, ...]) -> RunArray:
        """Return an array as rows of runs: (*shape) for all runs alike, or (N, *shape); None for zeros."""
        size = math.prod(shape)
        if array is None:
            return RunArray(memory.zeros(size), 0)
        shapes = [shape, (self.count, *shape)] if self._lead or name not in ("q0", "qd0") else [shape]
        if library_of(array) is not None:
            view = memory.view(name, array, shapes)
            return RunArray(view.address, size if len(view.shape) > len(shape) else 0)
        checked = matching(name, array, shapes)
        return RunArray(memory.copied(checked), size if checked.ndim > len(shape) else 0)

    def _at(self, memory: Memory, name: str, array: Any, shape: tuple[int, ...]) -> int:
        """Return the address of an array of one shape, or NULL."""
        if array is None:
            return NULL
        if library_of(array) is not None:
            return memory.view(name, array, [shape]).address
        return memory.copied(matching(name, array, [shape]))

    def _rows_of(self, memory: Memory) -> list[tuple[Any, int]]:
        """Return arrays for recorded coordinates and velocities, with their addresses."""
        return [memory.result((*self._lead, len(self.t), size)) for size in (self._sizes.nq, self._sizes.nv)]

    def _from(self, first: int, memory: Memory, q_at: int, v_at: int) -> Words:
        """Return recorded rows from a run on."""
        rows, starts = {}, (("q_rows", q_at, self._sizes.nq), ("v_rows", v_at, self._sizes.nv))
        for name, address, size in starts:
            before = first * len(self.t) * size
            rows[name] = RunArray(address and address + before * memory.bytes, len(self.t))
        return rows

    # Parameters

    def _by_parameter(self, memory: Memory, kernels: DeviceKernels, name: str, address: int) -> Any:
        """Return the gradient by a parameter: one for each run, or their sum."""
        if self._differs(name) if name in self.given else np.ndim(self.plan.loop.parameters[name]):
            array, at = memory.result((self.count,))
            memory.moved(at, address, self.count)
            return memory.delivered(array)
        array, at = memory.result(())
        memory.moved(at, memory.zeros(1), 1)
        kernels.add_up(memory, RunArray(address, 1), self.count, 1, 0, at)
        delivered = memory.delivered(array)
        return delivered if memory.library else float(delivered)

    def _directions(self, memory: Memory, directions: Mapping[str, Any]) -> int:
        """Return tangents of the chosen entries of p, (entries, N)."""
        table = np.zeros((self._sizes.chosen, self.count))
        views = {}
        for k, name in enumerate(self.plan.names, self.plan.first_parameter):
            if name in directions and library_of(directions[name]) is not None:
                views[k] = memory.view(name, directions[name], [(), (self.count,)])
            else:
                table[k] = matching(name, directions.get(name, 0.0), ((), (self.count,)))
        address = memory.copied(table)
        for k, view in views.items():
            to = address + k * self.count * memory.bytes
            for run in range(1 if view.shape else self.count):  # a number that all runs share is copied to each
                memory.moved(to + run * memory.bytes, view.address, self.count if view.shape else 1)
        return address


class _EffortsBar:
    """Gradients by added efforts: of each run, or their sum over all runs, chunk by chunk."""

    def __init__(self, run: DeviceRollout, memory: Memory, kernels: DeviceKernels) -> None:
        self.memory, self.kernels = memory, kernels
        self.result: Any = None
        self.address, self.rows = NULL, RunArray(NULL, 0)
        shape = run._shape_of("efforts")
        self.size = math.prod(shape)
        if not self.size:
            return
        given = run.given.get("efforts", run.efforts)
        self.alike = given is not None and len(given.shape) == 2
        self.result, self.address = memory.result(shape if self.alike else (run.count, *shape))
        count = self.size * (1 if self.alike else run.count)
        memory.moved(self.address, memory.zeros(count), count)

    def of(self, first: int, runs: int, memory: Memory) -> RunArray:
        """Return the rows of a chunk."""
        if self.result is not None:
            away = first * self.size * memory.bytes
            self.rows = RunArray(memory.zeros(runs * self.size) if self.alike else self.address + away, self.size)
        return self.rows

    def done(self, runs: int, memory: Memory) -> None:
        """Add the gradients of a chunk to the sum."""
        if self.result is not None and self.alike:
            self.kernels.add_up(memory, self.rows, runs, self.size, 1, self.address)


def on_device(plan: Plan, efforts: Floats | None, memory: int, device: str, dtype: str) -> DeviceRollout:
    """Return a rollout on a device.

    Raises:
        DeviceError: The device does not exist.
    """
    return DeviceRollout(plan, efforts, memory, 1, device=device_of(number_of(device)), dtype=dtype)
