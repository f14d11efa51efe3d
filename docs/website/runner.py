"""Runs the code blocks of a page. `blocks.py` says how each kind is run."""

import ast
import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from click.testing import CliRunner

import armillary as arm
from armillary.cli import main
from armillary.selection.weights import load_weights
from website.blocks import TABLE, Block, blocks, code_rows, missing

ROOT = Path(__file__).parents[2]
SHOWN = ("text", "csv", "bibtex", "matlab")
REASON = "not run:"
FIRST = "first:"
EQUAL = 1e-9
"""Relative difference up to which the values of one row of a table are equal."""


def read_robot(path: Path) -> None:
    """Load a robot and compare its formulations in three states."""
    worst = arm.check(arm.load(path), states=3).worst
    if worst >= 1e-10:
        raise arm.ArgumentError("robot", f"formulations that differ by {worst:.1e}", "less than 1e-10")


READERS: dict[str, Callable[[Path], object]] = {
    "robot": read_robot,
    "scenario": arm.load_scenario,
    "motion": arm.load_motion,
    "study": arm.load_study,
    "catalogue": arm.selection.load_catalogue,
    "weights": load_weights,
    "part": lambda path: tomllib.loads(path.read_text(encoding="utf-8")),  # of a document that a later block reads
}


class Page:
    """Runs the blocks of a page in a folder, which must be the working folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.names = folder, {"__name__": "page", "Path": Path}
        programs = folder.parent / (folder.name + "-programs")
        programs.mkdir()
        for name, code in (("armillary", " -c 'from armillary.cli import main; main()'"), ("python", "")):
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{code} "$@"\n')
            (programs / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}
        (folder / "examples").symlink_to(ROOT / "examples")

    def run(self, block: Block) -> str:
        """Run a block and return what is wrong with it; "" if nothing is. It may raise any error."""
        note = block.note
        if note.startswith(REASON):
            return "" if note.removeprefix(REASON).strip() else "the reason is missing"
        if block.language == TABLE:
            return self.table(block)
        if note.startswith(FIRST):
            self.python(note.removeprefix(FIRST))
            note = ""
        if block.language in SHOWN:
            return ""
        if block.language == "toml":
            return self.toml(block.text, note)
        if note:
            return f"not a comment about a block of {block.language}: {note!r}"
        return {"python": self.python, "console": self.console, "c": self.c, "js": self.js}[block.language](block.text)

    def table(self, block: Block) -> str:
        """Run the code in a table, and compare the numbers of each row."""
        for row in code_rows(block):
            values = [self.value(code) for code in row if code]
            numbers = [value for value in values if isinstance(value, (int, float, np.ndarray))]
            if len(numbers) < 2 or len(numbers) < len(row):
                continue
            first = np.asarray(numbers[0], dtype=float)
            for other in numbers[1:]:
                scale = max(float(np.max(np.abs(first), initial=0.0)), 1e-300)
                if np.shape(other) != first.shape or np.max(np.abs(first - other), initial=0.0) > EQUAL * scale:
                    return f"{row[0]}\ngives {first}, the other column {other}"
        return ""

    def value(self, code: str) -> object:
        """Run some lines and return the value of the last, None if that is a statement."""
        tree = ast.parse(code)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(tree, "page", "exec"), self.names)
            return eval(compile(ast.Expression(last.value), "page", "eval"), self.names) if last else None

    def python(self, text: str) -> str:
        """Run Python; with prompts, return where it prints something else."""
        if ">>>" not in text:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, "page", "exec"), self.names)
            return ""
        test = doctest.DocTestParser().get_doctest(text, self.names, "page", "page", 0)
        test.globs = self.names
        report: list[str] = []
        doctest.DocTestRunner().run(test, out=report.append, clear_globs=False)
        return "".join(report)

    def console(self, text: str) -> str:
        """Run the commands after "$ " and return the first one that prints something else."""
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            plain = command.startswith("armillary ") and not set(command.partition("#")[0]) & set("|&;<>$*")
            status, printed = (self.armillary if plain else self.bash)(command)
            if lost := missing(shown, printed):
                return f"$ {command}\nnot printed: {lost}\n{printed}"
            if status and not shown.strip():
                return f"$ {command}\nstatus {status}\n{printed}"
        return ""

    def armillary(self, command: str) -> tuple[int, str]:
        """Run `armillary …` in this process; return its status and all that it prints."""
        with contextlib.chdir(self.folder):
            done = CliRunner().invoke(
                main, shlex.split(command, comments=True)[1:], env={"COLUMNS": self.environment["COLUMNS"]}
            )
        return done.exit_code, done.output

    def bash(self, command: str) -> tuple[int, str]:
        """Run a command as a program; return its status and all that it prints."""
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True,
            encoding="utf-8", check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    def toml(self, text: str, note: str) -> str:
        """Read a document of the kind that the note names."""
        kind, _, name = note.partition(":")
        path = self.folder / (name.strip() or "document.toml")
        path.write_text(text, encoding="utf-8")
        try:
            READERS[kind.strip() or "robot"](path)
        except arm.ArmillaryError as error:
            return str(error)
        return ""

    def c(self, text: str) -> str:
        """Check a C source by the installed compiler."""
        (self.folder / "block.c").write_text(text, encoding="utf-8")
        folders = [f"-I{path.parent}" for path in self.folder.rglob("*.h")]
        command = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *folders, "block.c"]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False).stderr

    def js(self, text: str) -> str:
        """Run an ES module by Node."""
        (self.folder / "block.mjs").write_text(text, encoding="utf-8")
        return subprocess.run(
            ["node", "block.mjs"], cwd=self.folder, capture_output=True, text=True, check=False
        ).stderr


def said(page: Page, block: Block) -> str:
    """Return what is wrong with a block, an error that it raises included."""
    try:
        return page.run(block)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def faults(path: Path, folder: Path) -> list[str]:
    """Run all blocks of a page in an empty folder, the working folder; return what is wrong with them."""
    runner, wrong = Page(folder), []
    for block in blocks(path.read_text(encoding="utf-8")):
        if text := said(runner, block):
            wrong.append(f"{path.relative_to(ROOT)}:{block.line}: {text}")
    return wrong
