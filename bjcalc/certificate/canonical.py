"""The canonical form of RFC 8785, which digests are made of and by which lists are ordered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def canonical(value: Any) -> bytes:
    """Return the RFC 8785 form of plain data."""
    import rfc8785

    return rfc8785.dumps(value)


def in_order(things: Iterable[Any]) -> list[Any]:
    """Return things by their canonical forms; of equal ones, one."""
    unique = {canonical(thing): thing for thing in things}
    return [unique[key] for key in sorted(unique)]
