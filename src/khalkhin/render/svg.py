"""The few words of SVG that the drawings need, written short: numbers rounded, attributes escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from khalkhin.render.layout import Point


def number(value: float) -> str:
    """A length with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, content: str | Iterable[str] = "", /, **attributes: object) -> str:
    """An element. Underscores in attribute names stand for dashes; None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, float) else str(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(shown, quote=True)}"')
    inner = content if isinstance(content, str) else "".join(content)
    return f"<{' '.join(parts)}>{inner}</{name}>" if inner else f"<{' '.join(parts)}/>"


def group(content: str | Iterable[str], /, **attributes: object) -> str:
    return element("g", content, **attributes)


def text(content: str, x: float, y: float, /, **attributes: object) -> str:
    return element("text", escape(content, quote=False), x=x, y=y, **attributes)


def line_path(points: Sequence[Point], close: bool = False) -> str:
    """Path data for straight lines, in relative steps because they are shorter."""
    if not points:
        return ""
    out = [f"M{number(points[0][0])} {number(points[0][1])}"]
    x, y = round(points[0][0], 2), round(points[0][1], 2)
    for px, py in points[1:]:
        dx, dy = round(px - x, 2), round(py - y, 2)
        out.append(f"l{number(dx)} {number(dy)}")
        x, y = round(x + dx, 2), round(y + dy, 2)
    return "".join(out) + ("z" if close else "")


def path(data: str, /, **attributes: object) -> str:
    return element("path", d=data, **attributes)


def document(width: float, height: float, content: str | Iterable[str], /, **attributes: object) -> str:
    """A whole drawing."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        **attributes,
    )
