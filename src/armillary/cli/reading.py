"""Options of commands that read robot files: --strict, --root, --base, --trusted and --xacro-arg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from armillary.errors import ArgumentError

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _keep(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    # `find_robot` reads it from here: commands between would only pass it on.
    ctx.meta[f"armillary.{parameter.name}"] = value


def _option(name: str, callback: Callable[..., None] = _keep, **settings: Any) -> Callable[[_Command], _Command]:
    """Return an option whose value is kept for `kept`, and not given to the command."""
    return click.option(name, expose_value=False, callback=callback, **settings)


strict_option = _option("--strict", is_flag=True, help="Refuse robot files with values that physics forbids.")
FILES = ("root", "base", "trusted", "xacro_arg")
"""Options that robot files alone have."""


def _pairs(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> None:
    for text in texts:
        if "=" not in text.strip("="):
            raise ArgumentError("--xacro-arg", repr(text), "NAME=VALUE, as in tool=gripper")
    _keep(ctx, parameter, dict(text.split("=", 1) for text in texts))


def reading_options(command: _Command) -> _Command:
    """Give a command the options of `arm.load`: --strict, --root, --base, --trusted and --xacro-arg."""
    trusted = _option("--trusted", is_flag=True, help="Expand a .xacro file, which can run any code that it contains.")
    argument = _option(
        "--xacro-arg",
        _pairs,
        metavar="NAME=VALUE",
        multiple=True,
        help="Argument of a .xacro file; repeat for several.",
    )
    base = _option("--base", type=click.Choice(("free", "fixed")), help="Free or fix the base of a robot file.")
    root = _option("--root", metavar="NAME", help="Read the tree of this link or body of a robot file alone.")
    return strict_option(root(base(trusted(argument(command)))))


def strictly() -> bool | None:
    """Return True with --strict, else None: the format of the file decides."""
    return True if kept("strict") else None


def kept(name: str) -> Any:
    """Return the value of an option of the command that runs."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(f"armillary.{name}")
