"""A kernel: the machine code of one program, for one state, a batch or the lanes of a loop, compiled on first use.

A batch lies in rows, state after state (C order), or in columns (Fortran order), entry after entry. Code for columns
needs no shuffles between memory and the lanes of the machine. It is used if every input with a row for each state lies
in columns, and gives results in columns; other batches are computed in rows, and inputs in another order are copied.

LLVM generates code at its first level of optimisation, without passes over the IR, which is straight-line code. The
key of the cache is the program and not its LLVM text, so that no text is written if the code is in the cache.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from armillary.compiler.cache import load_or_build
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import Target, host
from armillary.compiler.llvm.writer import DOUBLE, Scalar
from armillary.compiler.program import Kind, Port, Program
from armillary.compiler.threads import thread_count, together
from armillary.errors import ArgumentError
from armillary.formulations.arguments import check_out, deliver
from armillary.spatial.scalar import Floats

SHARE = 1024
"""Least number of states for each thread."""


class Kernel:
    """Machine code of a program, for one state, for a batch and for the lanes of a loop, each compiled on first use.

    `code` returns the object file of a kind; it is called once for each kind that is needed. The code lives as long as
    the kernel.
    """

    def __init__(self, program: Program, width: int, code: Callable[[Kind], bytes], scalar: Scalar = DOUBLE) -> None:
        self.program, self.width = program, width
        self.dtype = np.dtype(scalar.dtype)
        """Type of the numbers in all arrays."""
        self.name = program.name
        self.addresses = (ctypes.c_int64 * 3)()
        """Addresses of the code for one state, and for a batch in rows and in columns; 0: not made yet."""
        self._lanes = (ctypes.c_int64 * 1)()
        self._code = code
        self._libraries: list[LoadedCode] = []
        self._lock = threading.Lock()

    @property
    def arrays(self) -> tuple[Port, ...]:
        """Inputs and outputs, in the order of the arguments."""
        return self.program.inputs + self.program.outputs

    @property
    def address_one(self) -> int:
        """Address of the code for one state, which is compiled if necessary."""
        return self._address(self.addresses, 0, "one")

    @property
    def address_batch(self) -> int:
        """Address of the code for a batch in rows, which is made if necessary."""
        return self._address(self.addresses, 1, "batch")

    @property
    def address_columns(self) -> int:
        """Address of the code for a batch in columns, which is made if necessary."""
        return self._address(self.addresses, 2, "columns")

    @property
    def address_lanes(self) -> int:
        """Address of the code for a state in each lane, arrays (size, width), which is made if necessary."""
        return self._address(self._lanes, 0, "lanes")

    def _address(self, addresses: ctypes.Array[ctypes.c_int64], place: int, kind: Kind) -> int:
        with self._lock:  # one thread compiles, others wait for it
            if not addresses[place]:
                name = f"{self.name}_{kind}"
                library = load_object(self._code(kind), [name])
                self._libraries.append(library)
                addresses[place] = library[name]
            return addresses[place]

    @cached_property
    def _one(self) -> Callable[..., None]:
        return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(self.arrays))(self.address_one)

    @cached_property
    def _batch(self) -> Callable[..., None]:
        return ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * len(self.arrays))(self.address_batch)

    @cached_property
    def _columns(self) -> Callable[..., None]:
        pointers = [ctypes.c_void_p] * (1 + len(self.arrays))
        return ctypes.CFUNCTYPE(None, ctypes.c_int64, *pointers)(self.address_columns)

    def one(self, *arrays: Floats) -> None:
        """Compute one state: inputs and then outputs, contiguous arrays of its type, which are filled."""
        self._check(arrays, None)
        self._one(*map(_address, arrays))

    def batch(self, *arrays: Floats, threads: int = 1) -> None:
        """Compute a batch: inputs and then outputs, contiguous arrays of its type whose first axis counts the states.

        Args:
            arrays: Inputs and outputs, apart from each other in memory; outputs are filled.
            threads: Threads that share the work, 0 for one for each core; each gets whole blocks of `width` states.
        """
        threads = thread_count(threads)
        n = len(arrays[0]) if arrays and np.ndim(arrays[0]) else 0
        self._check(arrays, n)
        self._share(n, arrays, None, threads)

    def evaluate(self, arrays: Sequence[Floats], outs: Sequence[Floats | None], threads: int = 1) -> list[Floats]:
        """Return the outputs at one state or a batch.

        Args:
            arrays: Inputs of shapes (n,) or (N, n), all alike, in any memory layout; if all of them lie in columns,
                new results do.
            outs: For each output an array of its shape to write into, or None for a new one.
            threads: Threads that share a large batch.
        """
        lead = arrays[0].shape[:-1]
        in_columns = bool(lead) and _all_in_columns(arrays)
        order: Literal["F", "C"] = "F" if in_columns else "C"
        fits = column_stride if in_columns else _plain
        inputs = [a if a.dtype == self.dtype and fits(a) else np.array(a, self.dtype, order=order) for a in arrays]
        results: list[Floats] = []
        for port, out in zip(self.program.outputs, outs, strict=True):
            shape = lead + port.shape
            if out is not None:
                check_out(out, shape, self.dtype)
                # The code writes outputs before it has read all inputs: overlapping ones are filled by a copy.
                if fits(out) and not any(np.may_share_memory(out, a) for a in inputs):
                    results.append(out)
                    continue
            results.append(np.empty(shape, self.dtype, order))
        if lead:
            filled = (*inputs, *results)
            strides = (ctypes.c_int64 * len(filled))(*map(column_stride, filled)) if in_columns else None
            self._share(lead[0], filled, strides, min(threads, max(1, lead[0] // SHARE)))
        else:
            self._one(*(_address(array) for array in (*inputs, *results)))
        return [result if result is out else deliver(result, out) for result, out in zip(results, outs, strict=True)]

    def _share(
        self, states: int, arrays: Sequence[Floats], strides: ctypes.Array[ctypes.c_int64] | None, threads: int
    ) -> None:
        """Run a batch in shares of whole vectors, one for each thread; strides are those of columns, None for rows."""
        run, order = (self._batch, ()) if strides is None else (self._columns, (ctypes.addressof(strides),))
        if threads == 1:
            run(states, *order, *map(_address, arrays))
            return
        share = -(-states // (threads * self.width)) * self.width  # rounded up: whole vectors but for the last share
        work = [
            (min(share, states - start), *order, *(_address(array) + start * array.strides[0] for array in arrays))
            for start in range(0, states, share or 1)
        ]
        list(together(run, work, threads))

    def _check(self, arrays: tuple[Floats, ...], n: int | None) -> None:
        """Check the arrays of a call; n is the number of states of a batch, or None for one state."""
        if len(arrays) != len(self.arrays):
            names = ", ".join(port.name for port in self.arrays)
            raise ArgumentError("arrays", f"{len(arrays)} of them", f"{len(self.arrays)}: {names}")
        for position, (array, port) in enumerate(zip(arrays, self.arrays, strict=True)):
            if not isinstance(array, np.ndarray):
                raise ArgumentError(port.name, type(array).__name__, f"a contiguous {self.dtype} array")
            if array.dtype != self.dtype or not array.flags.c_contiguous:
                layout = "" if array.flags.c_contiguous else ", not contiguous"
                problem = f"{array.dtype} of shape {array.shape}{layout}"
                raise ArgumentError(port.name, problem, f"a contiguous {self.dtype} array")
            size = port.size if n is None else n * port.size
            # Only the number of states has a fixed place: the entries of a state may have any shape.
            if array.size != size or (n is not None and array.shape[:1] != (n,)):
                shape = port.shape if n is None else (n, *port.shape)
                raise ArgumentError(port.name, f"shape {array.shape}", f"shape {shape}")
            if position >= len(self.program.inputs) and not array.flags.writeable:
                raise ArgumentError(port.name, "a read-only array", "a writable one")


def _plain(array: Floats) -> bool:
    return array.flags.c_contiguous and array.flags.aligned


def column_stride(array: Floats) -> int:
    """Return the numbers from one column of a batch (N, …) to the next if it lies in columns, else 0.

    The states of a column follow each other, and columns are in Fortran's order. Between columns there may be gaps: the
    other states of a longer batch.

    Example:
        >>> batch = np.zeros((7, 100)).T
        >>> column_stride(batch), column_stride(batch[:10]), column_stride(np.zeros((100, 7)))
        (100, 100, 0)
    """
    return distance_of_columns(array.shape, array.strides, array.itemsize) if array.flags.aligned else 0


def distance_of_columns(shape: Sequence[int], strides: Sequence[int], size: int) -> int:
    """Return the numbers from one column of a batch to the next if it lies in columns, else 0.

    Args:
        shape: Its shape, (N, …).
        strides: Distances of entries along each axis, in any unit.
        size: Distance of two numbers that follow each other.
    """
    states = shape[0]
    if states > 1 and strides[0] != size:
        return 0
    stride, columns = 0, 1
    for count, step in zip(shape[1:], strides[1:], strict=True):
        if count == 1:  # a step that is never taken
            continue
        stride = stride or step
        if step != columns * stride or step <= 0:
            return 0
        columns *= count
    stride = stride or max(states, 1) * size
    return 0 if stride % size or stride < states * size else stride // size


def _all_in_columns(arrays: Sequence[Floats]) -> bool:
    """Return whether a batch lies in columns: all inputs but those with one row for all states."""
    rows = [array for array in arrays if array.strides[0] or len(array) <= 1]
    return any(not array.flags.c_contiguous for array in rows) and all(map(column_stride, rows))


def _address(array: Floats) -> int:
    address: int = array.__array_interface__["data"][0]  # quicker than array.ctypes.data
    return address


def build(program: Program, width: int | None = None) -> Kernel:
    """Return the kernel of a program, whose code comes from the cache if it was made before.

    Args:
        program: The program.
        width: Lanes to use; default those of ARMILLARY_TARGET, else all lanes of the CPU.

    Example:
        >>> import armillary as arm
        >>> from armillary.compiler.trace import trace
        >>> program = trace(arm.model(arm.library.get("khatib-rr")), "mass_matrix")
        >>> M = np.empty((2, 2))
        >>> build(program).one(np.array([0.0, 0.5]), M)
        >>> bool(M[0, 1] == M[1, 0])
        True
    """
    target = host(width)

    def code(kind: Kind) -> bytes:
        parts: list[str | bytes] = [signature(program), f"{kind} {target.width}", environment()]
        return load_or_build(parts, lambda: object_code(program, target, kind))

    return Kernel(program, target.width, code)


def object_code(program: Program, target: Target, kind: Kind) -> bytes:
    """Return the machine code of a kind for a program as an object file."""
    from armillary.compiler.llvm.emit import emit

    return to_object(emit(program, target, kind), target)


def signature(program: Program) -> str:
    """Return the text of a program that its code depends on."""
    graph = program.graph
    nodes = [(int(graph.op[node]), *graph.args[node]) for node in program.order]
    return repr((program.name, program.inputs, program.outputs, program.results, program.order, nodes))
