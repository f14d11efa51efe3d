"""Programs of special forms: planar n-R arms, chains in the momentum form. [Popescu2008; Celentano2008; Bhangale2004]

Parameters are constants of the programs; states are inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from armillary.compiler.program import Program, record
from armillary.formulations.chains import celentano_spatial as spatial
from armillary.formulations.chains import planar_momentum, planar_nr, spherical_momentum
from armillary.formulations.chains.planar_chain import PlanarChain
from armillary.formulations.chains.planar_nr import PlanarArm
from armillary.formulations.chains.spherical_chain import SphericalChain

PlanarForm = Literal["recursive", "products", "differences"]
SphericalForm = Literal["recursive", "dense"]


def dynmodel(arm: PlanarArm) -> Program:
    """Return the program of (x, J, J̇, H, h, g) of a planar n-R arm as functions of q and q̇ (`planar_nr.dynmodel`).

    Example:
        >>> [array.name for array in dynmodel(PlanarArm([1, 1], [0.5, 0.4], [2, 1], [0.1, 0.1])).outputs]
        ['x', 'J', 'Jd', 'H', 'h', 'g']
    """
    n = len(np.asarray(arm.lengths))

    def model(q: Any, qd: Any) -> Mapping[str, Any]:
        return planar_nr.dynmodel(arm, q, qd)._asdict()

    return record("dynmodel", model, {"q": n, "qd": n}, _header(f"planar {n}-R arm", "dynmodel", "planar_nr"))


def planar_state_derivative(chain: PlanarChain, form: PlanarForm = "recursive") -> Program:
    """Return the program of (α̇, ṗ) of a planar chain from α, p and u, see `planar_momentum`."""

    def derivative(alpha: Any, p: Any, u: Any) -> Mapping[str, Any]:
        if form == "recursive":
            alpha_d, p_dot = planar_momentum.recursive(chain, alpha, p, u)
        else:
            alpha_d, p_dot = planar_momentum.dense(chain, alpha, p, u, cosines=form)
        return {"alpha_dot": alpha_d, "p_dot": p_dot}

    header = _header(f"planar chain of {chain.n} links", "state_derivative", f"momentum, {form}")
    return record("state_derivative", derivative, dict.fromkeys(("alpha", "p", "u"), chain.n), header)


def spherical_state_derivative(chain: SphericalChain, form: SphericalForm = "recursive") -> Program:
    """Return the program of (α̇, ṗ) of a spherical chain in ZYX angles from α, p and u.

    "recursive" is `spherical_momentum`, for axial links; "dense" is `celentano_spatial`. The program does not check
    for the singular angles α_2 = ±90°; its caller must.
    """
    state_derivative = {"recursive": spherical_momentum.state_derivative, "dense": spatial.state_derivative}[form]

    def derivative(alpha: Any, p: Any, u: Any) -> Mapping[str, Any]:
        return dict(zip(("alpha_dot", "p_dot"), state_derivative(chain, alpha, p, u), strict=True))

    header = _header(f"spherical chain of {chain.n} links", "state_derivative", f"momentum, {form}")
    return record("state_derivative", derivative, dict.fromkeys(("alpha", "p", "u"), 3 * chain.n), header)


def _header(robot: str, quantity: str, formulation: str) -> dict[str, str]:
    return {"robot": robot, "quantity": quantity, "formulation": formulation}
