"""`arm.compile`: one robot, all its quantities, by native code made for it.

    Model → trace → passes → kernel        on the first use of a quantity, or from disk
Later calls of the same quantity go straight to the kernel: its method is replaced, on this object, by
a built-in function (`compiler.calls.fastcall`) that takes plain arrays in some tens of nanoseconds and leaves
everything else to the method here, which converts, checks and says what is wrong.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.calls import fastcall
from armillary.compiler.choose import Choice, choose
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.indices import INDICES, rigid_derivatives
from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.target import WIDTHS
from armillary.compiler.passes import optimise
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.compiler.trace import trace
from armillary.compiler.wrenches import with_wrenches
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.formulations.dynamics import (
    Dynamics,
    Floats,
    check_out,
    check_outs,
    check_state,
    check_wrenches,
    deliver,
)
from armillary.formulations.registry import DERIVATIVES, FORMULATIONS, QUANTITIES, find_quantity
from armillary.multibody import Model, as_model

SHARE = 1024
"""A thread is worth starting for this many states."""


class Native(NamedTuple):
    """A kernel and its two functions, callable with addresses."""

    kernel: Kernel
    one: Callable[..., None]
    batch: Callable[..., None]


class Compiled(Dynamics):
    """The quantities of one robot, compiled when first used. See `compile`."""

    def __init__(self, model: Model, formulation: str = "auto", width: int | None = None, threads: int = 1) -> None:
        if formulation in FORMULATIONS and FORMULATIONS[formulation].numbers_only:
            usable = ", ".join(name for name, each in FORMULATIONS.items() if not each.numbers_only)
            raise ArgumentError(
                "formulation",
                f"{formulation!r}, which works on numbers only",
                f"auto or one of {usable}",
                "arm.evaluate has it",
            )
        if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
            raise ArgumentError("threads", repr(threads), "a whole number of at least 1")
        if isinstance(width, (bool, float)) or width not in (None, *WIDTHS):
            raise ArgumentError("width", repr(width), f"one of {', '.join(map(str, WIDTHS))}, or None for the CPU's")
        super().__init__(model, formulation)
        self.width, self.threads = width, threads
        self._lock = threading.RLock()
        self._choices: dict[str, Choice] = {}
        self._natives: dict[Any, Native] = {}
        self._pool: Any = None
        self._pool_of = 0

    def __repr__(self) -> str:
        chosen = {name: choice.formulation for name, choice in self._choices.items() if len(QUANTITIES[name].ways) > 1}
        used = ", ".join(f"{name} by {formulation}" for name, formulation in sorted(chosen.items()))
        width = f"{self.width} wide" if self.width else "as wide as the CPU"
        threads = f"{self.threads} thread{'s' if self.threads > 1 else ''}"
        formulation = f"formulation {self._asked}" + (f" ({used})" if used else "")
        return f"<Compiled {self.model.robot.name}: motors {self.model.motors}, {formulation}, {width}, {threads}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by what it was made from: machine code stays where it is."""
        return type(self), (self.model, self._asked, self.width, self.threads)

    def _default(self, quantity: str) -> str:
        return self._choice(quantity).formulation

    def _choice(self, quantity: str) -> Choice:
        with self._lock:
            if quantity not in self._choices:
                self._choices[quantity] = choose(self.model, quantity)
            return self._choices[quantity]

    def explain(self) -> str:
        """Return a table of all quantities: the formulation used and why."""
        rows = []
        for quantity in self.formulations:
            asked = self._asked in QUANTITIES[quantity].ways
            reason = "asked for" if asked else self._choice(quantity).reason
            rows.append(f"{quantity:<28}{self.formulation_of(quantity):<18}{reason}")
        return "\n".join(rows)

    def kernel(self, quantity: str, **options: Any) -> Kernel:
        """Return the kernel of a quantity, made if it is not there yet; its program is not yet simplified."""
        find_quantity(quantity, derivatives=True)
        return self._native(quantity, **options).kernel

    def _native(self, quantity: str, **options: Any) -> Native:
        if quantity in QUANTITIES and "frame" in QUANTITIES[quantity].options:
            frame = options.setdefault("frame", "tip")
            if not isinstance(frame, str):
                raise ArgumentError("frame", repr(frame), "the name of a frame")
        key = (quantity, *sorted(options.items()))
        native = self._natives.get(key)
        if native is None:
            with self._lock:  # one thread makes it, others wait for it
                native = self._natives.get(key)
                if native is None:
                    program = self._traced(quantity, options)
                    kernel = build_simplified(program, self.width, self._simplified(quantity, program))
                    native = self._natives[key] = _load(kernel)
                    self._shorten(quantity, options, kernel)
                    self._forget_programs(quantity)
        return native

    def program(self, quantity: str, **options: Any) -> Program:
        """Return the simplified program that a quantity is compiled from."""
        find_quantity(quantity, derivatives=True)
        program = self._traced(quantity, options)
        return self._simplified(quantity, program) or optimise(program)

    def _traced(self, quantity: str, options: dict[str, Any]) -> Program:
        if quantity in DERIVATIVES:
            return trace_derivatives(self.model, quantity)
        if "W" in options:
            return _trace_weighted(self.model, quantity)
        if "wrenches" in options:
            return with_wrenches(self._traced(quantity, {}), self.model, options["wrenches"])
        formulation, choice = self.formulation_of(quantity), self._choices.get(quantity)
        if choice is not None and choice.program is not None and choice.formulation == formulation and not options:
            return choice.program
        return trace(self.model, quantity, formulation, **options)

    def _simplified(self, quantity: str, program: Program) -> Program | None:
        """Return a program after the passes, if it went through them when its formulation was chosen."""
        choice = self._choices.get(quantity)
        return choice.simplified if choice is not None and choice.program is program else None

    def _forget_programs(self, quantity: str) -> None:
        """Let go of what a choice left for the compiler."""
        if quantity in self._choices:
            self._choices[quantity] = replace(self._choices[quantity], program=None, simplified=None)

    def _shorten(self, quantity: str, options: dict[str, Any], kernel: Kernel) -> None:
        """Put a native entry in the place of the method, unless options ask for more than it can do."""
        if options.get("frame", "tip") != "tip" or {"W", "wrenches"} & options.keys() or quantity in INDICES:
            return
        method = getattr(type(self), quantity)
        if method is not getattr(Dynamics, quantity):
            return  # a subclass has its own
        by_place = not QUANTITIES[quantity].options if quantity in QUANTITIES else False
        quick = fastcall.entry(kernel, quantity, method.__get__(self), _described(method), by_place)
        if quick is not None:
            self.__dict__[quantity] = quick

    def _evaluate(self, quantity: str, *state: ArrayLike, out: Floats | None, **options: Any) -> Floats:
        entry = QUANTITIES[quantity]
        arrays = check_state(entry.inputs, entry.sizes(self.model), state)
        if quantity in INDICES:
            return self._index(quantity, arrays[0], out, **options)
        W, wrenches = options.pop("W", None), options.pop("wrenches", None)
        if W is not None:
            options["W"] = "given"
            arrays.append(_weights(W, self.model.nv, arrays[0]))
        loads = check_wrenches(self.model, wrenches, arrays[0].shape[:-1])
        if loads:
            options["wrenches"] = tuple(loads)
            arrays += loads.values()
        return self._run(self._native(quantity, **options), arrays, [out])[0]

    def _differentiate(self, quantity: str, *state: ArrayLike, out: Sequence[Floats] | None) -> tuple[Floats, ...]:
        entry = QUANTITIES[quantity]
        arrays = check_state(entry.inputs, entry.sizes(self.model), state)
        native = self._native(f"{quantity}_derivatives")
        return tuple(self._run(native, arrays, check_outs(out, len(native.kernel.program.outputs))))

    def _index(self, quantity: str, q: Floats, out: Floats | None, frame: str, task: Any) -> Floats:
        """Return an index that needs singular values: Jacobians by the kernel, the rest by NumPy."""
        rows = np.atleast_2d(q)
        (J,) = self._run(self._native("jacobian", frame=frame), [rows], [None])
        result = INDICES[quantity](self.model, rows, J, lambda: self._jacobian_derivatives(rows, J, frame), frame, task)
        return deliver(result if q.ndim == 2 else result[0], out)

    def _jacobian_derivatives(self, q: Floats, J: Floats, frame: str) -> Floats:
        """Return D[:, :, k, j] = D_j J_k, shape (N, 6, nv, nv): where links bend, J̇ at every unit velocity."""
        if not self.model.flexible:
            return rigid_derivatives(self.model, J)
        nv = self.model.nv
        states, units = np.repeat(q, nv, axis=0), np.tile(np.eye(nv), (len(q), 1))
        (J_dot,) = self._run(self._native("jacobian_dot", frame=frame), [states, units], [None])
        return J_dot.reshape(len(q), nv, 6, nv).transpose(0, 2, 3, 1)

    def _run(self, native: Native, arrays: list[Floats], outs: Sequence[Floats | None]) -> list[Floats]:
        """Return the outputs of a kernel, each in its `out` where that is given."""
        lead = arrays[0].shape[:-1]
        inputs = [a if _plain(a) else np.array(a, order="C") for a in arrays]
        results: list[Floats] = []
        for array, out in zip(native.kernel.program.outputs, outs, strict=True):
            shape = lead + array.shape
            if out is not None:
                check_out(out, shape)
            usable = out is not None and _plain(out) and not any(np.may_share_memory(out, a) for a in inputs)
            results.append(out if out is not None and usable else np.empty(shape))
        if lead:
            self._batch(native, lead[0], [*inputs, *results])
        else:
            native.one(*(_address(array) for array in (*inputs, *results)))
        return [result if result is out else deliver(result, out) for result, out in zip(results, outs, strict=True)]

    def _batch(self, native: Native, states: int, arrays: list[Floats]) -> None:
        """Run a batch, in shares of whole vectors if there are threads to take them."""
        shares = min(self.threads, max(1, states // SHARE))
        starts = [8 * (states * k // shares // 8) for k in range(shares)]
        work = []
        for start, end in zip(starts, [*starts[1:], states], strict=True):
            pointers = [_address(array) + start * array.strides[0] for array in arrays]
            work.append((end - start, *pointers))
        others = [self._threads().submit(native.batch, *share) for share in work[1:]]
        native.batch(*work[0])
        for other in others:
            other.result()

    def _threads(self) -> Any:
        from concurrent.futures import ThreadPoolExecutor

        with self._lock:
            if self._pool is None or self._pool_of != os.getpid():  # a forked process has none of its parent's threads
                self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="armillary")
                self._pool_of = os.getpid()
            return self._pool


def compile(
    robot: Robot | Model,
    *,
    formulation: str = "auto",
    width: int | None = None,
    threads: int = 1,
) -> Compiled:
    """Return the kinematics and dynamics of a robot as native code, one method per quantity.

    Nothing is compiled yet: each quantity is when it is first used, and is kept on disk for the next
    time. Methods take one state, shape (n,), or a batch, (N, n), of anything NumPy makes an array of;
    contiguous float64 arrays are fastest, with `out=` for a result that is written in place.
    Native code raises nothing: at a state where the mass matrix is singular it gives infinities or NaN
    where `arm.evaluate` raises a `SingularityError`, and NaN in gives NaN out.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        formulation: "auto" for the one with the least work, or the name of the formulation to use for
            every quantity it has. `explain()` says what was chosen and why.
        width: States that one instruction of a batch works on: 8, 4, 2 or 1; as the CPU has it by default.
        threads: Threads that share a large batch.

    Example:
        >>> import armillary as arm
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> dyn.mass_matrix([[0.0, 0.5], [0.3, 1.2], [0.1, 0.0]]).shape
        (3, 2, 2)
        >>> dyn.inverse_dynamics([0.0, 0.5], [0.0, 0.0], [0.0, 0.0]).shape
        (2,)
    """
    return Compiled(as_model(robot), formulation, width, threads)


def _load(kernel: Kernel) -> Native:
    pointers = [ctypes.c_void_p] * (len(kernel.program.inputs) + len(kernel.program.outputs))
    one = ctypes.CFUNCTYPE(None, *pointers)(kernel.address_one)
    batch = ctypes.CFUNCTYPE(None, ctypes.c_int64, *pointers)(kernel.address_batch)
    return Native(kernel, one, batch)


def _plain(array: Floats) -> bool:
    return array.flags.c_contiguous and array.flags.aligned


def _address(array: Floats) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _described(method: Callable[..., Any]) -> str:
    """Return a docstring whose first line gives a built-in function the signature of a method."""
    code = method.__code__
    names = code.co_varnames[1 : code.co_argcount]
    defaults = method.__defaults__ or ()
    plain = names[: len(names) - len(defaults)]
    given = [f"{name}={value!r}" for name, value in zip(names[len(plain) :], defaults, strict=True)]
    if method.__kwdefaults__:
        given += ["*", *(f"{name}={value!r}" for name, value in method.__kwdefaults__.items())]
    return f"{method.__name__}($self, {', '.join([*plain, *given])})\n--\n\n{method.__doc__}"


def _trace_weighted(model: Model, quantity: str) -> Program:
    """Return the program of a gravity norm with its weights as a second input."""
    graph = Graph()
    arrays = (Port("q", (model.nq,)), Port("W", (model.nv, model.nv)))
    q, W = inputs_of(graph, arrays)
    (function,) = QUANTITIES[quantity].ways.values()
    output = Port(quantity, QUANTITIES[quantity].shape(model))
    header = {"robot": model.robot.name, "quantity": quantity, "motors": model.motors, "weights": "an input"}
    return Program(quantity, graph, arrays, (output,), (references(graph, function(model, q, W=W)),), header)


def _weights(W: ArrayLike, nv: int, q: Floats) -> Floats:
    """Return weights as a row for every state."""
    try:
        weights = np.asarray(W, dtype=float)
    except (TypeError, ValueError):
        raise ArgumentError("W", f"{type(W).__name__} that is no array of numbers", "an array of floats") from None
    if weights.shape != (nv, nv):
        raise ArgumentError("W", f"an array of shape {weights.shape}", f"weights of shape {(nv, nv)}")
    return np.broadcast_to(weights.ravel(), (*q.shape[:-1], nv * nv))
