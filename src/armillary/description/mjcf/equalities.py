"""Equality constraints of an MJCF model that couple joints.

A joint equality holds positions together, r being those at which the model is drawn:
    q₁ = r₁ + Σ a_k (q₂ − r₂)^k                                                                     (1)
or, without a second joint, q₁ = r₁ + a₀. A tendon equality does the same with lengths of tendons; the length of a
fixed tendon is L = Σ c_i q_i. Without a second tendon,
    Σ c_i q_i = L₀ + a₀                                                                             (2)
which couples two joints if the tendon has two. These joints lose their coordinate (`Joint.couple`), or, if a position
is constant, become fixed. Other equalities are left open.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.polynomial import Polynomial

from armillary.description.mjcf.parts import MjcfSource
from armillary.description.robot import Coupling


@dataclass
class Ties:
    """Joints that equalities couple or lock, by number; the active equalities that stay open; inactive ones."""

    couplings: dict[int, tuple[int, Polynomial]] = field(default_factory=dict)
    locked: dict[int, float] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    inactive: int = 0

    def coupling(self, source: MjcfSource, j: int) -> Coupling | None:
        """Return the coupling of joint j."""
        if j not in self.couplings:
            return None
        leader, polynomial = self.couplings[j]
        return Coupling(source.names.given["joint"][leader], tuple(polynomial.coef.tolist()))

    def add(self, follower: int, leader: int | None, polynomial: Polynomial) -> bool:
        """Keep q_follower = p(q_leader), or the inverse; return whether that was possible."""
        polynomial = polynomial.trim()
        if leader is None or polynomial.degree() == 0:
            if follower in self.couplings or follower in self.locked:
                return False
            self.locked[follower] = float(polynomial.coef[0])
            return True
        if self._leads_to(leader, follower) or follower in self.couplings or follower in self.locked:
            if polynomial.degree() > 1 or leader in self.couplings or leader in self.locked:
                return False
            if self._leads_to(follower, leader):
                return False
            offset, ratio = polynomial.coef.tolist()
            follower, leader, polynomial = leader, follower, Polynomial([-offset / ratio, 1 / ratio])
        self.couplings[follower] = leader, polynomial
        return True

    def lock_followers(self) -> None:
        """Lock the joints that follow locked ones."""
        while standing := [j for j, (leader, _) in self.couplings.items() if leader in self.locked]:
            for j in standing:
                leader, polynomial = self.couplings.pop(j)
                self.locked[j] = float(polynomial(self.locked[leader]))

    def _leads_to(self, j: int, other: int) -> bool:
        """Return whether joint j is the other joint, or follows it."""
        while j != other and j in self.couplings:
            j = self.couplings[j][0]
        return j == other


def ties_of(source: MjcfSource) -> Ties:
    """Return the couplings of joints that the equality constraints of a model give."""
    m, kinds, ties = source.m, source.mujoco.mjtEq, Ties()
    off = source.disabled("EQUALITY", "CONSTRAINT")
    for e in range(m.neq):
        kind = int(m.eq_type[e])
        if off or not m.eq_active0[e]:
            ties.inactive += 1
            continue
        made = _of_joints(source, e) if kind == int(kinds.mjEQ_JOINT) else None
        made = _of_tendons(source, e) if kind == int(kinds.mjEQ_TENDON) else made
        if made is None or not {made[0], made[1]} - {None} <= set(source.joints) or not ties.add(*made):
            bodies = _bodies_of(source, e)
            if not bodies or source.moves_with(bodies):
                ties.open.append(e)
    ties.lock_followers()
    return ties


def kind_of(source: MjcfSource, e: int) -> tuple[str, str]:
    """Return the kind of an equality, and the kind of the objects that it ties, which connect and weld choose."""
    kind = source.mujoco.mjtEq(int(source.m.eq_type[e])).name.removeprefix("mjEQ_").lower()
    if kind in ("connect", "weld"):
        return kind, source.mujoco.mjtObj(int(source.m.eq_objtype[e])).name.removeprefix("mjOBJ_").lower()
    return kind, {"joint": "joint", "tendon": "tendon", "distance": "geom"}.get(kind, "flex")


def _bodies_of(source: MjcfSource, e: int) -> set[int]:
    """Return the bodies that an equality ties; none for one of flexible objects."""
    m, (_, kind) = source.m, kind_of(source, e)
    owners = {"body": range(m.nbody), "site": m.site_bodyid, "joint": m.jnt_bodyid, "geom": m.geom_bodyid}
    bodies = set[int]()
    for i in (int(m.eq_obj1id[e]), int(m.eq_obj2id[e])):
        if i >= 0 and kind == "tendon":
            bodies |= source.bodies_of_tendon(i)
        elif i >= 0 and kind in owners:
            bodies.add(int(owners[kind][i]))
    return bodies


def _of_joints(source: MjcfSource, e: int) -> tuple[int, int | None, Polynomial]:
    """Return (1)."""
    m, first, second = source.m, int(source.m.eq_obj1id[e]), int(source.m.eq_obj2id[e])
    r = m.qpos0[m.jnt_qposadr]
    if second < 0:
        return first, None, Polynomial([r[first] + m.eq_data[e][0]])
    return first, second, r[first] + Polynomial(m.eq_data[e][:5])(Polynomial([-r[second], 1.0]))


def _of_tendons(source: MjcfSource, e: int) -> tuple[int, int | None, Polynomial] | None:
    """Return (2), or the equality of two tendons with one joint each; None for any other."""
    m, first, second = source.m, int(source.m.eq_obj1id[e]), int(source.m.eq_obj2id[e])
    first_joints, second_joints = (_joints_of(source, tendon) for tendon in (first, second))
    if first_joints is None or second_joints is None:
        return None
    if not all(source.is_kind(j, "hinge", "slide") for j in (*first_joints, *second_joints)):
        return None
    (j, c), *more = [*first_joints.items(), (-1, 0.0)]
    L, a = float(m.tendon_length0[first]), Polynomial(m.eq_data[e][:5])
    if second < 0 and len(first_joints) in (1, 2):
        k, d = more[0]
        constant = L + float(m.eq_data[e][0])
        return (j, None, Polynomial([constant / c])) if k < 0 else (k, j, Polynomial([constant / d, -c / d]))
    if len(first_joints) == len(second_joints) == 1:
        ((k, d),) = second_joints.items()
        return j, k, (L + a(Polynomial([-float(m.tendon_length0[second]), d]))) / c
    return None


def _joints_of(source: MjcfSource, tendon: int) -> dict[int, float] | None:
    """Return the joints of a fixed tendon with their coefficients; None for a tendon through space."""
    m, coefficients = source.m, dict[int, float]()
    if tendon < 0:
        return coefficients
    for w in range(m.tendon_adr[tendon], m.tendon_adr[tendon] + m.tendon_num[tendon]):
        if int(m.wrap_type[w]) != int(source.mujoco.mjtWrap.mjWRAP_JOINT):
            return None
        coefficients[int(m.wrap_objid[w])] = coefficients.get(int(m.wrap_objid[w]), 0.0) + float(m.wrap_prm[w])
    return {j: c for j, c in coefficients.items() if c}
