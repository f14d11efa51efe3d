"""Every code block of every page runs, and prints what the page shows.

`docs/website/blocks.py` says how blocks are written and run. A page that runs here is not run again for the site.
"""

import ast
import builtins
import doctest
import re

import pytest

from own_sources import PAGES, ROOT, text_of
from website import kept
from website.blocks import TABLE, Block, blocks, code_rows
from website.runner import SHOWN, faults


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(text_of(page))], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_blocks_run(page, tmp_path, monkeypatch):
    place = kept.place("blocks", text_of(page))
    monkeypatch.chdir(tmp_path)
    wrong = faults(page, tmp_path)
    assert not wrong, "\n\n".join(wrong)
    kept.keep(place, page.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_fence_opens_or_closes_a_block(page):
    text = text_of(page)
    fenced = [block for block in blocks(text) if block.language != TABLE]
    assert len(re.findall(r"^\s*```", text, flags=re.MULTILINE)) == 2 * len(fenced)
    known = {"python", "console", "toml", "c", "js", *SHOWN}
    assert not {f"{block.line}: {block.language!r}" for block in fenced if block.language not in known}


def code_of(block: Block) -> str:
    """Return the Python of a block or table, without prompts; "" for other languages."""
    if block.language == TABLE:
        return "\n".join(code for row in code_rows(block) for code in row)
    if block.language != "python":
        return ""
    examples = doctest.DocTestParser().get_examples(block.text)
    return "".join(example.source for example in examples) or block.text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_show_the_names_that_they_use(page):
    """A reader who copies the blocks in their order misses no import and no value."""
    tree = ast.parse("\n".join(code_of(block) for block in blocks(text_of(page))))
    made, used = set(dir(builtins)), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            made |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)):
            made.add(node.name)
    assert not used - made


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text_of(page)):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"
