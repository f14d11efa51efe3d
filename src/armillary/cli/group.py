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
GROUPS = {
    "Look": {
        "robots": "List the robots of the library.",
        "show": "Show a robot, a scenario or results; -o FILE draws them.",
        "equations": "Show the equations of motion.",
    },
    "Compute": {
        "fk": "Forward kinematics: pose of a frame.",
        "jacobian": "Jacobian, singularities, static forces.",
        "ik": "Inverse kinematics: joints for a position or pose.",
        "frequencies": "Natural frequencies and mode shapes.",
        "statics": "Equilibrium under gravity and wrenches.",
        "linearise": "State-space matrices about a point.",
        "cost": "Count the operations of each formulation.",
        "bench": "Time the compiled code of a robot.",
        "check": "Compare all formulations on random states.",
    },
    "Simulate and control": {
        "simulate": "Simulate a scenario file.",
        "margins": "Stability margins of a closed loop.",
        "sweep": "Compute a study: many runs of a scenario.",
    },
    "Choose": {
        "select": "Compare robots and rank them.",
        "architectures": "Search the architectures of n joints.",
        "motors": "Choose motors and gearboxes for a motion.",
    },
    "Hand over": {
        "export": "Write C, an FMU, CasADi, WebAssembly or Python.",
        "repair": "Repair physically impossible values in a robot file.",
    },
    "Installation": {
        "doctor": "Check whether this installation works.",
        "reproduce": "Recompute the published results of the source papers.",
        "completion": "Print the script that completes commands in a shell.",
    },
}
"""Every command with its summary, in the order in which a reader needs them."""
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
FORMER = {
    "plot": "armillary show RESULT.nc -o FILE.png",
    "animate": "armillary show RESULT.nc -o FILE.gif",
    "view": "armillary show ROBOT|SCENARIO|RESULT.nc --live",
    "report": "armillary show RESULT.nc -o FILE.html",
    "page": "armillary show ROBOT|SCENARIO -o FILE.html",
}
"""Names that commands had before `show` took their place, with what to type now."""


def module_of(command: str) -> str:
    """Return the name of the module that has the `command` of this name."""
    return f"armillary.cli.commands.{command}"


class CommandGroup(click.Group):
    """A group that lists its commands as they are defined, and suggests one in place of a mistyped one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which they are defined; Click sorts them by name."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, the command and the rest of the words; an unknown name is a usage error."""
        name = args[0]
        # Words that begin with a dash are options: Click has its own message for those.
        if name not in self.list_commands(ctx) and not name.startswith("-") and not ctx.resilient_parsing:
            hint = self.suggestion(ctx, name) or f"'{ctx.command_path} --help' lists the commands"
            raise click.UsageError(printable(f"no command {name!r}: {hint}", ""), ctx)
        return super().resolve_command(ctx, args)

    def suggestion(self, ctx: click.Context, name: str) -> str:
        """Return what to type in place of an unknown name; an empty text if no command is similar."""
        from armillary.files.words import nearest

        return nearest(name, self.list_commands(ctx))


class LazyGroup(CommandGroup):
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

    def suggestion(self, ctx: click.Context, name: str) -> str:
        """Return what to type in place of an unknown name, which may be one that a command had before."""
        from armillary.files.words import near

        similar = near(name, [*COMMANDS, *FORMER])
        return FORMER[similar[0]] if similar and similar[0] in FORMER else super().suggestion(ctx, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups of commands without loading any."""
        width = max(map(len, COMMANDS))  # one column for the summaries of all groups
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in commands.items()])

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


EXAMPLES = "\b\nExamples:\n  armillary show panda\n  armillary simulate swing.toml -o swing.nc"
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
