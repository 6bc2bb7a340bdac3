"""Files that a command writes: their forms by ending, checked before anything is computed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from bjcalc.errors import BjcalcError

Content = str | bytes
Packages = tuple[tuple[str, str], ...]
"""Packages as (the name that is imported, the name that pip knows)."""

PDF: Packages = (("reportlab", "reportlab"),)
PNG: Packages = (*PDF, ("pypdfium2", "pypdfium2"), ("PIL", "pillow"))


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a document: "module:function" that makes it, and the packages that it needs."""

    maker: str
    packages: Packages = ()

    @property
    def missing(self) -> list[str]:
        """What pip has to install before a file of this form can be written."""
        return [pip for name, pip in self.packages if importlib.util.find_spec(name) is None]

    def make(self, *about: Any) -> Content:
        """Return the content of a file of this form."""
        module, _, name = self.maker.partition(":")
        made: Content = getattr(importlib.import_module(module), name)(*about)
        return made


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be written: what it is in words, and its form."""

    what: str
    path: Path
    form: Form


class TargetPath(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.2 on
    """The path of a file to be written: its folder is there, and it is no folder itself."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises BjcalcError saying why nothing can be written there."""
        path = Path(value)
        if path.is_dir():
            raise BjcalcError(f"{path}: cannot be written: it is a folder; name a file in it")
        if not path.parent.is_dir():
            raise BjcalcError(f"{path}: cannot be written: there is no folder {path.parent}")
        return path


class OutputFile(TargetPath):
    """A file whose ending says which of the `forms` it gets, "" being that of any ending.

    `what` names the document.
    """

    def __init__(self, what: str, forms: Mapping[str, Form]) -> None:
        """Keep the forms by their endings."""
        self.what = what
        self.forms = forms

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the `Output`. Raises BjcalcError naming the endings that can be written."""
        path = Path(value)
        form = self.forms.get(path.suffix.lower(), self.forms.get(""))
        if form is None:
            raise BjcalcError(
                f"{path}: the ending {path.suffix or '(none)'} is no form of a {self.what}; "
                f"write {alternatives(self.forms)}"
            )
        if form.missing:
            ready = alternatives(one for one, form in self.forms.items() if not form.missing)
            raise BjcalcError(
                f"{path}: {path.suffix} needs packages that are not installed: "
                f"pip install {' '.join(form.missing)}; {ready} need nothing more"
            )
        return Output(self.what, super().convert(value, param, ctx), form)


def output_option(what: str, forms: Mapping[str, Form]) -> Callable[..., Any]:
    """Give a command that writes a document the option -o, to be used once for each file."""
    return click.option(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        type=OutputFile(what, forms),
        help=f"Write the {what} to a file; its ending says what: {' '.join(forms)}. "
        "May be repeated.",
    )


def alternatives(words: Iterable[str]) -> str:
    """Return "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
