"""The formulation to compile (`choose`): the one with the least work for a robot.

Candidates are traced and simplified, and their work is counted; the counts are kept on disk. The simplification of a
candidate that falls behind ends early (`passes.race`): its count is then larger than necessary. A `FormulationChoice`
holds the winner's program, and its simplification if the count needed it, so that no program is simplified twice. Work
is
    mul + add + 8 (div + sqrt)                                                       (1)
since a division or root keeps the multiplier busy about as long as eight products; sines and cosines
are nearly the same in all. d is the longest path from the base, in velocity coordinates. Forward dynamics
by composite bodies and LDLᵀ takes O(d³), by articulated bodies O(d) with a large factor. Both are counted for
    7 < d ≤ 12 in space,   4 < d ≤ 7 in a plane                                      (2)
Composite bodies by second moments differ from those by inertias by a few per cent, to either side; they are
counted up to the same d, and so is gravity by momenta. Inverse dynamics by momenta can win for two joints. Explicit
equations by Christoffel symbols win for a few joints and grow as O(d³) and more. Of the Coriolis matrices with
Ṁ − 2C skew only those made of Christoffel symbols are candidates: they equal the reference's, rotors or not.
With flexible links the articulated bodies take out the modes of one link at a time, which wins for a planar arm of two
links with two modes each (248 : 339), by far for a chain of ten with two each, and by little for a spatial arm of two
links with five each (6,813 : 6,893), and loses for most random arms: both are counted up to 20 coordinates in a row. So
they are with coupled joints and with rotors far from their joints, which articulated bodies keep open. Far rotors lose
for a tree of 28 joints, 14 in a row, with motors on any link (18,150 : 13,608), and win for a chain of 50 with ten
motors (34,357 : 105,209 before the passes).

In long programs of flexible robots the passes save between 2 % less and 12 % more of composite bodies than of
articulated ones (18 random arms, and the library). The race is therefore not run if composite bodies take, before the
passes,
    less than 1.03 or more than 1.15 times the work of articulated ones              (4)

Programs of rigid robots with more than `SETTLED` work are not simplified to be compared: the passes save 3 to 5 % of
each, and the least work before them wins.

`least` finds the fewest operations, as papers on robot dynamics count them:
    flops = mul + add + div + sqrt                                                   (3)
Several quantities become one program, which computes common values once: the mass matrix by composite bodies, the
others by explicit equations if all of them have these, or by recursions. Parameters are constants of the programs: a
product of parameters costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from armillary.compiler.cost import Cost
from armillary.compiler.kernel import Kernel
from armillary.compiler.passes import LONG
from armillary.compiler.passes.write import work
from armillary.compiler.program import Program
from armillary.compiler.simplified import build_simplified, count_simplified, race_simplified
from armillary.compiler.trace import trace, trace_together
from armillary.formulations.open_joints import ends
from armillary.formulations.registry import QUANTITIES
from armillary.kinematics.poses import body_poses
from armillary.multibody import Model
from armillary.spatial.scalar import Floats

BORDER_IN_SPACE = (7, 12)
BORDER_IN_A_PLANE = (4, 7)
"""Coordinates in a row between which forward dynamics is counted both ways, (2)."""
PAIR = 2
"""Greatest number of coordinates in a row for which momenta can win inverse dynamics."""
FEW = 4
"""Greatest number of coordinates in a row for which explicit equations are counted."""
BOTH = 20
"""Coordinates in a row up to which forward dynamics with flexible links or far rotors is counted both ways."""
SETTLED = 5_000
"""Work of programs of rigid robots above which the passes save 3 to 5 % of each: the least before them is chosen."""
CLEAR = (1.03, 1.15)
"""Work of composite bodies relative to articulated ones, before the passes, outside which it is clear who wins, (4)."""
STRAIGHT = 1e-9
"""Sines of angles below this are zero."""


@dataclass(frozen=True)
class FormulationChoice:
    """The formulation of a quantity and the reason for it.

    `program` is the traced program, and `simplified` that program after the passes, if the choice needed them.
    """

    quantity: str
    formulation: str
    reason: str
    program: Program | None = field(default=None, repr=False, compare=False)
    simplified: Program | None = field(default=None, repr=False, compare=False)


def choose(model: Model, quantity: str) -> FormulationChoice:
    """Return the formulation with the least work for a quantity of a robot."""
    candidates, reason = worth_counting(model, quantity)
    if len(candidates) == 1:
        return FormulationChoice(quantity, candidates[0], reason)
    programs = [trace(model, quantity, formulation) for formulation in candidates]
    works = [work(program) for program in programs]
    # A race simplifies every candidate, most of a first call. It is spared where the traced programs already decide.
    if model.flexible and quantity == "forward_dynamics":
        ahead = clearly_ahead(works)  # of composite and articulated bodies, the only candidates here
        if ahead is not None:
            reason = "least work expected, before the passes: " + _compared(candidates, works)
            return FormulationChoice(quantity, candidates[ahead], reason, programs[ahead])
    if min(works) > SETTLED and not model.flexible:
        best = works.index(min(works))
        reason = "least work before the passes: " + _compared(candidates, works)
        return FormulationChoice(quantity, candidates[best], reason, programs[best])
    works, best, simplified = race_simplified(programs)
    reason = "least work: " + _compared(candidates, works)
    return FormulationChoice(quantity, candidates[best], reason, programs[best], simplified)


def clearly_ahead(works: Sequence[int]) -> int | None:
    """Return 0 if composite bodies, the first work, clearly win, 1 if articulated bodies do, else None, (4)."""
    composite, articulated = works
    least_ratio, greatest_ratio = CLEAR
    if min(works) <= LONG or least_ratio <= composite / articulated <= greatest_ratio:
        return None
    return int(composite > articulated * greatest_ratio)


def _compared(formulations: Sequence[str], works: Sequence[int]) -> str:
    return ", ".join(f"{formulation} {number}" for formulation, number in zip(formulations, works, strict=True))


@lru_cache(maxsize=16)
def cheapest(model: Model, quantity: str) -> Program:
    """Return the traced program of a quantity by the formulation with the least work; recent ones are kept."""
    choice = choose(model, quantity)
    return choice.program or trace(model, quantity, choice.formulation)


@dataclass(frozen=True)
class Least:
    """The traced program with the fewest operations, and its cost after simplification.

    `simplified` is the program after the passes, or None if its cost was in the cache.
    """

    program: Program
    cost: Cost
    simplified: Program | None = field(default=None, repr=False)

    def kernel(self, width: int | None = None) -> Kernel:
        """Return the machine code of the simplified program."""
        return build_simplified(self.program, width, self.simplified)


def least(model: Model, *quantities: str) -> Least:
    """Return the program of quantities, computed together, by the formulation with the fewest operations.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"), motors="none", friction=False)
        >>> print(least(model, "mass_matrix").cost)
        2M 2A, 1 trig (1 angle)
    """
    programs = list(_candidates(model, quantities))
    costs, simplified = count_simplified(programs)
    best = min(range(len(programs)), key=lambda k: costs[k].flops)  # (3)
    return Least(programs[best], costs[best], simplified[best] if simplified else None)


def _candidates(model: Model, quantities: tuple[str, ...]) -> Iterator[Program]:
    """Yield the programs worth counting, before simplification."""
    candidates = {quantity: worth_counting(model, quantity)[0] for quantity in quantities}
    if len(quantities) > 1:
        explicit = dict.fromkeys(quantities, "christoffel")
        if "mass_matrix" in explicit:
            explicit["mass_matrix"] = "composite_body"
        if all(formulation in candidates[quantity] for quantity, formulation in explicit.items()):
            yield trace_together(model, explicit)
        # Recursions, the first candidates, share the velocities and accelerations of the bodies.
        yield trace_together(model, {quantity: first for quantity, (first, *_) in candidates.items()})
        return
    for quantity, formulations in candidates.items():
        # For a few joints articulated bodies can have the fewest operations, though not the least work.
        if quantity == "forward_dynamics" and depth(model) <= FEW:
            formulations = (*formulations, "articulated_body")
        for formulation in dict.fromkeys(formulations):
            yield trace(model, quantity, formulation)


def worth_counting(model: Model, quantity: str) -> tuple[tuple[str, ...], str]:
    """Return the formulations worth counting, and the reason if there is only one."""
    exact = QUANTITIES[quantity].exact(model)
    candidates, reason = _if_rigid(model, quantity)
    usable = tuple(formulation for formulation in candidates if formulation in exact)
    return usable, reason or f"the only one of {', '.join(candidates)} that supports flexible links"


def _if_rigid(model: Model, quantity: str) -> tuple[tuple[str, ...], str]:
    """Return `worth_counting` as if all formulations supported flexible links."""
    d = depth(model)
    short, border = BORDER_IN_A_PLANE if planar(model) else BORDER_IN_SPACE
    row = f"{d} coordinates in a row"
    composite = ("composite_body", "composite_moments") if d <= border else ("composite_body",)
    # The first case that holds decides: the special robots stand before the general limits.
    match quantity:
        case "forward_dynamics" if d <= BOTH and model.flexible:
            return ("composite_body", "articulated_body"), ""
        case "forward_dynamics" if border < d <= BOTH and ends(model, model.spinning):
            return ("composite_body", "articulated_body"), ""  # articulated bodies keep joints open for far rotors
        case "forward_dynamics" if d > border:
            return ("articulated_body",), f"{row}, more than {border}"
        case "forward_dynamics" if d <= FEW:
            return (*composite, "christoffel"), ""
        case "forward_dynamics":
            return (composite if d <= short else (*composite, "articulated_body")), ""
        case "mass_matrix":
            return composite, f"{row}, more than {border}"
        case "gravity" if d <= border or model.flexible:
            return ("newton_euler", "momentum"), ""
        case "inverse_dynamics" if d <= PAIR:
            return ("newton_euler", "momentum", "christoffel"), ""
        case "inverse_dynamics" | "bias" if d <= FEW:
            return ("newton_euler", "christoffel"), ""
        case "coriolis_matrix":
            return (("composite_body", "christoffel"), "") if d <= border else (("composite_body",), row)
        case "kinetic_energy" | "potential_energy" if model.flexible:
            return ("momentum",), "one body at a time instead of all points of a link"
    formulations = tuple(QUANTITIES[quantity].formulations)
    return formulations[:1], "the only one" if len(formulations) == 1 else "known to be the least"


def depth(model: Model) -> int:
    """Return the number of velocity coordinates on the longest path from the base."""
    return int(model.moves.sum(axis=1).max(initial=0))


def planar(model: Model) -> bool:
    """Return whether all bodies move in parallel planes: hinges normal to them, slides and bending within."""
    poses = body_poses(model, model.neutral)
    turns: list[Floats] = []
    slides: list[Floats] = []
    for i, _ in model.outward():
        R = poses[i][0]
        kind = model.joints[i].kind
        modes = model.bodies[i].modal.field
        turns += [kind.angular.T @ R.T, modes.turn.reshape(-1, 3) @ R.T]
        slides += [kind.linear.T @ R.T, modes.shape.reshape(-1, 3) @ R.T]
    axes, directions = _unit_vectors(turns), _unit_vectors(slides)
    if len(axes) == 0:
        return False
    normal = axes[0]
    parallel = np.abs(np.cross(axes, normal)).max() <= STRAIGHT
    return bool(parallel and np.abs(directions @ normal).max(initial=0.0) <= STRAIGHT)


def _unit_vectors(vectors: list[Floats]) -> Floats:
    """Return unit vectors along the vectors that are not zero, shape (N, 3)."""
    rows = np.concatenate(vectors)
    lengths = np.linalg.norm(rows, axis=1)
    # Rounding leaves lengths of 1e-17 where a mode does not turn or move: they have no direction.
    nonzero = lengths > STRAIGHT * lengths.max(initial=0.0)
    return np.asarray(rows[nonzero] / lengths[nonzero, None])
