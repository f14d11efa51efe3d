"""The variables of an FMU in the order of their value references, and their dependencies.

Value references, as in `runtime/core.h`:
    time, states, derivatives of states, inputs, outputs, parameters, event indicators, two Booleans                (1)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from armillary.exports.fmu.block import EquationBlock, ScalarVariable
from armillary.exports.fmu.functions import Functions, Known

STOP, BEYOND = "stop_at_limits", "beyond_limits"


@dataclass(frozen=True)
class Role:
    """Attributes of a variable in the standard; `initial` is empty where the standard does not define it."""

    causality: str
    variability: str
    initial: str = ""
    starts: bool = False
    """Whether it has a start value."""


@dataclass(frozen=True)
class Unknown:
    """An element of the model structure: a variable, its dependencies and their kind."""

    reference: int
    depends: tuple[int, ...]
    kind: str = "dependent"

    @property
    def kinds(self) -> str:
        """The kind of each dependency."""
        return " ".join([self.kind] * len(self.depends))


@dataclass(frozen=True, eq=False)
class VariableTable:
    """Value references of all variables, (1)."""

    functions: Functions

    @property
    def block(self) -> EquationBlock:
        """The block."""
        return self.functions.block

    @cached_property
    def groups(self) -> dict[str, tuple[ScalarVariable, ...]]:
        """All real variables except time, by group."""
        block = self.block
        pairs = zip(block.states, block.rate_units, strict=True)
        return {
            "x": block.states,
            "dx": tuple(ScalarVariable(f"der({x.name})", f"Derivative: {x.description}", unit) for x, unit in pairs),
            "u": block.inputs,
            "y": block.outputs,
            "p": block.parameters,
            "z": self.functions.events,
        }

    @cached_property
    def first(self) -> dict[str, int]:
        """The first value reference of each group."""
        references, place = {}, 1
        for name, group in self.groups.items():
            references[name] = place
            place += len(group)
        references["booleans"] = place
        return references

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all variables by value reference."""
        return ("time", *(variable.name for group in self.groups.values() for variable in group), STOP, BEYOND)

    def reference(self, entry: Known) -> int:
        """Return the value reference of an input of the expressions."""
        name, index = entry
        return 0 if name == "clock" else self.first[name] + index

    def role(self, group: str, variable: ScalarVariable) -> Role:
        """Return the role of a variable of a group."""
        own_start = not self.block.initial
        match group:
            case "x":
                return Role("output", "continuous", "exact" if own_start else "calculated", own_start)
            case "u":
                return Role("input", "continuous", "", True)
            case "y":
                return Role("output", "continuous", "calculated")
            case "p":
                return Role("parameter", "fixed" if variable.fixed else "tunable", "exact", True)
        return Role("local", "continuous", "calculated")

    def places(self, group: str) -> range:
        """Return the value references of a group."""
        return range(self.first[group], self.first[group] + len(self.groups[group]))

    @cached_property
    def known(self) -> dict[int, list[Known]]:
        """The inputs of the expression of each state, derivative, output and event."""
        block = self.block
        refs = {"dx": block.rates, "y": block.results, "z": self.functions.event_results}
        entries: dict[int, list[Known]] = {self.first["x"] + k: [("x", k)] for k in range(len(block.states))}
        for group, results in refs.items():
            entries |= zip(self.places(group), self.functions.dependencies(results), strict=True)
        return entries

    def depends(self, reference: int) -> tuple[int, ...]:
        """Return the dependencies of a variable during the simulation, when held efforts are constant."""
        return tuple(sorted({self.reference(entry) for entry in self.known[reference] if entry[0] != "h"}))

    def at_start(self, references: Iterable[int]) -> tuple[int, ...]:
        """Return the dependencies of variables before the start.

        Initial values may be parameters, and tasks compute what is held.
        """
        block = self.block
        entries = {entry for reference in references for entry in self.known[reference]}
        held_entries = {entry for entry in entries if entry[0] == "h"}
        entries = (entries - held_entries).union(*(self._held_at_start[k] for _, k in held_entries))
        if block.initial:
            entries = {("p", block.initial[k]) if name == "x" else (name, k) for name, k in entries}
        return tuple(sorted({self.reference(entry) for entry in entries}))

    @cached_property
    def _held_at_start(self) -> list[set[Known]]:
        """The inputs that each entry of h depends on at the start, whichever tasks are due there; modes have none."""
        sources: list[set[Known]] = [set() for _ in self.block.held]
        for task in self.block.tasks:
            dependencies = self.functions.dependencies(task.program.results[0])
            through = [[sources[k] if name == "h" else {(name, k)} for name, k in entries] for entries in dependencies]
            computed = [before.union(*after) for before, after in zip(sources, through, strict=False)]
            sources = [*computed, *sources[len(computed) :]]
        return sources

    @property
    def beyond(self) -> int:
        """The value reference of `beyond_limits`."""
        return self.first["booleans"] + 1

    @property
    def limited(self) -> tuple[int, ...]:
        """The states that have limits."""
        return tuple(sorted({self.first["x"] + limit.state for limit in self.block.limits}))

    def outputs(self) -> list[Unknown]:
        """Return the outputs: states, computed outputs and `beyond_limits`."""
        states = [Unknown(reference, (reference,), "constant") for reference in self.places("x")]
        return [*states, *self.unknowns("y"), Unknown(self.beyond, self.limited)]

    def unknowns(self, group: str) -> list[Unknown]:
        """Return the variables of a group with their dependencies."""
        return [Unknown(reference, self.depends(reference)) for reference in self.places(group)]

    def initial_unknowns(self) -> list[Unknown]:
        """Return the variables that are computed before the start."""
        states = self.places("x") if self.block.initial else ()
        unknowns = [
            Unknown(reference, self.at_start([reference]))
            for reference in (*states, *self.places("dx"), *self.places("y"))
        ]
        return [*unknowns, Unknown(self.beyond, self.at_start(self.limited))]
