"""The HTTP API as a page: every request and every shape of the OpenAPI document, written out in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

COMMON_PARAMETERS = ("lang",)
COMMON_ANSWERS = ("304", "4XX", "503")
"""What every request has: said once, above them."""
_LINKED = "#/components/schemas/"
_BOUNDS = {"minimum": "from {}", "maximum": "to {}", "maxLength": "at most {} characters", "maxItems": "at most {}"}


COMMON = """Every request takes `lang` in the query, a language such as `en` or `pt`; without it `Accept-Language` is
used. Every request may be refused: 4XX, or 503 while the server has too much to do, with an [Error](#error). Answers
with an `ETag` are 304 for whoever has them already (`If-None-Match`)."""
CLOSED = "Objects that are sent have no other fields than these; answers may get more in time."


def page_of(document: Mapping[str, Any]) -> str:
    """The whole page below its introduction."""
    lines = ["## Requests", "", COMMON, ""]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            lines += _request(path, method, operation)
    lines += ["## Shapes", "", CLOSED, ""]
    for name, schema in document["components"]["schemas"].items():
        lines += [f"### {name}", "", schema.get("description", ""), "", *_shape(schema), ""]
    return "\n".join(lines)


def _request(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"### {method.upper()} {path}", "", operation["summary"], "")
    if "security" in operation:
        yield from (
            "For a seat with its token, else for a spectator."
            if {} in operation["security"]
            else "Needs the token of a seat.",
            "",
        )
    rows = [
        (f"`{p['name']}`", f"in the {p['in']}", type_of(p["schema"]), p["description"])
        for p in operation["parameters"]
        if p["name"] not in COMMON_PARAMETERS
    ]
    yield from _table(("parameter", "where", "type", ""), rows)
    if body := operation.get("requestBody"):
        yield from (f"Sent: {_content(body)}", "")
    for status, given in operation["responses"].items():
        if status not in COMMON_ANSWERS:
            yield from (f"Answer {status}: {_content(given)}. {given['description']}", "")


def _content(said: Mapping[str, Any]) -> str:
    return ", or ".join(f"{type_of(x['schema'])} (`{media}`)" for media, x in said.get("content", {}).items())


def _shape(schema: Schema) -> Iterator[str]:
    if "allOf" in schema:
        for part in schema["allOf"]:
            yield from ([f"All of {type_of(part)}, and:", ""] if "$ref" in part else _fields(part))
    elif "properties" in schema:
        yield from _fields(schema)
    else:
        for number, part in enumerate(schema.get("anyOf", ())):
            yield from (["or", ""] if number else [])
            yield from _fields(part)


def _fields(schema: Schema) -> Iterator[str]:
    yield from _table(("field", "type", ""), _rows(schema, ""))


def _rows(schema: Schema, prefix: str) -> Iterator[tuple[str, str, str]]:
    """A row for each field, and below it one for each field of an object without a name of its own."""
    required = schema.get("required", ())
    for name, field in schema["properties"].items():
        absent = "" if name in required else "May be missing."
        yield f"`{prefix}{name}`", type_of(field), f"{field.get('description', '')} {absent}".strip()
        inner, path = _object_in(field, f"{prefix}{name}")
        if inner is not None:
            yield from _rows(inner, f"{path}.")


def _object_in(schema: Schema, path: str) -> tuple[Schema | None, str]:
    """The nameless object that a field holds, itself, in a list, under names of its own or where it is not null."""
    if "properties" in schema:
        return schema, path
    if "items" in schema:
        return _object_in(schema["items"], f"{path}[]")
    if isinstance(schema.get("additionalProperties"), Mapping):
        return _object_in(schema["additionalProperties"], f"{path}.*")
    found = (_object_in(one, path) for one in schema.get("anyOf", ()))
    return next((one for one in found if one[0] is not None), (None, path))


def type_of(schema: Schema) -> str:
    """A type in words, with links to the shapes it names."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_LINKED)
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "items" in schema:
        return f"list of {type_of(schema['items'])}{_bounds(schema)}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object by name of {type_of(schema['additionalProperties'])}"
    kind = schema.get("type", "anything")
    return (kind if isinstance(kind, str) else " or ".join(kind)) + _bounds(schema)


def _bounds(schema: Schema) -> str:
    said = [words.format(schema[name]) for name, words in _BOUNDS.items() if name in schema]
    return f" ({', '.join(said)})" if said else ""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head, rows = list(head), [list(row) for row in rows]
    if rows:
        yield from (_row(head), _row("---" for _ in head), *map(_row, rows), "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
