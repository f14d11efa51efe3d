"""Every output that README.md shows is what the program prints.

Digits of rounding, such as 1.3e-15, and the pair that happens to be worst differ from machine to
machine; these are masked before the comparison. "…" on a line of its own stands for lines left out.
"""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
CONSOLE = [text for language, text in BLOCKS if language == "console"]
BROKEN = """\
name = "broken"

[[link]]
name = "rod"
mass = "-3 kg"
inertia = { xx = 1, yy = 1, zz = 5 }

[[joint]]
name = "pivot"
type = "revolute"
parent = "bse"
child = "rod"
"""


def masked(text: str) -> list[str]:
    """Return the lines without digits of rounding, names of pairs and the widths they cause."""
    text = re.sub(r"-?\d(\.\d+)?e-(0[89]|1\d)\b|\b0\.0e\+00\b", "~", text)
    text = re.sub(r"\S+ : (\S+( M q̇)?|½ q̇ᵀ M q̇)", "pair", text)
    text = re.sub(r"─+", "─", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def printed(command: str, folder: Path) -> str:
    """Return stdout and stderr of a command; `armillary` and `python` are those of this environment."""
    program, *arguments = shlex.split(command)
    here = {"armillary": ["-c", "from armillary.cli import main; main()"], "python": []}[program]
    paths = [str(ROOT / part) if part.startswith("examples/") else part for part in arguments]
    result = subprocess.run(
        [sys.executable, *here, *paths], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return result.stdout + result.stderr


def test_python_session():
    text = "\n".join(text for language, text in BLOCKS if language == "python" and ">>>" in text)
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("block", CONSOLE, ids=lambda text: text.splitlines()[0])
def test_console(block, tmp_path):
    (tmp_path / "broken.toml").write_text(BROKEN, encoding="utf-8")
    command, shown = block.removeprefix("$ ").split("\n", 1)
    got = masked(printed(command, tmp_path))
    position = 0
    for line in masked(shown):
        if line == "…":
            continue
        assert line in got[position:], "\n".join(got)
        position = got.index(line, position) + 1
    if "…" not in masked(shown):
        assert len(got) == len(masked(shown))


def test_toml_in_the_text_is_a_robot(tmp_path):
    import armillary as arm

    robots = []
    for kind, text in BLOCKS:
        if kind == "toml":
            (tmp_path / "robot.toml").write_text(text, encoding="utf-8")
            robots.append(arm.load(tmp_path / "robot.toml"))
            assert arm.check(robots[-1], states=3).worst < 1e-10
    assert robots[0].motors[0].rotor_inertia == pytest.approx(23.5e-7)
    assert robots[1].payloads[0].node == "mid"


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
