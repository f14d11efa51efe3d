"""The fastest and the cheapest swing of a double pendulum from hanging to upright, by CasADi and IPOPT.

`arm.export(robot, to="casadi")` gives the accelerations as a `casadi.Function`, which CasADi differentiates. With
N intervals of length T / N, efforts u_k constant in each, and one step of Runge-Kutta of order four in each,
    minimise T                        the fastest swing
    minimise Σ |u_k|² T / N           the swing with the least heat in the motors, in a given time
subject to x_{k+1} = F(x_k, u_k, T / N), rest at both ends and |u| ≤ limits. The torque is too weak to lift the arm
straight, so that it has to swing. The torques found are then simulated by `arm.simulate`, without CasADi.

Needs the extra `casadi`. Run: python examples/casadi_swing.py
"""

from __future__ import annotations

import numpy as np

import armillary as arm
from armillary.simulation.controllers import OpenLoop

HANGING, UPRIGHT = np.array([-np.pi / 2, 0.0]), np.array([np.pi / 2, 0.0])
LIMITS = np.array([12.0, 8.0])
"""Torque limits [N·m]; holding the arm level takes 19.6 N·m."""
INTERVALS = 60


def pendulum() -> arm.Robot:
    """Return two rods of half a metre and two kilograms each."""
    return arm.planar([0.5, 0.5], [2.0, 2.0], coms=[0.25, 0.25], inertias=[1 / 24, 1 / 24])


def swing(robot: arm.Robot, duration: float | None = None) -> tuple[float, np.ndarray, str]:
    """Return the duration [s] and the torques [N·m], (INTERVALS, 2), of the best swing, and the solver status.

    `duration` [s]: the swing with the least squared torque in this time; default: the fastest swing.
    """
    accelerations = arm.export(robot, to="casadi", quantities="forward_dynamics").casadi["forward_dynamics"]
    import casadi as ca

    def rate(x: ca.MX, u: ca.MX) -> ca.MX:
        return ca.vertcat(x[2:], accelerations(x[:2], x[2:], u))

    problem = ca.Opti()
    x, u = problem.variable(4, INTERVALS + 1), problem.variable(2, INTERVALS)
    T = problem.variable() if duration is None else duration
    h = T / INTERVALS
    for k in range(INTERVALS):
        a = rate(x[:, k], u[:, k])
        b = rate(x[:, k] + h / 2 * a, u[:, k])
        c = rate(x[:, k] + h / 2 * b, u[:, k])
        d = rate(x[:, k] + h * c, u[:, k])
        problem.subject_to(x[:, k + 1] == x[:, k] + h / 6 * (a + 2 * b + 2 * c + d))
        problem.subject_to(problem.bounded(-LIMITS, u[:, k], LIMITS))
    problem.subject_to(x[:, 0] == [*HANGING, 0, 0])
    problem.subject_to(x[:, INTERVALS] == [*UPRIGHT, 0, 0])
    along = np.linspace(0, 1, INTERVALS + 1)
    problem.set_initial(x[:2, :], HANGING[:, None] + np.outer(UPRIGHT - HANGING, along))
    if duration is None:
        problem.subject_to(problem.bounded(0.2, T, 5.0))
        problem.set_initial(T, 2.0)
        # A small weight on the squared torque makes the solution unique where the fastest torque is not.
        problem.minimize(T + 1e-6 * ca.sumsqr(u))
    else:
        problem.minimize(ca.sumsqr(u) * h)
    problem.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes", "max_iter": 500})
    found = problem.solve()
    return float(found.value(T)), np.array(found.value(u)).T, found.stats()["return_status"]


def main() -> None:
    """Print both swings, and the final error of `arm.simulate` with their torques."""
    robot = pendulum()
    fastest, _, _ = solution = swing(robot)
    for name, (T, u, status) in {
        "fastest": solution,
        "cheapest in 1.5 times that": swing(robot, 1.5 * fastest),
    }.items():
        times = np.linspace(0, T, INTERVALS + 1)
        run = arm.simulate(
            robot,
            T,
            solver=arm.solvers.DOP853(rtol=1e-10, atol=1e-10),
            q0=HANGING,
            controller=OpenLoop(u, times=times[:-1], interpolation="hold"),
        )
        off = np.degrees(np.abs(run.q[-1] - UPRIGHT)).max()
        at_limit = np.mean(np.abs(u) > 0.999 * LIMITS)
        print(
            f"{name:28} {T:.3f} s, ∫|u|² {np.sum(u**2) * T / INTERVALS:6.1f} N²m²s, "
            f"{100 * at_limit:3.0f} % of the torques at their limit, off by {off:.2f}° when simulated ({status})"
        )


if __name__ == "__main__":
    try:
        main()
    except arm.errors.MissingExtraError as error:
        print(error)
