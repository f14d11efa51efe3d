"""The closed loop ẋ = f(t, x, p) with its VJP and JVP, as programs.

x = (q, v, c, d) is the state without the audit, on which nothing depends. With the load τ(t, x, p) of actuators,
disturbances and friction, v̇ = FD(q, v, τ, π), and the other rates r(t, x, p),
    λ = M⁻¹ v̄̇,   x̄ = (∂r/∂x)ᵀ r̄ + (∂τ/∂x)ᵀ λ + those of FD (`compiler.dynamics_products`),   p̄ likewise   (1)
    dv̇ = ∂FD · (dq, dv, dτ, dπ),   dτ = ∂τ/∂x dx + ∂τ/∂p dp                                              (2)
Efforts are added to the load: the first entries of p, which a continuous law does not read, or for a sampled law
nv entries behind p.                                                                                   (3)
Cotangents and tangents of p have the entries `places` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.dynamics_products import trace_product
from armillary.compiler.products import jvp, vjp
from armillary.compiler.program import Program, record
from armillary.expr.expression import Expr
from armillary.simulation.loop.digital import Held
from armillary.simulation.loop.equations import Equations
from armillary.spatial.scalar import Array


@dataclass(frozen=True, eq=False)
class Rates:
    """f of a closed loop with its products; `places` are the entries of p that have cotangents and tangents."""

    equations: Equations
    places: tuple[int, ...]
    behind: bool = False
    """Whether added efforts lie behind p."""

    @property
    def size(self) -> int:
        """Number of states without the audit."""
        return self.equations.layout.audit.start

    @property
    def count(self) -> int:
        """Length of the cotangent of p; at least 1, since arrays of native code are not empty."""
        return max(1, len(self.places))

    @property
    def inputs(self) -> dict[str, int]:
        """Inputs of f with their sizes."""
        added = self.equations.plant.nv if self.behind else 0
        return self.equations.inputs | {"x": self.size, "p": self.equations.size_of_p + added}

    @cached_property
    def parts(self) -> Program:
        """The load and the rates r of all states but velocities, as functions of clock, x and p."""

        def parts(clock: Array, x: Array, p: Array) -> dict[str, Array]:
            size = self.equations.size_of_p
            now = self.equations.at(clock[0].graph, clock, x, p[:size])
            load = now.load
            if self.behind:
                load = load + p[size:]  # (3)
            elif not isinstance(self.equations.controller, Held):
                load = load + p[: self.equations.plant.nv]  # (3)
            rates = np.array([*now.q_dot, *now.c_dot, *now.d_dot], dtype=object)
            return {"load": np.asarray(load, dtype=object), "rates": rates}

        return record("parts", parts, self.inputs)

    @cached_property
    def program(self) -> Program:
        """The program of f: ẋ as a function of clock, x and p."""

        def derivative(clock: Array, x: Array, p: Array) -> dict[str, Array]:
            load, rates = self.parts.inline(clock[0].graph)
            return {"dx": self._whole(rates, self._accelerations(x, p, load))}

        return record("derivative", derivative, self.inputs)

    @cached_property
    def vjp(self) -> Program:
        """(1): the cotangents of x and p from clock, x, p and the cotangent of ẋ."""
        layout, plant = self.equations.layout, self.equations.smooth
        wrt = ("q", "qd", "tau", *(("parameters",) if plant.free else ()))
        dynamics = trace_product(plant, "forward_dynamics_vjp", wrt, plain=True)
        source = vjp(self.parts, ("x", "p"))

        def product(clock: Array, x: Array, p: Array, dx_bar: Array) -> dict[str, Array]:
            graph = clock[0].graph
            load, _ = self.parts.inline(graph)
            inputs = {"q": x[layout.q], "qd": x[layout.v], "tau": load, **self.equations.free(p)}
            q_bar, v_bar, lam, *free = dynamics.inline(graph, **inputs, qdd_bar=dx_bar[layout.v])
            x_bar, p_bar = source.inline(graph, load_bar=lam, rates_bar=self._others(dx_bar))
            x_bar[layout.q] += q_bar
            x_bar[layout.v] += v_bar
            for values in free:
                first = self.equations.changing
                p_bar[first : first + len(values)] += values
            return {"x_bar": x_bar, "p_bar": self._chosen(p_bar)}

        return record("derivative_vjp", product, self.inputs | {"dx_bar": self.size})

    @cached_property
    def jvp(self) -> Program:
        """The program of f and (2): ẋ and its tangent from clock, x, p and tangents of x and of entries of p."""
        layout, plant = self.equations.layout, self.equations.smooth
        dynamics = trace_product(plant, "forward_dynamics_jvp", plain=True)
        source = jvp(self.parts, ("x", "p"))

        def product(clock: Array, x: Array, p: Array, dx: Array, dp: Array) -> dict[str, Array]:
            graph = clock[0].graph
            load, rates = self.parts.inline(graph)
            changes: Array = np.zeros(len(p), dtype=object)
            for k, place in enumerate(self.places):
                changes[place] = dp[k]
            dload, drates = source.inline(graph, dx=dx, dp=changes)
            free = self.equations.free(p)
            tangents = {"dq": dx[layout.q], "dqd": dx[layout.v], "dtau": dload}
            tangents |= {f"d{name}": values for name, values in self.equations.free(changes).items()}
            (dqdd,) = dynamics.inline(graph, q=x[layout.q], qd=x[layout.v], tau=load, **free, **tangents)
            qdd = self._accelerations(x, p, load)
            return {"f": self._whole(rates, qdd), "df": self._whole(drates, dqdd)}

        return record("derivative_jvp", product, self.inputs | {"dx": self.size, "dp": self.count})

    def _accelerations(self, x: Array, p: Array, load: Array) -> Array:
        layout = self.equations.layout
        program = cheapest(self.equations.smooth, "forward_dynamics")
        inputs = {"q": x[layout.q], "qd": x[layout.v], "tau": load, **self.equations.free(p)}
        (qdd,) = program.inline(x[0].graph, **inputs)
        return np.asarray(qdd)

    def _whole(self, rates: Array, accelerations: Array) -> Array:
        """Return the rates of all states."""
        nq = self.equations.layout.nq
        return np.array([*rates[:nq], *accelerations, *rates[nq:]], dtype=object)

    def _others(self, x: Array) -> Array:
        """Return the entries of a state or a cotangent without velocities."""
        v = self.equations.layout.v
        return np.array([*x[: v.start], *x[v.stop :]], dtype=object)

    def _chosen(self, p: Array) -> Array:
        zero: Sequence[Expr | float] = [0.0] * (self.count - len(self.places))
        return np.array([*(p[k] for k in self.places), *zero], dtype=object)


def rates_of(equations: Equations, places: tuple[int, ...], behind: bool) -> Rates:
    """Return the rates of a closed loop, which are kept with it, as its walks are."""
    key = ("rates", places, behind)
    rates: Rates = equations.compiled.obtain(key, lambda: Rates(equations, places, behind))
    return rates
