"""Arms with rigid gears that have losses, and their motion by modes, linear systems and events of SciPy."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from scipy.integrate import solve_ivp

import armillary as arm
from random_robots import random_inertia, random_placement, random_unit


def lossy_arm(seed: int, n: int, friction: bool = True, **gear) -> arm.Robot:
    """A chain of n joints; each has a motor on a link at or before its own, friction there and at the joint."""
    rng = np.random.default_rng(seed)
    links, joints, motors = [], [], []
    for k in range(n):
        com, tensor = tuple(rng.uniform(-0.2, 0.2, 3)), random_inertia(rng, 0.1)
        links.append(arm.Link(f"link{k}", rng.uniform(0.5, 3.0), com, tensor))
        kind = "prismatic" if rng.random() < 0.2 else "revolute"
        rubs = arm.Friction(*rng.uniform(0, [0.3, 0.5, 0.5])) if friction else arm.Friction()
        parent = "base" if k == 0 else f"link{k - 1}"
        joints.append(
            arm.Joint(f"joint{k}", kind, parent, f"link{k}", random_placement(rng), random_unit(rng), friction=rubs)
        )
        ratio, reflected = rng.choice([-1, 1]) * rng.uniform(5, 120), 10 ** rng.uniform(-1.5, 0.3)
        viscous, coulomb = rng.uniform(0, [0.1 / ratio**2, 0.5 / abs(ratio)]) * friction
        efficiency = {"efficiency": rng.uniform(0.4, 0.95), "efficiency_back": rng.uniform(0.3, 0.95)}
        motors.append(
            arm.Motor(
                f"motor{k}",
                f"joint{k}",
                ["base", *(link.name for link in links)][rng.integers(0, k + 1)],
                mass=0.3,
                rotor_inertia=reflected / ratio**2,
                ratio=ratio,
                axis=random_unit(rng),
                friction=arm.Friction(viscous, coulomb),
                gear=arm.Gear(**efficiency | gear),
            )
        )
    gravity = tuple(rng.normal(size=3) * 5)
    return arm.Robot("lossy", tuple(links), tuple(joints), tuple(motors), gravity=gravity)


class Independent:
    """The same arm from its mass matrix and bias without losses, and the motion of the links that carry rotors.

    A combination has for each joint the direction of its motion, 0 where it sticks, and the sign of the power in the
    mesh. It is consistent where the linear system that it makes has a solution with the same directions and signs.
    """

    def __init__(self, robot: arm.Robot, effort) -> None:
        plain = tuple(replace(motor, gear=None, friction=arm.Friction()) for motor in robot.motors)
        still = tuple(replace(joint, friction=arm.Friction()) for joint in robot.joints)
        self.model = arm.compile(replace(robot, motors=plain, joints=still))
        self.robot, self.effort, self.n = robot, effort, len(robot.joints)
        forward = np.array([motor.gear.efficiency for motor in robot.motors])
        backward = np.array([motor.gear.efficiency_back for motor in robot.motors])
        self.forward, self.backward = 1 - forward, 1 / backward - 1

    def terms(self, t, x):
        q, v = x[: self.n], x[self.n :]
        M, h = self.model.mass_matrix(q), self.model.bias(q, v)
        R, b = np.zeros((self.n, self.n)), np.zeros(self.n)
        for i, motor in enumerate(self.robot.motors):
            R[i, i] = motor.ratio**2 * motor.rotor_inertia
            if motor.carrier != "base":
                axis = self.model.pose(q, frame=motor.carrier)[:3, :3] @ np.array(motor.axis)
                kappa = motor.ratio * motor.rotor_inertia
                R[i] += kappa * axis @ self.model.jacobian(q, frame=motor.carrier)[:3]
                b[i] = kappa * axis @ self.model.frame_acceleration(q, v, np.zeros(self.n), frame=motor.carrier)[:3]
        return M, h, R, b, np.asarray(self.effort(t)), v

    def dry(self, modes, v):
        """Friction of joints, and of rotors at the joints."""
        at_joint, at_rotor = np.zeros(self.n), np.zeros(self.n)
        for k, (joint, motor) in enumerate(zip(self.robot.joints, self.robot.motors, strict=True)):
            own = joint.friction
            back = own.coulomb if own.coulomb_negative is None else own.coulomb_negative
            at_joint[k] = own.viscous * v[k] + (own.coulomb if modes[k] > 0 else back) * modes[k]
            rotor = motor.friction
            at_rotor[k] = motor.ratio**2 * rotor.viscous * v[k] + abs(motor.ratio) * rotor.coulomb * modes[k]
        return at_joint, at_rotor

    def solution(self, terms, modes, signs):
        """Accelerations, efforts in the mesh, and efforts that hold joints which stick."""
        M, h, R, b, tau, v = terms
        at_joint, at_rotor = self.dry(modes, v)
        moving = modes != 0
        share = np.where(moving, np.where(signs > 0, self.forward, -self.backward), 0.0)
        a = tau - at_rotor - b
        matrix, right = M - share[:, None] * R, tau - h - at_joint - at_rotor - share * a
        qdd = np.zeros(self.n)
        qdd[moving] = np.linalg.solve(matrix[np.ix_(moving, moving)], right[moving])
        return qdd, a - R @ qdd, right - matrix @ qdd

    def bounds(self, terms, e):
        """Efforts that hold a joint at most, ahead and back, for the efforts in the mesh of a joint that sticks."""
        found = []
        for s in (1.0, -1.0):
            at_joint, at_rotor = self.dry(np.full(self.n, s), np.zeros(self.n))
            before = e - at_rotor
            lost = np.where(before * s > 0, self.forward, self.backward) * np.abs(before)
            found.append(s * (at_joint + at_rotor) + lost)
        return found

    def margins(self, terms, modes, signs):
        """What is below zero where a combination no longer fits: v, power in the mesh, distance to breakaway."""
        qdd, e, held = self.solution(terms, modes, signs)
        ahead, back = self.bounds(terms, e)
        return np.where(modes != 0, signs * modes * e, np.minimum(ahead - held, back + held)), qdd

    def consistent(self, t, x, left):
        """The combination that fits; `left` has the direction and sign of a joint that has just ended, or None."""
        terms = self.terms(t, x)
        v = terms[-1]
        choices = []
        for k in range(self.n):
            moving = [(np.sign(v[k]), 1.0), (np.sign(v[k]), -1.0)]
            resting = [(0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
            sticking = left[k] is not None and left[k][0] == 0
            possible = [each for each in resting if not (sticking and each[0] == 0)]
            choices.append([each for each in (moving if v[k] else possible) if each != left[k]])
        freed = np.array([each is not None and each[0] == 0 for each in left])
        for combination in itertools.product(*choices):
            modes, signs = np.array(combination).T
            margins, qdd = self.margins(terms, modes, signs)
            starts = (v != 0) | (modes == 0) | (modes * qdd > -1e-9 * freed)
            if np.all(margins > -1e-9 * np.maximum(1.0, np.abs(margins).max())) and np.all(starts):
                return modes, signs
        raise AssertionError(f"no consistent combination at {t}")

    def motion(self, x, times):
        """States at the given times, from x at the first of them, and the number of changes."""
        n, t, rows, changes = self.n, times[0], [np.array(x, dtype=float)], 0
        x, left = np.array(x, dtype=float), [None] * n
        while t < times[-1]:
            modes, signs = self.consistent(t, x, left)

            def rates(t, x, modes=modes, signs=signs):
                return [*x[n:], *self.solution(self.terms(t, x), modes, signs)[0]]

            begun, events = t, []
            for k in range(n):
                if modes[k]:
                    events.append(lambda t, x, k=k, m=modes: m[k] * x[n + k] if t > begun else 1e-30)  # noqa: B023
                events.append(lambda t, x, k=k, m=modes, s=signs: self.margins(self.terms(t, x), m, s)[0][k])
            kinds = [(k, kind) for k in range(n) for kind in (("stop", "mesh") if modes[k] else ("break",))]
            for event in events:
                event.terminal, event.direction = True, -1
            later = times[times > t]
            flow = solve_ivp(
                rates, (t, times[-1]), x, "DOP853", later, events=events, rtol=1e-11, atol=1e-12, max_step=0.02
            )
            rows += list(flow.y.T) if len(flow.t) else []
            left = [None] * n
            if flow.status != 1:
                break
            changes += 1
            for (k, kind), at, state in zip(kinds, flow.t_events, flow.y_events, strict=True):
                if len(at):
                    t, x = at[-1], state[-1].copy()
                    if kind == "stop":
                        x[n + k] = 0.0
                    else:
                        left[k] = (modes[k], signs[k])
        return np.array(rows), changes
