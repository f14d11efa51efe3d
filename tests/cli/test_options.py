"""The same option has the same name and form in every command."""

import importlib
import re
import shlex
import subprocess
import sys
from collections import defaultdict

import click
import pytest

from internals import ALL_FORMULATIONS, COMMANDS, EXPORTED, WHAT, bench, module_of, registry
from internals import CHOICE_OBJECTIVES as OBJECTIVES
from internals import cli_names as names
from internals import multibody_build as build
from internals import options as shared

MADE = {name: importlib.import_module(module_of(name)).command for name in COMMANDS}
FOUND = {name: made for name, made in MADE.items() if not isinstance(made, click.Group)}
FOUND |= {
    f"{name} {each}": inner
    for name, made in MADE.items() if isinstance(made, click.Group)
    for each, inner in made.commands.items()
}  # fmt: skip
"""Every command; those of a group with its name before theirs."""

OTHER_CHOICES = {"--motors": {"all"}}
"""Choices that one command has beside those of the others: `check` compares all ways of counting motors."""


def options(command: click.Command) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def form(option: click.Option) -> tuple[object, ...]:
    """Return what a user has to know to write an option, its default aside."""
    kind = option.type
    choices = (
        tuple(sorted(set(kind.choices) - OTHER_CHOICES.get(option.opts[0], set())))
        if isinstance(kind, click.Choice)
        else ()
    )
    name = (
        "number"
        if isinstance(kind, click.types.FloatRange)
        else "count"
        if isinstance(kind, click.types.IntRange)
        else "path"  # of stores also an address
        if isinstance(kind, click.Path)
        else type(kind).__name__
    )
    return (
        tuple(option.opts),
        tuple(option.secondary_opts),
        name,
        choices,
        option.metavar,
        option.multiple,
        option.is_flag,
    )


def test_one_form_for_each_option():
    forms = defaultdict(lambda: defaultdict(list))
    for name, command in FOUND.items():
        for option in options(command):
            forms[max(option.opts, key=len)][form(option)].append(name)
    differing = {name: dict(ways) for name, ways in forms.items() if len(ways) > 1}
    assert not differing


@pytest.mark.parametrize("name", FOUND)
def test_every_command_has_json_and_an_example(name):
    assert "--json" in {flag for option in options(FOUND[name]) for flag in option.opts}
    assert f"armillary {name}" in FOUND[name].epilog


@pytest.mark.parametrize("name", FOUND)
def test_examples_use_options_that_exist(name):
    known = {flag for option in options(FOUND[name]) for flag in (*option.opts, *option.secondary_opts)}
    lines = re.findall(rf"^ *(armillary {name}.*)$", FOUND[name].epilog, flags=re.MULTILINE)
    for line in lines:
        used = {word.split("=")[0] for word in shlex.split(line) if re.match(r"--?[a-z]", word)}
        assert used <= known, line


@pytest.mark.parametrize("name", FOUND)
def test_every_option_says_what_it_is_for(name):
    for option in options(FOUND[name]):
        assert option.help, option.opts
        assert option.help.endswith((".", "]")), option.help
        assert "unless given" not in option.help


def test_help_loads_no_numpy():
    modules = ", ".join(map(module_of, COMMANDS))
    code = f"import sys, {modules}; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_names_in_help_are_those_of_the_package():
    assert (*registry.QUANTITIES, *registry.DERIVATIVES, *registry.PRODUCTS) == names.QUANTITIES
    assert (*ALL_FORMULATIONS, "derivatives") == names.FORMULATIONS
    assert names.TIMED == bench.KNOWN
    assert names.TIMED_BY_DEFAULT == bench.USUAL
    assert shared.MOTORS == build.MOTORS
    assert tuple(EXPORTED) == names.EXPORTED
    assert tuple(WHAT) == names.CHARTS
    assert tuple(OBJECTIVES) == names.OBJECTIVES


def test_the_package_is_a_program():
    shown = subprocess.run([sys.executable, "-m", "armillary", "--help"], capture_output=True, text=True, check=True)
    assert "Look:" in shown.stdout
