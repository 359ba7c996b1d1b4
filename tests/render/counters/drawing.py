"""Reading drawings back: their texts with the place, size and width each takes up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from khalkhin.render import fonts

NS = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Text:
    """A text of a drawing, in the units of the counter it stands on. Turned text has its length along the y axis."""

    content: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    turned: bool


def parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="{NS[1:-1]}">{drawing}</svg>')


def texts(node: ElementTree.Element, inherited: dict[str, str] | None = None) -> Iterator[Text]:
    """Every text below a node, measured. Groups move and scale, nothing more."""
    told = {"scale": "1", "dx": "0", "dy": "0", **(inherited or {})}
    told |= {name: node.get(name, "") for name in ("font-weight", "text-anchor", "letter-spacing") if node.get(name)}
    if node.tag == f"{NS}text":
        yield _text(node, told)
        return
    if moved := re.search(r"translate\((\S+) (\S+)\)", node.get("transform", "")):
        for axis, value in zip(("dx", "dy"), moved.groups(), strict=True):
            told[axis] = str(float(told[axis]) + float(value) * float(told["scale"]))
    if scaled := re.search(r"scale\((\S+)\)", node.get("transform", "")):
        told["scale"] = str(float(told["scale"]) * float(scaled[1]))
    for child in node:
        yield from texts(child, told)


def _text(node: ElementTree.Element, told: dict[str, str]) -> Text:
    content, size, scale = node.text or "", float(node.get("font-size", "0")), float(told["scale"])
    weight = int(told["font-weight"])
    spacing = float(node.get("letter-spacing", "0"))
    length = fonts.width(content, fonts.CONDENSED, weight, size, spacing=spacing) * scale
    height = fonts.height(fonts.CONDENSED, weight, size) * scale
    place = re.match(r"translate\((\S+) (\S+)\) rotate\((-?90)\)", node.get("transform", ""))
    if place:
        x, y = (float(told[a]) + float(v) * scale for a, v in zip(("dx", "dy"), place.groups()[:2], strict=True))
        return Text(content, x - height / 2, x + height / 2, y - length / 2, y + length / 2, size * scale, True)
    x, y = (float(told[d]) + float(node.get(a, "0")) * scale for d, a in (("dx", "x"), ("dy", "y")))
    left = x - length * {"start": 0.0, "middle": 0.5, "end": 1.0}[told["text-anchor"]]
    return Text(content, left, left + length, y - height, y, size * scale, False)


def inside(text: Text, corner: str, cut: float, slack: float = 0.6) -> bool:
    """Whether a text stays on a counter of side 100, clipped corners included."""
    low, high = -slack, 100 + slack
    if not (low <= text.left and text.right <= high and low <= text.top and text.bottom <= high):
        return False
    if corner != "clipped":
        return True
    nearest = min(
        text.left + text.top,
        text.left + 100 - text.bottom,
        100 - text.right + text.top,
        100 - text.right + 100 - text.bottom,
    )
    return nearest >= cut - slack
