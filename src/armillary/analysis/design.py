"""Gains from a linear model: optimal control, pole placement and Kalman filters, continuous and sampled.

The system ẋ = A x + B u, y = C x of `arm.linearise`. LQR minimises ∫ (xᵀ Q x + uᵀ R u) dt by u = −K x:
    Aᵀ P + P A − P B R⁻¹ Bᵀ P + Q = 0,   K = R⁻¹ Bᵀ P                                                   (1)
With a period T and efforts that are held, the system at the instants and the same integral are exactly
    x⁺ = Φ x + Γ u,   [Φ Γ; 0 I] = exp(F T),   F = [A B; 0 0]                                             (2)
    [Q_d N; Nᵀ R_d] = ∫₀ᵀ exp(Fᵀ t) [Q 0; 0 R] exp(F t) dt                                                (3)
    K = (R_d + Γᵀ P Γ)⁻¹ (Γᵀ P Φ + Nᵀ),   P of the discrete Riccati equation with the cross term N        (4)
Both integrals come from one exponential [VanLoan1978]. Poles s of a sampled loop are those of z = exp(s T).
A Kalman filter knows the intensity W of white noise in the rates and V of white noise in y:
    x̂̇ = A x̂ + B u + L (y − C x̂),   L = S Cᵀ V⁻¹,   A S + S Aᵀ − S Cᵀ V⁻¹ C S + W = 0                     (5)
and, sampled, with V the covariance of one measurement and W_d = ∫₀ᵀ exp(A t) W exp(Aᵀ t) dt:
    x̂ = x̄ + L (y − C x̄),   x̄⁺ = Φ x̂ + Γ u,   L = S Cᵀ (C S Cᵀ + V)⁻¹                                     (6)
S is the covariance of x̄, from the discrete Riccati equation.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, expm, solve_continuous_are, solve_discrete_are

from armillary.analysis.state_space import StateSpace
from armillary.errors import ArgumentError
from armillary.files.arguments import number, reals
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, velocity_names
from armillary.multibody.drives import transmitted
from armillary.simulation.controllers.observers.kalman import Kalman
from armillary.simulation.controllers.state_feedback import StateFeedback
from armillary.spatial.scalar import Floats

ROUNDING = 1e-9
"""Effort treated as rounding, relative to a unit input."""


BEYOND = np.errstate(over="ignore", invalid="ignore")
"""Overflow from long periods or large weights ends in an `ArgumentError`; NumPy's warnings of it are suppressed."""


@BEYOND
def lqr(system: StateSpace, Q: ArrayLike, R: ArrayLike, *, period: float | None = None) -> StateFeedback:
    """Return the linear-quadratic regulator of a system as a controller, (1) to (4).

    Args:
        system: Result of `arm.linearise` for a robot.
        Q: Weights of the states: a number, one for each state, or a matrix.
        R: Weights of the efforts: a number, one for each input, or a matrix.
        period: Control period [s]; default: continuous.

    Example:
        >>> import armillary as arm
        >>> system = arm.linearise(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81), q=[np.pi / 2])
        >>> law = arm.lqr(system, Q=[10.0, 1.0], R=1.0)
        >>> scenario = arm.Scenario(system.model, controller=law, q0=[np.pi / 2])
        >>> arm.linearise(scenario).poles().real.max() < 0
        np.True_
    """
    model = _checked(system)
    n, m = system.B.shape
    Q, R = _weights("Q", Q, n), _weights("R", R, m)
    if np.linalg.eigvalsh(R)[0] <= 0:
        raise ArgumentError("R", shortened(R.tolist()), "weights above zero for all inputs")
    try:
        if period is None:
            P = _riccati(system.A, system.B, Q, R)
            K = np.linalg.solve(R, system.B.T @ P)  # (1)
        else:
            Phi, Gamma = sampled(system, period)
            weights = np.zeros((n + m, n + m))
            weights[:n, :n], weights[n:, n:] = Q, R
            cost = _integral(_held(system).T, weights, period)  # (3)
            Q_d, N, R_d = cost[:n, :n], cost[:n, n:], cost[n:, n:]
            P = solve_discrete_are(Phi, Gamma, Q_d, R_d, s=N)
            K = np.linalg.solve(R_d + Gamma.T @ P @ Gamma, Gamma.T @ P @ Phi + N.T)  # (4)
    except (LinAlgError, np.linalg.LinAlgError, ValueError):
        expected = "weights on every state that drifts, and no states that no input moves"
        raise ArgumentError("system, Q", "a Riccati equation without a stabilising solution", expected) from None
    return _feedback(model, system, np.asarray(K, dtype=float), period)


