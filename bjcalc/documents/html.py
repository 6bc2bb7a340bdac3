"""Documents as one HTML file that works offline: light, dark and on paper.

Escaping is the template engine's: everything that a template is given is text, but for what `svg`
and `style` return.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from bjcalc.documents.compose import loader
from bjcalc.documents.drawing import Drawing, shade
from bjcalc.documents.model import Block, Document, plain
from bjcalc.numbers import exact_text
from bjcalc.shown import shown


def to_html(document: Document) -> str:
    """Return a document as a self-contained HTML file."""
    return render("document.html", document=document, style=style(__package__, "document.css"))


def fragment(block: Block) -> str:
    """Return one block as HTML, to stand in another page."""
    return render("fragment.html", block=block)


def style(package: str, *names: str) -> Markup:
    """Return style sheets or scripts of a package, which are part of a page as they are."""
    folder = files(package).joinpath("templates")
    return Markup("".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names))


def svg(drawing: Drawing) -> Markup:
    """Return a drawing as an svg element, to stand alone or in a page."""
    return Markup(render("drawing.svg", drawing=drawing))


def to_svg(drawing: Drawing) -> str:
    """Return a drawing as an SVG file: no scripts, nothing loaded from elsewhere."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg(drawing)}'


def render(name: str, *packages: str, **values: Any) -> str:
    """Return a template of a package, or of this one, filled in."""
    return _environment(*packages).get_template(name).render(values)


@cache
def _environment(*packages: str) -> Environment:
    environment = Environment(
        loader=loader(*packages, str(__package__)),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_one_text,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    filters: dict[str, Any] = {
        "exact": exact_text,
        "kind": lambda value: getattr(value, "kind", type(value).__name__),
        "plain": plain,
        "points": lambda value: f"{value:.2f}".rstrip("0").rstrip("."),
        "shade": shade,
        "svg": svg,
    }
    environment.filters |= filters
    return environment


def _one_text(value: Any) -> Any:
    """Return a text without what a browser would obey or hide; its line breaks stay."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return "\n".join(map(shown, value.split("\n")))
    return value
