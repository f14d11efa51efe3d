"""Pinocchio's recursions on CasADi's symbols, and C from them: what a user could compile instead.

Six-vectors are pairs (linear, angular) in the frame of each link, as in Pinocchio; liMi is (R, p) from the child's
frame to the parent's; bodies have mass, centre of mass and inertia there.

rnea, outward and inward:                                                          [Featherstone2008, ch. 5]
    v_i = liMi⁻¹ v_p + S q̇,   a_i = liMi⁻¹ a_p + v_i × S q̇ + S q̈,   f_i = I a_i + v_i ×* I v_i
    τ_i = Sᵀ f_i,   f_p += liMi f_i
aba, three sweeps:                                                                 [Featherstone2008, ch. 7]
    U = Y S,  D = Sᵀ U,  u = τ − Sᵀ f,  Y_a = Y − U D⁻¹ Uᵀ,  f_a = f + Y_a a + U D⁻¹ u,  Y_p += X Y_a Xᵀ,  f_p += X f_a
    q̈ = D⁻¹ (u − Uᵀ a),   a = liMi⁻¹ a_p + v × S q̇ + S q̈
"""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import casadi as ca
import numpy as np

from armillary.multibody import BASE, Model
from armillary.multibody.joints import Revolute
from armillary.spatial.inertia import shift_to_com

GCC = ("gcc", "-O3", "-march=native", "-fPIC", "-shared")


class Pair:
    """A motion or force: linear and angular part."""

    def __init__(self, linear: ca.SX, angular: ca.SX) -> None:
        self.linear, self.angular = linear, angular

    def __add__(self, other: Pair) -> Pair:
        return Pair(self.linear + other.linear, self.angular + other.angular)

    @property
    def vector(self) -> ca.SX:
        return ca.vertcat(self.linear, self.angular)


class Place:
    """liMi: rotation and origin of the child's frame in the parent's."""

    def __init__(self, R: ca.SX, p: ca.SX) -> None:
        self.R, self.p = R, p

    def motion_back(self, v: Pair) -> Pair:
        return Pair(self.R.T @ (v.linear - ca.cross(self.p, v.angular)), self.R.T @ v.angular)

    def force(self, f: Pair) -> Pair:
        linear = self.R @ f.linear
        return Pair(linear, self.R @ f.angular + ca.cross(self.p, linear))

    @property
    def matrix(self) -> ca.SX:
        """X with f_parent = X f."""
        return ca.blockcat([[self.R, ca.SX(3, 3)], [ca.skew(self.p) @ self.R, self.R]])


class Body:
    def __init__(self, model: Model, i: int) -> None:
        body = model.bodies[i]
        com = body.first_moment / body.mass if body.mass else np.zeros(3)
        self.mass, self.com = body.mass, sparse(com)
        self.central = sparse(shift_to_com(body.inertia, body.mass, com))

    def times(self, v: Pair) -> Pair:
        linear = self.mass * (v.linear - ca.cross(self.com, v.angular))
        return Pair(linear, self.central @ v.angular + ca.cross(self.com, linear))

    @property
    def matrix(self) -> ca.SX:
        c = ca.skew(self.com)
        corner = self.mass * c
        return ca.blockcat([[self.mass * ca.SX(ca.DM.eye(3)), -corner], [corner, self.central - self.mass * c @ c]])


def sparse(values: np.ndarray) -> ca.SX:
    """Return constants without their zeros."""
    return ca.SX(ca.sparsify(ca.DM(np.asarray(values, dtype=float)), 0.0))


def place(model: Model, i: int, q: ca.SX) -> Place:
    joint = model.joints[i]
    assert isinstance(joint.kind, Revolute)
    axis, angle = joint.kind.axis, q[joint.q][0]
    K = sparse(np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]]))
    along = np.outer(axis, axis)
    turn = sparse(along) + ca.cos(angle) * sparse(np.eye(3) - along) + ca.sin(angle) * K
    return Place(sparse(joint.rotation) @ turn, sparse(joint.translation))


