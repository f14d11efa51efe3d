"""`arm.compile(robot, device="cuda")`: all quantities of one robot on a GPU, one state a thread."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from armillary.compiler.cache import load_or_build
from armillary.compiler.compiled import unrolled
from armillary.compiler.program import Program
from armillary.compiler.ptx.arrays import library_of
from armillary.compiler.ptx.driver import Device
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.emit import emit
from armillary.compiler.ptx.kernel import DeviceKernel, PtxCode, Uniform
from armillary.compiler.ptx.target import SCALARS, gpu, number_of, to_ptx
from armillary.compiler.quantities import CompiledDynamics, formulations_used
from armillary.compiler.simplified import SimplifiedProgram
from armillary.errors import ArgumentError
from armillary.files.arguments import floats
from armillary.formulations.arguments import (
    check_directions,
    check_outs,
    check_parameters,
    check_state,
    check_wrenches,
    check_wrt,
)
from armillary.formulations.registry import QUANTITIES, find_quantity
from armillary.multibody import Model


class OnDevice(CompiledDynamics[DeviceKernel]):
    """The quantities of one robot on a GPU, compiled when first used. See `arm.compile`.

    Methods take arrays of PyTorch, CuPy, JAX or any library with `__dlpack__` on that device, all of one library, and
    return at once with arrays of it, which a later use waits for. NumPy arrays and lists are copied there and back.
    A batch whose arrays all lie in columns (Fortran order) has its results in columns.
    """

    def __init__(self, model: Model, formulation: str = "auto", device: str = "cuda", dtype: str = "float64") -> None:
        super().__init__(model, formulation)
        self.dtype = dtype
        self.device: Device = device_of(number_of(device))
        self._target = gpu(self.device.capability, self.device.version, SCALARS[dtype])

    def __repr__(self) -> str:
        used = formulations_used(self._choices)
        formulation = f"formulation {self._asked}" + (f" ({used})" if used else "")
        about = f"motors {self.model.motors}, {formulation}, {self.dtype} on {self.device.name}"
        return f"<OnDevice {self.model.robot.name}: {about}>"

    @property
    def _arguments(self) -> tuple[Any, ...]:
        return self.model, self._asked, self.device.name, self.dtype

    def _build(self, program: Program, simplified: Program | None) -> DeviceKernel:
        both = SimplifiedProgram(program, simplified)
        target = self._target

        def build(uniform: Uniform, columns: bool) -> bytes:
            text, threads = emit(both.simplified, target, uniform, columns)
            return json.dumps([threads, to_ptx(text, target)]).encode()

        def code(uniform: Uniform, columns: bool) -> PtxCode:
            order = "columns" if columns else "ptx"
            about = f"{order} {target.name} {target.scalar.name} {sorted(uniform)}"
            threads, text = json.loads(load_or_build([both.key, about], lambda: build(uniform, columns)))
            return PtxCode(text.encode(), threads)

        return DeviceKernel(program, self.device, self.dtype, code)

    def _evaluate(self, quantity: str, *state: Any, out: Any, parameters: Any = None, **options: Any) -> Any:
        entry = QUANTITIES[quantity]
        if entry.singular_values:
            return self._index(quantity, state[0], out, **options)
        arrays, lead = self._states(entry.inputs, entry.sizes(self.model), state)
        W, wrenches = options.pop("W", None), options.pop("wrenches", None)
        if W is not None:
            options["W"] = "given"
            arrays.append(_weights(W, self.model.nv))
        if not entry.kinematic:
            arrays += self._parameters(parameters, lead)
        loads = self._wrenches(wrenches, lead)
        if loads:
            options["wrenches"] = tuple(loads)
            arrays += loads.values()
        return self.kernel(quantity, **options).evaluate(arrays, [out], lead)[0]

    def _differentiate(self, quantity: str, *state: Any, wrt: Any, out: Any, parameters: Any) -> tuple[Any, ...]:
        entry = QUANTITIES[quantity]
        arrays, lead = self._states(entry.inputs, entry.sizes(self.model), state)
        arrays += self._parameters(parameters, lead)
        names = check_wrt(self.model, quantity, wrt)
        if quantity == "forward_dynamics" and not unrolled(self.model):
            return self._by_rows(arrays, lead, names, check_outs(out, len(names)))
        kernel = self._derivatives_kernel(f"{quantity}_derivatives", names, entry.derivatives)
        return tuple(kernel.evaluate(arrays, check_outs(out, len(kernel.program.outputs)), lead))

    def _by_rows(
        self, arrays: Sequence[Any], lead: tuple[int, ...], names: tuple[str, ...], outs: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return the derivatives of forward dynamics of a long chain, whose program would be too long, row by row.

        Row i of ∂q̈/∂(q, q̇, τ) is the VJP of the cotangent e_i.
        """
        kernel = self._derivatives_kernel("forward_dynamics_vjp", names, QUANTITIES["forward_dynamics"].inputs)
        rows = [
            kernel.evaluate([*arrays[:3], unit, *arrays[3:]], [None] * len(names), lead)
            for unit in np.eye(self.model.nv)
        ]
        library = library_of(arrays[0])
        matrices = []
        for rows_of_matrix, out in zip(zip(*rows, strict=True), outs, strict=True):
            matrix = np.stack(rows_of_matrix, axis=-2) if library is None else library.stack(rows_of_matrix)
            if out is not None:
                out[...] = matrix
            matrices.append(matrix if out is None else out)
        return tuple(matrices)

    def _pull_back(self, quantity: str, *state: Any, wrt: Any, out: Any, parameters: Any) -> tuple[Any, ...]:
        entry = find_quantity(f"{quantity}_vjp", derivatives=True)
        arrays, lead = self._states(entry.inputs, entry.sizes(self.model), state)
        arrays += self._parameters(parameters, lead)
        names = check_wrt(self.model, quantity, wrt, every=True)
        kernel = self._derivatives_kernel(f"{quantity}_vjp", names, QUANTITIES[quantity].inputs)
        return tuple(kernel.evaluate(arrays, check_outs(out, len(names)), lead))

    def _push_forward(self, quantity: str, *state: Any, directions: Any, out: Any, parameters: Any) -> Any:
        entry = QUANTITIES[quantity]
        arrays, lead = self._states(entry.inputs, entry.sizes(self.model), state)
        tangents = self._directions(quantity, directions, lead)
        count = len(entry.inputs)
        arrays += [*tangents[:count], *self._parameters(parameters, lead), *tangents[count:]]
        return self.kernel(f"{quantity}_jvp").evaluate(arrays, [out], lead)[0]

    def _directions(self, quantity: str, directions: Any, lead: tuple[int, ...]) -> list[Any]:
        """Return directions: arrays on the device as they are, others as rows, one for all states or one for each."""
        listed = list(directions) if isinstance(directions, (tuple, list)) else []
        here = [None if library_of(direction) is not None else direction for direction in listed]
        checked = check_directions(self.model, quantity, here if listed else directions, lead)
        tangents: list[Any] = []
        for array, direction in itertools.zip_longest(checked, listed):
            if library_of(direction) is not None:
                tangents.append(direction)
                continue
            alike = direction is None or np.ndim(direction) == 1
            # One row for all states travels once, and the kernel reads the same words in every thread.
            tangents.append(array[0] if alike and len(array) and lead else array)
        return tangents

    def _index(self, quantity: str, q: Any, out: Any, **options: Any) -> Any:
        raise ArgumentError("quantity", f"{quantity!r}, which needs singular values", "another one on a GPU")

    def _states(
        self, names: Sequence[str], sizes: Sequence[int], state: Sequence[Any]
    ) -> tuple[list[Any], tuple[int, ...]]:
        """Return the states, all of one library or all of the host, and () for one state or (N,) for a batch."""
        libraries = [library_of(array) for array in state]
        if all(library is None for library in libraries):
            arrays = check_state(self.model, tuple(names), tuple(state))
            return list(arrays), arrays[0].shape[:-1]
        for name, array, library in zip(names, state, libraries, strict=True):
            if library is not libraries[0]:
                kinds = f"{type(state[0]).__name__} beside {type(array).__name__}"
                raise ArgumentError(name, kinds, f"arrays of one library, all on {self.device.name}")
        lead = tuple(state[0].shape)[:-1]
        for name, size, array in zip(names, sizes, state, strict=True):
            shape = tuple(array.shape)
            if len(shape) not in (1, 2) or shape[-1] != size:
                raise ArgumentError(name, f"shape {shape}", f"shape ({size},) or (N, {size})")
            if shape[:-1] != lead:
                shapes = ", ".join(f"{n} {tuple(a.shape)}" for n, a in zip(names, state, strict=True))
                raise ArgumentError("batch", f"arguments of different lengths: {shapes}", "one common first dimension")
        return list(state), lead

    def _parameters(self, parameters: Any, lead: tuple[int, ...]) -> list[Any]:
        """Return the values of free parameters: one row for all states, or one for each."""
        if parameters is not None and self.model.free and library_of(parameters) is not None:
            return [parameters]  # the kernel checks its shape
        if isinstance(parameters, Mapping):
            has_rows = any(np.ndim(value) for value in parameters.values())
        else:
            has_rows = parameters is not None and np.ndim(parameters) > 1
        return list(check_parameters(self.model, parameters, lead if has_rows else ()))

    def _wrenches(self, wrenches: Any, lead: tuple[int, ...]) -> dict[str, Any]:
        """Return wrenches by frame: one row for all states, or one for each."""
        if wrenches is None or not isinstance(wrenches, Mapping):
            return dict(check_wrenches(self.model, wrenches, lead))
        loads: dict[str, Any] = {}
        for frame, wrench in wrenches.items():
            if library_of(wrench) is not None:
                check_wrenches(self.model, {frame: np.zeros(6)}, lead)  # the frame; the kernel checks the shape
                loads[frame] = wrench
                continue
            rows = check_wrenches(self.model, {frame: wrench}, lead)[frame]
            loads[frame] = np.asarray(wrench, dtype=float) if np.ndim(wrench) == 1 else rows
        return loads


def _weights(W: Any, nv: int) -> Any:
    """Return weights as a row."""
    expected = f"weights of shape {(nv, nv)}"
    weights = floats("W", W, expected) if library_of(W) is None else W
    if tuple(weights.shape) != (nv, nv):
        raise ArgumentError("W", f"an array of shape {tuple(weights.shape)}", expected)
    return weights.reshape(-1)
