"""Random combinations of parts: a seed gives a robot with its drives, a control law, sensors, disturbances and a start.

Numbers are those of small machines whose fastest motion is below some 100 Hz, so that an explicit solver in Python
takes about a second for a run. `parts` names every kind of part that a combination has.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from tests.combinations.plain_plant import followed, joints_of
from tests.random_robots import random_inertia, random_placement, random_unit

import armillary as arm
from internals import FORMS

SINGLE = ("revolute", "revolute", "revolute", "prismatic", "screw")
SEVERAL = ("cylindrical", "universal", "spherical", "planar", "floating")
FAMILIES = ("loaded", "cantilever", "tip-mass", "attachment", "polynomial")


@dataclass
class Combination:
    seed: int
    scenario: arm.Scenario
    duration: float
    record: float
    parts: set[str] = field(default_factory=set)


class Generator:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = np.random.default_rng((2029, seed))
        self.parts: set[str] = set()

    # -- choices ------------------------------------------------------------------------------------------------

    def chance(self, share: float, part: str = "") -> bool:
        hit = bool(self.rng.random() < share)
        if hit and part:
            self.parts.add(part)
        return hit

    def one(self, *choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    # -- robot --------------------------------------------------------------------------------------------------

    def robot(self) -> arm.Robot:
        rng = self.rng
        count = int(rng.choice([1, 2, 3, 4], p=[0.3, 0.4, 0.2, 0.1]))
        links: list[arm.Link] = []
        joints: list[arm.Joint] = []
        freedoms, bent = 0, 0
        flexible = self.chance(0.2)
        for i in range(count):
            left = 5 - freedoms
            several = self.chance(0.15) and left >= 2
            kind = self.one(*[k for k in SEVERAL if len(FORMS[k].v) <= max(left, 2)]) if several else self.one(*SINGLE)
            if i == 0 and self.chance(0.04):
                kind = "floating"
            coupled = [j for j in joints if j.type in ("revolute", "prismatic", "screw")]
            couple = None
            if kind in ("revolute", "prismatic", "screw") and coupled and self.chance(0.15, "coupled"):
                leader = self.one(*coupled)
                factor = self.one(-1, 1) * self.between(0.3, 1.5)
                if self.chance(0.3, "coupled by a polynomial"):
                    couple = arm.parts.Coupling(leader.name, (self.between(-0.2, 0.2), factor, 0.2, -0.05))
                else:
                    couple = arm.parts.Coupling.linear(leader.name, factor, self.between(-0.2, 0.2))
            parent = (
                "base"
                if i == 0
                else links[-1].name
                if not self.chance(0.2, "tree")
                else self.one("base", *(x.name for x in links))
            )
            links.append(self.link(f"link{i}", flexible and bent == 0 and couple is None and self.chance(0.6)))
            bent += links[-1].beam is not None
            joints.append(self.joint(f"joint{i}", kind, parent, links[-1].name, couple))
            freedoms += 0 if couple else len(FORMS[kind].v)
            self.parts.add(kind)
        payloads = []
        if self.chance(0.3, "payload"):
            payloads.append(
                arm.Payload(
                    "load",
                    links[-1].name,
                    self.between(0.1, 1.0),
                    tuple(rng.uniform(-0.1, 0.1, 3)),
                    random_inertia(rng, 0.01),
                )
            )
        frames = [arm.Frame("tool", links[-1].name, random_placement(rng))]
        gravity = tuple(rng.normal(size=3) * 5) if self.chance(0.7, "gravity") else (0.0, 0.0, 0.0)
        motors = self.motors(links, joints)
        if "loaded modes" in self.parts:
            # Springs of joints change these shapes (`multibody.carried_loads`), and the bare robot has none.
            joints = [replace(joint, stiffness=0.0, rest=0.0) for joint in joints]
            self.parts.discard("joint spring")
        return arm.Robot(
            f"combination {self.seed}",
            tuple(links),
            tuple(joints),
            tuple(motors),
            tuple(payloads),
            tuple(frames),
            gravity=gravity,
        )

    def link(self, name: str, flexible: bool) -> arm.Link:
        rng = self.rng
        if not flexible:
            return arm.Link(name, self.between(0.5, 3.0), tuple(rng.uniform(-0.2, 0.2, 3)), random_inertia(rng, 0.1))
        length = self.between(0.5, 0.9)
        E, density, G = self.between(1.5e10, 5e10), self.between(1500, 3000), self.between(5e9, 2e10)
        section = self.one(
            arm.parts.Section("rectangle", tuple(rng.uniform(0.008, 0.02, 2))),
            arm.parts.Section("circle", (self.between(0.01, 0.02),)),
            arm.parts.Section("tube", (0.02, 0.012)),
        )
        options: dict[str, Any] = {}
        if self.chance(0.3, "sublinks"):
            options["sublinks"] = arm.parts.Sublinks(
                self.one(1, 2), bending_y=True, bending_z=self.chance(0.3), damping=self.between(0, 0.05)
            )
        else:
            self.parts.add("modes")
            counts = {"bending_y": self.one(0, 1, 1, 2), "bending_z": self.one(0, 0, 1), "torsion": self.one(0, 0, 1)}
            if not any(counts.values()):
                counts["bending_y"] = 1
            if counts["torsion"]:
                # weak in torsion, so that its frequency is not far above those of bending
                self.parts.add("torsion modes")
                section = arm.parts.Section("general", (3e-4, 2e-9, 4e-9, self.between(2e-11, 1e-10)))
            elif self.chance(0.1, "axial modes"):
                counts, E, section = {"axial": 1}, self.between(2e7, 1e8), arm.parts.Section("circle", (0.03,))
            shapes = self.one(*FAMILIES)
            self.parts.add(f"{shapes} modes")
            options["modes"] = arm.parts.Modes(**counts, shapes=shapes, damping=(self.between(0, 0.05),))
            # Segments meet with a moment, which these shapes have not.
            if sum(counts.values()) == 1 and shapes not in ("cantilever", "tip-mass") and self.chance(0.3, "segments"):
                options["segments"] = 2
        stations = [arm.parts.Station(0.0, section)]
        if self.chance(0.3, "tapered beam"):
            stations.append(
                arm.parts.Station(length, arm.parts.Section(section.shape, tuple(0.7 * x for x in section.size)))
            )
        axis = random_unit(rng)
        normal = np.cross(axis, random_unit(rng))
        beam = arm.Beam(
            length,
            E=E,
            density=density,
            stations=tuple(stations),
            G=G,
            axis=axis,
            normal=tuple(normal / np.linalg.norm(normal)),
            nodes=(arm.parts.BeamNode("mid", 0.4 * length),),
            stiffening="sublinks" in options or not self.chance(0.2, "no stiffening"),
            rotary_inertia=self.chance(0.3, "rotary inertia"),
            **options,
        )
        return arm.Link(name, self.between(0.2, 0.5), beam=beam)

    def joint(self, name: str, kind: str, parent: str, child: str, couple: arm.parts.Coupling | None) -> arm.Joint:
        rng, form = self.rng, FORMS[kind]
        options: dict[str, Any] = {}
        if "axis" in form.needs:
            options["axis"] = random_unit(rng)
        if "second_axis" in form.needs:
            second = np.cross(options["axis"], random_unit(rng))
            options["second_axis"] = tuple(second / np.linalg.norm(second))
        if "pitch" in form.needs:
            options["pitch"] = self.between(-0.3, 0.3)
        if len(form.v) == 1:
            options["friction"] = self.friction("joint")
            if self.chance(0.15, "joint spring"):
                options |= {"stiffness": self.between(2, 40), "rest": self.between(-0.5, 0.5)}
            if couple is None:
                options["limits"] = self.limits()
        elif kind in ("spherical", "floating"):
            if kind == "spherical" and self.chance(0.5, "viscous friction of a rotation"):
                options["friction"] = arm.Friction(viscous=self.between(0, 0.5))
        else:
            options["coordinates"] = tuple(
                arm.parts.Coordinate(friction=self.friction("part"), limits=self.limits()) for _ in form.v
            )
        return arm.Joint(name, kind, parent, child, random_placement(rng), couple=couple, **options)

    def limits(self) -> arm.Limits:
        effort = self.between(2, 15) if self.chance(0.2, "effort limit") else np.inf
        if self.chance(0.05, "position limit"):
            return arm.Limits(-self.between(1.2, 2.0), self.between(1.2, 2.0), effort=effort)
        return arm.Limits(effort=effort)

    def friction(self, where: str, scale: float = 1.0) -> arm.Friction:
        """Friction of a joint, or of a rotor with numbers that are smaller by `scale`."""
        s = self.between(0.2, 1.0) * scale
        options: dict[str, Any] = {
            "viscous": self.between(0, 0.5) * scale**2 if self.chance(0.5, f"viscous {where}") else 0.0
        }
        if self.chance(0.08, f"friction factor {where}"):
            options["factor"] = self.between(0.5, 1.5)
        kind = (
            self.one("none", "none", "coulomb", "one-sided", "stribeck", "smooth", "smooth stribeck", "lugre")
            if self.chance(0.75)
            else "none"
        )
        if kind == "none":
            return arm.Friction(**options)
        self.parts.add(f"{kind} {where}")
        options["coulomb"] = s
        if kind == "one-sided" or self.chance(0.1):
            options["coulomb_negative"] = s * self.between(0.5, 1.5)
        if kind in ("stribeck", "smooth stribeck", "lugre") and (kind != "lugre" or self.chance(0.5)):
            high = max(s, options.get("coulomb_negative", s))
            options |= {"static": high * self.between(1.1, 1.6), "stribeck_velocity": self.between(0.1, 0.5) / scale}
            if self.chance(0.3):
                options["static_negative"] = high * self.between(1.1, 1.6)
            if self.chance(0.3):
                options["stribeck_exponent"] = 1.5
        if kind.startswith("smooth"):
            options["smooth_velocity"] = self.between(0.05, 0.2) / scale
        if kind == "lugre":
            options |= {
                "bristle_stiffness": s / scale / 0.02 * scale,
                "bristle_damping": self.between(0.3, 1.5) * s / 1.0 * 0.1,
            }
            options["bristle_stiffness"] = s / (0.02 / scale)
            options["bristle_damping"] = self.between(0.3, 1.0) * scale**2
        return arm.Friction(**options)

    def motors(self, links: list[arm.Link], joints: list[arm.Joint]) -> list[arm.Motor]:
        rng, found = self.rng, []
        carriers = ["base", *(link.name for link in links)]
        for joint in joints:
            if joint.type not in ("revolute", "prismatic", "screw") or not self.chance(0.7, "motor"):
                continue
            linear = self.follows_linearly(joint, joints)
            for number in range(2 if self.chance(0.1, "two motors at a joint") else 1):
                ratio = self.between(3, 40) * self.one(1, 1, 1, -1)
                if ratio < 0:
                    self.parts.add("negative ratio")
                axis = random_unit(rng) if self.chance(0.5, "spinning rotor") else None
                found.append(
                    arm.Motor(
                        f"motor {joint.name} {number}",
                        joint.name,
                        self.one(*carriers),
                        mass=self.between(0.1, 0.6),
                        position=tuple(rng.uniform(-0.1, 0.1, 3)),
                        stator_inertia=random_inertia(rng, 2e-3),
                        rotor_inertia=self.between(0.03, 0.4) / ratio**2,
                        ratio=ratio,
                        axis=axis,
                        gear=self.gear(linear),
                        friction=self.friction("rotor", 1 / abs(ratio)) if self.chance(0.4) else arm.Friction(),
                        winding=self.winding(ratio) if linear and self.chance(0.4, "winding") else None,
                    )
                )
        return found

    def follows_linearly(self, joint: arm.Joint, joints: list[arm.Joint]) -> bool:
        """Whether no coupling between a joint and its coordinate is of a higher order."""
        if joint.couple is None:
            return True
        leader = next(each for each in joints if each.name == joint.couple.joint)
        return len(joint.couple.polynomial) == 2 and self.follows_linearly(leader, joints)

    def gear(self, linear: bool) -> arm.Gear | None:
        losses = {}
        if self.chance(0.35):
            losses = {"efficiency": self.between(0.6, 0.95), "efficiency_back": self.between(0.5, 0.95)}
        if linear and self.chance(0.35, "elastic gear"):
            if losses:
                self.parts.add("lossy elastic gear")
            if self.chance(0.3, "cubic gear"):
                losses["cubic"] = self.between(1e3, 1e5)
            if self.chance(0.3, "backlash"):
                losses["backlash"] = self.between(0.002, 0.03)
            return arm.Gear(self.between(200, 3000), self.between(0.2, 4.0), **losses)
        if losses:
            self.parts.add("lossy rigid gear")
        return arm.Gear(**losses) if losses else None

    def winding(self, ratio: float) -> arm.Winding:
        k = self.between(0.5, 2.0) / abs(ratio)
        options: dict[str, Any] = {}
        if self.chance(0.4, "inductance"):
            options |= {"inductance": self.between(1e-3, 5e-3), "bandwidth": self.between(100, 400)}
        if self.chance(0.3, "current limit"):
            options["current"] = self.between(2, 10)
        if self.chance(0.3, "voltage limit"):
            options["voltage"] = self.between(4, 20)
        if self.chance(0.25, "cogging"):
            options |= {"cogging": self.between(0.02, 0.2) / abs(ratio), "cogging_periods": self.one(1, 2, 3)}
        if self.chance(0.3, "heat of a winding"):
            two = {"housing_resistance": 2.0, "housing_capacity": 50.0} if self.chance(0.4, "two thermal nodes") else {}
            options["heat"] = arm.parts.Heat(self.between(1, 4), self.between(0.5, 5), **two)
        return arm.Winding(k, self.between(0.3, 1.5), **options)

    # -- closed loop --------------------------------------------------------------------------------------------

    def reference(self, joints: int, q0: np.ndarray, duration: float) -> Any:
        r, rng = arm.references, self.rng
        step = rng.uniform(-0.5, 0.5, joints)
        late = self.between(0.011, 0.05) if self.chance(0.3) else 0.0
        kind = self.one(
            "none", "constant", "fifth", "seventh", "step", "trapezoid", "spline", "sinusoid", "chirp", "shaped"
        )
        self.parts.add(f"{kind} reference")
        T = duration * self.between(0.6, 1.2)
        timed = {"end": q0 + step, "duration": T, "begin": late}
        match kind:
            case "constant":
                return r.Constant(q0 + step)
            case "fifth":
                return r.FifthOrder(**timed)
            case "seventh":
                return r.SeventhOrder(**timed, start=q0 + 0.1 * step)
            case "step":
                return r.StepAcceleration(**timed)
            case "trapezoid":
                way = np.max(np.abs(step))
                limits = self.one({"velocity": 1.4 * way / T}, {"acceleration": 6 * way / T**2})
                return r.Trapezoid(**timed, **limits)
            case "spline":
                times = np.array([0.0, 0.4, 0.7, 1.0]) * T + 0.003
                points = q0 + np.outer([0.0, 0.5, 1.2, 1.0], step)
                return r.Spline(times, points, degree=self.one(3, 5), ends="clamped")
            case "sinusoid":
                return r.Sinusoid(0.3 * step, self.between(0.5, 4.0), phase=self.between(0, 3), offset=q0)
            case "chirp":
                return r.Chirp(0.3 * step, 0.5, self.between(2.0, 5.0), T, offset=q0)
            case "shaped":
                shaper = self.one(r.ZV, r.ZVD)(self.between(5, 15), damping=self.between(0, 0.2))
                return r.Shaped(r.FifthOrder(**timed), shaper)
        return None

    def simple_law(self, n: int, sampled: bool) -> Any:
        c = arm.controllers
        kp, kd = self.between(20, 120), self.between(2, 10)
        kind = self.one("pd", "pd_gravity", "pid", "pid", "computed_torque")
        self.parts.add(f"{kind} law")
        limits = self.between(3, 15) if self.chance(0.25, "limits of a law") else None
        match kind:
            case "pd":
                return c.PD(kp * np.linspace(1, 0.7, n), kd, limits=limits)
            case "pd_gravity":
                return c.PDGravity(kp, kd, limits=limits)
            case "pid":
                options: dict[str, Any] = {}
                if self.chance(0.4, "filtered derivative"):
                    options["derivative_time"] = self.between(0.01, 0.05)
                if self.chance(0.4, "back-calculation"):
                    options["tracking_time"] = self.between(0.05, 0.3)
                return c.PID(kp, ki=self.between(10, 200), kd=kd, gravity=self.chance(0.3), limits=limits, **options)
        return c.ComputedTorque(kp * 2, kd * 2, limits=limits)

    def law(self, robot: arm.Robot, model: arm.Model, sampled: bool, windings: bool) -> Any:
        c = arm.controllers
        singles = all(len(j.form.v) == 1 for j in robot.moving_joints())
        n = max(j.v.stop for j in joints_of(model))
        rigid = model.nv - len(model.drives) == n
        kinds = ["simple"] * 5 + [
            "series",
            "series",
            "sum",
            "open_loop",
            "function",
            "momentum_observer",
            "disturbance_observer",
        ]
        if singles:
            kinds += ["cascade", "cascade", "state_feedback", "scheduled"]
            if rigid and not sampled:
                kinds.append("observed")
            if rigid:
                kinds.append("inverse_dynamics")
        if sampled:
            kinds += ["discrete", "biquad"]
        kind = self.one(*kinds)
        if kind != "simple":
            self.parts.add(f"{kind} law")
        match kind:
            case "series" | "biquad":
                filters = []
                for _ in range(self.one(1, 1, 2)):
                    what = "biquad" if kind == "biquad" else self.one("low_pass", "low_pass 2", "lead_lag", "notch")
                    self.parts.add(f"{what} filter")
                    filters.append(
                        {
                            "low_pass": lambda: c.LowPass(self.between(10, 30)),
                            "low_pass 2": lambda: c.LowPass(self.between(10, 30), damping=0.7),
                            "lead_lag": lambda: c.LeadLag(self.between(4, 8), self.between(15, 30)),
                            "notch": lambda: c.Notch(
                                self.between(10, 30), damping=self.between(0.2, 0.7), depth=self.between(0, 0.5)
                            ),
                            "biquad": lambda: c.Biquad([0.3, 0.4, 0.1], [1.0, -0.3, 0.1]),
                        }[what]()
                    )
                return c.Series(self.simple_law(n, sampled), filters=filters)
            case "sum":
                other = (
                    c.FrictionCompensation(rate=self.one("reference", "measured"), width=0.1, share=0.7)
                    if singles
                    else c.OpenLoop(list(self.rng.uniform(-1, 1, n)))
                )
                self.parts.add("friction compensation" if singles else "open_loop law")
                return c.Sum(self.simple_law(n, sampled), other)
            case "open_loop":
                if self.chance(0.5):
                    return c.OpenLoop(list(self.rng.uniform(-3, 3, n)))
                return c.OpenLoop(
                    self.rng.uniform(-3, 3, (3, n)),
                    times=[0.013, 0.083, 0.173],
                    interpolation=self.one("linear", "hold"),
                )
            case "function":
                return wavy(n)
            case "discrete":
                return c.Discrete(leaky(n), start=np.zeros(n))
            case "momentum_observer":
                return c.MomentumObserver(
                    self.simple_law(n, sampled), bandwidth=self.between(10, 40), compensation=self.between(0, 0.7)
                )
            case "disturbance_observer":
                inertia = None if self.chance(0.5) else 0.5
                return c.DisturbanceObserver(
                    self.simple_law(n, sampled), bandwidth=self.between(10, 30), inertia=inertia, compensation=0.5
                )
            case "observed":
                return c.Observed(
                    self.simple_law(n, sampled), bandwidth=self.between(50, 120), dynamics=self.chance(0.5)
                )
            case "inverse_dynamics":
                return c.InverseDynamics(self.between(20, 80), self.between(2, 8))
            case "cascade":
                slow = (
                    {"period": 3 * self.period, "offset": self.offset}
                    if sampled and self.chance(0.5, "two rates")
                    else {}
                )
                return c.Cascade(
                    position=c.PID(self.between(4, 10), **slow),
                    velocity=c.PID(self.between(2, 8), self.between(5, 50), limits=self.one(None, 12.0)),
                    feedforward=self.one(0.0, 1.0),
                )
            case "state_feedback":
                K = np.hstack([np.diag(self.rng.uniform(20, 80, n)), np.diag(self.rng.uniform(2, 8, n))])
                return c.StateFeedback(K, list(self.rng.uniform(-0.2, 0.2, n)), bias=self.between(-1, 1))
            case "scheduled":
                joint = next(j for j in robot.moving_joints() if j.couple is None)
                table = c.GainTable(
                    "kp",
                    f"{self.one('position', 'velocity', 'reference')}.{joint.name}",
                    [-0.3, 0.0, 0.5],
                    [40.0, 60.0, 30.0],
                )
                return c.Scheduled(c.PD(50.0, 5.0), [table])
        return self.simple_law(n, sampled)

    def sensors(self, robot: arm.Robot) -> list[Any]:
        s, found = arm.sensors, []
        turns = all(j.type != "prismatic" for j in robot.moving_joints() if j.couple is None)
        delay = self.one(0.0, 0.0, self.period, 0.4 * self.period, 1.7 * self.period)
        options: dict[str, Any] = {"delay": delay}
        if delay:
            self.parts.add("sensor delay")
        if self.chance(0.5, "sensor noise"):
            options["noise"] = self.between(1e-5, 1e-3)
        if self.chance(0.3, "sensor bias"):
            options |= {"bias": self.between(-0.01, 0.01), "drift": self.between(-0.02, 0.02)}
        if self.chance(0.5, "quantised"):
            options |= {"counts": 1024} if turns and self.chance(0.5) else {"resolution": self.between(1e-3, 5e-3)}
        found.append(s.Encoder(**options))
        self.parts.add("encoder")
        match self.one("none", "tachometer", "differences", "observer"):
            case "tachometer":
                self.parts.add("tachometer")
                found.append(s.Tachometer(noise=self.one(0.0, 0.01), bias=self.one(0.0, 0.01)))
            case "differences":
                self.parts.add("differences")
                found.append(s.Differences(self.one(1, 2, 4)))
            case "observer":
                self.parts.add("sensor observer")
                found.append(s.Observer(self.between(10, 40)))
        return found

    def combination(self) -> Combination:
        rng = self.rng
        while True:
            self.parts = set()
            robot = self.robot()
            motors = str(rng.choice(["full", "reflected", "none"], p=[0.7, 0.2, 0.1]))
            friction = not self.chance(0.05)
            model = arm.model(robot, motors=motors, friction=friction)
            if model.nv <= 8 and np.linalg.cond(np.asarray(arm.evaluate(model).mass_matrix(model.neutral))) < 1e6:
                break
        self.parts |= {f"motors {motors}"} | (set() if friction else {"no friction"})
        duration = self.between(0.15, 0.35)
        n = max(j.v.stop for j in joints_of(model))
        nq = max(j.q.stop for j in joints_of(model))
        # joints start anywhere within their limits, at rest or moving
        q0 = np.asarray(
            model.integrate(model.neutral, np.concatenate([rng.uniform(-0.8, 0.8, n), np.zeros(model.nv - n)]))
        )[:nq]
        qd0 = np.zeros(n) if self.chance(0.4, "start at rest") else rng.normal(size=n) * 0.8
        sampled = self.chance(0.45, "sampled")
        self.period, self.offset = self.one(0.005, 0.008, 0.01), 0.0
        options: dict[str, Any] = {"q0": q0, "qd0": qd0, "start": "undeformed"}
        if model.nv > n and self.chance(0.3, "bent and wound start"):
            rotors = [followed_position(robot, drive.name, q0, model) for drive in model.drives]
            links = np.zeros(model.nq - nq - len(rotors))
            options["q0"] = np.concatenate([q0, links, rotors]) + np.concatenate(
                [0 * q0, rng.uniform(-2e-3, 2e-3, model.nq - nq)]
            )
            options["qd0"] = np.concatenate([qd0, np.zeros(model.nv - n)])
        if sampled:
            options["period"] = self.period
            if self.chance(0.3, "offset"):
                self.offset = options["offset"] = self.one(0.3, 0.7) * self.period
            if self.chance(0.4, "delay"):
                options["delay"] = self.one(0.4, 1.0, 1.6) * self.period
            if self.chance(0.2, "first-order hold"):
                options["hold"] = 1
            if all(len(j.form.v) == 1 for j in robot.moving_joints()) and self.chance(0.6):
                options["sensors"] = self.sensors(robot)
                options["seed"] = int(rng.integers(1000))
        quaternion = nq != n
        with_windings = motors != "none" and any(m.winding for m in robot.motors)
        if self.chance(0.9, "controlled"):
            options["controller"] = self.law(robot, model, sampled, with_windings)
            if quaternion:
                self.parts.add("no reference")
            else:
                options["reference"] = self.reference(n, q0, duration)
        if self.chance(0.4, "push"):
            begin = self.between(0.2, 0.5) * duration
            wrench = tuple(rng.uniform(-3, 3, 6))
            if self.chance(0.3, "push in time"):
                options["disturbances"] = [arm.Push("tool", waving(wrench, self.between(2, 8)))]
            else:
                options["disturbances"] = [arm.Push("tool", wrench, begin, self.one(np.inf, begin + 0.3 * duration))]
        if with_windings and motors != "none":
            every = all(m.winding for m in robot.motors)
            driven = {m.joint for m in robot.motors}
            if every and all(j.name in driven for j in robot.moving_joints() if j.couple is None) and self.chance(0.6):
                options["command"] = self.one("current", "voltage")
                self.parts.add(f"command {options['command']}")
                if "negative ratio" in self.parts:
                    self.parts.add(f"{options['command']} of a negative ratio")
        options["limits"] = "none" if self.chance(0.1, "limits off") else "end"
        scenario = arm.Scenario(model, **options)
        return Combination(self.seed, scenario, duration, duration / 23, self.parts)


def followed_position(robot: arm.Robot, rotor: str, q0: np.ndarray, model: arm.Model) -> float:
    """The coordinate of a rotor whose gear is unloaded."""
    motor = next(m for m in robot.motors if rotor == f"{m.name}.rotor")
    leader, position = followed(robot, robot.joint(motor.joint))
    return position(q0[next(j for j in joints_of(model) if j.name == leader.name).q.start])


def wavy(n: int) -> Any:
    def law(t: Any, q: Any, qd: Any, reference: Any) -> Any:
        return [2.0 * np.sin(3.0 * t + k) - 1.5 * qd[k] for k in range(n)]

    return law


def leaky(n: int) -> Any:
    def law(t: Any, q: Any, qd: Any, reference: Any, state: Any) -> Any:
        return 0.5 * state - 1.0 * qd[:n], 0.9 * state + 0.1 * np.cos(t) - 0.2 * qd[:n]

    return law


def waving(wrench: tuple[float, ...], frequency: float) -> Any:
    def push(t: Any) -> Any:
        return [value * np.cos(2 * np.pi * frequency * t) for value in wrench]

    return push


def combination(seed: int) -> Combination:
    """Return the combination of this seed."""
    return Generator(seed).combination()
