"""The closed loop of a scenario as a WebAssembly module that is stepped by its host and whose numbers may change.

The module has three functions of the address of one block of memory (`simulation.walk.live`):
    begin(at)             begins a run at the time and the state in the block
    step(at, n) → count   takes n steps; fewer where the state is not finite or leaves its bounds
    look(at)              computes the outputs at the present state
It imports nothing. Programs and loop are those of native code; the driver in `web/src/play/loop.ts` calls them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.program import Program
from armillary.compiler.simplified import SimplifiedProgram
from armillary.compiler.wasm.emit import WEB, to_object
from armillary.compiler.wasm.module import WasmModule, link
from armillary.errors import ArgumentError
from armillary.exports.about import MARK
from armillary.exports.wasm.loop_data import (
    LoopParts,
    Slider,
    about,
    default_free,
    output_names,
    outputs_program,
    sliders,
)
from armillary.exports.wasm.pace import check_explicit, choose_solver
from armillary.files.arguments import distinct
from armillary.formulations.energy import gravitational_energy
from armillary.results.balance import REST
from armillary.simulation.capabilities import require
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.prepare import loop_of, with_free_parameters
from armillary.simulation.loop.state import quaternions
from armillary.simulation.noise import llvm_text
from armillary.simulation.scenario import Scenario
from armillary.simulation.solvers import EXPLICIT
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.live import Live, live_texts
from armillary.simulation.walk.solver_loop import Form, loop_text

FUNCTIONS = ("begin", "step", "look")
LONG = 6_000
"""Operations of ẋ above which a page is made in less time, for steps that take up to a quarter longer: one loop of the
solver serves with pushes and without, and rigid robots keep programs of this length as they are traced. The passes save
3 % of them, and take a third of the time."""


@dataclass(frozen=True)
class LoopModule:
    """The module of a scenario's closed loop: its code, and everything that a driver needs to know as plain data."""

    code: bytes
    about: dict[str, Any]
    solver: Solver


def loop_module(scenario: Scenario, *, solver: Solver | None = None, free: Sequence[str] | None = None) -> LoopModule:
    """Return the closed loop of a scenario as a WebAssembly module.

    Args:
        scenario: The scenario, with one start and one plant.
        solver: RK4, RK8 or semi-implicit Euler, with its step; default that of the scenario if it is one of these,
            otherwise RK4 or RK8 with a step for the fastest motion of the closed loop (`exports.wasm.pace`).
        free: Names of the parameters of the plant that stay free; default payloads, gravity, friction, stiffnesses.

    Raises:
        ArgumentError: The scenario has several starts, changes of the plant, or a law that cannot be compiled.

    Example:
        >>> import armillary as arm
        >>> law = arm.controllers.PD(kp=100.0, kd=20.0)
        >>> made = loop_module(arm.Scenario(arm.library.get("khatib-rr"), controller=law), free=["payload.mass"])
        >>> [parameter["name"] for parameter in made.about["parameters"]]
        ['payload.mass', 'controller.kp', 'controller.kd', 'target.joint1', 'target.joint2']
    """
    explicit = None if solver is None else check_explicit(solver)
    loop = _loop(scenario, free)
    numbers = sliders(loop)
    of_scenario = scenario.solver if isinstance(scenario.solver, EXPLICIT) else None
    chosen = explicit or of_scenario or _paced(loop, numbers)
    parts = LoopParts(loop, chosen, _live(loop, chosen), tuple(numbers))
    module = _compiled(loop.equations, chosen, parts.live)
    return LoopModule(module.code, about(parts, module.free), chosen)


def _loop(scenario: Scenario, names: Sequence[str] | None) -> Loop:
    """Return the closed loop of a scenario with all numbers in p that may change, and live pushes."""
    if not isinstance(scenario, Scenario):
        raise ArgumentError("scenario", f"a {type(scenario).__name__}", "a scenario")
    free = default_free(scenario) if names is None else distinct("free", names, "names of parameters")
    plant = with_free_parameters(scenario.plant_model, free)
    values = {parameter.name: parameter.value for parameter in plant.free_parameters}
    loop = loop_of(scenario, values, reusable=True, events=True)
    require(loop, "a playable page")
    return replace(loop, phases=((0.0, replace(loop.equations, live=True)),))


