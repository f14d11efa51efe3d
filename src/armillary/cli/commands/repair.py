"""`armillary repair`: a robot file with the nearest possible values."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli import options as shared

EXAMPLES = "\b\nExamples:\n  armillary repair arm.urdf\n  armillary repair arm.urdf -o arm.toml"


@click.command(epilog=EXAMPLES)
@click.argument("robot", type=shared.ROBOT)
@shared.file_option("--output", "-o", help="Write the repaired robot here; default: only show the changes.")
@shared.json_option
def command(robot: str, output: Path | None, as_json: bool) -> None:
    """Replace values of ROBOT that physics forbids by the nearest possible ones, and list the changes."""
    import warnings

    from armillary.description.repair import repair
    from armillary.description.save import save
    from armillary.errors import ArmillaryWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmillaryWarning)  # the changes say the same
        repaired = repair(shared.find_robot(robot))
    if output is not None:
        save(repaired.robot, output)
    names = ("part", "field", "before", "after", "change")
    changes = [dict(zip(names, change, strict=True)) for change in repaired.changes]
    parts = [*repaired.tables(), *([shared.written([output])] if output else [])]
    shared.answer(as_json, {"changes": changes, "written": str(output) if output else None}, *parts)
