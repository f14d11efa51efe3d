"""What the physics tests ask of any robot: small motion about a state, and motion under prescribed joints."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

import armillary as arm
from internals import Beam, Joint, Link, Modes, Payload, Placement, Robot, Section, Station, Sublinks, Wrenches, bias
from internals import composite_body_mass_matrix as mass_matrix

X, Y, Z = np.eye(3)
STEP = 1e-30


def stiffness(model: arm.Model, q: np.ndarray, qd: np.ndarray, wrenches: Wrenches | None = None) -> np.ndarray:
    """Return K of small motions about a state, M ẍ + D ẋ + K x = 0, by complex steps."""
    turn = STEP * 1j * np.eye(model.nv)
    return np.stack([np.imag(bias(model, q + step, qd, wrenches)) / STEP for step in turn], axis=1)


def linear(model: arm.Model, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return M, D and K of small motions about a state, M ẍ + D ẋ + K x = 0, by complex steps."""
    D = np.stack([np.imag(bias(model, q, qd + step)) / STEP for step in STEP * 1j * np.eye(model.nv)], axis=1)
    return np.asarray(mass_matrix(model, q), dtype=float), D, stiffness(model, q, qd)


def elastic(model: arm.Model) -> slice:
    """Return where the elastic coordinates are."""
    return slice(model.nv - len(model.elastic), model.nv)


def rates(M: np.ndarray, D: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Return the frequencies [rad/s] of M ẍ + D ẋ + K x = 0, sorted, one of each pair."""
    n = len(M)
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    roots = np.linalg.eigvals(A)
    return np.sort(roots.imag[roots.imag > 0])


def held_rates(model: arm.Model, q: np.ndarray | None = None, qd: np.ndarray | None = None) -> np.ndarray:
    """Return the frequencies [rad/s] of the elastic coordinates while the joints move as prescribed."""
    state = [model.neutral if q is None else q, np.zeros(model.nv) if qd is None else qd]
    own = elastic(model)
    M, D, K = (matrix[own, own] for matrix in linear(model, *state))
    return rates(M, D, K)


def settled(
    model: arm.Model, qd: np.ndarray | None = None, steps: int = 3, wrenches: Wrenches | None = None
) -> np.ndarray:
    """Return q with the links in equilibrium, joints at zero or turning at their rates, by Newton's method."""
    own, q, qd = elastic(model), model.neutral, np.zeros(model.nv) if qd is None else qd
    for _ in range(steps):
        K = stiffness(model, q, qd, wrenches)[own, own]
        q[own] -= np.linalg.solve(K, np.asarray(bias(model, q, qd, wrenches))[own])
    return q


def free_frequencies(model: arm.Model, q: np.ndarray | None = None, above: float = 0.05) -> np.ndarray:
    """Return the natural frequencies [Hz] at rest, joints free, without gravity; rigid motion left out."""
    q = model.neutral if q is None else q
    squares = eigh(model.stiffness, np.asarray(mass_matrix(model, q), dtype=float), eigvals_only=True)
    return np.sqrt(squares[squares > (2 * np.pi * above) ** 2]) / (2 * np.pi)


def general(area: float, Iy: float, Iz: float, J: float = 1.0) -> tuple[Station, ...]:
    """Return one section given by its numbers."""
    return (Station(0.0, Section("general", (area, Iy, Iz, J))),)


def unit_beam(
    modes: Modes | None = None, sublinks: Sublinks | None = None, slenderness: float = 1e4, **more: object
) -> Beam:
    """Return a beam with L = ρA = EI = 1 in both planes and √(AL²/I) = slenderness."""
    stations = general(1.0, slenderness**-2, slenderness**-2, 2 * slenderness**-2)
    numbers: dict[str, object] = {"length": 1.0, "E": slenderness**2, "density": 1.0, "stations": stations}
    return Beam(**(numbers | more), modes=modes, sublinks=sublinks)  # type: ignore[arg-type]


def clamped(beam: Beam, gravity: np.ndarray = np.zeros(3), payloads: tuple[Payload, ...] = (), **more: object) -> Robot:  # noqa: B008
    """Return a beam clamped to the ground."""
    joint = Joint("clamp", "fixed", "base", "beam")
    return Robot("cantilever", (Link("beam", beam=beam),), (joint,), gravity=gravity, payloads=payloads, **more)  # type: ignore[arg-type]


def on_hub(beam: Beam, radius: float, axis: np.ndarray = Z, payloads: tuple[Payload, ...] = ()) -> Robot:
    """Return a beam along x that starts at `radius` from the axis about which its hub turns."""
    joints = (
        Joint("spin", "revolute", "base", "hub", axis=axis),
        Joint("clamp", "fixed", "hub", "blade", Placement((radius, 0.0, 0.0))),
    )
    links = (Link("hub"), Link("blade", beam=beam))
    return Robot("rotor blade", links, joints, gravity=(0.0, 0.0, 0.0), payloads=payloads)
