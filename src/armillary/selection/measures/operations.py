"""Operation counts of a candidate's dynamics: simplified, and by the unsimplified element formulas. [Bhangale2004]

Quantities are the generalised inertia matrix (GIM), the matrix of convective inertia (MCI, here the Coriolis matrix of
Christoffel symbols), both together, inverse and forward dynamics. Each count is that of the program with the fewest
operations (`compiler.choose.least`):
    M  multiplications and divisions,  A  additions and subtractions,
    angles  distinct angles of sines and cosines                                       (1)
`CONVENTION` states the rules. The elements of [Bhangale2004, eq. 13] are counted for comparison, with constants folded,
zeros dropped and equal terms computed once, but no further simplification; GIM and MCI are summed as in the paper. They
apply to rigid links only.
"""

from __future__ import annotations

from armillary.compiler.choose import least
from armillary.compiler.cost import Cost, count
from armillary.compiler.trace import trace
from armillary.multibody import Model, build
from armillary.selection.candidate import Candidate, Measure

QUANTITIES = {
    "gim": ("mass_matrix",),
    "mci": ("coriolis_matrix",),
    "gim_mci": ("mass_matrix", "coriolis_matrix"),
    "inverse_dynamics": ("inverse_dynamics",),
    "forward_dynamics": ("forward_dynamics",),
}
"""Name of a quantity → its model quantities, computed together."""

LABELS = {"gim": "GIM", "mci": "MCI", "gim_mci": "GIM + MCI"} | {
    name: name.replace("_", " ") for name in ("inverse_dynamics", "forward_dynamics")
}
"""Name of a quantity → its label in tables."""

CONVENTION = (
    "M: multiplications and divisions, x² one of them, products with constants too; A: additions and subtractions; "
    "changes of sign and products of parameters are free, sines and cosines extra; every value computed once; "
    "no friction"
)
"""Counting rules, also of `armillary reproduce denoc`."""

FEWEST = "by the formulation with the fewest M + A, simplified"  # origin of the counts of a quantity

ELEMENTS = "DeNOC elements with constants folded, zeros dropped, equal terms computed once, no other simplification"
"""Origin of the counts of the element formulas."""

RIGID_ONLY = "the element formulas know rigid links only"


def measures(candidate: Candidate) -> list[Measure]:
    """Return M + A, M, A and angles of each quantity, and the counts of the element formulas."""
    model, rows = without_friction(candidate), []
    for name, parts in QUANTITIES.items():
        cost, key, label = least(model, *parts).cost, f"operations.{name}", LABELS[name]
        M, A, angles = multiplications(cost), cost.add, cost.angles
        text = f"{M}M {A}A, {angles} angle{'s' if angles != 1 else ''}"
        rows += [
            Measure(key, M + A, "", "less", f"operations of {label}, simplified", text),
            Measure(f"{key}_m", M, "", "less", f"M of {label}"),
            Measure(f"{key}_a", A, "", "less", f"A of {label}"),
            Measure(f"{key}_angles", angles, "", "less", f"sine and cosine angles of {label}"),
        ]
    return rows + _elements(model)


def without_friction(candidate: Candidate) -> Model:
    """Return the candidate's model without friction, for operation counts and times."""
    return build.model(candidate.robot, motors=candidate.model.motors, friction=False)


def elements(model: Model) -> dict[str, Cost]:
    """Return the unsimplified counts of GIM and MCI by the element formulas, for rigid links."""
    return {name: count(trace(model, QUANTITIES[name][0], "denoc")) for name in ("gim", "mci")}


def multiplications(cost: Cost) -> int:
    """Return M of (1)."""
    return cost.mul + cost.div


def _elements(model: Model) -> list[Measure]:
    """Return the measures of the element formulas; GIM + MCI is their sum."""
    counts: dict[str, tuple[int, int]] = {}
    if not model.flexible:
        counts = {name: (multiplications(cost), cost.add) for name, cost in elements(model).items()}
        counts["gim_mci"] = (counts["gim"][0] + counts["mci"][0], counts["gim"][1] + counts["mci"][1])
    rows = []
    for name in ("gim", "mci", "gim_mci"):
        M, A = counts.get(name, (0, 0))
        value, note = (M + A, f"{M}M {A}A") if counts else (None, RIGID_ONLY)
        label = f"operations of {LABELS[name]}, element formulas"
        rows.append(Measure(f"operations.{name}_elements", value, "", "less", label, note))
    return rows
