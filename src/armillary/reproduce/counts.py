"""Operation counts of the robots and forms that the papers compare, on random parameters.

Parameters are random numbers, so that nothing cancels by a lucky value, and become constants of the programs: a
product of parameters costs nothing. Counts are those of the simplified program (`compiler.cost`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.compiler.cost import Cost, count
from armillary.compiler.passes import optimise
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.trace import trace
from armillary.description import library
from armillary.description.planar import planar
from armillary.description.robot import Friction, Joint, Link, Placement, Robot, matrix, vector
from armillary.expr.graph import Graph
from armillary.formulations.chains.planar_chain import PlanarChain
from armillary.formulations.chains.planar_momentum import pairs
from armillary.formulations.chains.planar_nr import PlanarArm
from armillary.formulations.chains.spherical_chain import SphericalChain
from armillary.formulations.ldl import solve_ldl
from armillary.multibody import Model, build
from armillary.reproduce import forms
from armillary.spatial.scalar import Floats


def simplified(program: Program) -> Cost:
    """Return the counts of a program after simplification."""
    return count(optimise(program))


def with_trig(cost: Cost) -> int:
    """Return all operations, a sine or a cosine counted as one."""
    return cost.flops + cost.trig


def planar_parameters(n: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return lengths, centres of mass, masses and central moments of inertia of a random planar arm."""
    rng = np.random.default_rng(n)
    return rng.uniform(0.5, 1.5, n), rng.uniform(0.2, 0.8, n), rng.uniform(0.5, 2.0, n), rng.uniform(0.1, 0.3, n)


def planar_arm(n: int) -> Program:
    """Return the program of (x, J, J̇, H, h, g) of a random planar n-R arm without loads."""
    return forms.dynmodel(PlanarArm(*planar_parameters(n)))


def planar_chain(n: int) -> PlanarChain:
    """Return a random planar chain with centres of mass on the links' lines."""
    L, L_G, M, inertia = planar_parameters(n)
    return PlanarChain(M, L_G, L, inertia + M * L_G**2)


def spherical_chain(n: int) -> SphericalChain:
    """Return a random chain of axial links: centre of mass and next joint on the x axis, principal axes, I_y ≠ I_z."""
    L, xi, M, second = planar_parameters(n)
    along = np.array([1.0, 0.0, 0.0])
    thin = np.random.default_rng(n).uniform(0.01, 0.1, (n, 2))
    Q = np.array([np.diag([second[i] + M[i] * xi[i] ** 2, *thin[i]]) for i in range(n)])
    return SphericalChain(M, np.outer(xi, along), np.outer(L, along), Q)


def planar_momentum(n: int) -> dict[str, int]:
    """Return the counts of one state derivative of a planar chain by form; dense ones up to ten links."""
    compared: tuple[forms.PlanarForm, ...] = ("recursive",)
    if n <= 10:
        compared = ("recursive", "products", "differences")
    return {form: with_trig(simplified(forms.planar_state_derivative(planar_chain(n), form))) for form in compared}


def saved_share(n: int) -> float:
    """Return the cost of Ȧα̇, which the momentum form avoids, in per cent of α̇ = A⁻¹p, planar and dense."""
    chain, graph = planar_chain(n), Graph()
    arrays = (Port("alpha", (n,)), Port("p", (n,)))
    alpha, p = inputs_of(graph, arrays)
    A, turned = pairs(chain, alpha, "products")
    alpha_d = solve_ldl(A, p)
    rates = [0.0 * alpha[0]] * n
    for (h, k), across in turned.items():
        A_dot = across * (alpha_d[h] - alpha_d[k])
        rates[h], rates[k] = rates[h] + A_dot * alpha_d[k], rates[k] + A_dot * alpha_d[h]
    results = references(graph, alpha_d), references(graph, rates)
    both = Program("both", graph, arrays, (Port("alpha_dot", (n,)), Port("rates", (n,))), results)
    alone = Program("alone", graph, arrays, both.outputs[:1], results[:1])
    base = with_trig(simplified(alone))
    return 100.0 * (with_trig(simplified(both)) - base) / base


def spherical_momentum(n: int) -> dict[str, int]:
    """Return the counts of one state derivative of a spherical chain by form; the dense one up to three links."""
    compared: tuple[forms.SphericalForm, ...] = ("recursive", "dense") if n <= 3 else ("recursive",)
    return {
        form: with_trig(simplified(forms.spherical_state_derivative(spherical_chain(n), form))) for form in compared
    }


def planar_articulated(n: int) -> int:
    """Return the count of q̈ by articulated bodies for the same planar chain, in joint angles."""
    L, com, M, inertia = planar_parameters(n)
    model = build.model(planar(L, M, coms=com, inertias=inertia))
    return with_trig(simplified(trace(model, "forward_dynamics", "articulated_body")))


def spherical_articulated(n: int) -> int:
    """Return the count of q̈ by articulated bodies for the same spherical chain, its joints with quaternions."""
    model = build.model(_spherical_robot(spherical_chain(n)))
    return with_trig(simplified(trace(model, "forward_dynamics", "articulated_body")))


def _spherical_robot(chain: SphericalChain) -> Robot:
    links, joints = [], []
    for i in range(chain.n):
        M, com, Q = chain.M[i], chain.xi_G[i], chain.Q[i]
        central = Q - M * np.outer(com, com)
        links.append(Link(f"link{i}", M, vector(com), matrix(np.trace(central) * np.eye(3) - central)))
        place = Placement(vector(chain.xi_O[i - 1])) if i else Placement()
        joints.append(Joint(f"joint{i}", "spherical", f"link{i - 1}" if i else "base", f"link{i}", place, axis=None))
    return Robot("spherical chain", tuple(links), tuple(joints))


def general_robot(name: str, in_plane: bool) -> Model:
    """Return a robot of the library with random centres of mass and inertias, without motors, friction and payloads.

    With `in_plane` the centres of mass stay in the x–y plane of their links, and so do the bodies.
    """
    rng, robot = np.random.default_rng(1), library.get(name)
    links = []
    for link in robot.links:
        points = rng.normal(size=(8, 3)) * 0.2  # equal mass points give a physical inertia
        points[:, 2] *= not in_plane
        spread = points - points.mean(axis=0)
        Q = link.mass / 8 * spread.T @ spread
        inertia = matrix(np.trace(Q) * np.eye(3) - Q)
        links.append(replace(link, com=vector(points.mean(axis=0)), inertia=inertia))
    joints = tuple(replace(joint, friction=Friction()) for joint in robot.joints)
    return build.model(replace(robot, links=tuple(links), joints=joints, payloads=()), motors="none")
