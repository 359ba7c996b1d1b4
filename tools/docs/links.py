"""Links in Markdown files of the repository: where they lead, seen from the file they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import normpath

ROOT = Path(__file__).parents[2]

_LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
_CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_OUTSIDE = re.compile(r"[a-z]+:")
_HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)


def links(text: str) -> Iterator[str]:
    """The links of a text that stay in the repository."""
    return (found.group() for found in _links(text))


def replace_links(text: str, replace: Callable[[str], str]) -> str:
    """A text with every link that stays in the repository replaced; code is left as it is."""
    out, end = "", 0
    for found in _links(text):
        out += text[end : found.start()] + replace(found.group())
        end = found.end()
    return out + text[end:]


def _links(text: str) -> Iterator[re.Match[str]]:
    code = [found.span() for found in _CODE.finditer(text)]
    for found in _LINK.finditer(text):
        inside = any(start <= found.start() < end for start, end in code)
        if not inside and not _OUTSIDE.match(found.group()):
            yield found


def target(file: str, link: str) -> tuple[str, str]:
    """The file that a link in a file leads to, from the root of the repository, and the anchor in it."""
    path, _, anchor = link.partition("#")
    return (normpath(f"{Path(file).parent.as_posix()}/{path}") if path else file), anchor


def anchors(text: str) -> set[str]:
    """The anchors of a page: its headings in small letters, with hyphens between the words."""
    headings = (re.sub(r"[^\w\s-]", "", found.lower()) for found in _HEADING.findall(_CODE.sub(_plain, text)))
    return {re.sub(r"\s+", "-", heading.strip()) for heading in headings}


def _plain(code: re.Match[str]) -> str:
    return "" if code.group().startswith("```") else code.group().strip("`")
