"""A kernel on a GPU: checks arrays, allocates results, and queues one thread for each state.

Arrays on the device are used where they are and the call returns at once; arrays of the host are copied there, and the
results back. An output that shares memory with an input is computed elsewhere and copied.

A batch lies in rows or in columns by the rule of a CPU (`compiler.kernel`): if every input with a row for each state
lies in columns, code for columns gives results in columns. Other batches are computed in rows, and inputs in columns
are copied into rows, if their library can do that.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.compiler.kernel import column_stride
from armillary.compiler.program import Port, Program
from armillary.compiler.ptx.arrays import OTHER, ArrayLibrary, Jax, library_of, not_contiguous
from armillary.compiler.ptx.dlpack import LEGACY, DeviceArray, View
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.ptx.module import PtxModule, everywhere, load
from armillary.errors import ArgumentError, ArmillaryWarning, outside

MANY = 64 * 2**20
"""Bytes of host arrays in one call above which a warning says that copies take longer than the computation."""
Uniform = frozenset[str]


@dataclass(frozen=True)
class PtxCode:
    """PTX of a program: the text, and the number of threads of a block."""

    ptx: bytes
    threads: int


class DeviceKernel:
    """A program on a device. `code` returns its PTX for a set of inputs that all states share, in rows or columns."""

    def __init__(self, program: Program, device: Device, dtype: str, code: Callable[[Uniform, bool], PtxCode]) -> None:
        self.program, self.device, self.dtype = program, device, dtype
        self._code = code
        self._modules: dict[tuple[Uniform, bool], tuple[PtxModule, int]] = {}
        self._lock = threading.Lock()

    def module(self, uniform: Uniform = frozenset(), columns: bool = False) -> PtxModule:
        """Return the loaded code, which is made if necessary."""
        return self._made(uniform, columns)[0]

    def _made(self, uniform: Uniform, columns: bool) -> tuple[PtxModule, int]:
        loaded = self._modules.get((uniform, columns))
        if loaded is None:
            with self._lock:  # one thread compiles, others wait for it
                loaded = self._modules.get((uniform, columns))
                if loaded is None:
                    code = self._code(uniform, columns)
                    loaded = load(code.ptx, self.program.name, self.device), code.threads
                    self._modules[uniform, columns] = loaded
        return loaded

    def for_all_contexts(self) -> tuple[int, int]:
        """Return the handle of the kernel in rows for every context, and the number of threads of a block."""
        code = self._code(frozenset(), False)
        return everywhere(code.ptx, self.program.name, self.device), code.threads

    def evaluate(self, arrays: Sequence[Any], outs: Sequence[Any], lead: tuple[int, ...]) -> list[Any]:
        """Return the outputs at one state or a batch.

        Args:
            arrays: For each input an array (*lead, n), or (n,) for all states alike; arrays of one library on the
                device, or of the host.
            outs: For each output an array of its shape to write into, or None for a new one.
            lead: () for one state, (N,) for a batch.
        """
        return _Call(self, arrays, outs, lead).run()


class _Call:
    """One call of a kernel."""

    def __init__(self, kernel: DeviceKernel, arrays: Sequence[Any], outs: Sequence[Any], lead: tuple[int, ...]) -> None:
        self.kernel, self.device, self.lead = kernel, kernel.device, lead
        self.arrays, self.outs = arrays, outs
        libraries = [library for array in (*arrays, *outs) if (library := library_of(array)) is not None]
        self.library: ArrayLibrary | None = libraries[0] if libraries else None
        self.stream = self.library.stream(self.device) if self.library else LEGACY
        self.kept: list[Any] = []
        """Memory of this call; it is freed in the stream, after the kernel."""

    @cached_property
    def uniform(self) -> Uniform:
        """The inputs of which all states share one row."""
        pairs = zip(self.kernel.program.inputs, self.arrays, strict=True)
        return frozenset(port.name for port, array in pairs if self.lead and _rank(array) == 1)

    def run(self) -> list[Any]:
        """Run the kernel and return its outputs."""
        program = self.kernel.program
        states = self.lead[0] if self.lead else 1
        self._warn()
        pairs = list(zip(program.inputs, self.arrays, strict=True))
        sources = [self._source(port, array) for port, array in pairs]
        self.columns = self._in_columns(sources)
        inputs = [self._input(*pair, source) for pair, source in zip(pairs, sources, strict=True)]
        results = [self._output(port, out, inputs) for port, out in zip(program.outputs, self.outs, strict=True)]
        if states:
            module, threads = self.kernel._made(self.uniform, self.columns)
            arguments = [states, *(view.address for view in (*inputs, *(view for _, view in results)))]
            if self.columns:
                rows = [view for port, view in zip(program.inputs, inputs, strict=True) if not self._shared(port)]
                arguments += [view.column_stride for view in (*rows, *(view for _, view in results))]
            with self.device.current():
                module.launch(-(-states // threads), threads, self.stream, arguments)
        return [self._deliver(out, made, view) for out, (made, view) in zip(self.outs, results, strict=True)]

    def _shared(self, port: Port) -> bool:
        """Return whether all states share one row of an input."""
        return port.name in self.uniform

    def _source(self, port: Port, array: Any) -> Any:
        """Return an input on the device as a checked view, one of the host as an array."""
        library = library_of(array)
        if library is None:
            return np.asarray(array)
        view = library.view(port.name, array, self.stream)
        shapes = {(*self.lead, port.size)}
        if self._shared(port):
            shapes.add((port.size,))
        self._check(port.name, view, shapes)
        return view

    def _in_columns(self, sources: Sequence[Any]) -> bool:
        """Return whether the batch lies in columns: all inputs but those with one row for all states."""
        if not self.lead:
            return False
        pairs = zip(self.kernel.program.inputs, sources, strict=True)
        rows = [source for port, source in pairs if not self._shared(port) and not _repeated(source)]
        return not all(map(_contiguous, rows)) and all(map(_column_stride, rows))

    def _input(self, port: Port, array: Any, source: Any) -> View:
        """Return an input in the order of the call."""
        columns = self.columns and not self._shared(port)
        if isinstance(source, np.ndarray):
            return self._copy(np.asarray(source, self.kernel.dtype, order="F" if columns else "C"), columns)
        view: View = source
        if columns or view.contiguous:
            return view
        if len(view.shape) > 1 and not view.column_stride:
            raise not_contiguous(port.name)
        library = library_of(array)
        assert library is not None
        self.kept.append(library.in_rows(port.name, array))
        return library.view(port.name, self.kept[-1], self.stream)

    def _copy(self, array: Any, columns: bool) -> View:
        """Return an array of the host, without gaps, on the device."""
        made = DeviceArray(array.shape, self.kernel.dtype, self.device, self.stream, columns)
        self.kept.append(made)
        if array.size:
            with self.device.current():
                call("cuMemcpyHtoDAsync", made.address, array.ctypes.data, array.nbytes, self.stream)
        return made.view

    def _output(self, port: Port, out: Any, inputs: Sequence[View]) -> tuple[Any, View]:
        """Return the array that takes an output, and its memory."""
        shape = self.lead + port.shape
        library = self.library or OTHER
        if out is None or self.library is None:
            return library.empty(shape, self.kernel.dtype, self.device, self.stream, self.columns)
        if library_of(out) is not self.library or isinstance(self.library, Jax):
            raise ArgumentError("out", type(out).__name__, "a writable array of the library of the inputs")
        view = self.library.view("out", out, self.stream)
        self._check("out", view, {shape})
        if not view.contiguous and not (self.lead and view.column_stride):
            raise not_contiguous("out")
        fits = view.column_stride if self.columns else view.contiguous
        if fits and not any(_overlap(view, other) for other in inputs):
            return out, view
        made, view = library.empty(shape, self.kernel.dtype, self.device, self.stream, self.columns)
        self.kept.append(made)
        return made, view

    def _deliver(self, out: Any, made: Any, view: View) -> Any:
        """Return an output as its user gets it."""
        if self.library is None:
            result = np.empty(view.shape, dtype=self.kernel.dtype, order="F" if self.columns else "C")
            if result.size:
                with self.device.current():
                    call("cuMemcpyDtoHAsync", result.ctypes.data, view.address, result.nbytes, self.stream)
                    call("cuStreamSynchronize", self.stream)
            return _host(result, out)
        if out is None:
            return self.library.deliver(made)
        if made is not out:
            to = self.library.view("out", out, self.stream)
            if to.strides == view.strides:
                with self.device.current():
                    call("cuMemcpyDtoDAsync", to.address, view.address, view.end - view.address, self.stream)
            else:
                self.library.fill(out, made)
        return out

    def _check(self, name: str, view: View, shapes: set[tuple[int, ...]]) -> None:
        """Raise an `ArgumentError` for an array of the wrong device, type or shape."""
        if view.number != self.device.number:
            raise ArgumentError(name, f"an array on cuda:{view.number}", f"one on {self.device.name}")
        if view.dtype != self.kernel.dtype:
            hint = "convert it, or compile with that dtype"
            raise ArgumentError(name, f"an array of {view.dtype}", f"one of {self.kernel.dtype}", hint)
        if view.shape not in shapes:
            raise ArgumentError(name, f"shape {view.shape}", f"shape {' or '.join(map(str, sorted(shapes)))}")
        if view.address % view.itemsize:
            raise ArgumentError(name, "an unaligned array", "an aligned one", "copy it")

    def _warn(self) -> None:
        size = sum(array.nbytes for array in self.arrays if isinstance(array, np.ndarray))
        if self.library is None and size > MANY:
            text = f"{size / 2**20:.0f} MiB are copied to {self.device.name}, which takes longer than the computation"
            warnings.warn(
                f"{text}; keep arrays on the device (PyTorch, CuPy, JAX)", ArmillaryWarning, stacklevel=outside()
            )


def _contiguous(source: Any) -> bool:
    """Return whether an array of the host, or the view of one on the device, lies in contiguous rows."""
    return bool(source.flags.c_contiguous if isinstance(source, np.ndarray) else source.contiguous)


def _column_stride(source: Any) -> int:
    """Return the numbers from column to column of such an array, 0 if it does not lie in columns."""
    return column_stride(source) if isinstance(source, np.ndarray) else source.column_stride


def _repeated(source: Any) -> bool:
    """Return whether an array of the host has the same row for all states."""
    return isinstance(source, np.ndarray) and len(source) > 1 and not source.strides[0]


def _rank(array: Any) -> int:
    return len(array.shape) if hasattr(array, "shape") else np.ndim(array)


def _overlap(a: View, b: View) -> bool:
    return a.address < b.end and b.address < a.end


def _host(result: Any, out: Any) -> Any:
    """Return a result of the host, in `out` if there is one; the scalar of one state as a number."""
    if out is None:
        return result[()]
    if not isinstance(out, np.ndarray) or out.dtype != result.dtype or out.shape != result.shape:
        about = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ArgumentError("out", about, f"a {result.dtype} array of shape {result.shape}")
    if not out.flags.writeable:
        raise ArgumentError("out", "a read-only array", "a writable one")
    out[...] = result
    return out
