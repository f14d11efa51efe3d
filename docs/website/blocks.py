"""Code blocks and tables of commands on a page, and what a page shows beside what was printed.

The blocks of a page run in their order, in one namespace and one temporary folder:

    python     runs; with prompts (>>>) what it prints is compared
    console    lines that start with "$ " run: armillary in this process, which has its modules and compiled code, all
               other commands in bash; the lines below a command are compared with what it prints
    toml       is read as a robot, or as the kind of document that the comment above it names
    c          is compiled, without warnings, where it stands
    js         runs as a module by Node
    text       shows something; it is not run. So do csv, bibtex and matlab

A comment above a block says more about it; it is not shown:

    <!-- scenario: move.toml -->      the kind of a TOML document, and the file that it becomes for later blocks
    <!-- not run: why -->             the block does not run here
    <!-- first:                       Python that runs before it; Path is there
    arm.save(robot, "my-arm.toml")
    -->

A table under this comment has Python in some columns, in backticks. Its rows run in their order, cell by cell; where
all of these cells of a row have numbers as values, the numbers are compared:

    <!-- runs: Pinocchio, Armillary -->

A line "…" stands for lines left out. Digits of rounding, such as 1.3e-15, and the pair of formulations
that happens to be worst differ from machine to machine; these are masked before the comparison.
"""

import re
from dataclasses import dataclass

BLOCK = re.compile(
    r"(?:^<!--((?:(?!-->).)*)-->\n+)?^```(\w*)\n(.*?)^```$|^<!-- runs: ([^>]*?) -->\n+((?:^\|[^\n]*\n)+)",
    flags=re.MULTILINE | re.DOTALL,
)
CELL = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")
TABLE = "table"


@dataclass(frozen=True)
class Block:
    """One code block of a page: the line of its fence, its language, its text and the comment above it.

    A table that runs has the language `TABLE`, and its note has the names of the columns.
    """

    line: int
    language: str
    text: str
    note: str


def blocks(text: str) -> list[Block]:
    """Return the code blocks and the tables of a page in their order."""
    return [_block(text, found) for found in BLOCK.finditer(text)]


def _block(text: str, found: re.Match[str]) -> Block:
    if found[4]:
        return Block(text.count("\n", 0, found.start(5)) + 1, TABLE, found[5], found[4])
    return Block(text.count("\n", 0, found.start(2)) + 1, found[2], found[3], (found[1] or "").strip())


def code_rows(block: Block) -> list[tuple[str, ...]]:
    """Return the code in the columns of a table that run, row by row; a cell without code is empty."""
    rows = [[cell.strip().replace("\\|", "|") for cell in CELL.split(line)[1:-1]] for line in block.text.splitlines()]
    columns = [rows[0].index(name.strip()) for name in block.note.split(",")]
    return [tuple("\n".join(CODE.findall(row[column])) for column in columns) for row in rows[2:]]


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
