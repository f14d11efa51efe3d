"""Finite elements for chains of beams in space: an oracle that shares no code with the package.

Every node has six small motions (u, θ) in world axes, written as rows over the coordinates of the whole structure. A
beam of n elements makes n nodes with six coordinates each; a hinge makes a node that differs from the one before it by
a rotation; a rigid body or a rotor adds its kinetic energy. Elements have cubic shapes in bending and linear ones in
torsion and stretching, and sections that may change along them. `tension` is a given axial force, whose work on
the slopes is the geometric stiffness. Beams are Euler and Bernoulli's; with rigidities against shear they are
Timoshenko's, of elements whose displacement and rotation are those of a uniform one under forces at its ends
[Friedman and Kosmatka, An improved two-node Timoshenko beam finite element, Computers & Structures 47, 1993].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh

Along = Callable[[float], float]


@dataclass(frozen=True)
class Section:
    """Mass, polar inertia and rigidities per length: numbers, or functions of the distance from the root."""

    mass: float | Along
    bending_y: float | Along  # resists deflection along y
    bending_z: float | Along
    torsion: float | Along
    axial: float | Along
    polar: float | Along
    shear_y: float | Along = np.inf
    shear_z: float | Along = np.inf
    rotary_y: float | Along = 0.0  # of sections that turn as they are displaced along y
    rotary_z: float | Along = 0.0

    def at(self, x: float) -> list[float]:
        parts = (self.mass, self.bending_y, self.bending_z, self.torsion, self.axial, self.polar)
        parts += (self.shear_y, self.shear_z, self.rotary_y, self.rotary_z)
        return [part(x) if callable(part) else part for part in parts]


@dataclass
class Structure:
    """Coordinates and the quadratic forms over them; `clamp` is the node of the ground."""

    count: int = 0
    mass: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    stiffness: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    gyroscopic: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    load: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)

    @property
    def clamp(self) -> np.ndarray:
        return np.zeros((6, 0))

    def _new(self, size: int) -> np.ndarray:
        rows = np.zeros((size, self.count + size))
        rows[:, self.count :] = np.eye(size)
        self.count += size
        return rows

    def hinge(self, node: np.ndarray, axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the node behind a hinge, and the row of the hinge's angle."""
        angle = self._new(1)[0]
        behind = pad(node, self.count).copy()
        behind[3:] += np.outer(axis, angle)
        return behind, angle

    def spring(self, row: np.ndarray, stiffness: float) -> None:
        self.stiffness.append((row[None], np.array([[stiffness]])))

    def body(self, node: np.ndarray, mass: float, inertia: np.ndarray, com: np.ndarray = np.zeros(3)) -> None:  # noqa: B008
        """Add a rigid body; inertia at its centre of mass in world axes."""
        moved = node.copy()
        moved[:3] -= skew(com) @ node[3:]
        self.mass += [(moved[:3], mass * np.eye(3)), (moved[3:], np.asarray(inertia))]
        self.load.append((moved[:3], np.eye(3) * mass))

    def rotor(self, node: np.ndarray, axis: np.ndarray, inertia: float, ratio: float, angle: np.ndarray) -> None:
        """Add a rotor that turns at `ratio` times a hinge against its carrier."""
        row = axis @ pad(node[3:], self.count) + ratio * pad(angle[None], self.count)[0]
        self.mass.append((row[None], np.array([[inertia]])))

    def spin(self, node: np.ndarray, momentum: np.ndarray) -> None:
        """Add the gyroscopic moment of a constant spin momentum [N·m·s] fixed to the node: θ̇ × h resists."""
        self.gyroscopic.append((node[3:], -skew(momentum)))

    def beam(
        self,
        node: np.ndarray,
        axes: np.ndarray,
        length: float,
        section: Section,
        elements: int,
        tension: Along | None = None,
    ) -> np.ndarray:
        """Add a beam from a node on along axes[0], with y = axes[1]; return the node at its tip."""
        turn = np.kron(np.eye(4), axes)  # world motions to those of the beam
        for i in range(elements):
            end, x, h = self._new(6), length * i / elements, length / elements
            ends = turn @ np.vstack([pad(node, self.count), end])
            M, K, f = element(section, x, h, tension)
            self.mass.append((ends, M))
            self.stiffness.append((ends, K))
            self.load.append((ends, f @ axes))
            node = end
        return node

    def matrices(self) -> tuple[np.ndarray, np.ndarray]:
        return self._sum(self.mass), self._sum(self.stiffness)

    def gyration(self) -> np.ndarray:
        return self._sum(self.gyroscopic)

    def weight(self, gravity: np.ndarray) -> np.ndarray:
        """Return the forces of gravity on all coordinates."""
        return sum((pad(J, self.count).T @ (f @ gravity) for J, f in self.load), np.zeros(self.count))

    def _sum(self, parts: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        total = np.zeros((self.count, self.count))
        for J, A in parts:
            used = np.flatnonzero(np.any(J, axis=0))
            total[np.ix_(used, used)] += J[:, used].T @ A @ J[:, used]
        return total

    def frequencies(self, count: int, above: float = 0.05) -> np.ndarray:
        """Return the first natural frequencies [Hz] above rigid motion, which rounding leaves below `above`."""
        M, K = self.matrices()
        squares = eigh(K, M, eigvals_only=True)
        return np.sqrt(squares[squares > (2 * np.pi * above) ** 2])[:count] / (2 * np.pi)


def spun_blade(radius: float, speed: float, tip_mass: float = 0.0, elements: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Return mass and stiffness in flap (w and θ_y of each node) of a blade, L = ρA = EI = 1, stretched by its spin."""
    structure = Structure()

    def tension(x: float) -> float:
        return speed**2 * ((1 - x) * (radius + (1 + x) / 2) + tip_mass * (radius + 1))

    section = Section(mass=1.0, bending_y=1.0, bending_z=1.0, torsion=1e3, axial=1e6, polar=1e-3)
    tip = structure.beam(structure.clamp, np.eye(3), 1.0, section, elements, tension)
    structure.body(tip, tip_mass, np.zeros((3, 3)))
    own = np.sort(np.concatenate([np.arange(2, 6 * elements, 6), np.arange(4, 6 * elements, 6)]))
    M, K = (matrix[np.ix_(own, own)] for matrix in structure.matrices())
    return M, K


def element(section: Section, x: float, h: float, tension: Along | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mass, stiffness (12, 12) and the load of unit accelerations (12, 3) of one element, in its own axes."""
    M, K, f = np.zeros((12, 12)), np.zeros((12, 12)), np.zeros((12, 3))
    points, weights = np.polynomial.legendre.leggauss(6)
    _, middle_y, middle_z, _, _, _, stiff_y, stiff_z, _, _ = section.at(x + h / 2)
    phi_y, phi_z = 12 * middle_y / (stiff_y * h * h), 12 * middle_z / (stiff_z * h * h)
    for xi, w in zip((points + 1) / 2, weights * h / 2, strict=True):
        mass, bending_y, bending_z, torsion, axial, polar, shear_y, shear_z, rotary_y, rotary_z = section.at(x + xi * h)
        u, du, v, dv, psi, dpsi, turn, dturn, z, dz, chi, dchi = shapes(xi, h, phi_y, phi_z)
        M += w * (mass * (np.outer(u, u) + np.outer(v, v) + np.outer(z, z)) + polar * np.outer(turn, turn))
        M += w * (rotary_y * np.outer(psi, psi) + rotary_z * np.outer(chi, chi))
        K += w * (axial * np.outer(du, du) + torsion * np.outer(dturn, dturn))
        K += w * (bending_y * np.outer(dpsi, dpsi) + bending_z * np.outer(dchi, dchi))
        for rigidity, strain in ((shear_y, dv - psi), (shear_z, dz - chi)):
            if np.isfinite(rigidity):
                K += w * rigidity * np.outer(strain, strain)
        if tension is not None:
            K += w * tension(x + xi * h) * (np.outer(dv, dv) + np.outer(dz, dz))
        f += w * mass * np.stack([u, v, z], axis=1)
    return M, K, f


def shapes(xi: float, h: float, phi_y: float, phi_z: float) -> tuple[np.ndarray, ...]:
    """Return u, v, the twist and z, each with its slope, as rows over (u, θ) of both ends.

    After v and z come the rotation of the section and its rate; without shear they are v' and v'', z' and z''.
    """
    names = ("u", "du", "v", "dv", "v turn", "v curve", "t", "dt", "z", "dz", "z turn", "z curve")
    rows = {name: np.zeros(12) for name in names}
    for name, place in (("u", 0), ("t", 3)):
        rows[name][[place, place + 6]] = 1 - xi, xi
        rows["d" + name][[place, place + 6]] = -1 / h, 1 / h
    for name, phi, places, signs in (("v", phi_y, [1, 5, 7, 11], 1), ("z", phi_z, [2, 4, 8, 10], [1, -1, 1, -1])):
        bump, rate = phi * (xi - xi**2) / 2, phi * (1 - 2 * xi) / 2
        cubic = [1 - 3 * xi**2 + 2 * xi**3 + phi * (1 - xi), h * (xi - 2 * xi**2 + xi**3 + bump)]
        cubic += [3 * xi**2 - 2 * xi**3 + phi * xi, h * (xi**3 - xi**2 - bump)]
        slope = [-6 * xi + 6 * xi**2 - phi, h * (1 - 4 * xi + 3 * xi**2 + rate)]
        slope += [6 * xi - 6 * xi**2 + phi, h * (3 * xi**2 - 2 * xi - rate)]
        turn = [-6 * xi + 6 * xi**2, h * (1 - 4 * xi + 3 * xi**2 + phi * (1 - xi))]
        turn += [6 * xi - 6 * xi**2, h * (3 * xi**2 - 2 * xi + phi * xi)]
        curve = [-6 + 12 * xi, h * (-4 + 6 * xi - phi), 6 - 12 * xi, h * (6 * xi - 2 + phi)]
        found = (cubic, np.array(slope) / h, np.array(turn) / h, np.array(curve) / h**2)
        for row, values in zip((name, f"d{name}", f"{name} turn", f"{name} curve"), found, strict=True):
            rows[row][places] = np.array(values) / (1 + phi) * signs  # a positive turn about y lowers z
    return tuple(rows.values())


def pad(rows: np.ndarray, count: int) -> np.ndarray:
    return np.pad(rows, ((0, 0), (0, count - rows.shape[1])))


def skew(a: np.ndarray) -> np.ndarray:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
