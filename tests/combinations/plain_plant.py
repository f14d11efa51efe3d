"""The plant of a scenario in plain Python: what the documentation says of drives, on the dynamics of the bare robot.

`arm.evaluate` gives mass matrix, bias and Jacobians of the links alone, with stators and payloads as bodies that are
fixed to them. Everything else is written here anew: rotors by Newton and Euler, springs, friction, gears, windings.

A rotor of inertia I on a carrier that turns at ω has the spin s = z·ω + n φ̇, the angular momentum I s z, and needs the
moment I ṡ z + I s ω × z of its carrier and n I ṡ of its drive.                                                   (1)

The state is y = (q, φ, v, φ̇, z of bristles, currents, temperatures, W, W_e, heat of bearings, gears, windings); laws in
continuous time add theirs. Dry friction and losses of gears act against the direction m of their coordinate, a mode
which the solver keeps: ±1 slips, 0 sticks (v = v̇ = 0). A gear with the effort e passes on, in the direction m,
    g(e) = η e   where e m > 0,   e / η_b   where e m < 0                                                            (2)
With a rigid gear e depends on the accelerations, e = e₀ − w·a; the side of each gear follows by trial.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

import armillary as arm

NO_FRICTION = arm.Friction()
IDEAL = {"damping": 0.0, "efficiency": 1.0, "efficiency_back": 1.0}
"""Numbers of a gear in a model without friction."""


class Polynomial:
    """Σ c_k x^k with its derivative; NumPy's takes 20 µs a call."""

    def __init__(self, coefficients: Any) -> None:
        self.coefficients = tuple(float(c) for c in coefficients)
        self.slope = (
            Polynomial([k * c for k, c in enumerate(self.coefficients)][1:]) if len(self.coefficients) > 1 else None
        )

    def __call__(self, x: Any) -> Any:
        value = 0.0
        for c in reversed(self.coefficients):
            value = value * x + c
        return value

    def deriv(self) -> Polynomial:
        return self.slope or Polynomial([0.0])

    def times(self, factor: float) -> Polynomial:
        return Polynomial([factor * c for c in self.coefficients])


@dataclass
class Rub:
    """Friction at the rate r(x) ẋ of velocity coordinate `k`, whose coordinate is entry `x` of q."""

    name: str
    k: int
    x: int
    slope: Any
    law: arm.Friction
    z: int = -1

    @property
    def bristles(self) -> bool:
        return self.law.bristle_stiffness is not None

    @property
    def dry(self) -> bool:
        f = self.law
        return (
            not self.bristles
            and f.smooth_velocity is None
            and f.factor != 0
            and max(self.levels(1) + self.levels(-1)) > 0
        )

    def levels(self, side: int) -> tuple[float, float]:
        """Coulomb and static friction towards a side."""
        f = self.law
        static = f.coulomb if f.static is None else f.static
        if side >= 0:
            return f.coulomb, static
        coulomb = f.coulomb if f.coulomb_negative is None else f.coulomb_negative
        if f.static_negative is not None:
            return coulomb, f.static_negative
        return coulomb, coulomb if f.static is None else f.static

    def g(self, v: float, side: int) -> float:
        coulomb, static = self.levels(side)
        if self.law.stribeck_velocity is None:
            return coulomb
        return coulomb + (static - coulomb) * np.exp(
            -(abs(v / self.law.stribeck_velocity) ** self.law.stribeck_exponent)
        )

    def smooth(self, v: float, width: float) -> float:
        """Dry friction with s = tanh(v / width); both directions blend with s where they differ."""
        s = np.tanh(v / width)
        return s * ((1 + s) / 2 * self.g(v, 1) + (1 - s) / 2 * self.g(v, -1))


@dataclass
class Drive:
    """A motor at a coordinate: entry `x` of q and `k` of q̇ of its joint, whose position is `position(x)`."""

    motor: arm.Motor
    k: int
    x: int
    position: Any
    slope: Any
    share: int
    rotor: int = -1
    current: int = -1
    heat: int = -1
    spins: bool = False

    @property
    def lossy(self) -> bool:
        gear = self.motor.gear
        return gear is not None and (gear.efficiency < 1 or gear.efficiency_back < 1)

    @property
    def backlash(self) -> float:
        return 0.0 if self.motor.gear is None or self.rotor < 0 else self.motor.gear.backlash


