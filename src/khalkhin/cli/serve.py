"""khalkhin serve: tables in the browser."""

from __future__ import annotations

import argparse
import ipaddress
import os
from typing import Any

from khalkhin.cli.arguments import Parser
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words
from khalkhin.server.run import default_database, serve, workers
from khalkhin.server.settings import DAY, Settings
from khalkhin.server.store import Retention

LAST_PORT = 65535
METRICS_TOKEN = "KHALKHIN_METRICS_TOKEN"
"""Not an option: what is on a command line can be seen by everybody on the machine."""


def describe(parser: Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.number("--port", 0)
    parser.add_argument("--no-open", action="store_true")
    parser.add_argument("--database")
    parser.add_argument("--allow-host", action="append", default=[])
    parser.add_argument("--proxy", action="append", default=[])
    parser.add_argument("--log-json", action="store_true")
    for kind in ("unplayed", "idle", "finished"):
        parser.number(f"--keep-{kind}", 0)


def _retention(given: argparse.Namespace) -> Retention:
    def seconds(days: int | None) -> float | None:
        return days * DAY if days else None

    unplayed = Settings.keep.unplayed if given.keep_unplayed is None else seconds(given.keep_unplayed)
    return Retention(unplayed, seconds(given.keep_idle), seconds(given.keep_finished))


def _address(proxy: str) -> str:
    """The address of a proxy: not a name, which others could have point elsewhere."""
    try:
        return str(ipaddress.ip_address(proxy))
    except ValueError:
        raise KhalkhinError("cli.serve.bad-proxy", proxy=proxy) from None


def run(given: argparse.Namespace, language: str) -> int:
    if given.port is not None and given.port > LAST_PORT:
        raise KhalkhinError("cli.serve.bad-port", port=given.port, last=LAST_PORT)

    def say(key: str, **params: Any) -> None:
        print(Words(language).say(key, params), flush=True)

    settings = Settings(
        database=given.database or default_database(),
        host=given.host,
        hosts=tuple(given.allow_host),
        proxies=tuple(_address(proxy) for proxy in given.proxy),
        workers=workers(),
        keep=_retention(given),
        log_json=given.log_json,
        metrics_token=os.environ.get(METRICS_TOKEN) or None,
    )
    serve(settings, given.port, not given.no_open, say)
    return 0