def motion_cross(v: Pair, w: Pair) -> Pair:
    return Pair(ca.cross(v.angular, w.linear) + ca.cross(v.linear, w.angular), ca.cross(v.angular, w.angular))


def force_cross(v: Pair, f: Pair) -> Pair:
    return Pair(ca.cross(v.angular, f.linear), ca.cross(v.angular, f.angular) + ca.cross(v.linear, f.linear))


def rnea(model: Model, q: ca.SX, qd: ca.SX, qdd: ca.SX) -> ca.SX:
    still = Pair(ca.SX(3, 1), ca.SX(3, 1))
    v, a, f, places = {BASE: still}, {BASE: Pair(-sparse(model.gravity), ca.SX(3, 1))}, {BASE: still}, {}
    for i, p in model.outward():
        S, body = Pair(ca.SX(3, 1), sparse(model.joints[i].kind.axis)), Body(model, i)
        M = places[i] = place(model, i, q)
        k = model.joints[i].v.start
        vj = Pair(S.linear, S.angular * qd[k])
        v[i] = M.motion_back(v[p]) + vj
        a[i] = M.motion_back(a[p]) + motion_cross(v[i], vj) + Pair(S.linear, S.angular * qdd[k])
        f[i] = body.times(a[i]) + force_cross(v[i], body.times(v[i]))
    tau = {}
    for i, p in model.inward():
        tau[model.joints[i].v.start] = ca.dot(sparse(model.joints[i].kind.axis), f[i].angular)
        if p != BASE:
            f[p] = f[p] + places[i].force(f[i])
    return ca.vertcat(*(tau[k] for k in range(model.nv)))


def aba(model: Model, q: ca.SX, qd: ca.SX, tau: ca.SX) -> ca.SX:
    still = Pair(ca.SX(3, 1), ca.SX(3, 1))
    v, a, f, Y, places, kept = {BASE: still}, {}, {}, {}, {}, {}
    for i, p in model.outward():
        S, body = sparse(np.concatenate([np.zeros(3), model.joints[i].kind.axis])), Body(model, i)
        M = places[i] = place(model, i, q)
        vj = Pair(S[:3], S[3:] * qd[model.joints[i].v.start])
        v[i] = M.motion_back(v[p]) + vj
        a[i] = motion_cross(v[i], vj).vector
        f[i] = force_cross(v[i], body.times(v[i])).vector
        Y[i] = body.matrix
    for i, p in model.inward():
        S = sparse(np.concatenate([np.zeros(3), model.joints[i].kind.axis]))
        U = Y[i] @ S
        D_inverse = 1 / ca.dot(S, U)
        u = tau[model.joints[i].v.start] - ca.dot(S, f[i])
        UD = U * D_inverse
        kept[i] = S, U, D_inverse, UD, u
        if p != BASE:
            Y_a = Y[i] - symmetric(UD @ U.T)
            f_a = f[i] + Y_a @ a[i] + UD * u
            X = places[i].matrix
            Y[p] = Y[p] + symmetric(X @ Y_a @ X.T)
            f[p] = f[p] + X @ f_a
    acceleration = {BASE: Pair(-sparse(model.gravity), ca.SX(3, 1))}
    qdd = {}
    for i, p in model.outward():
        S, _, D_inverse, UD, u = kept[i]
        here = places[i].motion_back(acceleration[p]).vector + a[i]
        k = model.joints[i].v.start
        qdd[k] = D_inverse * u - ca.dot(UD, here)
        here = here + S * qdd[k]
        acceleration[i] = Pair(here[:3], here[3:])
    return ca.vertcat(*(qdd[k] for k in range(model.nv)))


def symmetric(A: ca.SX) -> ca.SX:
    """Return a symmetric matrix whose lower triangle is the upper one, so that only half of it is computed."""
    return ca.triu2symm(ca.triu(A))


