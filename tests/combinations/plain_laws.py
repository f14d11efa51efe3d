"""Control laws in plain Python, from their documented equations, in continuous time and sampled.

A law has states z. `output(t, q, v, z, T)` is its command within its limits, with the period T or None;
`rate(t, q, v, z)` their rates in continuous time, `advance(t, q, v, z, T)` the states at the next instant.
q and v are all coordinates of the plant as the law sees them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from tests.combinations.plain_plant import Checked, Plant, joints_of
from tests.combinations.plain_references import Desired, Reference

import armillary as arm

C = arm.controllers


class View:
    """The model that the laws know: rigid gears, the motors and the friction of the scenario."""

    def __init__(self, known: arm.Model, plant: Plant) -> None:
        robot = replace(known.robot, motors=tuple(replace(m, gear=None) for m in known.robot.motors))
        self.model = arm.model(robot, motors=known.motors, friction=known.friction)
        self.dyn = Checked(self.model)
        self.nq, self.nv = self.model.nq, self.model.nv
        self.plant = plant
        self.n, self.nj = plant.joint_nv, plant.joint_nq
        self.joints = [(j.q, j.v) for j in joints_of(self.model)]
        self.limit = plant.limit
        self.current = np.zeros(self.n)

    def split(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self.plant.unit(q[: self.nq]), v[: self.nv]

    def gravity(self, q: np.ndarray) -> np.ndarray:
        return np.asarray(self.dyn.gravity(self.plant.unit(q[: self.nq])))[: self.n]

    def errors(self, desired: Desired, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        e = np.zeros(self.n)
        seen = set()
        for at_q, at_v in self.joints:
            if at_v.start in seen:
                continue
            seen.add(at_v.start)
            a, b = at_q.start, at_v.start
            d, x = desired.position[at_q], q[at_q]
            if at_q.stop - a == at_v.stop - b:
                e[at_v] = d - x
                continue
            lead = 3 if at_v.stop - b == 6 else 0
            e[b : b + lead] = (d - x)[:lead]
            w0, u0 = x[lead], -x[lead + 1 :]
            w1, u1 = d[lead], d[lead + 1 :]
            w = w0 * w1 - u0 @ u1
            e[b + lead : b + lead + 3] = 2 * w * (w0 * u1 + w1 * u0 + np.cross(u0, u1))
        return e, desired.velocity - v[: self.n]

    def currents(self, y: np.ndarray, loop: Any) -> None:
        """Mean current of the motors of each joint, positive where it drives the joint forward."""
        for k in range(self.n):
            own = [
                np.sign(d.motor.ratio * d.slope(y[d.x])) * y[d.current]
                for d in self.plant.drives
                if d.k == k and d.current >= 0
            ]
            self.current[k] = np.mean(own) if own else 0.0


class Law:
    size = 0

    def __init__(self, spec: Any, view: View, reference: Reference) -> None:
        self.spec, self.view, self.reference = spec, view, reference
        self.bound = self.limits(getattr(spec, "limits", None))

    def limits(self, limits: Any) -> np.ndarray:
        n = self.view.n
        if limits is None:
            return np.full(n, np.inf)
        if isinstance(limits, str):
            return self.view.limit
        return np.broadcast_to(np.asarray(limits, float), n)

    def gain(self, name: str) -> np.ndarray:
        return np.broadcast_to(np.asarray(getattr(self.spec, name), float), self.view.n)

    def start(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.zeros(self.size)

    def switches(self) -> tuple[float, ...]:
        return ()

    def error(self, t: float, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self.view.errors(self.reference.at(t), q, v)

    def raw(self, t: float, q: np.ndarray, v: np.ndarray, z: np.ndarray, T: float | None) -> np.ndarray:
        raise NotImplementedError

    def output(self, t: float, q: np.ndarray, v: np.ndarray, z: np.ndarray, T: float | None) -> np.ndarray:
        return np.clip(self.raw(t, q, v, z, T), -self.bound, self.bound)

    def rate(self, t: float, q: np.ndarray, v: np.ndarray, z: np.ndarray) -> np.ndarray:
        return np.zeros(self.size)

    def advance(self, t: float, q: np.ndarray, v: np.ndarray, z: np.ndarray, T: float) -> np.ndarray:
        return z


class PD(Law):
    def raw(self, t, q, v, z, T):
        e, de = self.error(t, q, v)
        u = self.gain("kp") * e + self.gain("kd") * de
        return u + self.view.gravity(q) if isinstance(self.spec, C.PDGravity) else u


class PID(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.size = view.n * (2 if spec.derivative_time is not None else 1)

    def _derivative(self, e, de, z, T):
        Tf = self.spec.derivative_time
        return de if Tf is None else (e - z[self.view.n :]) / (Tf + (T or 0.0))

    def raw(self, t, q, v, z, T):
        e, de = self.error(t, q, v)
        u = self.gain("kp") * e + z[: self.view.n] + self.gain("kd") * self._derivative(e, de, z, T)
        return u + self.view.gravity(q) if self.spec.gravity else u

    def _rates(self, t, q, v, z, T):
        e, de = self.error(t, q, v)
        u = self.raw(t, q, v, z, T)
        tau = np.clip(u, -self.bound, self.bound)
        if self.spec.tracking_time is not None:
            integral = self.gain("ki") * e + (tau - u) / self.spec.tracking_time
        else:
            waits = ((u > self.bound) & (e > 0)) | ((u < -self.bound) & (e < 0))
            integral = np.where(waits, 0.0, self.gain("ki") * e)
        parts = [integral]
        if self.spec.derivative_time is not None:
            parts.append(self._derivative(e, de, z, T))
        return np.concatenate(parts)

    def rate(self, t, q, v, z):
        return self._rates(t, q, v, z, None)

    def advance(self, t, q, v, z, T):
        return z + T * self._rates(t, q, v, z, T)


class ComputedTorque(Law):
    def raw(self, t, q, v, z, T):
        e, de = self.error(t, q, v)
        n = self.view.n
        a = self.reference.at(t).acceleration + self.gain("kd") * de + self.gain("kp") * e
        qc, vc = self.view.split(q, v)
        M, b = np.asarray(self.view.dyn.mass_matrix(qc)), np.asarray(self.view.dyn.bias(qc, vc))
        if self.view.nv > n:
            ae = np.linalg.solve(M[n:, n:], -(M[n:, :n] @ a + b[n:]))
            return M[:n, :n] @ a + M[:n, n:] @ ae + b[:n]
        return M @ a + b


class InverseDynamics(Law):
    """Of robots with rigid links: a feed-forward of the reference."""

    def raw(self, t, q, v, z, T):
        d = self.reference.at(t)
        e, de = self.view.errors(d, q, v)
        tau = np.asarray(self.view.dyn.inverse_dynamics(d.position, d.velocity, d.acceleration))[: self.view.n]
        return tau + self.gain("kp") * e + self.gain("kd") * de


class OpenLoop(Law):
    def switches(self):
        return () if self.spec.times is None else tuple(self.spec.times)

    def raw(self, t, q, v, z, T):
        s = self.spec
        if s.times is None:
            tau = s.torque(t) if callable(s.torque) else s.torque
            return np.broadcast_to(np.asarray(tau, float), self.view.n)
        times, rows = np.asarray(s.times, float), np.asarray(s.torque, float)
        if t <= times[0]:
            return rows[0]
        if t >= times[-1]:
            return rows[-1]
        k = int(np.searchsorted(times, t, side="right")) - 1
        if s.interpolation == "hold":
            return rows[k]
        return rows[k] + (rows[k + 1] - rows[k]) * (t - times[k]) / (times[k + 1] - times[k])


class Sum(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.parts = [law_of(each, view, reference) for each in spec.controllers]
        self.size = sum(part.size for part in self.parts)

    def _each(self, z):
        first = 0
        for part in self.parts:
            yield part, z[first : first + part.size]
            first += part.size

    def start(self, q, v):
        return np.concatenate([part.start(q, v) for part in self.parts])

    def switches(self):
        return tuple(t for part in self.parts for t in part.switches())

    def raw(self, t, q, v, z, T):
        return sum(part.output(t, q, v, own, T) for part, own in self._each(z))

    def rate(self, t, q, v, z):
        return np.concatenate([part.rate(t, q, v, own) for part, own in self._each(z)])

    def advance(self, t, q, v, z, T):
        return np.concatenate([part.advance(t, q, v, own, T) for part, own in self._each(z)])


class Filter:
    """H(s) = B(s)/A(s), order n: in continuous time as documented, sampled by Tustin's method."""

    def __init__(self, spec: Any, n: int) -> None:
        self.spec, self.n, self.name = spec, n, type(spec).__name__
        get = lambda name: np.broadcast_to(np.asarray(getattr(spec, name), float), n)  # noqa: E731
        one = np.ones(n)
        if self.name == "LowPass":
            w = 2 * np.pi * get("frequency")
            self.exact = w
            if spec.damping is None:
                self.B, self.A = [w, 0 * one], [w, one]
            else:
                self.B, self.A = [w**2, 0 * one, 0 * one], [w**2, 2 * get("damping") * w, one]
        elif self.name == "LeadLag":
            z, p = 2 * np.pi * get("zero"), 2 * np.pi * get("pole")
            self.exact = np.sqrt(z * p)
            self.B, self.A = [p, p / z], [p, one]
        elif self.name == "Notch":
            w, a = 2 * np.pi * get("frequency"), 2 * get("damping") * 2 * np.pi * get("frequency")
            self.exact = w
            self.B, self.A = [w**2, get("depth") * a, one], [w**2, a, one]
        self.order = 2 if self.name == "Biquad" else len(self.A) - 1
        self.size = self.order * n

    def _states(self, z):
        return z.reshape(self.order, self.n)

    def output(self, u, z, T):
        x = self._states(z)
        if T is None:
            return self.B[-1] * u + x[0]
        return self._digital(T)[0][0] * u + x[0]

    def rate(self, u, z):
        x = self._states(z)
        y = self.output(u, z, None)
        n = self.order
        rows = [self.B[n - k] * u - self.A[n - k] * y + (x[k] if k < n else 0.0) for k in range(1, n + 1)]
        return np.concatenate(rows)

    def advance(self, u, z, T):
        x = self._states(z)
        b, a = self._digital(T)
        y = b[0] * u + x[0]
        n = self.order
        return np.concatenate([b[k] * u - a[k] * y + (x[k] if k < n else 0.0) for k in range(1, n + 1)])

    def _digital(self, T):
        """Coefficients of the difference equation: s = (1 − z⁻¹) / (h (1 + z⁻¹))."""
        if self.name == "Biquad":
            b, a = np.asarray(self.spec.numerator, float), np.asarray(self.spec.denominator, float)
            return [np.full(self.n, v) for v in b / a[0]], [np.full(self.n, v) for v in a / a[0]]
        h = np.tan(self.exact * T / 2) / self.exact
        n = self.order
        if n == 1:
            basis = [[h, h], [np.ones_like(h), -np.ones_like(h)]]  # times h(1 + z⁻¹): s⁰, s¹
        else:
            one = np.ones_like(h)
            basis = [[h * h, 2 * h * h, h * h], [h, 0 * h, -h], [one, -2 * one, one]]
        num = [sum(self.B[i] * basis[i][k] for i in range(n + 1)) for k in range(n + 1)]
        den = [sum(self.A[i] * basis[i][k] for i in range(n + 1)) for k in range(n + 1)]
        return [each / den[0] for each in num], [each / den[0] for each in den]


