"""Public robot files to the end: which load, show, pass their checks, follow a move, and move on a page.

    python benchmarks/real_robots.py FILE… [--list FILES.txt] [--stages load show check] [--limit 300] [--json OUT.json]

Each file is read, printed by `armillary show` and `armillary check`, and simulated for 1 s: the first move of its page,
PD control with gravity compensation. Its page is opened in a headless Chromium. It moves if the configuration changes
within a second of simulated time, and is in view if the origins of four in five of its bodies are inside the picture.
Every file has a process to itself, with a limit on its time. No robot file is shipped: the list names files of this
machine, one in a line.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import armillary as arm
from armillary.cli import main as commands

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]
from browser.asking import ask  # noqa: E402
from browser.conftest import open_chromium  # noqa: E402

STAGES = ("load", "show", "check", "simulate", "page", "view")
DURATION = 1.0
"""Simulated time of the run, and of the page before it is looked at [s]."""

Row = dict[str, Any]


def command(*words: str) -> str:
    """Run a command of `armillary`; return what it printed. A check that fails is no error here."""
    result = CliRunner().invoke(commands, [*words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code > 1 or (result.exit_code == 1 and words[0] != "check"):
        raise RuntimeError(f"exit status {result.exit_code}: {' '.join(result.output.split())[-300:]}")
    return result.output


def simulate(row: Row, path: Path) -> None:
    """Simulate the first move of a robot, and keep what became of it."""
    told = json.loads(command("simulate", str(path), "--duration", f"{DURATION:g}", "--json"))
    row["drift"] = told.get("drift_max")


def view(row: Row, path: Path, pictures: Path | None) -> None:
    """Open a page and look whether the robot moves and stays in view."""
    with tempfile.TemporaryDirectory() as profile:
        browser = open_chromium(Path(profile), 1000, 700)
        try:
            browser.get(path.as_uri())
            begun, first = time.monotonic(), None
            while time.monotonic() - begun < 60:
                time.sleep(0.2)
                if not ask(browser, "window.armillary && armillary.frames() > 0"):
                    continue
                first = first or ask(browser, "armillary.x()")
                if ask(browser, "armillary.time()") >= DURATION:
                    break
            if first is None:
                raise RuntimeError(f"the page shows nothing: {browser.console_errors()[:1]}")
            row["time"], last = ask(browser, "armillary.time()"), ask(browser, "armillary.x()")
            row["moved"] = float(np.abs(np.subtract(last, first)).max())
            row["in view"] = ask(browser, "armillary.inView()")
            if pictures is not None:
                browser.save_screenshot(str(pictures / f"{row['number']:03d}-{Path(row['file']).stem}.png"))
            if errors := browser.console_errors():
                raise RuntimeError(f"console: {errors[0][:200]}")
            if row["time"] < DURATION:
                raise RuntimeError(f"the page stands at {row['time']:.3g} s")
            if row["moved"] < 1e-4:
                raise RuntimeError("nothing moves")
            if row["in view"] < 0.8:
                raise RuntimeError(f"only {row['in view']:.0%} of the bodies are in view")
        finally:
            browser.quit()


def examine(path: Path, number: int, chosen: list[str], pictures: Path | None) -> Row:
    """Return the row of one file: time of each stage [s], or the reason why it was not reached."""
    row: Row = {"file": str(path), "number": number, "nv": 0, "failed": "", "reason": ""}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        page = Path(folder) / "page.html"
        stages: dict[str, Callable[[], Any]] = {
            "load": lambda: row.update(nv=arm.model(arm.load(path)).nv),
            "show": lambda: command("show", str(path)),
            "check": lambda: command("check", str(path)),
            "simulate": lambda: simulate(row, path),
            "page": lambda: command("show", str(path), "-o", str(page)),
            "view": lambda: view(row, page, pictures),
        }
        for stage in chosen:
            begun = time.perf_counter()
            try:
                stages[stage]()
            except Exception as error:
                raw = not isinstance(error, arm.ArmillaryError | RuntimeError)
                row[stage] = "RAW" if raw else "no"
                text = " ".join(str(error).split())
                row["failed"] = f"{row['failed']} {stage}".strip()
                row["reason"] += f"{stage}: {type(error).__name__ + ': ' if raw else ''}{text[:300]} "
                if stage in ("load", "page"):
                    break
                continue
            row[stage] = round(time.perf_counter() - begun, 2)
    return row


def with_limit(path: Path, number: int, chosen: list[str], limit: float, pictures: Path | None) -> Row:
    """Run `examine` in a separate process."""
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(duplex=False)

    def work() -> None:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        send.send(examine(path, number, chosen, pictures))

    process = context.Process(target=work)
    process.start()
    send.close()
    lost = {"file": str(path), "number": number, "nv": 0, "failed": "all", "reason": f"over {limit:g} s, or killed"}
    try:
        row: Row = receive.recv() if receive.poll(limit) else lost
    except EOFError:
        row = lost
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.join()
    return row


def main() -> None:
    """Print the table and its summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--list", type=Path, help="file with one path in a line")
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=[*STAGES], help="what to try")
    parser.add_argument("--limit", type=float, default=300.0, help="time for each file [s]")
    parser.add_argument("--pictures", type=Path, help="folder for screenshots of the pages")
    parser.add_argument("--json", type=Path, help="write the rows here")
    args = parser.parse_args()
    files = [*args.files]
    if args.list:
        files += [Path(line.strip()) for line in args.list.read_text().splitlines() if line.strip()]
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, path in enumerate(files):
        row = with_limit(path.resolve(), number, args.stages, args.limit, args.pictures)
        rows.append(row)
        cells = "  ".join(f"{stage} {row.get(stage, '-')!s:>5}" for stage in STAGES)
        print(
            f"{number:3} nv {row['nv']:3}  {cells}  {'/'.join(path.parts[-3:])[-60:]:60}  {row['reason']}", flush=True
        )
        if args.json:
            args.json.write_text(json.dumps(rows, indent=1))
    print(dict(Counter(row["failed"] or "works to the end" for row in rows)))


if __name__ == "__main__":
    main()
