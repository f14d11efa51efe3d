"""The command line: one file per command, loaded when it is used."""

from armillary.cli.group import main

__all__ = ["main"]
