"""`arm.compile`: all quantities of one robot as native code.

    Model → trace → passes → kernel        on the first use of a quantity with one state, or with a batch, or from disk
Later calls of the same quantity go to the kernel through a built-in function in the place of the method
(`compiler.calls.fastcall`). It takes plain arrays in some tens of nanoseconds; other calls go to the method here, which
converts and checks.

Derivatives of forward dynamics solve 3n systems of equations with the mass matrix. One kernel takes about five
operations for each nonzero entry of the matrix and each of the n velocity coordinates, besides the derivatives of
inverse dynamics, and takes minutes to compile for a planar chain of 50 links. Above `UNROLLED` such products, three
kernels and LAPACK compute them, which takes five times as long in a batch of a chain of 24.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.calls import fastcall
from armillary.compiler.indices import INDICES, FrameTask, rigid_derivatives
from armillary.compiler.kernel import SHARE, Kernel
from armillary.compiler.llvm.target import widths
from armillary.compiler.program import Program
from armillary.compiler.ptx.target import CPU, DTYPE, SCALARS, check_device
from armillary.compiler.quantities import CompiledDynamics, formulations_used
from armillary.compiler.simplified import build_simplified
from armillary.compiler.threads import thread_count
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, SingularityError
from armillary.files.arguments import floats
from armillary.files.words import is_whole, shortened
from armillary.formulations.arguments import (
    Directions,
    Names,
    Out,
    Outs,
    Parameters,
    check_directions,
    check_outs,
    check_parameters,
    check_state,
    check_wrenches,
    check_wrt,
    deliver,
)
from armillary.formulations.dynamics import Dynamics
from armillary.formulations.registry import JVPS, QUANTITIES, find_quantity
from armillary.kinematics.task import Task
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.compiler.ptx.compiled import OnDevice

UNROLLED = 25_000
"""Greatest n × nonzero entries of M for which derivatives of forward dynamics are one kernel: a chain of 29 joints."""


class Compiled(CompiledDynamics[Kernel]):
    """The quantities of one robot, compiled when first used. See `compile`."""

    def __init__(
        self, model: Model, formulation: str = "auto", width: int | None = None, threads: int = 1, dtype: str = DTYPE
    ) -> None:
        allowed = widths(SCALARS[dtype])
        if width is not None and (not is_whole(width) or width not in allowed):
            raise ArgumentError(
                "width", shortened(width), f"one of {', '.join(map(str, allowed))}, or None for the CPU's"
            )
        super().__init__(model, formulation)
        self.width, self.threads, self.dtype = width, thread_count(threads), dtype

    def __repr__(self) -> str:
        used = formulations_used(self._choices)
        width = f"{self.width} wide" if self.width else "native SIMD width"
        threads = f"{self.threads} thread{'s' if self.threads > 1 else ''}"
        formulation = f"formulation {self._asked}" + (f" ({used})" if used else "")
        about = f"motors {self.model.motors}, {formulation}, {self.dtype}, {width}, {threads}"
        return f"<Compiled {self.model.robot.name}: {about}>"

    @property
    def _arguments(self) -> tuple[Any, ...]:
        return self.model, self._asked, self.width, self.threads, self.dtype

    def _build(self, program: Program, simplified: Program | None) -> Kernel:
        return build_simplified(program, self.width, simplified, SCALARS[self.dtype])

    def _install(self, quantity: str, options: dict[str, Any], kernel: Kernel) -> None:
        """Put a native entry in the place of the method if the method with default options is this kernel."""
        # A kernel with more inputs than the method has arguments: free parameters, weights, wrenches.
        has_parameters = self.model.free and not (quantity in QUANTITIES and QUANTITIES[quantity].kinematic)
        if has_parameters or {"W", "wrenches"} & options.keys():
            return
        # Methods that do more than call their kernel once with their arguments.
        if quantity in INDICES or quantity in JVPS:
            return
        if {"wrt", "reference"} & options.keys() or options.get("frame", "tip") != "tip":
            return
        if getattr(type(self), quantity) is getattr(Dynamics, quantity):  # no subclass has overridden it
            shared = 2 * SHARE - 1 if self.threads > 1 else fastcall.UNLIMITED  # from two shares on, by the method
            fastcall.install(self, quantity, kernel, shared)

    def _evaluate(
        self,
        quantity: str,
        *state: Coordinates,
        out: Floats | None,
        parameters: Parameters | None = None,
        **options: Any,
    ) -> Floats:
        entry = QUANTITIES[quantity]
        arrays = check_state(self.model, entry.inputs, state)
        if entry.singular_values and self.dtype != DTYPE:
            problem = f"{self.dtype!r}, for {quantity}, which needs singular values"
            raise ArgumentError("dtype", problem, repr(DTYPE))
        if quantity in INDICES and self.dtype == DTYPE:
            return self._index(quantity, arrays[0], out, **options)
        W, wrenches = options.pop("W", None), options.pop("wrenches", None)
        if W is not None:
            options["W"] = "given"
            arrays.append(_weights(W, self.model.nv, arrays[0]))
        arrays += [] if entry.kinematic else check_parameters(self.model, parameters, arrays[0].shape[:-1])
        loads = check_wrenches(self.model, wrenches, arrays[0].shape[:-1])
        if loads:
            options["wrenches"] = tuple(loads)
            arrays += loads.values()
        return self.kernel(quantity, **options).evaluate(arrays, [out], self.threads)[0]

    def _pull_back(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        entry = find_quantity(f"{quantity}_vjp", derivatives=True)
        arrays = check_state(self.model, entry.inputs, state)
        arrays += check_parameters(self.model, parameters, arrays[0].shape[:-1])
        names = check_wrt(self.model, quantity, wrt, every=True)
        kernel = self._derivatives_kernel(f"{quantity}_vjp", names, QUANTITIES[quantity].inputs)
        return tuple(kernel.evaluate(arrays, check_outs(out, len(names)), self.threads))

    def _push_forward(
        self, quantity: str, *state: Coordinates, directions: Directions, out: Out, parameters: Parameters
    ) -> Floats:
        entry = QUANTITIES[quantity]
        arrays = check_state(self.model, entry.inputs, state)
        lead = arrays[0].shape[:-1]
        values = check_parameters(self.model, parameters, lead)
        tangents = check_directions(self.model, quantity, directions, lead)
        count = len(entry.inputs)
        arrays += [*tangents[:count], *values, *tangents[count:]]  # the direction of the parameters comes after these
        return self.kernel(f"{quantity}_jvp").evaluate(arrays, [out], self.threads)[0]

    def _differentiate(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        entry = QUANTITIES[quantity]
        arrays = check_state(self.model, entry.inputs, state)
        arrays += check_parameters(self.model, parameters, arrays[0].shape[:-1])
        names = check_wrt(self.model, quantity, wrt)
        if quantity == "forward_dynamics" and not unrolled(self.model):
            matrices = self._solve_derivatives(arrays, names)
            outs = check_outs(out, len(matrices))
            return tuple(deliver(matrix, place) for matrix, place in zip(matrices, outs, strict=True))
        kernel = self._derivatives_kernel(f"{quantity}_derivatives", names, entry.derivatives)
        return tuple(kernel.evaluate(arrays, check_outs(out, len(kernel.program.outputs)), self.threads))

    def _solve_derivatives(self, arrays: list[Floats], names: Sequence[str]) -> list[Floats]:
        """Return derivatives of forward dynamics by (2) of `compiler.derivatives`: three kernels, and M⁻¹ by LAPACK."""
        (M,) = self.kernel("mass_matrix").evaluate([arrays[0], *arrays[3:]], [None], self.threads)
        right = {"tau": np.broadcast_to(np.eye(self.model.nv, dtype=M.dtype), M.shape)}
        by_state = [name for name in names if name != "tau"]
        if by_state:
            (qdd,) = self.kernel("forward_dynamics").evaluate(arrays, [None], self.threads)
            states = [*arrays[:2], qdd, *arrays[3:]]
            default = QUANTITIES["inverse_dynamics"].derivatives
            kernel = self._derivatives_kernel("inverse_dynamics_derivatives", tuple(by_state), default)
            matrices = kernel.evaluate(states, [None] * len(by_state), self.threads)
            right |= {name: -matrix for name, matrix in zip(by_state, matrices, strict=True)}
        try:
            solved = np.linalg.solve(M, np.concatenate([right[name] for name in names], axis=-1))
        except np.linalg.LinAlgError as error:
            raise SingularityError("the mass matrix is singular; give mass or inertia to every moving part") from error
        ends = np.cumsum([right[name].shape[-1] for name in names])
        return [np.ascontiguousarray(part) for part in np.split(solved, ends[:-1], axis=-1)]

    def _index(self, quantity: str, q: Floats, out: Floats | None, frame: str, task: Task, elastic: bool) -> Floats:
        """Return an index by singular values: Jacobians by the kernel, the rest by NumPy."""
        rows = np.atleast_2d(q)
        (J,) = self.kernel("jacobian", frame=frame).evaluate([rows], [None], self.threads)
        rows_of_J = FrameTask(frame, task, elastic)
        result = INDICES[quantity](self.model, rows, J, lambda: self._jacobian_derivatives(rows, J, frame), rows_of_J)
        return deliver(result if q.ndim == 2 else result[0], out)

    def _jacobian_derivatives(self, q: Floats, J: Floats, frame: str) -> Floats:
        """Return D[:, :, k, j] = D_j J_k, shape (N, 6, nv, nv); J̇ at every unit velocity if columns move in a body."""
        constant = all(joint.kind.constant for joint in self.model.joints)
        if constant and not self.model.flexible and not self.model.coupled:
            return rigid_derivatives(self.model, J)
        nv = self.model.nv
        states = np.repeat(q, nv, axis=0)
        units = np.tile(np.eye(nv), (len(q), 1))
        (J_dot,) = self.kernel("jacobian_dot", frame=frame).evaluate([states, units], [None], self.threads)
        return J_dot.reshape(len(q), nv, 6, nv).transpose(0, 2, 3, 1)


def unrolled(model: Model) -> bool:
    """Return whether the derivatives of a model's forward dynamics are one kernel."""
    moves = model.moves.astype(float)
    entries = np.count_nonzero(moves.T @ moves)  # pairs of coordinates that move a common body
    return bool(model.nv * entries <= UNROLLED)


