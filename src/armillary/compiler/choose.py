"""Which formulation to compile: the one with the least work for the robot at hand.

Candidates are traced, simplified and counted (`compiler.cost`); the counts are kept on disk. Work is
    mul + add + 8 (div + sqrt)                                                       (1)
since a division or root keeps the multiplier busy about as long as eight products; sines and cosines
are nearly the same in all. d is the longest path from the base, in velocity coordinates. Forward dynamics
by composite bodies and LDLᵀ takes O(d³), by articulated bodies O(d) with a large factor, so neither need be
counted where it is sure to lose. Both are for
    7 < d ≤ 12 in space,   4 < d ≤ 7 in a plane                                      (2)
Composite bodies by second moments differ from those by inertias by a few per cent, to either side; they are
counted up to there. So is gravity by momenta; inverse dynamics by momenta can win for two joints. Explicit
equations by Christoffel symbols win for a few joints and grow as O(d³) and more. Of the Coriolis matrices with
Ṁ − 2C skew only those made of Christoffel symbols are candidates: they equal the reference's, rotors or not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armillary.compiler.cost import Cost, count
from armillary.compiler.passes import optimise
from armillary.compiler.simplified import recall
from armillary.compiler.trace import trace
from armillary.formulations.registry import QUANTITIES
from armillary.kinematics.poses import body_poses
from armillary.model import Model

BORDER_IN_SPACE = (7, 12)
BORDER_IN_A_PLANE = (4, 7)
PAIR = 2
FEW = 4
"""Chains up to this many coordinates for which explicit equations are counted."""


@dataclass(frozen=True)
class Choice:
    """The formulation chosen for a quantity, and why."""

    quantity: str
    formulation: str
    reason: str


def choose(model: Model, quantity: str) -> Choice:
    """Return the formulation with the least work for a quantity of a robot."""
    candidates, reason = _candidates(model, quantity)
    if len(candidates) == 1:
        return Choice(quantity, candidates[0], reason)
    programs = [trace(model, quantity, way) for way in candidates]
    works = recall("work", programs, lambda: " ".join(str(work(count(optimise(each)))) for each in programs)).split()
    found = dict(zip(candidates, map(int, works), strict=True))
    best = min(candidates, key=lambda way: found[way])
    return Choice(quantity, best, "least work: " + ", ".join(f"{way} {number}" for way, number in found.items()))


def work(cost: Cost) -> int:
    """Return (1)."""
    return cost.mul + cost.add + 8 * (cost.div + cost.sqrt)


def _candidates(model: Model, quantity: str) -> tuple[tuple[str, ...], str]:
    """Return the formulations worth counting, and why if there is but one."""
    d = depth(model)
    short, border = BORDER_IN_A_PLANE if planar(model) else BORDER_IN_SPACE
    row = f"{d} coordinates in a row"
    composite = ("composite_body", "composite_moments") if d <= border else ("composite_body",)
    match quantity:
        case "forward_dynamics" if d > border:
            return ("articulated_body",), f"{row}, more than {border}"
        case "forward_dynamics" if d <= FEW:
            return (*composite, "christoffel"), ""
        case "forward_dynamics":
            return (composite if d <= short else (*composite, "articulated_body")), ""
        case "mass_matrix":
            return composite, f"{row}, more than {border}"
        case "gravity" if d <= border:
            return ("newton_euler", "momentum"), ""
        case "inverse_dynamics" if d <= PAIR:
            return ("newton_euler", "momentum", "christoffel"), ""
        case "inverse_dynamics" | "bias" if d <= FEW:
            return ("newton_euler", "christoffel"), ""
        case "coriolis_matrix":
            return (("composite_body", "christoffel"), "") if d <= border else (("composite_body",), row)
    ways = tuple(QUANTITIES[quantity].ways)
    return ways[:1], "the only one" if len(ways) == 1 else "known to be the least"


def depth(model: Model) -> int:
    """Return the number of velocity coordinates on the longest path from the base."""
    return int(model.moves.sum(axis=1).max(initial=0))


def planar(model: Model) -> bool:
    """Say whether all bodies move in parallel planes: hinges normal to them, slides within."""
    poses = body_poses(model, model.neutral)
    turns = [poses[i][0] @ model.joints[i].kind.angular for i, _ in model.outward()]
    slides = [poses[i][0] @ model.joints[i].kind.linear for i, _ in model.outward()]
    axes = np.concatenate(turns, axis=1).T.astype(float)  # (nv, 3), zero for slides
    hinges = axes[np.any(axes, axis=1)]
    if len(hinges) == 0:
        return False
    normal = hinges[0]
    flat = np.abs(np.cross(hinges, normal)).max() <= 1e-9
    return bool(flat and np.abs(normal @ np.concatenate(slides, axis=1).astype(float)).max() <= 1e-9)
