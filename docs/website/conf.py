"""Configuration of Sphinx."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import armillary
from website import docstrings, mathematics

project = "Armillary"
author = "The Armillary authors"
project_copyright = "The Armillary authors"
version = release = armillary.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_nb"]
root_doc = "index"
exclude_patterns = ["**/.ipynb_checkpoints"]
default_role = "py:obj"
highlight_language = "text"
nb_execution_mode = "off"  # notebooks are run by website.notebooks, which knows when the package changed
nb_merge_streams = True
nb_render_markdown_format = "myst"  # equations and tables of Markdown outputs

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": False}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
toc_object_entries = False  # the pages have tables of contents; a tree of all objects slows every page

html_theme = "furo"
html_title = f"Armillary {version}"
html_static_path = [str(Path(__file__).with_name("static"))]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = "mathml"
html_theme_options = {"source_repository": "", "navigation_with_keys": True}
html_show_search_summary = False  # it would fetch pages, which browsers refuse for local files


def setup(app: object) -> None:
    """Connect what reads docstrings and writes mathematics."""
    docstrings.setup(app)
    mathematics.setup(app)
