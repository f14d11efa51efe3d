"""`armillary completion`: the script of a shell that completes commands, options and robots, made by Click."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import FishComplete, get_completion_class

from armillary.cli import options as shared
from armillary.cli.group import NAME

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    "\b\nExamples:\n"
    "  armillary completion bash > ~/.local/share/bash-completion/completions/armillary\n"
    "  armillary completion zsh > ~/.zfunc/_armillary    (with fpath+=~/.zfunc before compinit in ~/.zshrc)\n"
    "  armillary completion fish > ~/.config/fish/completions/armillary.fish"
)


class Fish(FishComplete):
    """The script for fish. Click's own cuts descriptions at their first comma; only the type ends with one."""

    source_template = """\
function %(complete_func)s
    set -l answers (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \\
        COMP_CWORD=(commandline -t) %(prog_name)s)
    for answer in $answers
        set -l parts (string split --max 1 "," -- $answer)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                echo $parts[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


@click.command(epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@shared.json_option
@click.pass_context
def command(ctx: click.Context, shell: str | None, as_json: bool) -> None:
    """Print the script that lets SHELL complete commands, options, robots of the library and files.

    SHELL is bash, zsh or fish; default: the shell that the variable SHELL names.
    """
    name = shell or Path(os.environ.get("SHELL", "")).name
    shell_class = get_completion_class(name) if name in SHELLS else None
    if shell_class is None:
        raise click.BadParameter(f"{name!r}; expected one of {', '.join(SHELLS)}.", ctx=ctx, param_hint="SHELL")
    if name == Fish.name:
        shell_class = Fish
    script = shell_class(ctx.find_root().command, {}, NAME, f"_{NAME.upper()}_COMPLETE").source()
    shared.answer(as_json, {"shell": name, "script": script}, line="" if as_json else script)
