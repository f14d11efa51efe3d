"""Compares formulas as they are shown, evaluated, with what evaluators say."""

from __future__ import annotations

import numpy as np

import armillary as arm

EXACT = 1e-12


def expected(dyn, q, qd, qdd):
    """Return every quantity from an evaluator, with the size that its error is measured by."""
    C, M = dyn.coriolis_matrix(q, qd), dyn.mass_matrix(q)
    found = {
        "M": M,
        "T": dyn.kinetic_energy(q, qd),
        "V": dyn.potential_energy(q),
        "g": dyn.gravity(q),
        "p": dyn.momentum(q, qd),
        "c": dyn.kinetic_gradient(q, qd),
        "Gamma": C,
        "v": C @ qd,
        "f": dyn.bias(q, qd) - dyn.gravity(q) - C @ qd,
        "tau": dyn.inverse_dynamics(q, qd, qdd),
    }
    sizes = {name: np.abs(value).max() for name, value in found.items()}
    moving = np.abs(M).max() * max(1.0, np.abs(qd).max()) ** 2  # of what may cancel to nothing
    sizes |= {name: max(sizes[name], moving) for name in ("c", "Gamma", "v")}
    sizes["g"] = max(sizes["g"], sizes["V"])
    sizes["f"] = max(sizes["f"], sizes["tau"], sizes["g"])
    if "tip" in dyn.model.frames:
        pose = dyn.pose(q)
        found |= {"x": pose[:3, 3], "R": pose[:3, :3], "J": dyn.jacobian(q)}
        sizes |= {"x": max(1.0, np.abs(found["x"]).max()), "R": 1.0, "J": max(1.0, np.abs(found["J"]).max())}
    return found, sizes


def state(rng, model):
    far = np.full(model.nv, 2.0)
    far[model.nv - len(model.elastic) :] = 0.05
    return far * rng.uniform(-1, 1, model.nv), rng.normal(size=model.nv), rng.normal(size=model.nv)


def compare(robot, *, letters="all", motors="full", friction=True, evaluators=("evaluate",), seed=0, without=()):
    """Assert that all quantities are what the evaluators say; V in base parameters up to a constant."""
    model = arm.model(robot, motors=motors, friction=friction)
    made = arm.equations(model, letters=letters)
    for evaluator in evaluators:
        dyn = getattr(arm, evaluator)(model)
        rng = np.random.default_rng(seed)
        offset = None
        for _ in range(2):
            q, qd, qdd = state(rng, dyn.model)
            found, sizes = expected(dyn, q, qd, qdd)
            for name, value in found.items():
                if name in without:
                    continue
                shown = made.evaluate(name, q, qd, qdd)
                if name == "V" and letters == "base":
                    offset = shown - value if offset is None else offset
                    shown = shown - offset
                np.testing.assert_allclose(
                    shown,
                    value,
                    rtol=0,
                    atol=EXACT * (sizes[name] or 1.0),
                    err_msg=f"{name}, {letters}, {evaluator}",
                )
    return made
