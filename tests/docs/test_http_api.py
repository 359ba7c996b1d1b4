"""The page of the HTTP API has every request and every shape, with types in words and links that lead somewhere."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.server.descriptions import ABOUT
from khalkhin.server.openapi import document
from khalkhin.server.schemas import TEXT, by_name, many, maybe, ref
from tools.docs.http_api import page_of, type_of
from tools.docs.links import anchors, links


def test_every_request_and_every_shape_is_there() -> None:
    told, page = document(), page_of(document()).splitlines()
    requests = [f"### {method.upper()} {path}" for path, found in told["paths"].items() for method in found]
    assert [line for line in page if line.startswith("### ")] == [
        *requests,
        *(f"### {name}" for name in told["components"]["schemas"]),
    ]


def test_every_shape_says_what_it_is() -> None:
    assert [name for name, schema in document()["components"]["schemas"].items() if "description" not in schema] == []


def test_no_description_is_of_something_that_is_not_there() -> None:
    page = page_of(document())
    said = [text for fields in ABOUT.values() for text in fields.values()]
    assert [text for text in said if text not in page] == []


def test_every_link_leads_to_a_shape() -> None:
    page = page_of(document())
    assert {link.removeprefix("#") for link in links(page)} <= anchors(page)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (TEXT, "string"),
        (maybe(TEXT), "string or null"),
        (many(ref("Offer")), "list of [Offer](#offer)"),
        (by_name(many(TEXT)), "object by name of list of string"),
        ({"type": "integer", "minimum": 0, "maximum": 9}, "integer (from 0, to 9)"),
        ({"type": "string", "enum": ["a", "b"]}, "`a` or `b`"),
        ({}, "anything"),
    ],
)
def test_types_in_words(schema: dict[str, Any], words: str) -> None:
    assert type_of(schema) == words


def test_fields_of_nameless_objects_are_listed_below_them() -> None:
    shape = {"type": "object", "properties": {"a": many({"type": "object", "properties": {"b": TEXT}})}}
    page = page_of({"paths": {}, "components": {"schemas": {"Thing": shape}}})
    assert "| `a[].b` | string | May be missing. |" in page
