"""Servers and databases for tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.tiny  # noqa: F401  the tiny game takes its place among the others
from khalkhin.ai import players
from tests.server.cluster import Cluster, cluster
from tests.server.house import House

_NAMES = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a module: every test has tables of its own."""
    with House(tmp_path_factory.mktemp("house") / "khalkhin.db") as found:
        yield found


@pytest.fixture(scope="module")
def odd_players() -> Iterator[None]:
    """They are players there are, but for other tests they are not: who imports them seats them."""
    from tests.server.odd_players import ODD

    players._MAKERS.update(ODD)
    yield
    for name in ODD:
        del players._MAKERS[name]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind there is."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'khalkhin.db'}"
    found: Cluster = request.getfixturevalue("postgres")
    return found.database(f"test_{next(_NAMES)}")
