"""The generalised inertia matrix (GIM) of a candidate: zero and constant entries, coupling, condition number.

An entry M_ij is zero, or constant, for all configurations if its simplified expression is a number. Constants hidden by
an identity that no simplification knows are found in the sample: entries are analytic in q, so an entry that is equal
at many random configurations, links bent, is constant. The sample decides for all entries. With
    s_ij = √(max M_ii · max M_jj)  over the sample,
    zero:  |M_ij| ≤ ε s_ij,   constant:  max M_ij − min M_ij ≤ ε s_ij                  (1)
since |M_ij| < √(M_ii M_jj) in a positive definite matrix. Entries on and above the diagonal are counted; constants
exclude zeros.

Coordinates i and j are coupled if M_ij is not zero. The connected components of this relation are blocks: after
a permutation M is block diagonal, and an acceleration in one block needs no inertial effort in another.   (2)

M has mixed units for robots with revolute and prismatic joints: M_ij in u_i u_j with u = √kg·m or √kg. Scaled by its
diagonal,
    C = D^−½ M D^−½,   D = diag(M_11, …, M_nn)                                         (3)
C_ij = M_ij / √(M_ii M_jj) has no unit: it does not depend on the units or gear ratios of coordinates (q_i → k q_i
leaves C unchanged). C_ii = 1 and |C_ij| < 1. The condition number of C is within a factor n of the least of all
diagonal scalings [VanDerSluis1969]. At each configuration
    off-diagonal ratio  ‖C − 1‖_F / ‖1‖_F = √(Σ_i≠j C_ij² / n),  0 without coupling                (4)
    condition number  λ_max(C) / λ_min(C),  1 without coupling                                   (5)
The measures are the mean over the sample, with its standard error, and the worst value of both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.choose import least
from armillary.compiler.passes import optimise
from armillary.multibody import Model
from armillary.multibody.coordinates import spans
from armillary.selection.candidate import Candidate, Measure, standard_error
from armillary.spatial.scalar import Floats

EPSILON = 1e-11  # rounding error of an entry, relative to its upper bound s_ij

ENOUGH = 64  # smallest number of configurations for the detection of constant entries

SCALED = "of M scaled to a unit diagonal, which has no units; over configurations of the workspace"


@dataclass(frozen=True, eq=False)
class Pattern:
    """Zero entries of M and constant entries (including zeros), shapes (nv, nv).

    `hidden` is the number of entries on and above the diagonal that are zero or constant by the sample only.
    """

    zero: NDArray[np.bool_]
    constant: NDArray[np.bool_]
    hidden: int

    @property
    def blocks(self) -> list[list[int]]:
        """The coordinates of each decoupled block, (2)."""
        from scipy.sparse.csgraph import connected_components

        count, owner = connected_components(~self.zero, directed=False)
        return [np.flatnonzero(owner == k).tolist() for k in range(count)]


def measures(candidate: Candidate) -> list[Measure]:
    """Return zero and constant entries, blocks, off-diagonal ratio and condition number of the GIM."""
    entries, n = pattern(candidate), candidate.model.nv
    upper = np.triu(np.ones((n, n), dtype=bool))
    of = f"of {n * (n + 1) // 2} on and above the diagonal"
    counted = of + (f"; {entries.hidden} zero or constant by the sample alone" if entries.hidden else "")
    zeros, constants = int(entries.zero[upper].sum()), int((entries.constant & ~entries.zero)[upper].sum())
    blocks = entries.blocks
    sizes = " + ".join(str(len(block)) for block in blocks)
    M = candidate.dyn.mass_matrix(candidate.configurations)
    massless = not np.all(M.diagonal(axis1=1, axis2=2) > 0)
    statistics = []
    for name, label, index in (
        ("off_diagonal", "off-diagonal ratio of the GIM", off_diagonal_ratio),
        ("condition", "condition of the GIM", condition),
    ):
        values = np.array([np.inf]) if massless else index(M)
        mean = worst = error = None
        if np.all(np.isfinite(values)):
            mean, worst, error = float(values.mean()), float(values.max()), standard_error(values)
            note = SCALED
        else:
            note = "the GIM is singular: a coordinate moves no inertia"
        statistics.append(Measure(f"inertia.{name}", mean, "", "less", f"mean {label}", note, error))
        statistics.append(Measure(f"inertia.{name}_worst", worst, "", "less", f"worst {label}", note))
    return [
        Measure("inertia.zero_entries", zeros, "", "more", "zero entries of the GIM", counted),
        Measure("inertia.constant_entries", constants, "", "more", "constant entries of the GIM, not zero", counted),
        Measure("inertia.blocks", len(blocks), "", "more", "decoupled blocks of the GIM", f"{n} coordinates: {sizes}"),
        *statistics,
    ]


def pattern(candidate: Candidate) -> Pattern:
    """Return the zero and constant entries of M, by its expressions and by the sample, (1)."""
    model, rng = candidate.model, np.random.default_rng(candidate.seed)
    known, none = numbers(model)
    q = replace(candidate, samples=max(candidate.samples, ENOUGH)).configurations
    if count := len(model.elastic):  # bent links, since some entries vary only with bending
        span = spans(model)[model.nv - count :]
        q[:, model.nq - count :] = rng.uniform(-span, span, (len(q), count))
    M = candidate.dyn.mass_matrix(q)
    largest = np.sqrt(M.diagonal(axis1=1, axis2=2).max(axis=0))
    scale = EPSILON * np.outer(largest, largest)
    zero = np.abs(M).max(axis=0) <= scale  # (1)
    constant = np.ptp(M, axis=0) <= scale
    hidden = (zero & ~none) | (constant & ~known)
    return Pattern(zero, constant | zero, int(np.triu(hidden).sum()))


def numbers(model: Model) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which entries of M are numbers in its simplified expressions, and which are zero."""
    chosen = least(model, "mass_matrix")
    program = chosen.simplified or optimise(chosen.program)
    values = [program.graph.value(ref) for ref in program.results[0]]
    constant = np.array([value is not None for value in values]).reshape(model.nv, model.nv)
    return constant, np.array([value == 0 for value in values]).reshape(model.nv, model.nv)


def scaled(M: Floats) -> Floats:
    """Return C of (3) for each matrix of a batch, shape (N, n, n)."""
    d = np.sqrt(M.diagonal(axis1=1, axis2=2))
    return np.asarray(M / (d[:, :, None] * d[:, None, :]))


def off_diagonal_ratio(M: Floats) -> Floats:
    """Return (4) for each matrix of a batch, shape (N,)."""
    rest = scaled(M) - np.eye(M.shape[1])
    return np.asarray(np.sqrt((rest**2).sum(axis=(1, 2)) / M.shape[1]))


def condition(M: Floats) -> Floats:
    """Return (5) for each matrix of a batch, shape (N,); infinite if M is singular up to rounding."""
    values = np.linalg.eigvalsh(scaled(M))
    lowest, highest = values[:, 0], values[:, -1]
    regular = lowest > M.shape[1] * np.finfo(float).eps * highest
    return np.where(regular, highest / np.where(regular, lowest, 1.0), np.inf)