@overload
def compile(
    robot: Robot | Model, *, formulation: str = ..., width: int | None = ..., threads: int = ...,
    device: Literal["cpu"] = ..., dtype: str = ...,
) -> Compiled: ...  # fmt: skip
@overload
def compile(
    robot: Robot | Model, *, formulation: str = ..., device: str, dtype: str = ...
) -> CompiledDynamics[Any]: ...
def compile(
    robot: Robot | Model, *, formulation: str = "auto", width: int | None = None, threads: int = 1,
    device: str = "cpu", dtype: str = "float64",
) -> Compiled | OnDevice:  # fmt: skip
    """Return the kinematics and dynamics of a robot as native code, one method per quantity.

    Each quantity is compiled when it is first used, and kept on disk. Methods take one state, shape (n,), or a batch,
    (N, n), as arrays or lists; contiguous float64 arrays are fastest, with `out=` for a result that is written in
    place. Native code raises no errors: where the mass matrix is singular it returns infinities or NaN, where
    `arm.evaluate` raises a `SingularityError`; NaN in gives NaN out.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        formulation: "auto" (default) for the one with the least work, or the name of a formulation for every quantity
            that has it. `explain()` lists the choices and their reasons.
        width: States that one instruction of a batch computes: 8, 4, 2 or 1, in single precision also 16; default the
            width of the CPU.
        threads: Threads that share a large batch; default 1, since thousands of states take less time than a second
            thread needs to begin; 0 for one for each core.
        device: "cpu" (default), or "cuda" or "cuda:1" for a GPU and its arrays, without `width` and `threads`.
        dtype: "float64" (default), or "float32" for single precision: results are float32, `out=` too, and other
            numbers are rounded to it.

    Example:
        >>> import armillary as arm
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> dyn.mass_matrix([[0.0, 0.5], [0.3, 1.2], [0.1, 0.0]]).shape
        (3, 2, 2)
        >>> dyn.inverse_dynamics([0.0, 0.5], [0.0, 0.0], [0.0, 0.0]).shape
        (2,)
    """
    check_device(device, dtype, single=True)
    if device == CPU:
        return Compiled(as_model(robot), formulation, width, threads, dtype)
    from armillary.compiler.ptx.compiled import OnDevice

    if width is not None or threads != 1:
        argument = "width" if width is not None else "threads"
        raise ArgumentError(argument, f"an argument for CPUs, with device={shortened(device)}", "no such argument")
    return OnDevice(as_model(robot), formulation, device, dtype)


def _weights(W: ArrayLike, nv: int, q: Floats) -> Floats:
    """Return weights as a row for every state."""
    weights = floats("W", W, f"weights of shape {(nv, nv)}")
    if weights.shape != (nv, nv):
        raise ArgumentError("W", f"an array of shape {weights.shape}", f"weights of shape {(nv, nv)}")
    return np.broadcast_to(weights.ravel(), (*q.shape[:-1], nv * nv))
