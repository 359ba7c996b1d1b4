"""What all HTTP endpoints share: reading requests, answering in JSON, and refusing in one sentence."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Any

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from khalkhin.engine.errors import Illegal, KhalkhinError, Reason
from khalkhin.engine.game import Game
from khalkhin.engine.words import DEFAULT, Words, languages
from khalkhin.server.store import StorageError


class Problem(KhalkhinError):
    """A request that is refused, with the HTTP status that says so."""

    def __init__(self, status: int, key: str, **params: Any) -> None:
        super().__init__(key, **params)
        self.status = status


class _Whole(Convertor[int]):
    """A number in an address, no longer than any that there is."""

    regex = "[0-9]{1,15}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("whole", _Whole())

# -- answers -----------------------------------------------------------------------------------------------------------


def encode(data: Any) -> str:
    """Plain data as JSON. What a client wrote comes out in plain ASCII: nothing in it can break a reader."""
    return json.dumps(data, separators=(",", ":"))


def answer(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def status_of(error: KhalkhinError) -> int:
    """The HTTP status of a refusal: what the rules refuse is understood, but cannot be done."""
    if isinstance(error, Problem):
        return error.status
    if isinstance(error, StorageError):
        return 503
    return 422 if isinstance(error, Illegal) else 400


def refusal(error: KhalkhinError, language: str, game: Game[Any] | None = None) -> Response:
    """The answer to a request that is refused."""
    return answer({"error": reason_data(error.reason, language, error.game or game)}, status_of(error))


def reason_data(reason: Reason, language: str, game: Game[Any] | None = None) -> dict[str, Any]:
    """A refusal as clients get it: key and parameters, and the sentence."""
    params = plain_params(reason, game)
    # A refusal within it speaks for itself, its rule's number first, in the words of its own game.
    inner = {
        name: words(language, value.game or game).reason(value.reason)
        for name, value in reason.params.items()
        if isinstance(value, KhalkhinError)
    }
    return {
        "rule": reason.rule,
        "key": reason.key,
        "params": params,
        "text": words(language, game).say(reason.key, {**params, **inner}),
    }


def plain_params(reason: Reason, game: Game[Any] | None = None) -> dict[str, Any]:
    """Parameters as plain data; a refusal within a refusal becomes its own rule and key with its own parameters."""
    params = {
        name: {"rule": value.reason.rule, "key": value.reason.key, **plain_params(value.reason, value.game or game)}
        if isinstance(value, KhalkhinError)
        else value
        for name, value in reason.params.items()
    }
    return params if game is None else game.codec.params(params)


@lru_cache(maxsize=64)
def words(language: str, game: Game[Any] | None = None) -> Words:
    return Words(language, game)


# -- requests ----------------------------------------------------------------------------------------------------------


def language_of(request: HTTPConnection) -> str:
    """The language asked for by `?lang=`, else the first known one of Accept-Language, else English."""
    known = languages()
    asked = request.query_params.get("lang")
    if asked in known:
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        found = part.partition(";")[0].strip().lower().partition("-")[0]
        if found in known:
            return found
    return DEFAULT


def token_of(request: HTTPConnection) -> str | None:
    """The seat token a request carries."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


BODY_SECONDS = 20
"""How long a body may take to come in."""


async def read_body(request: Request, limit: int) -> bytes:
    """The body of a request, if it is not longer than it may be."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and (len(declared) > 15 or int(declared) > limit):
        raise Problem(413, "server.too-large", limit=limit)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise Problem(413, "server.too-large", limit=limit)
    except TimeoutError:
        raise Problem(408, "server.too-slow", seconds=BODY_SECONDS) from None
    except ClientDisconnect:
        raise Problem(400, "server.broken-off") from None
    return bytes(body)


async def read_json(request: Request, limit: int) -> dict[str, Any]:
    """The JSON object that a request carries. Its type must be said: a form of another site cannot."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "server.not-json-type", found=kind or "-")
    return parse_object(await read_body(request, limit))


def parse_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object a client wrote."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Problem(400, "server.not-json") from None
    if not isinstance(data, dict):
        raise Problem(400, "server.not-json")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity are not JSON