class Series(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.inner = law_of(spec.controller, view, reference)
        self.filters = [Filter(each, view.n) for each in spec.filters]
        self.size = self.inner.size + sum(f.size for f in self.filters)

    def start(self, q, v):
        return np.concatenate([self.inner.start(q, v), np.zeros(self.size - self.inner.size)])

    def switches(self):
        return self.inner.switches()

    def _pass(self, t, q, v, z, T, step):
        n = self.inner.size
        u = self.inner.output(t, q, v, z[:n], T)
        found = (
            [self.inner.rate(t, q, v, z[:n]) if T is None else self.inner.advance(t, q, v, z[:n], T)] if step else []
        )
        for f in self.filters:
            own = z[n : n + f.size]
            if step:
                found.append(f.rate(u, own) if T is None else f.advance(u, own, T))
            u = f.output(u, own, T)
            n += f.size
        return np.concatenate(found) if step else u

    def raw(self, t, q, v, z, T):
        return self._pass(t, q, v, z, T, False)

    def rate(self, t, q, v, z):
        return self._pass(t, q, v, z, None, True)

    def advance(self, t, q, v, z, T):
        return self._pass(t, q, v, z, T, True)


class Stage(PID):
    """A stage of a cascade: a PID on the error of its variable."""

    def error(self, t, q, v):
        return self.wanted - self.measured, np.zeros(self.view.n)


class Cascade(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.stages = [
            None if s is None else Stage(s, view, reference) for s in (spec.position, spec.velocity, spec.current)
        ]
        self.size = sum(s.size for s in self.stages if s)
        slow = spec.position is not None and spec.position.period
        self.slow = spec.position.period if slow else None
        self.kept = None

    def _pass(self, t, q, v, z, T, step):
        d = self.reference.at(t)
        n, found, first = self.view.n, [], 0
        value = None
        for name, stage in zip(("position", "velocity", "current"), self.stages, strict=True):
            if name == "position":
                if stage is None:
                    value = d.velocity.copy()
                    continue
                stage.wanted, stage.measured = self.view.errors(d, q, v)[0], np.zeros(n)
            elif stage is None:
                continue
            else:
                stage.wanted, stage.measured = value, v[:n] if name == "velocity" else self.view.current
            own = z[first : first + stage.size]
            due = True
            if name == "position" and self.slow:
                past = t - self.spec.position.offset
                due = abs(past - round(past / self.slow) * self.slow) < 1e-9
            if due:
                value = stage.output(t, q, v, own, (self.slow if name == "position" and self.slow else T))
                if name == "position":
                    self.fresh = value
            else:
                value = self.kept
            if step:
                period = self.slow if name == "position" and self.slow else T
                if not due:
                    found.append(own)
                else:
                    found.append(stage.rate(t, q, v, own) if T is None else stage.advance(t, q, v, own, period))
                if name == "position":
                    self.kept = value
            first += stage.size
            if name == "position":
                value = value + self.gain("feedforward") * d.velocity
        return np.concatenate(found) if step else value

    def raw(self, t, q, v, z, T):
        return self._pass(t, q, v, z, T, False)

    def rate(self, t, q, v, z):
        return self._pass(t, q, v, z, None, True)

    def advance(self, t, q, v, z, T):
        return self._pass(t, q, v, z, T, True)


class StateFeedback(Law):
    def raw(self, t, q, v, z, T):
        n = self.view.n
        K = np.asarray(self.spec.gain, float)
        m = K.shape[1] // 2
        q0 = np.asarray(self.spec.position, float)
        d = self.reference.at(t)
        x = np.concatenate([q[:m] - q0[:m], v[:m]])
        xr = np.concatenate([d.position - q0[:n], d.velocity])
        Kr = np.hstack([K[:, :n], K[:, m : m + n]]) if self.spec.lead is None else np.asarray(self.spec.lead, float)
        return self.gain("bias") - K @ x + Kr @ xr


class FrictionCompensation(Law):
    def raw(self, t, q, v, z, T):
        n = self.view.n
        d, tau = self.reference.at(t), np.zeros(n)
        rate = d.velocity if self.spec.rate == "reference" else v[:n]
        q = np.concatenate([d.position, q[len(d.position) :]]) if self.spec.rate == "reference" else q
        for f in self.view.plant.rubs:
            if f.k >= n:
                # a rotor behind an elastic gear counts at its joint, since laws know rigid gears
                drive = next(each for each in self.view.plant.drives if each.motor.name == f.name)
                k, s = drive.k, drive.motor.ratio * drive.slope(q[drive.x])
            else:
                k, s = f.k, f.slope(q[f.x])
            w = s * rate[k]
            dry = f.smooth(w, f.law.smooth_velocity or abs(s) * self.spec.width)
            tau[k] += f.law.factor * s * (f.law.viscous * w + dry)
        return self.gain("share") * tau


class Observed(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.inner = law_of(spec.controller, view, reference)
        self.size = self.inner.size + 2 * view.n

    def start(self, q, v):
        guess = q[: self.view.n] if self.spec.position is None else np.asarray(self.spec.position, float)
        return np.concatenate([self.inner.start(q, v), guess, np.zeros(self.view.n)])

    def _inner(self, v, z):
        n, m = self.view.n, self.inner.size
        estimate = v.copy()
        estimate[:n] = z[m + n :]
        return estimate

    def raw(self, t, q, v, z, T):
        return self.inner.output(t, q, self._inner(v, z), z[: self.inner.size], T)

    def _rates(self, t, q, v, z, T):
        n, m, w = self.view.n, self.inner.size, self.spec.bandwidth
        estimate = self._inner(v, z)
        tau = self.output(t, q, v, z, T)
        lag = q[:n] - z[m : m + n]
        a = (
            np.asarray(self.view.dyn.forward_dynamics(q[: self.view.nq], estimate[: self.view.nv], tau))[:n]
            if self.spec.dynamics
            else 0.0
        )
        return np.concatenate([z[m + n :] + 2 * w * lag, a + w**2 * lag])

    def rate(self, t, q, v, z):
        m = self.inner.size
        return np.concatenate([self.inner.rate(t, q, self._inner(v, z), z[:m]), self._rates(t, q, v, z, None)])


class MomentumObserver(Law):
    """Of both kinds: with p = M q̇ and β of the model, or with p = J q̇ and β = 0."""

    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.inner = law_of(spec.controller, view, reference)
        self.size = self.inner.size + view.n
        self.whole = isinstance(spec, C.MomentumObserver)

    def start(self, q, v):
        if not self.whole:
            J = self.spec.inertia
            M = np.asarray(self.view.dyn.mass_matrix(self.view.plant.unit(q[: self.view.nq])))
            self.J = np.diag(M)[: self.view.n] if J is None else np.broadcast_to(np.asarray(J, float), self.view.n)
        return np.concatenate([self.inner.start(q, v), np.zeros(self.view.n)])

    def _p(self, q, v):
        qc, vc = self.view.split(q, v)
        return np.asarray(self.view.dyn.momentum(qc, vc))[: self.view.n] if self.whole else self.J * v[: self.view.n]

    def _beta(self, q, v):
        """ṗ − τ: Ṁ q̇ less the bias."""
        if not self.whole:
            return np.zeros(self.view.n)
        qc, vc = self.view.split(q, v)
        C = np.asarray(self.view.dyn.coriolis_matrix(qc, vc))
        # Ṁ = C + Cᵀ, so that Ṁ q̇ − bias = Cᵀ q̇ − (bias − C q̇)
        return (C.T @ vc - (np.asarray(self.view.dyn.bias(qc, vc)) - C @ vc))[: self.view.n]

    def _residual(self, q, v, z, T):
        K = self.gain("bandwidth")
        K = K if T is None else (1 - np.exp(-K * T)) / T
        return K * (self._p(q, v) - z[self.inner.size :])

    def raw(self, t, q, v, z, T):
        return self.inner.output(t, q, v, z[: self.inner.size], T) - self.gain("compensation") * self._residual(
            q, v, z, T
        )

    def _step(self, t, q, v, z, T):
        return self.output(t, q, v, z, T) + self._beta(q, v) + self._residual(q, v, z, T)

    def rate(self, t, q, v, z):
        return np.concatenate([self.inner.rate(t, q, v, z[: self.inner.size]), self._step(t, q, v, z, None)])

    def advance(self, t, q, v, z, T):
        m = self.inner.size
        return np.concatenate([self.inner.advance(t, q, v, z[:m], T), z[m:] + T * self._step(t, q, v, z, T)])


class OperationalSpace(Law):
    """The position of a frame of a robot with as many joints as directions."""

    def raw(self, t, q, v, z, T):
        s, dyn = self.spec, self.view.dyn
        d = self.reference.at(t)
        qc, vc = self.view.split(q, v)
        J = np.asarray(dyn.jacobian(qc, frame=s.frame))[list(s.task)]
        Jd = np.asarray(dyn.jacobian_dot(qc, vc, frame=s.frame))[list(s.task)]
        x = np.asarray(dyn.pose(qc, frame=s.frame))[[row - 3 for row in s.task], 3]
        a = d.acceleration + s.kd * (d.velocity - J @ vc) + s.kp * (d.position - x)
        acceleration = np.linalg.solve(J, a - Jd @ vc)
        return np.asarray(dyn.mass_matrix(qc)) @ acceleration + np.asarray(dyn.bias(qc, vc))


class Scheduled(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.inner = law_of(spec.controller, view, reference)
        self.size = self.inner.size

    def start(self, q, v):
        return self.inner.start(q, v)

    def _set(self, t, q, v):
        changed = {}
        for table in self.spec.tables:
            kind, joint = table.by.split(".", 1) if isinstance(table.by, str) else table.by[0].split(".", 1)
            k, x, _ = self.view.plant.at[joint]
            value = {"position": q[x], "velocity": v[k], "reference": self.reference.at(t).position[x]}[kind]
            changed[table.gain] = float(np.interp(value, np.ravel(table.points), np.ravel(table.values)))
        self.inner.spec = replace(self.spec.controller, **changed)

    def raw(self, t, q, v, z, T):
        self._set(t, q, v)
        return self.inner.output(t, q, v, z, T)

    def rate(self, t, q, v, z):
        self._set(t, q, v)
        return self.inner.rate(t, q, v, z)

    def advance(self, t, q, v, z, T):
        self._set(t, q, v)
        return self.inner.advance(t, q, v, z, T)


class Function(Law):
    """A function of users, called as they would call it."""

    def raw(self, t, q, v, z, T):
        return np.asarray(self.spec(t, q[: self.view.nq], v[: self.view.nv], self.reference.at(t)), float)[
            : self.view.n
        ]


class Discrete(Law):
    def __init__(self, spec, view, reference):
        super().__init__(spec, view, reference)
        self.size = len(np.atleast_1d(spec.start))

    def start(self, q, v):
        return np.atleast_1d(np.asarray(self.spec.start, float))

    def _both(self, t, q, v, z):
        return self.spec.function(t, q[: self.view.nq], v[: self.view.nv], self.reference.at(t), z)

    def raw(self, t, q, v, z, T):
        return np.asarray(self._both(t, q, v, z)[0], float)[: self.view.n]

    def advance(self, t, q, v, z, T):
        return np.asarray(self._both(t, q, v, z)[1], float)


LAWS = {each.__name__: each for each in Law.__subclasses__()}
LAWS |= {"PDGravity": PD, "DisturbanceObserver": MomentumObserver}


def law_of(spec: Any, view: View, reference: Reference) -> Law:
    return LAWS.get(type(spec).__name__, Function)(spec, view, reference)