def place(system: StateSpace, poles: ArrayLike, *, period: float | None = None) -> StateFeedback:
    """Return the state feedback with given poles as a controller.

    Args:
        system: Result of `arm.linearise` for a robot.
        poles: Poles of the closed loop [1/s], one for each state, complex ones in pairs; none may be repeated more
            often than there are inputs.
        period: Control period [s]; default: continuous. A sampled loop has the poles exp(s T) of z.

    Example:
        >>> import armillary as arm
        >>> system = arm.linearise(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0))
        >>> np.round(arm.place(system, [-2 + 1j, -2 - 1j]).gain, 9).tolist()
        [[10.0, 8.0]]
    """
    from scipy.signal import place_poles

    model = _checked(system)
    try:
        desired = np.atleast_1d(np.asarray(poles))
    except Exception:  # rows of different lengths, or whatever a user's object raises
        desired = np.zeros(0)
    if desired.shape != (len(system.A),) or desired.dtype.kind not in "iufc" or not np.all(np.isfinite(desired)):
        raise ArgumentError("poles", shortened(poles), f"{len(system.A)} numbers, one for each state")
    if not np.array_equal(np.sort_complex(desired), np.sort_complex(desired.conj())):
        raise ArgumentError("poles", shortened(poles), "complex poles in conjugate pairs")
    most = int(np.linalg.matrix_rank(system.B))
    if np.unique(desired, return_counts=True)[1].max() > most:
        raise ArgumentError("poles", shortened(poles), f"each pole at most {most} times, the number of inputs")
    A, B = (system.A, system.B) if period is None else sampled(system, period)
    at = desired if period is None else np.exp(desired * float(period))
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():  # poles beyond the numbers are refused below
            warnings.simplefilter("ignore", UserWarning)  # gains that place the poles may be less robust than others
            gains = np.asarray(place_poles(A, B, at).gain_matrix, dtype=float)
    except ValueError as error:
        raise ArgumentError("poles", f"{shortened(poles)} ({error})", "poles that state feedback can give") from None
    if not np.all(np.isfinite(gains)):
        raise ArgumentError("poles", shortened(poles), "poles that finite gains can give")
    return _feedback(model, system, gains, period)


@BEYOND
def kalman(
    system: StateSpace, process: ArrayLike, measurement: ArrayLike, controller: Any, *, period: float | None = None
) -> Kalman:
    """Return a controller behind the stationary Kalman filter of a system, (5) and (6).

    The filter measures the outputs of the system: give `outputs=["q"]` to `arm.linearise` for joints alone.

    Args:
        system: Result of `arm.linearise` for a robot; its outputs are joints or their rates.
        process: Intensity of the noise in the efforts of the inputs [N²·m²·s]: a number, one for each input, or a
            matrix; or a matrix for the noise in the rates of all states.
        measurement: Intensity of the noise in the outputs [rad²·s]; with a period, covariance of one measurement
            [rad²]: a number, one for each output, or a matrix.
        controller: Controller that sees the estimate, such as that of `arm.lqr`.
        period: Control period [s]; default: continuous.

    Example:
        >>> import armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> system = arm.linearise(robot, outputs=["q"])
        >>> law = arm.lqr(system, Q=100.0, R=1.0, period=1e-3)
        >>> lqg = arm.kalman(system, process=1.0, measurement=1e-8, controller=law, period=1e-3)
        >>> arm.simulate(robot, 0.1, controller=lqg, q0=[0.01, 0.0], record=0.01).q.shape
        (11, 2)
    """
    model = _checked(system)
    A, B, C, D = system
    n, m = B.shape
    if np.any(D):
        raise ArgumentError("system", "outputs that efforts change at once", "positions and rates of joints")
    noise = reals(process)
    W = _weights("process", process, n) if noise.shape == (n, n) else B @ _weights("process", process, m) @ B.T
    if not np.all(np.isfinite(W)):
        raise ArgumentError("process", shortened(process), "noise that moves the states by finite numbers")
    V = _weights("measurement", measurement, len(C))
    if np.linalg.eigvalsh(V)[0] <= 0:
        raise ArgumentError("measurement", shortened(measurement), "noise above zero in all outputs")
    try:
        if period is None:
            S = _riccati(A.T, C.T, W, V)
            L = np.linalg.solve(V, C @ S).T  # (5)
        else:
            A, B = sampled(system, period)
            S = solve_discrete_are(A.T, C.T, _integral(system.A, W, period), V)
            L = np.linalg.solve(C @ S @ C.T + V, C @ S).T  # (6)
    except (LinAlgError, np.linalg.LinAlgError, ValueError):
        expected = "outputs that see every state that noise moves or that drifts"
        raise ArgumentError("system, process", "a Riccati equation without a stabilising solution", expected) from None
    inputs = B @ _transmission(model)[_inputs(model, system)]
    return Kalman(
        controller, L, A, inputs, C, system.q, np.linalg.pinv(_transmission(model)) @ system.tau, period=period
    )


