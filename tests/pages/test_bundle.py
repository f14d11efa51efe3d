"""What the package ships is what its sources give; no node is needed to see that."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from internals import Text, asset
from internals import html_page as page

WEB = Path(__file__).parents[2] / "web"


def sources_hash() -> str:
    """Return the hash that web/build.mjs writes into the first line of the bundle."""
    own = ("build.mjs", "package-lock.json", "package.json", "tsconfig.json")
    inside = (file.relative_to(WEB).as_posix() for file in (WEB / "src").rglob("*") if file.is_file())
    names = sorted([*own, *inside])
    total = hashlib.sha256()
    for name in names:
        content = (WEB / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def test_bundle_was_built_from_these_sources():
    first = asset("report.js").splitlines()[0]
    assert first.startswith(f"/* armillary report, sources sha256 {sources_hash()}, "), "run node web/build.mjs"


def test_nobody_changed_what_was_built():
    first, _, script = asset("report.js").partition("\n")
    total = hashlib.sha256(script.encode())
    for name in ("site.js", "report.css", "LICENSES.txt"):
        total.update(asset(name).encode())
    assert f", built sha256 {total.hexdigest()} */" in first, "run node web/build.mjs"


def test_versions_are_exact_and_in_the_licences():
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    for kind in ("dependencies", "devDependencies"):
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package[kind].values())
    licences = asset("LICENSES.txt")
    for name, version in package["dependencies"].items():
        assert f"{name} {version}" in licences
    assert licences.count("Permission is hereby granted") == len(package["dependencies"])


@pytest.mark.parametrize("name", ["report.js", "site.js", "report.css"])
def test_assets_cannot_end_their_element(name):
    assert not re.search(r"</(script|style)|<!--", asset(name), flags=re.IGNORECASE)
    assert "url(http" not in asset(name)


@pytest.mark.parametrize("data", [None, {"runs": []}])
def test_the_policy_lets_only_this_script_and_this_style_through(data):
    made = page("a", "b", [Text("c")], data)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', made)[1]
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    for element in ("script", "style"):
        inside = re.search(rf"<{element}>(.*?)</{element}>", made, flags=re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{element}-src &#39;sha256-{digest}&#39;" in policy


def test_licences_are_in_the_page():
    assert "three.js authors" in page("a", "b", [], {})