def elastic(motor: arm.Motor) -> bool:
    return motor.gear is not None and np.isfinite(motor.gear.stiffness)


def bare(robot: arm.Robot, motors: str) -> arm.Robot:
    """The links with stators and payloads, without springs, friction, rotors and gears."""
    joints = tuple(
        replace(j, friction=NO_FRICTION, stiffness=0.0, rest=0.0, coordinates=(), limits=arm.Limits())
        for j in robot.joints
    )
    stators = [
        arm.Payload(f"stator {m.name}", m.carrier, m.mass, m.position, m.stator_inertia, m.node)
        for m in robot.motors
        if motors != "none" and m.carrier != robot.base and m.mass > 0
    ]
    return replace(robot, joints=joints, motors=(), payloads=(*robot.payloads, *stators), configurations=())


def joints_of(model: arm.Model) -> list[Any]:
    """The joints of the description that move, without the elastic joints of sublinks."""
    names = {joint.name for joint in model.robot.moving_joints()}
    return [joint for joint in model.joints if joint.name in names]


def followed(robot: arm.Robot, joint: arm.Joint) -> tuple[arm.Joint, Any]:
    """The joint whose coordinate moves this one, and its position as a polynomial of that coordinate."""
    if joint.couple is None:
        return joint, Polynomial([0.0, 1.0])
    first, inner = followed(robot, robot.joint(joint.couple.joint))
    composed = np.polynomial.Polynomial(joint.couple.polynomial)(np.polynomial.Polynomial(inner.coefficients))
    return first, Polynomial(composed.coef)


class Checked:
    """Dynamics of the bare robot as native code, for speed; `differences` compares it with `arm.evaluate` at states."""

    def __init__(self, model: arm.Model) -> None:
        self.model, self.native, self.used = model, arm.compile(model), {}

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.native, name)

        def call(*args: Any, **frame: str) -> Any:
            calls = self.used.setdefault((name, *frame.values()), [0, []])
            calls[0] += 1
            value = function(*args, **frame)
            # states of the whole run, ever further apart
            if calls[0] & (calls[0] - 1) == 0:
                calls[1].append((tuple(a.copy() for a in args), frame, value))
            return value

        setattr(self, name, call)
        return call

    def worst(self) -> float:
        """The greatest relative difference to `arm.evaluate` at the kept states."""
        plain, worst = arm.evaluate(self.model), 0.0
        for (name, *_), (_, kept) in self.used.items():
            for args, frame, value in kept:
                ours = np.asarray(getattr(plain, name)(*args, **frame))
                worst = max(worst, float(np.max(np.abs(value - ours)) / max(1.0, np.max(np.abs(ours)))))
        return worst