def _paced(loop: Loop, numbers: Sequence[Slider]) -> Solver:
    """Return the default solver, by the scenario's numbers and by the greatest gains and stiffnesses."""
    hardest = loop.p()
    for number in numbers:
        if number.group in ("gain", "stiffness"):
            hardest[number.at] = max(number.high, number.value) - number.zero
    inside = float(loop.schedule(1.0, 1.0).insides[0])
    return choose_solver(loop.equations, loop.start[0], inside, loop.p(), hardest)


def _live(loop: Loop, solver: Solver) -> Live:
    equations, controller, compensation = loop.equations, loop.equations.controller, loop.equations.plant.compensation
    outputs = list(output_names(loop))
    live = Live(
        equations.layout,
        equations.size_of_p,
        equations.changing,
        equations.pushes.start,
        len(outputs),
        outputs.index("kinetic"),
        outputs.index("imbalance"),
        solver.step,
        0.0
        if compensation is None
        else REST * abs(float(gravitational_energy(compensation, loop.start[0, equations.layout.q]))),
        switches=tuple(t for t in loop.switches if t > 0),
    )
    if not isinstance(controller, Digital):
        return live
    (key,), (number,) = loop.origins([0]).tolist()
    return replace(live, clocks=controller.clocks, streams=controller.streams, origin=(key, number))


def _compiled(equations: Equations, solver: Solver, live: Live) -> WasmModule:
    """Return the module, from the cache if it is there."""
    elements = equations.switching.elements(equations.layout)
    normalised = quaternions(equations.plant) if solver.normalises else ()
    impacts = equations.switching.impacts(equations.layout)
    form = Form(normalised, equations.layout, elements=elements, together=True, impacts=impacts)
    programs = {"pushed": equations.program}
    if equations.program.operations <= LONG:
        programs["free"] = replace(equations, live=False).program
    programs |= {"energy": equations.energies, "outputs": outputs_program(equations)}
    programs |= {f"task{k}": update for k, update in enumerate(equations.updates())}
    programs |= {"watch": equations.watch} if elements else {}
    parts: list[str | bytes] = [
        "live", *map(signature, programs.values()), solver.name, repr(form), repr(live), environment(),
        source_digest("simulation", "exports.wasm"),
    ]  # fmt: skip
    whole = sys.maxsize if equations.plant.flexible else LONG
    image = load_or_build(parts, lambda: _object(programs, solver, form, live, whole))
    return link(image, {name: name for name in FUNCTIONS}, 8 * live.size, MARK)


def _object(programs: Mapping[str, Program], solver: Solver, form: Form, live: Live, long: int) -> bytes:
    """Return the module as an object file; programs of more than `long` operations are not simplified."""
    short = [
        replace(program if program.operations > long else SimplifiedProgram(program).simplified, name=name)
        for name, program in programs.items()
    ]
    texts = [part for program in short for part in function_text(program, "one", 1, WEB)]
    library = dict.fromkeys(part for program in short for part in libraries(program, WEB, 1))
    if any(live.streams):
        library |= {llvm_text(): None}
    rates = [program for program in short if program.name in ("pushed", "free")]
    loops = f"{rates[0].name}_loop1", f"{rates[-1].name}_loop1"
    loop_functions = [*(loop_text(program, solver, 1, 1, form) for program in rates), *live_texts(live, loops)]
    notes = [f"attributes #{k} = {{ nounwind }}" for k in range(2)]
    return to_object(
        "\n\n".join([*texts, *loop_functions, *library, *notes, *NOTES]), loops=[*dict.fromkeys(loops), *FUNCTIONS]
    )
