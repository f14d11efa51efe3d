"""Runs the code blocks of all pages that did not run since they changed; several pages at once."""

import contextlib
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from website import kept
from website.blocks import blocks
from website.stage import ROOT, sources_of_pages


def run_pages() -> list[str]:
    """Run the pages that are due; return what is wrong with their blocks."""
    due = [path for path in sources_of_pages() if blocks(text := path.read_text(encoding="utf-8")) and _is_due(text)]
    wrong: list[str] = []
    if not due:
        return wrong
    print(f"running the code blocks of {len(due)} pages …", flush=True)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        jobs = {pool.submit(_run, path): path for path in due}
        for job in as_completed(jobs):
            found, seconds = job.result()
            print(f"  {jobs[job].relative_to(ROOT)}: {seconds:.1f} s", flush=True)
            wrong += found
    return wrong


def _is_due(text: str) -> bool:
    return not kept.place("blocks", text).exists()


def _run(path: Path) -> tuple[list[str], float]:
    """Run one page in an empty folder; return what is wrong and the CPU time [s]."""
    from website.runner import faults

    place = kept.place("blocks", path.read_text(encoding="utf-8"))
    before = sum(os.times()[:4])
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / "page"
        inner.mkdir()
        with contextlib.chdir(inner):
            wrong = faults(path, inner)
    if not wrong:
        kept.keep(place, path.name)
    return wrong, sum(os.times()[:4]) - before
