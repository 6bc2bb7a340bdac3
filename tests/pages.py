"""Reads a page as a browser would: what stands in it, and that it is whole."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Notes ids, links, tags and text; every tag must be closed in its turn."""

    EMPTY = ("meta", "rect", "line", "polygon", "polyline", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags.add(tag)
        if named.get("id"):
            self.ids.append(str(named["id"]))
        if tag == "a":
            self.targets.add(str(named["href"]))
        if tag in ("script", "link", "img", "iframe") or "src" in named:
            self.loads.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
