"""A ruleset's constants with other settings, for tests of what a setting does."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")


def having(tables: T, **settings: Any) -> T:
    """Give tables with other settings: `checks__stun_included=False` for `stun_included` of the table `checks`."""
    assert is_dataclass(tables)
    plain: dict[str, Any] = {}
    within: dict[str, dict[str, Any]] = {}
    for name, value in settings.items():
        head, _, rest = name.partition("__")
        if rest:
            within.setdefault(head, {})[rest] = value
        else:
            plain[head] = value
    known = {field.name for field in fields(tables)}
    assert known >= {*plain, *within}, f"no such setting: {sorted({*plain, *within} - known)}"
    plain.update((name, having(getattr(tables, name), **inner)) for name, inner in within.items())
    changed: T = replace(tables, **plain)  # type: ignore[type-var]  # a dataclass, as asserted
    return changed
