"""backfill.policies: what can be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from backfill import _show
from backfill._command import answer


@dataclass(frozen=True)
class PolicyInfo:
    """A policy of the command: what it does, where it comes from, and what options its name may have."""

    name: str
    title: str
    doc: str
    source: str
    family: str  #: those of one platform and kind, such as queue
    options: list[dict[str, Any]]  #: each with name, doc, default and choices, as `backfill policies NAME --json` has them

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.doc}", f"source: {self.source}"]
        for option in self.options:
            of = "|".join(choice["name"] for choice in option.get("choices") or [])
            lines.append(f"{self.name}:{option['name']}={of or option['default']}  {option['doc']} The default is {option['default']}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _show.table([{"": line.partition(": ")[0], self.title: line.partition(": ")[2]} for line in str(self).split("\n")])


class Policies(tuple[PolicyInfo, ...]):
    """Policies, which a notebook shows as a table."""

    def __str__(self) -> str:
        return "\n".join(f"{one.name}: {one.doc}" for one in self)

    def _repr_html_(self) -> str:
        rows = [
            {"name": one.name, "doc": one.doc, "options": ", ".join(option["name"] for option in one.options), "source": one.source}
            for one in self
        ]
        return _show.table(rows, most=len(rows))


def policies(*names: str) -> Policies:
    """Return the policies of these names, or all of them: what each does, its source, and the options that its name may have.

    >>> print(policies("lxf-list")[0])
    lxf-list: ...
    source: ...
    >>> len(policies()) > 50
    True
    """
    found = [answer(["policies", name]) for name in names] if names else answer(["policies"])
    return Policies(
        PolicyInfo(one["name"], one["title"], one["doc"], one["source"], one["family"], one.get("options") or []) for one in found
    )