class Plant:
    def __init__(self, model: arm.Model, command: str, limits: bool) -> None:
        robot = model.robot
        self.model, self.robot, self.command, self.motors = model, robot, command, model.motors
        self.bare = arm.model(bare(robot, model.motors), friction=model.friction)
        self.dyn = Checked(self.bare)
        self.nq, self.nv = self.bare.nq, self.bare.nv
        places = {j.name: j for j in joints_of(self.bare)}
        self.joint_nv = max(j.v.stop for j in places.values())
        self.joint_nq = max(j.q.stop for j in places.values())
        self.quaternions: list[tuple[int, int]] = []
        self.limit, self.lower, self.upper = (
            np.full(self.joint_nv, np.inf),
            np.full(self.nq, -np.inf),
            np.full(self.nq, np.inf),
        )
        self.rubs: list[Rub] = []
        self.springs: list[tuple[int, int, Any, Any, float, float]] = []
        self.at: dict[str, tuple[int, int, Any]] = {}
        for joint in robot.joints:
            if joint.type == "fixed":
                continue
            leader, poly = followed(robot, joint)
            place = places[leader.name]
            for part, each in enumerate(joint.each()):
                k = place.v.start + part
                x = place.q.start + part
                name = joint.name if len(joint.form.v) == 1 else f"{joint.name}.{joint.form.v[part]}"
                self.rubs.append(Rub(name, k, x, poly.deriv(), each.friction))
                if each.stiffness:
                    self.springs.append((k, x, poly, poly.deriv(), each.stiffness, each.rest))
                if joint.couple is None:
                    self.limit[k] = each.limits.effort
                    if joint.type not in ("spherical", "floating"):
                        self.lower[x], self.upper[x] = each.limits.lower, each.limits.upper
            if joint.type == "spherical":
                self.quaternions.append((place.q.start, place.v.start))
            if joint.type == "floating":
                self.quaternions.append((place.q.start + 3, place.v.start + 3))
            self.at[joint.name] = (place.v.start, place.q.start, poly)
        if not limits:
            self.limit[:] = np.inf
            self.lower[:], self.upper[:] = -np.inf, np.inf
        self.drives: list[Drive] = []
        used = [m for m in robot.motors if model.motors != "none"]
        if not model.friction:
            used = [replace(m, gear=m.gear and replace(m.gear, **IDEAL)) for m in used]
        count: dict[int, int] = {}
        for m in used:
            count[self.at[m.joint][0]] = count.get(self.at[m.joint][0], 0) + 1
        rotors = 0
        for m in used:
            k, x, poly = self.at[m.joint]
            drive = Drive(m, k, x, poly, poly.deriv(), count[k])
            if elastic(m):
                drive.rotor = rotors
                rotors += 1
            drive.spins = model.motors == "full" and m.axis is not None and m.carrier != robot.base
            self.drives.append(drive)
        self.nr = rotors
        self.mq, self.mv = self.nq + rotors, self.nv + rotors
        for d in self.drives:
            if d.rotor >= 0:
                one = Polynomial([d.motor.ratio])
                self.rubs.append(Rub(d.motor.name, self.nv + d.rotor, self.nq + d.rotor, one, d.motor.friction))
            else:
                self.rubs.append(Rub(d.motor.name, d.k, d.x, d.slope.times(d.motor.ratio), d.motor.friction))
        if not model.friction:
            self.rubs = []
        self.rubs = [r for r in self.rubs if r.law != NO_FRICTION]
        n = self.mq + self.mv
        for r in self.rubs:
            if r.bristles:
                r.z, n = n, n + 1
        for d in self.drives:
            w = d.motor.winding
            if w is not None and w.inductance > 0:
                d.current, n = n, n + 1
        for d in self.drives:
            w = d.motor.winding
            if w is not None and w.heat is not None:
                d.heat, n = n, n + (1 if w.heat.housing_resistance is None else 2)
        self.audit = n
        self.size = n + 5
        rigid_losses = {d.k for d in self.drives if d.lossy}
        self.dry = sorted({r.k for r in self.rubs if r.dry} | rigid_losses)

    def start(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        y = np.zeros(self.size)
        y[: self.mq], y[self.mq : self.mq + self.mv] = q, v
        for d in self.drives:
            if d.heat >= 0:
                y[d.heat : d.heat + (1 if d.motor.winding.heat.housing_resistance is None else 2)] = (
                    d.motor.winding.heat.ambient
                )
        return y

    # -- one instant --------------------------------------------------------------------------------------------

    def instant(
        self,
        t: float,
        y: np.ndarray,
        command: np.ndarray,
        modes: dict[int, int],
        flanks: dict[int, float],
        pushes: list,
    ) -> Instant:
        return Instant(self, t, y, command, modes, flanks, pushes)

    def rate_of_q(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        out = np.zeros(self.mq)
        taken_q, taken_v = set(), set()
        for a, b in self.quaternions:
            w, x, yy, z = q[a : a + 4]
            p, r, s = v[b : b + 3]
            out[a : a + 4] = 0.5 * np.array(
                [-x * p - yy * r - z * s, w * p + yy * s - z * r, w * r + z * p - x * s, w * s + x * r - yy * p]
            )
            taken_q.update(range(a, a + 4))
            taken_v.update(range(b, b + 3))
        rest_q = [i for i in range(self.mq) if i not in taken_q]
        rest_v = [i for i in range(self.mv) if i not in taken_v]
        out[rest_q] = v[rest_v]
        return out

    def unit(self, q: np.ndarray) -> np.ndarray:
        """Quaternions with unit length, which those at stages of a step have not."""
        if not self.quaternions:
            return q
        q = q.copy()
        for a, _ in self.quaternions:
            q[a : a + 4] /= np.linalg.norm(q[a : a + 4])
        return q

    def energies(self, t: float, y: np.ndarray, flanks: dict[int, float]) -> tuple[float, float]:
        q, v = y[: self.mq], y[self.mq : self.mq + self.mv]
        qb, vb = self.unit(q[: self.nq]), v[: self.nv]
        T = float(self.dyn.kinetic_energy(qb, vb))
        V = float(self.dyn.potential_energy(qb))
        for _, x, p, _, c, rest in self.springs:
            V += 0.5 * c * (p(q[x]) - rest) ** 2
        for d in self.drives:
            T += 0.5 * d.motor.rotor_inertia * self.spin(d, q, v) ** 2
            if d.rotor >= 0:
                u = self.twist(d, q)[0]
                g = d.motor.gear
                V += 0.5 * g.stiffness * u**2 + 0.25 * g.cubic * u**4
            w = d.motor.winding
            if w is not None:
                if d.current >= 0:
                    V += 0.5 * w.inductance * y[d.current] ** 2
                if w.cogging:
                    V += w.cogging * (1 - np.cos(w.cogging_periods * self.angle(d, q))) / w.cogging_periods
        for r in self.rubs:
            if r.bristles:
                V += 0.5 * r.law.factor * r.law.bristle_stiffness * y[r.z] ** 2
        return T, V

    def angle(self, d: Drive, q: np.ndarray) -> float:
        return d.motor.ratio * (q[self.nq + d.rotor] if d.rotor >= 0 else d.position(q[d.x]))

    def rotor_rate(self, d: Drive, q: np.ndarray, v: np.ndarray) -> float:
        return d.motor.ratio * (v[self.nv + d.rotor] if d.rotor >= 0 else d.slope(q[d.x]) * v[d.k])

    def spin(self, d: Drive, q: np.ndarray, v: np.ndarray) -> float:
        own = self.rotor_rate(d, q, v)
        if not d.spins:
            return own
        J = self.carrier_jacobian(d, q)
        return own + self.axis(d, q) @ (J @ v[: self.nv])

    def frame(self, d: Drive) -> str:
        link = self.robot.link(d.motor.carrier)
        if link.beam is None:
            return link.name
        return f"{link.name}.{d.motor.node or 'tip'}"

    def carrier_jacobian(self, d: Drive, q: np.ndarray) -> np.ndarray:
        return np.asarray(self.dyn.jacobian(self.unit(q[: self.nq]), frame=self.frame(d)))[:3]

    def axis(self, d: Drive, q: np.ndarray) -> np.ndarray:
        R = np.asarray(self.dyn.pose(self.unit(q[: self.nq]), frame=self.frame(d)))[:3, :3]
        return R @ np.array(d.motor.axis)

    def twist(self, d: Drive, q: np.ndarray) -> tuple[float, float]:
        """Compression of the gear beyond its gap, and the lead δ."""
        lead = q[self.nq + d.rotor] - d.position(q[d.x])
        half = d.backlash / 2
        return lead - min(max(lead, -half), half), lead


@dataclass
class Instant:
    plant: Plant
    t: float
    y: np.ndarray
    command: np.ndarray
    modes: dict[int, int]
    flanks: dict[int, float]
    pushes: list
    acceleration: np.ndarray = field(init=False)
    rate: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        p = self.plant
        y = self.y
        q, v = y[: p.mq], y[p.mq : p.mq + p.mv]
        self.q, self.v = q, v
        qb, vb = p.unit(q[: p.nq]), v[: p.nv]
        M = np.zeros((p.mv, p.mv))
        M[: p.nv, : p.nv] = p.dyn.mass_matrix(qb)
        load = np.zeros(p.mv)  # efforts without those of dry friction and lossy gears
        load[: p.nv] = -np.asarray(p.dyn.bias(qb, vb))
        self.out = dict.fromkeys(("W", "We", "bearings", "gears", "windings"), 0.0)
        dy = np.zeros_like(y)

        for push in self.pushes:
            J = np.asarray(p.dyn.jacobian(qb, frame=push.frame))
            w = np.asarray(push.wrench(self.t) if callable(push.wrench) else push.wrench, float)
            load[: p.nv] += J.T @ w
            self.out["We"] += float(w @ (J @ vb))
        for k, x, poly, slope, c, rest in p.springs:
            load[k] -= slope(q[x]) * c * (poly(q[x]) - rest)

        # Commands: efforts at joints without motors act there; each of the n motors of a coordinate takes its share.
        command = np.clip(self.command, -p.limit, p.limit) if p.command == "torque" else self.command
        driven = {d.k for d in p.drives}
        self.tau = np.zeros(p.mv)
        for k in range(p.joint_nv):
            if k not in driven:
                load[k] += command[k]
                self.tau[k] = command[k]
                self.out["W"] += command[k] * v[k]

        # Rotors and windings
        self.gears: list[dict] = []
        for d in p.drives:
            m, slope = d.motor, d.slope(q[d.x])
            r = m.ratio * (1.0 if d.rotor >= 0 else slope)
            c = p.nv + d.rotor if d.rotor >= 0 else d.k
            row = np.zeros(p.mv)  # ṡ = row · a + drift
            row[c] = r
            drift = 0.0
            if d.rotor < 0 and len(d.slope.coefficients) > 1:
                drift += m.ratio * d.slope.deriv()(q[d.x]) * v[d.k] ** 2
            if d.spins:
                J = p.carrier_jacobian(d, q)
                J_dot = np.asarray(p.dyn.jacobian_dot(qb, vb, frame=p.frame(d)))[:3]
                z = p.axis(d, q)
                omega = J @ vb
                row[: p.nv] += z @ J
                drift += z @ (J_dot @ vb)
                spin = p.rotor_rate(d, q, v) + z @ omega
                load[: p.nv] -= m.rotor_inertia * spin * (J.T @ np.cross(omega, z))
            M += m.rotor_inertia * np.outer(row, row)
            load -= m.rotor_inertia * drift * row
            torque = self._torque(d, command, dy)
            load[c] += r * torque
            self.tau[c] += r * torque
            if m.winding is None:
                self.out["W"] += r * torque * v[c]
            self.gears.append({"drive": d, "r": r, "c": c, "row": row, "drift": drift, "torque": torque})

        # Springs of gears
        for g in self.gears:
            d = g["drive"]
            if d.rotor < 0:
                continue
            gear, slope = d.motor.gear, d.slope(q[d.x])
            u, lead = p.twist(d, q)
            rate = v[g["c"]] - slope * v[d.k]
            raw = gear.stiffness * u + gear.cubic * u**3 + gear.damping * rate
            if d.backlash > 0:
                side = self.flanks[d.rotor]
                effort = raw if abs(side) == 1 else 0.0
            else:
                effort = raw
            g["raw"], g["effort"], g["u"], g["lead"], g["rate"] = raw, effort, u, lead, rate
            load[g["c"]] -= effort
            load[d.k] += slope * effort
            stored = (gear.stiffness * u + gear.cubic * u**3) * (rate if u != 0 else 0.0)
            self.out["gears"] += effort * rate - stored

        # Friction of joints and rotors but for its dry part
        for f in p.rubs:
            s = f.slope(q[f.x])
            rate = s * v[f.k]
            law = f.law
            effort = law.viscous * rate
            heat = effort * rate
            if f.bristles:
                z = y[f.z]
                g_ = f.g(rate, 1 if rate >= 0 else -1)
                z_dot = rate - law.bristle_stiffness * abs(rate) * z / g_
                dry = law.bristle_stiffness * z + law.bristle_damping * z_dot
                dy[f.z] = z_dot
                effort += dry
                heat = effort * rate - law.bristle_stiffness * z * z_dot
            elif law.smooth_velocity is not None:
                dry = f.smooth(rate, law.smooth_velocity)
                effort += dry
                heat += dry * rate
            load[f.k] -= law.factor * s * effort
            self.out["bearings"] += law.factor * heat
        self.M, self.load = M, load
        self._solve()
        self._finish(dy)

    def _torque(self, d: Drive, command: np.ndarray, dy: np.ndarray) -> float:
        """Torque of the rotor; rates of current and temperatures; electric work and heat."""
        p, m, w, y = self.plant, d.motor, d.motor.winding, self.y
        slope = d.slope(self.q[d.x])
        if w is None:
            return command[d.k] / (d.share * m.ratio * slope)
        omega = p.rotor_rate(d, self.q, self.v)
        R = w.resistance
        if w.heat is not None:
            R *= 1 + w.heat.coefficient * (y[d.heat] - w.heat.ambient)
        k, side = w.torque_constant, np.sign(m.ratio * slope)
        clip = lambda value, bound: min(max(value, -bound), bound)  # noqa: E731
        if p.command == "voltage":
            u = clip(side * command[d.k], w.voltage)
            if w.inductance == 0:
                i = clip((u - k * omega) / R, w.current)
                u = R * i + k * omega
            else:
                i = y[d.current]
                low = (
                    R * i + k * omega + w.bandwidth * w.inductance * (-w.current - i)
                    if np.isfinite(w.current)
                    else -np.inf
                )
                high = (
                    R * i + k * omega + w.bandwidth * w.inductance * (w.current - i)
                    if np.isfinite(w.current)
                    else np.inf
                )
                u = min(max(u, low), high)
        else:
            wanted = command[d.k] / (d.share * m.ratio * slope * k) if p.command == "torque" else side * command[d.k]
            wanted = clip(wanted, w.current)
            if w.inductance == 0:
                i = min(max(wanted, (-w.voltage - k * omega) / R), (w.voltage - k * omega) / R)
                u = R * i + k * omega
            else:
                i = y[d.current]
                u = clip(R * i + k * omega + w.bandwidth * w.inductance * (wanted - i), w.voltage)
        if d.current >= 0:
            dy[d.current] = (u - R * i - k * omega) / w.inductance
        self.out["W"] += u * i
        self.out["windings"] += R * i * i
        self.currents = getattr(self, "currents", {}) | {m.name: i}
        self.voltages = getattr(self, "voltages", {}) | {m.name: u}
        if w.heat is not None:
            h, T = w.heat, y[d.heat]
            if h.housing_resistance is None:
                dy[d.heat] = (R * i * i - (T - h.ambient) / h.resistance) / h.capacity
            else:
                T2 = y[d.heat + 1]
                dy[d.heat] = (R * i * i - (T - T2) / h.resistance) / h.capacity
                dy[d.heat + 1] = (
                    (T - T2) / h.resistance - (T2 - h.ambient) / h.housing_resistance
                ) / h.housing_capacity
        return k * i - w.cogging * np.sin(w.cogging_periods * p.angle(d, self.q))

    # -- dry friction and losses ---------------------------------------------------------------------------------

    def _dry(self, k: int, side: int) -> float:
        """Dry friction against motion towards `side`, a positive number, without rotors of lossy rigid gears."""
        p = self.plant
        inside = {g["drive"].motor.name for g in self.gears if g["drive"].lossy and g["drive"].rotor < 0}
        total = 0.0
        for f in p.rubs:
            if f.k == k and f.dry and f.name not in inside:
                total += self._rub(f, side)
        return total

    def _rub(self, f: Rub, side: int) -> float:
        s = f.slope(self.q[f.x])
        return abs(s) * f.law.factor * f.g(s * self.v[f.k], int(np.sign(s) or 1) * side)

    def _rotor_dry(self, g: dict, side: int) -> float:
        return sum(self._rub(f, side) for f in self.plant.rubs if f.name == g["drive"].motor.name and f.dry)

    def _effort(self, g: dict, side: int) -> tuple[float, np.ndarray]:
        """e = e₀ − w·a at the joint coordinate of a lossy gear, slipping towards `side`."""
        p, d = self.plant, g["drive"]
        if d.rotor >= 0:
            return d.slope(self.q[d.x]) * g["effort"], np.zeros(p.mv)
        r, inertia = g["r"], d.motor.rotor_inertia
        viscous = sum(
            f.law.factor * f.slope(self.q[f.x]) ** 2 * f.law.viscous * self.v[f.k]
            for f in p.rubs
            if f.name == d.motor.name and not f.bristles
        )
        bristles = 0.0
        for f in p.rubs:
            if f.name == d.motor.name and (f.bristles or f.law.smooth_velocity is not None):
                bristles += self._smooth_part(f)
        return r * g["torque"] - side * self._rotor_dry(g, side) - viscous - bristles - r * inertia * g[
            "drift"
        ], r * inertia * g["row"]

    def _smooth_part(self, f: Rub) -> float:
        s = f.slope(self.q[f.x])
        rate = s * self.v[f.k]
        if f.bristles:
            z = self.y[f.z]
            z_dot = rate - f.law.bristle_stiffness * abs(rate) * z / f.g(rate, 1 if rate >= 0 else -1)
            return (
                s * f.law.factor * (f.law.viscous * rate + f.law.bristle_stiffness * z + f.law.bristle_damping * z_dot)
            )
        return s * f.law.factor * f.smooth(rate, f.law.smooth_velocity)

    def _lossy(self) -> list[dict]:
        return [g for g in self.gears if g["drive"].lossy]

    @staticmethod
    def _share(g: dict, forward: bool) -> float:
        """μ with the loss μ e against the motion."""
        gear = g["drive"].motor.gear
        return 1 - gear.efficiency if forward else 1 - 1 / gear.efficiency_back

    def _solve(self) -> None:
        """Accelerations for the modes; the side of each lossy gear by trial."""
        p = self.plant
        slipping = [g for g in self._lossy() if self.modes[g["drive"].k] != 0]
        forward = [True] * len(slipping)
        held = [k for k in p.dry if self.modes[k] == 0]
        free = [k for k in range(p.mv) if k not in held]
        for _ in range(2 ** len(slipping) + 2):
            A, b = self.M.copy(), self.load.copy()
            for k in p.dry:
                if self.modes[k]:
                    b[k] -= self.modes[k] * self._dry(k, self.modes[k])
            for g, f in zip(slipping, forward, strict=True):
                k, m = g["drive"].k, self.modes[g["drive"].k]
                e0, w = self._effort(g, m)
                mu = self._share(g, f)
                A[k] -= mu * w
                b[k] -= mu * e0
                if g["drive"].rotor < 0:
                    b[k] -= m * self._rotor_dry(g, m)
            a = np.zeros(p.mv)
            a[free] = np.linalg.solve(A[np.ix_(free, free)], b[free])
            wrong = []
            for i, (g, f) in enumerate(zip(slipping, forward, strict=True)):
                m = self.modes[g["drive"].k]
                e0, w = self._effort(g, m)
                power = (e0 - w @ a) * m
                if (power > 0) != f and abs(power) > 1e-14 * (1 + abs(e0)):
                    wrong.append(i)
            if not wrong:
                break
            forward[wrong[0]] = not forward[wrong[0]]
        else:
            raise AssertionError("no consistent side of the gears")
        self.acceleration, self.forward = a, {id(g): f for g, f in zip(slipping, forward, strict=True)}

    def margin(self, k: int) -> tuple[float, float]:
        """How far a coordinate that sticks is from slipping towards + and towards −; below zero it slips."""
        a = self.acceleration
        need = float(self.M[k] @ a - self.load[k])
        out = []
        for side in (1, -1):
            effort = -side * self._dry(k, side)
            for g in self._lossy():
                if g["drive"].k == k:
                    e0, w = self._effort(g, side)
                    e = e0 - w @ a
                    gear = g["drive"].motor.gear
                    passed = gear.efficiency * e if e * side > 0 else e / gear.efficiency_back
                    # `load` has the motor's whole effort less inertia already
                    effort += passed - e
                    if g["drive"].rotor < 0:
                        effort -= side * self._rotor_dry(g, side)
            out.append(side * (need - effort))
        return out[0], out[1]

    def _finish(self, dy: np.ndarray) -> None:
        p, v, a = self.plant, self.v, self.acceleration
        for k in p.dry:
            m = self.modes[k]
            if m:
                self.out["bearings"] += m * self._dry(k, m) * v[k]
        for g in self._lossy():
            k = g["drive"].k
            m = self.modes[k]
            if m:
                e0, w = self._effort(g, m)
                self.out["gears"] += self._share(g, self.forward[id(g)]) * (e0 - w @ a) * v[k]
                if g["drive"].rotor < 0:
                    self.out["bearings"] += m * self._rotor_dry(g, m) * v[k]
        dy[: p.mq] = p.rate_of_q(self.q, v)
        dy[p.mq : p.mq + p.mv] = a
        dy[p.audit : p.audit + 5] = list(self.out.values())
        self.rate = dy
