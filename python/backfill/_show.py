"""How results show themselves in a notebook."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

#: Rows of a table that a notebook shows.
MOST = 30


def table(rows: Sequence[dict[str, Any]], most: int = MOST) -> str:
    """Return the first rows as a table of HTML.

    >>> table([{"policy": "a<b", "wait_s": 0.5}, {}, {}], most=1)
    '<table><thead><tr><th>policy</th><th>wait_s</th></tr></thead><tbody><tr><td>a&lt;b</td><td>0.5</td></tr></tbody></table><p>and 2 more rows</p>'
    """
    head = "".join(f"<th>{html.escape(name)}</th>" for name in (rows[0] if rows else {}))
    body = "".join("<tr>" + "".join(f"<td>{html.escape(text(value))}</td>" for value in row.values()) + "</tr>" for row in rows[:most])
    left = len(rows) - most
    more = f"<p>and {left:,} more row{'s'[: left != 1]}</p>" if left > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def text(value: Any) -> str:
    """Return a number as people read it.

    >>> [text(x) for x in (0.836274, 71.97312, 147960.4, 400, None)]
    ['0.83627', '71.973', '147,960', '400', '']
    """
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.5g}"
    return "" if value is None else str(value)
