"""The C sources of an FMU: the generated model, and the runtime that is the same for all.

model.h                      sizes, start values, names and instants as tables
ID_rates.c, ID_outputs.c, …  the functions of `functions`, by the compiler's C back end
fmi2.c or fmi3.c             the functions of the standard; includes core.c and solver.c, so that no name of the
                             runtime is seen outside
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from armillary.compiler.c.emit import emit
from armillary.compiler.names import plain
from armillary.exports.fmu.functions import Functions
from armillary.exports.fmu.variables import Table

RUNTIME = {"2.0": ("fmi2.h", "fmi2.c"), "3.0": ("fmi3.h", "fmi3.c")}
COMMON = ("core.h", "core.c", "solver.c")

NO_TOKEN = '#define MODEL_TOKEN ""'

TOLERANCE = 1e-10
"""Relative and absolute tolerance of the solver of co-simulation; an importer may ask for less, not for more."""


def sources(functions: Functions, table: Table, identifier: str, fmi: str) -> dict[str, str]:
    """Return all files by name, the generated ones and the runtime; the token is still to be put in."""
    found: dict[str, str] = {}
    defines = []
    headers = []
    for name, program in functions.programs.items():
        source, header = emit(program, f"{identifier}_{name}")
        found[f"{identifier}_{name}.c"], found[f"{identifier}_{name}.h"] = source, header
        headers.append(f'#include "{identifier}_{name}.h"')
        defines.append(f"#define model_{name} {identifier}_{name}")
    found["model.h"] = _model(functions, table, headers, defines)
    here = resources.files("armillary.exports.fmu").joinpath("runtime")
    for name in (*COMMON, *RUNTIME[fmi]):
        found[name] = here.joinpath(name).read_text(encoding="utf-8")
    return found


def with_token(files: dict[str, str], token: str) -> dict[str, str]:
    """Return the files with the token of the model, which is made from them, in its place."""
    return files | {"model.h": files["model.h"].replace(NO_TOKEN, f'#define MODEL_TOKEN "{token}"')}


def compiled_files(files: Iterable[str], fmi: str) -> list[str]:
    """Return the files that a compiler is given: the others are included by these."""
    generated = [name for name in files if name.endswith(".c") and name not in (*COMMON, "fmi2.c", "fmi3.c")]
    return [*sorted(generated), RUNTIME[fmi][1]]


def _model(functions: Functions, table: Table, headers: list[str], defines: list[str]) -> str:
    """Return model.h."""
    block = functions.block
    sizes = {
        "NX": len(block.states),
        "NU": len(block.inputs),
        "NY": len(block.outputs),
        "NP": len(block.parameters),
        "NZ": len(functions.events),
        "NH": block.held,
        "NC": len(block.memory),
        "N_SWITCHES": len(block.switches),
        "N_LIMITS": len(block.limits),
        "N_QUATERNIONS": len(block.quaternions),
        "STOP_AT_LIMITS": int(block.stop),
        "STARTS_FROM_PARAMETERS": int(bool(block.initial)),
        "FIRST_START": block.initial[0] if block.initial else 0,
    }
    lines = [
        f"/* {plain(block.description)}: sizes and tables. */",
        "#ifndef MODEL_H",
        "#define MODEL_H",
        "",
        *headers,
        "",
        *defines,
        "",
        NO_TOKEN,
        *(f"#define {name} {size}" for name, size in sizes.items()),
        f"#define PERIOD {block.period!r}",
        f"#define TOLERANCE {TOLERANCE!r}",
        "",
        _numbers("state_start", [each.start for each in block.states]),
        _numbers("input_start", [each.start for each in block.inputs]),
        _numbers("parameter_start", [each.start for each in block.parameters]),
        _numbers("parameter_minimum", [_least(each.minimum) for each in block.parameters]),
        _numbers("memory_start", block.memory),
        _numbers("switch_times", block.switches),
        _whole("parameter_fixed", [int(each.fixed) for each in block.parameters]),
        _whole("quaternion_places", block.quaternions),
        _whole("limit_states", [limit.state for limit in block.limits]),
        _whole("limit_signs", [limit.sign for limit in block.limits]),
        _texts("variable_names", table.names),
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def _least(minimum: float | None) -> float:
    return -1.7976931348623157e308 if minimum is None else minimum


def _numbers(name: str, values: Iterable[float]) -> str:
    listed = [repr(float(value)) for value in values]
    return f"static const double {name}[{max(1, len(listed))}] = {{{', '.join(listed or ['0.0'])}}};"


def _whole(name: str, values: Iterable[int]) -> str:
    listed = [str(value) for value in values]
    return f"static const int {name}[{max(1, len(listed))}] = {{{', '.join(listed or ['0'])}}};"


def _texts(name: str, texts: Iterable[str]) -> str:
    """Return a table of names, which are made of letters, digits and . _ [ ] , ( ) alone."""
    listed = [f'    "{text}",' for text in texts]
    return "\n".join([f"static const char *const {name}[{len(listed)}] = {{", *listed, "};"])
