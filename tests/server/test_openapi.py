"""The description of the API says what the server does: every route, and what it answers to whatever is asked."""

from __future__ import annotations

import asyncio
import copy
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

import tests.tiny  # noqa: F401  (it registers itself)
from khalkhin.server.app import create_app
from khalkhin.server.openapi import document
from khalkhin.server.settings import Settings
from tests.server.asker import QUIET, Asker, asking


def described() -> dict[tuple[str, str], Any]:
    return {(path, verb.upper()): what for path, found in document()["paths"].items() for verb, what in found.items()}


def test_every_route_is_described_and_every_description_has_a_route(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('db') / 'tables.db'}"))
    routes = {
        (route.path_format.replace("{scale:int}", "{scale}").replace("{n:int}", "{n}"), verb)
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for verb in route.methods or ()
        if verb != "HEAD"
    }
    assert routes == set(described())


def test_every_gap_of_a_path_is_a_parameter() -> None:
    for (path, verb), what in described().items():
        gaps = [part.partition("}")[0] for part in path.split("{")[1:]]
        named = [found["name"] for found in what["parameters"] if found["in"] == "path"]
        assert named == gaps, f"{verb} {path}"


# -- asking by it ------------------------------------------------------------------------------------------------------

PLACES = ("running", "over", "record")
"""Tables that are there; their real names are put in when the server is asked."""
EXAMPLES = 12
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


def _asked_for() -> dict[str, Any]:
    """The description with names that are there, so that questions come to a table. Wrong ones are asked anyway."""
    found = copy.deepcopy(document())
    names = {"id": PLACES, "code": ("bkg", "kgw", "tiny"), "lang": ("en", "pt"), "eyes": ("red", "blue", "spectators")}
    for path in found["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] in names:
                    parameter["schema"] = {"type": "string", "enum": list(names[parameter["name"]])}
                elif parameter["name"] == "n":
                    parameter["schema"]["maximum"] = 30
    order = found["components"]["schemas"]["TableOrder"]["properties"]
    order["game"] = {"type": "string", "enum": ["tiny"]}
    order["scenario"] = {"type": "string", "enum": ["raid", "contact"]}
    return found


schema = schemathesis.openapi.from_dict(_asked_for())


@dataclass(frozen=True)
class Served:
    """A server at an address, with a running game, one that is over, and a record."""

    url: str
    ids: dict[str, str]
    tokens: dict[str, str]
    """Of red's seats, by what the table is."""


def _furnish(asker: Asker) -> tuple[dict[str, str], dict[str, str]]:
    running, over = asker.table("tiny"), asker.table("tiny")
    running.play(15)
    over.play(30)
    if not over.match.over:
        over.decide("red", ("concede", None))
    record = asker.bring(asker.get(f"{over.at}/record").text).json()["id"]
    tokens = {"running": running.tokens["red"], "over": over.tokens["red"]}
    return {"running": running.id, "over": over.id, "record": record}, tokens


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with asking(folder) as asker:
        ids, tokens = _furnish(asker)
    app = create_app(Settings(database=f"sqlite:///{folder / 'tables.db'}", limits=QUIET))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
        assert thread.is_alive(), "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Served(f"http://127.0.0.1:{port}", ids, tokens)
    server.should_exit = True
    thread.join(10)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_the_answer_is_as_described(case: schemathesis.Case[Any], served: Served) -> None:
    parameters = case.path_parameters or {}
    place = parameters.get("id")
    if place in PLACES:
        case.path_parameters = {**parameters, "id": served.ids[place]}
    # Half of the questions come from a seat, the others from whoever passes by.
    case.headers.pop("Authorization", None)
    if len(repr(case)) % 2 == 0 and place in served.tokens:
        case.headers["Authorization"] = f"Bearer {served.tokens[place]}"
    case.call_and_validate(base_url=served.url, checks=list(CHECKS), timeout=20)