def functions(model: Model) -> dict[str, ca.Function]:
    """Return what is compared, by the names of our quantities; results are dense."""
    n = model.nv
    q, qd, x = ca.SX.sym("q", n), ca.SX.sym("qd", n), ca.SX.sym("x", n)
    tau = rnea(model, q, qd, x)
    by_q, by_qd = (ca.densify(ca.jacobian(tau, s)) for s in (q, qd))
    return {
        "inverse_dynamics": ca.Function("inverse_dynamics", [q, qd, x], [ca.densify(tau)]),
        "forward_dynamics": ca.Function("forward_dynamics", [q, qd, x], [ca.densify(aba(model, q, qd, x))]),
        "inverse_dynamics_derivatives": ca.Function("inverse_dynamics_derivatives", [q, qd, x], [by_q, by_qd]),
    }


DRIVER = """
typedef long long casadi_int;
int NAME(const double** arg, double** res, casadi_int* iw, double* w, int mem);
void NAME_loop(long n, const double* q, const double* qd, const double* x, double* out0, double* out1) {
  double w[WORK];
  casadi_int iw[WHOLE];
  for (long i = 0; i < n; ++i) {
    const double* arg[ARGS] = {q + i * SIZE, qd + i * SIZE, x + i * SIZE};
    double* res[RESULTS] = {out0 + i * OUT, out1 + i * OUT};
    NAME(arg, res, iw, w, 0);
  }
}
void NAME_once(const double* q, const double* qd, const double* x, double* out0, double* out1) {
  static double w[MAP_WORK];
  static casadi_int iw[MAP_WHOLE];
  const double* arg[MAP_ARGS] = {q, qd, x};
  double* res[MAP_RESULTS] = {out0, out1};
  int NAME_map(const double** arg, double** res, casadi_int* iw, double* w, int mem);
  NAME_map(arg, res, iw, w, 0);
}
typedef void (*kernel1)(const double*, const double*, const double*, double*);
typedef void (*kernel2)(const double*, const double*, const double*, double*, double*);
void NAME_ours(long n, kernel2 f, const double* q, const double* qd, const double* x, double* out0, double* out1) {
  for (long i = 0; i < n; ++i) {
    if (OUTPUTS == 1) ((kernel1)f)(q + i * SIZE, qd + i * SIZE, x + i * SIZE, out0 + i * OUT);
    else f(q + i * SIZE, qd + i * SIZE, x + i * SIZE, out0 + i * OUT, out1 + i * OUT);
  }
}
"""


def compile_c(function: ca.Function, states: int, folder: Path) -> ctypes.CDLL:
    """Return a library with NAME_loop (a loop in C), NAME_once (CasADi's map) and NAME_ours (a loop over a pointer)."""
    name, n = function.name(), function.size1_in(0)
    mapped = function.map(f"{name}_map", "serial", states, [], [])
    generator = ca.CodeGenerator(f"{name}.c")
    generator.add(function)
    generator.add(mapped)
    generator.generate(f"{folder}/")
    sizes = {
        "MAP_WORK": max(mapped.sz_w(), 1),
        "MAP_WHOLE": max(mapped.sz_iw(), 1),
        "MAP_ARGS": mapped.sz_arg(),
        "MAP_RESULTS": max(mapped.sz_res(), 2),
        "NAME": name,
        "WORK": max(function.sz_w(), 1),
        "WHOLE": max(function.sz_iw(), 1),
        "ARGS": function.sz_arg(),
        "RESULTS": max(function.sz_res(), 2),
        "SIZE": n,
        "OUTPUTS": function.n_out(),
        "OUT": function.nnz_out(0),
    }
    text = DRIVER
    for key, value in sizes.items():
        text = text.replace(key, str(value))
    (folder / f"{name}_driver.c").write_text(text, encoding="utf-8")
    library = folder / f"{name}.so"
    sources = [str(folder / f"{name}.c"), str(folder / f"{name}_driver.c")]
    subprocess.run([*GCC, *sources, "-o", str(library), "-lm"], check=True)
    return ctypes.CDLL(str(library))
