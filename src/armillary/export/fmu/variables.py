"""The variables of an FMU in the order of their value references, and which depends on which.

Value references, as `runtime/core.h` has them:
    time, states, derivatives of states, inputs, outputs, parameters, event indicators, two Booleans                (1)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armillary.export.fmu.block import Block, Variable
from armillary.export.fmu.functions import Functions, Known

STOP, BEYOND = "stop_at_limits", "beyond_limits"


@dataclass(frozen=True, eq=False)
class Table:
    """Value references of all variables, (1)."""

    functions: Functions

    @property
    def block(self) -> Block:
        """What is described."""
        return self.functions.block

    @cached_property
    def derivatives(self) -> tuple[Variable, ...]:
        """The variables of ẋ."""
        pairs = zip(self.block.states, self.block.rate_units, strict=True)
        return tuple(Variable(f"der({x.name})", f"Derivative: {x.description}", unit) for x, unit in pairs)

    @cached_property
    def groups(self) -> dict[str, tuple[Variable, ...]]:
        """All real variables but time, group by group."""
        block = self.block
        return {
            "x": block.states,
            "dx": self.derivatives,
            "u": block.inputs,
            "y": block.outputs,
            "p": block.parameters,
            "z": self.functions.events,
        }

    @cached_property
    def first(self) -> dict[str, int]:
        """The value reference at which each group begins."""
        found, place = {}, 1
        for name, group in self.groups.items():
            found[name] = place
            place += len(group)
        found["booleans"] = place
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all variables by value reference."""
        return ("time", *(each.name for group in self.groups.values() for each in group), STOP, BEYOND)

    def reference(self, known: Known) -> int:
        """Return the value reference of an input of the expressions."""
        name, index = known
        return 0 if name == "clock" else self.first[name] + index

    @cached_property
    def depends(self) -> dict[int, list[int]]:
        """For each state that is an output, derivative, output and event: what it depends on, by value references."""
        block, found = self.block, {}
        refs = {"dx": block.rates, "y": block.results, "z": self.functions.event_results}
        for group, results in refs.items():
            for k, knowns in enumerate(self.functions.dependencies(results)):
                found[self.first[group] + k] = sorted({self.reference(known) for known in knowns})
        for k in range(len(block.states)):
            found[self.first["x"] + k] = [self.first["x"] + k]
        return found

    def at_start(self, reference: int) -> list[int]:
        """Return what a variable depends on before the simulation begins: parameters in the place of states."""
        block = self.block
        found = set()
        for each in self.depends[reference]:
            state = each - self.first["x"]
            own = block.initial and 0 <= state < len(block.states)
            found.add(self.first["p"] + block.initial[state] if own else each)
        return sorted(found)
