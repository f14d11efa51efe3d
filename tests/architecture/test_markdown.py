"""Every code block of every page runs, and prints what the page shows.

The blocks of a page run in their order, in one namespace and one temporary folder:

    python     runs; with prompts (>>>) what it prints is compared
    console    lines that start with "$ " run: armillary in this process, which has its modules and compiled code, all
               other commands in bash; the lines below a command are compared with what it prints
    toml       is read as a robot, or as the kind of document that the comment above it names
    c          is compiled, without warnings, where it stands
    text       shows something; it is not run. So do csv, bibtex and matlab

A comment above a block says more about it; it is not shown:

    <!-- scenario: move.toml -->      the kind of a TOML document, and the file that it becomes for later blocks
    <!-- not run: why -->             the block does not run here
    <!-- first:                       Python that runs before it; Path is there
    arm.save(robot, "my-arm.toml")
    -->

"…" on a line of its own stands for lines left out. Digits of rounding, such as 1.3e-15, and the pair of formulations
that happens to be worst differ from machine to machine; these are masked before the comparison.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

import armillary as arm
from armillary.cli import main
from armillary.selection.weights import load_weights
from own_sources import PAGES, ROOT, text_of

BLOCK = re.compile(r"(?:^<!--((?:(?!-->).)*)-->\n+)?^```(\w*)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
SHOWN = ("text", "csv", "bibtex", "matlab")
REASON = "not run:"
FIRST = "first:"


@dataclass(frozen=True)
class Block:
    """One code block of a page: the line of its fence, its language, its text and the comment above it."""

    line: int
    language: str
    text: str
    note: str


def blocks(text: str) -> list[Block]:
    """Return the code blocks of a page in their order."""
    return [
        Block(text.count("\n", 0, found.start(2)) + 1, found[2], found[3], (found[1] or "").strip())
        for found in BLOCK.finditer(text)
    ]


def masked(text: str) -> list[str]:
    """Return the lines without digits of rounding, names of pairs and the widths they cause."""
    text = re.sub(r"-?\d(\.\d+)?e-(0[89]|1\d)\b|\b0\.0e\+00\b", "~", text)
    text = re.sub(r"\S+ : (\S+( M q̇)?|½ q̇ᵀ M q̇)", "pair", text)
    text = re.sub(r"─+", "─", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def missing(shown: str, printed: str) -> str:
    """Return the first line of a page that was not printed, in its turn; "" if all were."""
    got, wanted, position = masked(printed), masked(shown), 0
    for line in wanted:
        if line == "…":
            continue
        if line not in got[position:]:
            return line
        position = got.index(line, position) + 1
    return "" if "…" in wanted or not wanted or len(got) == len(wanted) else f"{len(got)} lines"


def read_robot(path: Path) -> None:
    assert arm.check(arm.load(path), states=3).worst < 1e-10


READERS = {
    "robot": read_robot,
    "scenario": arm.load_scenario,
    "motion": arm.load_motion,
    "study": arm.load_study,
    "catalogue": arm.load_catalogue,
    "weights": load_weights,
    "part": lambda path: tomllib.loads(path.read_text(encoding="utf-8")),  # of a document that a later block reads
}


class Page:
    """Runs the blocks of a page in a folder."""

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
            assert note.removeprefix(REASON).strip(), "the reason is missing"
            return ""
        if note.startswith(FIRST):
            self.python(note.removeprefix(FIRST))
            note = ""
        if block.language in SHOWN:
            return ""
        if block.language == "toml":
            return self.toml(block.text, note)
        assert not note, f"not a comment about a block of {block.language}: {note!r}"
        return {"python": self.python, "console": self.console, "c": self.c, "js": self.js}[block.language](block.text)

    def python(self, text: str) -> str:
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
        kind, _, name = note.partition(":")
        path = self.folder / (name.strip() or "document.toml")
        path.write_text(text, encoding="utf-8")
        try:
            READERS[kind.strip() or "robot"](path)
        except arm.ArmillaryError as error:
            return str(error)
        return ""

    def c(self, text: str) -> str:
        (self.folder / "block.c").write_text(text, encoding="utf-8")
        folders = [f"-I{path.parent}" for path in self.folder.rglob("*.h")]
        command = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *folders, "block.c"]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False).stderr

    def js(self, text: str) -> str:
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


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(text_of(page))], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_blocks_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner, wrong = Page(tmp_path), []
    for block in blocks(text_of(page)):
        if text := said(runner, block):
            wrong.append(f"{page.relative_to(ROOT)}:{block.line}: {text}")
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_fence_opens_or_closes_a_block(page):
    text = text_of(page)
    assert len(re.findall(r"^\s*```", text, flags=re.MULTILINE)) == 2 * len(blocks(text))
    known = {"python", "console", "toml", "c", "js", *SHOWN}
    assert not {f"{block.line}: {block.language!r}" for block in blocks(text) if block.language not in known}


class TestTheRunner:
    """It can fail: a wrong block of each kind is reported."""

    @pytest.mark.parametrize(
        "text",
        [
            "```python\n>>> 1 + 1\n3\n```\n",
            "```python\n1 / 0\n```\n",
            "```console\n$ armillary robots --nonsense\n```\n",
            "```console\n$ echo one\ntwo\n```\n",
            "```console\n$ printf 'one\\ntwo\\n'\none\n```\n",
            "```toml\nname = 3\n```\n",
            "<!-- scenario: a.toml -->\n```toml\nrobot = 'nobody'\n```\n",
            "```c\nint main(void) { return x; }\n```\n",
            "```js\nconst a = b;\n```\n",
            "<!-- not run: -->\n```python\n1\n```\n",
        ],
    )
    def test_wrong_blocks(self, text, tmp_path):
        (block,) = blocks(text)
        assert said(Page(tmp_path), block)

    @pytest.mark.parametrize(
        "text",
        [
            "```python\n>>> 1 + 1\n2\n```\n",
            "```console\n$ printf 'one\\ntwo\\nthree\\n'\none\n…\nthree\n$ true\n```\n",
            "<!-- not run: it needs a robot -->\n```python\n1 / 0\n```\n",
            "<!-- first:\nx = 1\n-->\n```python\nassert x == 1\n```\n",
        ],
    )
    def test_right_blocks(self, text, tmp_path):
        (block,) = blocks(text)
        assert Page(tmp_path).run(block) == ""


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text_of(page)):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
