"""Mathematics of pages as MathML, which browsers show without a script or a network."""

from typing import Any

from latex2mathml.converter import convert


def setup(app: Any) -> None:
    """Register the renderer with Sphinx."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))


def _inline(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    writer.body.append(convert(node.astext()))
    raise SkipNode


def _block(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    known = node.astext().replace("{aligned}", "{split}")  # the converter lacks the first name of the two
    writer.body.append(f'<div class="display-mathematics">{convert(known, display="block")}</div>\n')
    raise SkipNode
