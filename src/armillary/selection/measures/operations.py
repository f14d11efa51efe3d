"""Operations of a candidate's dynamics: after simplification, and by the element formulas as they are. [Bhangale2004]

Quantities are the generalised inertia matrix (GIM), the matrix of convective inertia (MCI, here the Coriolis matrix of
Christoffel symbols), both together, inverse and forward dynamics. Each is counted in the program with the fewest
operations (`compiler.least`):
    M  multiplications and divisions,  A  additions and subtractions,
    angles  different angles whose sine or cosine is taken                             (1)
`CONVENTION` says how. Beside it stand the elements of [Bhangale2004, eq. 13], traced with constants folded, zeros
dropped and equal terms computed once, and no further simplification; GIM and MCI are added as the paper adds
them. They know rigid links only.
"""

from __future__ import annotations

from armillary.compiler.cost import Cost, count
from armillary.compiler.least import least
from armillary.compiler.trace import trace
from armillary.multibody import Model, build
from armillary.selection.candidate import Candidate
from armillary.selection.measure import Measure

QUANTITIES = {
    "gim": ("mass_matrix",),
    "mci": ("coriolis_matrix",),
    "gim_mci": ("mass_matrix", "coriolis_matrix"),
    "inverse_dynamics": ("inverse_dynamics",),
    "forward_dynamics": ("forward_dynamics",),
}
"""Name of a quantity → what it is made of, computed together."""

LABELS = {
    "gim": "GIM",
    "mci": "MCI",
    "gim_mci": "GIM + MCI",
    "inverse_dynamics": "inverse dynamics",
    "forward_dynamics": "forward dynamics",
}
"""Name of a quantity → how it is called in tables."""

CONVENTION = (
    "M: multiplications and divisions, x² one of them, products with constants too; A: additions and subtractions; "
    "changes of sign and products of parameters are free, sines and cosines extra; every value computed once; "
    "no friction"
)
"""How operations are counted, here and in the tables of `armillary reproduce denoc`."""

FEWEST = "by the formulation with the fewest M + A, simplified"
"""How the counts of a quantity, unlike those of the element formulas, are made."""

ELEMENTS = "DeNOC elements with constants folded, zeros dropped, equal terms computed once, no other simplification"
"""How the element formulas are counted."""

RIGID_ONLY = "the element formulas know rigid links only"


def measures(candidate: Candidate) -> list[Measure]:
    """Return the operations of each quantity: M + A, M, A and angles; and those of the element formulas."""
    model = without_friction(candidate)
    found = []
    for name, parts in QUANTITIES.items():
        found += _counted(name, LABELS[name], least(model, *parts).cost)
    return found + _elements(model)


def without_friction(candidate: Candidate) -> Model:
    """Return the model whose operations are counted and timed, motors as the candidate says."""
    return build.model(candidate.robot, motors=candidate.model.motors, friction=False)


def elements(model: Model) -> dict[str, Cost]:
    """Return the counts of GIM and MCI by the element formulas, unsimplified; links must be rigid."""
    return {name: count(trace(model, QUANTITIES[name][0], "denoc")) for name in ("gim", "mci")}


def multiplications(cost: Cost) -> int:
    """Return M of (1)."""
    return cost.mul + cost.div


def _counted(name: str, label: str, cost: Cost) -> list[Measure]:
    M = multiplications(cost)
    key, text = f"operations.{name}", f"{M}M {cost.add}A, {cost.angles} angle{'s' if cost.angles != 1 else ''}"
    return [
        Measure(key, M + cost.add, "", "less", f"operations of {label}, simplified", text),
        Measure(f"{key}_m", M, "", "less", f"M of {label}"),
        Measure(f"{key}_a", cost.add, "", "less", f"A of {label}"),
        Measure(f"{key}_angles", cost.angles, "", "less", f"sine and cosine angles of {label}"),
    ]


def _elements(model: Model) -> list[Measure]:
    """Return the measures of the element formulas; GIM + MCI is their sum."""
    names = ("gim", "mci", "gim_mci")
    if model.flexible:
        return [Measure(f"operations.{name}_elements", None, "", "less", _label(name), RIGID_ONLY) for name in names]
    costs = elements(model)
    M = {name: multiplications(cost) for name, cost in costs.items()}
    A = {name: cost.add for name, cost in costs.items()}
    M["gim_mci"], A["gim_mci"] = sum(M.values()), sum(A.values())
    return [
        Measure(f"operations.{name}_elements", M[name] + A[name], "", "less", _label(name), f"{M[name]}M {A[name]}A")
        for name in names
    ]


def _label(name: str) -> str:
    return f"operations of {LABELS[name]}, element formulas"
