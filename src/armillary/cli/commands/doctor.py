"""`armillary doctor`: what is installed, and whether it works."""

from __future__ import annotations

import click

from armillary.cli import options as shared

EXAMPLES = "\b\nExamples:\n  armillary doctor\n  armillary doctor --json"


@click.command(epilog=EXAMPLES)
@shared.json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Tell whether this installation works: versions, processor, cache, extras, GPU and a self-test.

    The self-test takes about a second. It compiles the dynamics of a robot, compares the code with a plain evaluation,
    and simulates a short motion. Extras that are not installed are listed with the command that installs them.

    Exit status 1 if something is broken.
    """
    from armillary.analysis.installation import examine

    findings = examine()
    shared.answer(as_json, findings.data(), *findings.tables())
    if findings.broken:
        ctx.exit(1)
