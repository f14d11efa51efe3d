"""The quantities of one robot as programs: the formulation of the least work, traced, with a kernel made of each."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Generic, TypeVar

from armillary.compiler.choose import FormulationChoice, choose
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.dynamics_products import trace_product
from armillary.compiler.passes import optimise
from armillary.compiler.products import vjp
from armillary.compiler.program import Program, record, references
from armillary.compiler.trace import free_ports, trace, with_wrenches
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.files.words import among, nearest, shortened
from armillary.formulations.dynamics import Dynamics
from armillary.formulations.registry import DERIVATIVES, FORMULATIONS, PRODUCTS, QUANTITIES, VJPS, find_quantity
from armillary.multibody import Model
from armillary.spatial.scalar import Array

Made = TypeVar("Made")


class CompiledDynamics(Dynamics, Generic[Made]):
    """The quantities of one robot, each with a kernel that is made when first used."""

    def __init__(self, model: Model, formulation: str) -> None:
        if among(formulation, FORMULATIONS) and FORMULATIONS[formulation].numbers_only:
            usable = ", ".join(name for name, entry in FORMULATIONS.items() if not entry.numbers_only)
            problem = f"{formulation!r}, which works on numbers only"
            raise ArgumentError("formulation", problem, f"auto or one of {usable}", "arm.evaluate has it")
        super().__init__(model, formulation)
        self._lock = threading.RLock()
        self._choices: dict[str, FormulationChoice] = {}
        self._kernels: dict[Any, Made] = {}

    @abstractmethod
    def _build(self, program: Program, simplified: Program | None) -> Made:
        """Return the kernel of a traced program; `simplified` is the program after the passes, if it is known."""

    def build(self, program: Program) -> Made:
        """Return the kernel of any program, for the device of this robot."""
        return self._build(program, None)

    def _install(self, quantity: str, options: dict[str, Any], kernel: Made) -> None:
        """Let later calls of a method reach a new kernel directly, if the device can do that."""

    def _default(self, quantity: str) -> str:
        return self._choice(quantity).formulation

    def _choice(self, quantity: str) -> FormulationChoice:
        with self._lock:
            if quantity not in self._choices:
                self._choices[quantity] = choose(self.model, quantity)
            return self._choices[quantity]

    def explain(self) -> str:
        """Return a table of all quantities with their formulations and the reasons for them."""
        rows = []
        for quantity in self.formulations:
            requested = self._asked in QUANTITIES[quantity].formulations
            reason = "requested" if requested else self._choice(quantity).reason
            rows.append(f"{quantity:<28}{self.formulation_of(quantity):<18}{reason}")
        return "\n".join(rows)

    def kernel(self, quantity: str, **options: Any) -> Made:
        """Return the kernel of a quantity, compiled on first use; `Kernel.program` is the traced program."""
        _check_options(quantity, options)
        if "frame" in find_quantity(quantity, derivatives=True).options:
            frame = options.setdefault("frame", "tip")
            if not isinstance(frame, str):
                raise ArgumentError("frame", shortened(frame), "the name of a frame")
        key = (quantity, *sorted(options.items()))
        kernel = self._kernels.get(key)
        if kernel is None:
            with self._lock:  # one thread builds it, others wait for it
                kernel = self._kernels.get(key)
                if kernel is None:
                    program = self._traced(quantity, options)
                    kernel = self._build(program, self._simplified(quantity, program))
                    self._kernels[key] = kernel
                    self._install(quantity, options, kernel)
                    if quantity in self._choices:  # its programs, megabytes of a large robot, are no longer needed
                        self._choices[quantity] = replace(self._choices[quantity], program=None, simplified=None)
        return kernel

    def _derivatives_kernel(self, quantity: str, names: tuple[str, ...], default: tuple[str, ...]) -> Made:
        """Return the kernel of derivatives by these inputs; the default ones share the kernel without `wrt`."""
        return self.kernel(quantity) if names == default else self.kernel(quantity, wrt=names)

    def kernel_vjp(self, quantity: str, by: tuple[str, ...], **options: Any) -> Made:
        """Return the kernel of the VJP of any quantity that has a program, by the entries of some of its inputs.

        Args:
            quantity: The quantity.
            by: Names of the inputs whose cotangents are the outputs: arguments, "parameters", "wrench_FRAME".
            options: Those of `kernel`.

        The inputs are those of the quantity and the cotangent of its result, whose name ends in "_bar". The cotangent
        of q has nq entries, those of quaternions included.
        """
        _check_options(quantity, options)
        self._refuse_exact(f"{quantity}_vjp")
        key = (quantity, "vjp", by, *sorted(options.items()))
        with self._lock:
            if key not in self._kernels:
                self._kernels[key] = self._build(self._traced_vjp(quantity, by, options), None)
            return self._kernels[key]

    def _traced_vjp(self, quantity: str, by: tuple[str, ...], options: dict[str, Any]) -> Program:
        if f"{quantity}_vjp" in PRODUCTS and not options:
            return trace_product(self.model, f"{quantity}_vjp", by, plain=True)
        program = self._traced(quantity, options)
        # `vjp` builds the derivatives in the graph of the program, which the choice and its kernel share: a copy.
        graph = Graph()
        results = tuple(references(graph, values) for values in program.inline(graph))
        return vjp(replace(program, graph=graph, results=results, schedule=None), by)

    def program(self, quantity: str, **options: Any) -> Program:
        """Return the simplified program of a quantity."""
        _check_options(quantity, options)
        program = self._traced(quantity, options)
        return self._simplified(quantity, program) or optimise(program)

    def _traced(self, quantity: str, options: dict[str, Any]) -> Program:
        if quantity in DERIVATIVES:
            return trace_derivatives(self.model, quantity, options.get("wrt"))
        if quantity in PRODUCTS:
            return trace_product(self.model, quantity, options.get("wrt"))
        if "W" in options:
            return _trace_weighted(self.model, quantity)
        if "wrenches" in options:
            return with_wrenches(self._traced(quantity, {}), self.model, options["wrenches"])
        formulation = self.formulation_of(quantity)  # which may choose, and so trace
        choice = self._choices.get(quantity)
        if choice is not None and choice.program is not None and choice.formulation == formulation and not options:
            return choice.program
        return trace(self.model, quantity, formulation, **options)

    def _simplified(self, quantity: str, program: Program) -> Program | None:
        """Return a program after the passes if the choice of its formulation needed them, else None."""
        choice = self._choices.get(quantity)
        return choice.simplified if choice is not None and choice.program is program else None


def _check_options(quantity: str, options: Iterable[str]) -> None:
    """Raise an `ArgumentError` for an option that a quantity, or its derivatives, do not have."""
    known = [*find_quantity(quantity, derivatives=True).options]
    if quantity in DERIVATIVES or quantity in VJPS:
        known.append("wrt")
    if quantity in ("inverse_dynamics", "forward_dynamics"):
        known.append("wrenches")
    for name in options:
        if name not in known:
            expected = f"options of {quantity}: {', '.join(known) or 'none'}"
            raise ArgumentError("options", shortened(name), expected, nearest(name, known))


def _trace_weighted(model: Model, quantity: str) -> Program:
    """Return the program of a gravity norm with its weights as a second input."""
    (function,) = QUANTITIES[quantity].formulations.values()
    header = {"robot": model.robot.name, "quantity": quantity, "motors": model.motors, "weights": "an input"}
    shapes = {"q": (model.nq,), "W": (model.nv, model.nv), **{port.name: port.shape for port in free_ports(model)}}

    def norm(q: Array, W: Array, parameters: Array | None = None) -> dict[str, Array]:
        return {quantity: function(model if parameters is None else model.with_values(parameters), q, W=W)}

    return record(quantity, norm, shapes, header)


def formulations_used(choices: dict[str, FormulationChoice]) -> str:
    """Return the chosen formulations as text, such as "gravity by newton_euler"."""
    chosen = {name: choice.formulation for name, choice in choices.items() if len(QUANTITIES[name].formulations) > 1}
    return ", ".join(f"{name} by {formulation}" for name, formulation in sorted(chosen.items()))