def _riccati(A: Floats, B: Floats, Q: Floats, R: Floats) -> Floats:
    """Return the solution of the continuous Riccati equation; numbers too small for SciPy's scaling give an error."""
    with np.errstate(invalid="raise"):
        try:
            return np.asarray(solve_continuous_are(A, B, Q, R), dtype=float)
        except FloatingPointError as error:
            raise np.linalg.LinAlgError("numbers beyond the range of the scaling") from error


@BEYOND
def sampled(system: StateSpace, period: float) -> tuple[Floats, Floats]:
    """Return Φ and Γ of a system whose inputs are held for a period [s], (2)."""
    n, T = len(system.A), number("period", period, 0.0, True)
    step = expm(_held(system) * T)
    if not np.all(np.isfinite(step)):
        raise ArgumentError("period", f"{T:g} s", "a period in which the states of the system stay finite numbers")
    return step[:n, :n], step[:n, n:]


def _held(system: StateSpace) -> Floats:
    """Return F of (2): states and inputs that do not change."""
    return np.vstack([np.hstack([system.A, system.B]), np.zeros((system.B.shape[1], sum(system.B.shape)))])


def _integral(M: Floats, W: Floats, T: float) -> Floats:
    """Return ∫₀ᵀ exp(M t) W exp(Mᵀ t) dt, [VanLoan1978] over a short time that is then doubled."""
    n, doublings = len(M), math.ceil(math.log2(max(float(np.linalg.norm(M, 1)) * T, 1.0)))
    block = expm(np.block([[-M, W], [np.zeros((n, n)), M.T]]) * (T / 2**doublings))
    step = block[n:, n:].T  # exp(M t)
    integral = step @ block[:n, n:]
    for _ in range(doublings):
        integral, step = integral + step @ integral @ step.T, step @ step
    return np.asarray((integral + integral.T) / 2, dtype=float)


def _checked(system: Any) -> Model:
    """Return the model of a system, which must be that of a robot alone."""
    if not isinstance(system, StateSpace) or system.model is None:
        raise ArgumentError("system", shortened(system), "a result of arm.linearise(robot, …)")
    if len(system.A) != 2 * system.model.nv:
        problem = f"a system with the states {', '.join(system.states[2 * system.model.nv :])}"
        raise ArgumentError("system", problem, "a robot without controller and drive states", "linearise the robot")
    if not system.inputs:
        raise ArgumentError("system", "no inputs", "a system with inputs", "give inputs= of arm.linearise")
    return system.model


def _weights(name: str, value: ArrayLike, count: int) -> Floats:
    """Return a symmetric matrix that is not negative from a number, a diagonal or the matrix."""
    full = reals(value)
    if full.shape in ((), (count,)):
        full = np.diag(np.broadcast_to(full, count))
    if full.shape != (count, count) or not np.all(np.isfinite(full)):
        raise ArgumentError(name, shortened(value), f"a number, {count} numbers, or {count} rows of {count}")
    scale = np.abs(full).max(initial=0.0)
    if np.abs(full - full.T).max() > 1e-12 * scale or np.linalg.eigvalsh(full)[0] < -1e-12 * scale:
        raise ArgumentError(name, shortened(value), "a symmetric matrix without negative eigenvalues")
    return full


def _transmission(model: Model) -> Floats:
    """Return the efforts at all coordinates that unit commands at the joints give, shape (nv, joints)."""
    joints = range(joint_count(model))
    return np.stack([np.asarray(transmitted(model, np.eye(model.nv)[k]), dtype=float) for k in joints], axis=1)


def _inputs(model: Model, system: StateSpace) -> list[int]:
    """Return the coordinates at which the inputs act."""
    return [velocity_names(model).index(name) for name in system.inputs]


def _commands(model: Model, system: StateSpace) -> Floats:
    """Return the commands at the joints that give unit inputs and no other efforts, shape (joints, inputs)."""
    transmission, desired = _transmission(model), np.eye(model.nv)[:, _inputs(model, system)]
    commands = np.linalg.pinv(transmission) @ desired
    error = np.abs(transmission @ commands - desired).max(axis=0, initial=0.0)
    if error.max(initial=0.0) > ROUNDING:
        name = system.inputs[int(error.argmax())]
        expected = "efforts that commands at the joints can give"
        raise ArgumentError("system", f"the input {name!r}", expected, "give inputs= of arm.linearise")
    return np.asarray(commands, dtype=float)


def _feedback(model: Model, system: StateSpace, K: Floats, period: float | None) -> StateFeedback:
    """Return the controller of u = −K x."""
    gain, n, nv = _commands(model, system) @ K, joint_count(model), model.nv
    goes_with = np.eye(nv, n)  # coordinates of rotors go with those of their joints
    for drive in model.drives:
        for leg in drive.legs:
            goes_with[drive.v.start, leg.k] = leg.ratio
    lead = np.hstack([gain[:, :nv] @ goes_with, gain[:, nv:] @ goes_with])
    return StateFeedback(gain, system.q, np.linalg.pinv(_transmission(model)) @ system.tau, lead, period=period)
