"""The command `armillary`: it knows its commands by name and loads the one that is used.

Exit status: 0; 1 for a failed check; 2 for bad input, with a message on stderr and nothing on
stdout; 130 when interrupted, 141 when the reader of stdout has closed it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import warnings
from typing import Any

import click

from armillary import __version__
from armillary.errors import ArmillaryError, printable

NAME = "armillary"
COMMANDS = {
    "robots": "List the robots of the library.",
    "show": "Show a robot: joints, links, motors, frames.",
    "repair": "Make the values of a robot file possible.",
    "equations": "Show the equations of motion.",
    "check": "Compare all formulations on random states.",
    "ik": "Inverse kinematics: joints for a position or pose.",
    "frequencies": "Natural frequencies and mode shapes.",
    "statics": "Equilibrium under gravity and wrenches.",
    "linearise": "State-space matrices about a point.",
    "simulate": "Simulate a scenario file.",
    "margins": "Stability margins of a closed loop.",
    "sweep": "Compute a study: many runs of a scenario.",
    "plot": "Draw charts of simulated motions.",
    "animate": "Show a simulated motion as a moving picture.",
    "view": "Open a live page: a robot, a result, a scenario.",
    "report": "Make a page of simulated motions.",
    "page": "Make a page that runs a closed loop.",
    "cost": "Count the operations of each formulation.",
    "bench": "Time the compiled code of a robot.",
    "select": "Compare robots and rank them.",
    "architectures": "Search the architectures of n joints.",
    "motors": "Choose motors and gear boxes for a motion.",
    "export": "Write C, an FMU, CasADi or Python.",
    "reproduce": "Recompute the figures of the source papers.",
    "doctor": "Tell whether this installation works.",
    "completion": "Print the script that completes commands.",
}
"""Every command with its summary; `command` in `module_of(name)`."""


def module_of(command: str) -> str:
    """Return the name of the module of a command."""
    return f"armillary.cli.commands.{command}"


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is used, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which a reader needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of this name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(module_of(cmd_name)).command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors of Armillary and of the system become a message and an exit status."""
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                return super().invoke(ctx)
        except ArmillaryError as error:
            click.echo(printable(f"armillary: {error}"), err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("armillary: interrupted", err=True)
            ctx.exit(130)
        except MemoryError as error:
            click.echo(f"armillary: not enough memory: {error}", err=True)
            ctx.exit(2)
        except BrokenPipeError:  # the reader of our output has closed it
            _discard_output()
            ctx.exit(141)
        except OSError as error:
            _discard_output()
            click.echo(printable(f"armillary: {error}"), err=True)
            ctx.exit(2)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Write a warning to stderr as a message, without the line of code that Python adds."""
    click.echo(printable(f"armillary: warning: {message}"), err=True)


def _discard_output() -> None:
    """Send the rest of the output nowhere: at exit, Python would try to write it once more, and fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


EXAMPLES = "\b\nExample:\n  armillary check panda"
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=LazyGroup, epilog=EXAMPLES, context_settings=SETTINGS)
@click.version_option(__version__, prog_name=NAME)
def main() -> None:
    """Kinematics and dynamics of robot manipulators with real motors.

    ROBOT is a name from the library or a file: .toml, .urdf, .xml (MJCF), .sdf, .xacro. Every command has --json.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show ω or → gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
