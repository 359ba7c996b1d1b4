"""Every test of the suite is run for every case it asks for, all of one case in one process: it plays its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.driver import POLICIES
from tests.conformance.games import CASES, Case

HERE = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "policy" in metafunc.fixturenames:
        pairs = [(case, policy) for case in CASES for policy in (POLICIES[:1] if case.light else POLICIES)]
        cases = [pytest.param(*pair, id=f"{pair[0]}-{pair[1].__name__}", marks=_together(pair[0])) for pair in pairs]
        metafunc.parametrize(("case", "policy"), cases)
    else:
        metafunc.parametrize("case", [pytest.param(case, id=str(case), marks=_together(case)) for case in CASES])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a case follow each other, and of a case those of a policy: they look at the same game."""
    ours = [number for number, item in enumerate(items) if HERE in item.path.parents]
    for number, item in zip(ours, sorted((items[n] for n in ours), key=_order), strict=True):
        items[number] = item


def _order(item: pytest.Item) -> tuple[int, int]:
    asked: dict[str, Any] = item.callspec.params  # type: ignore[attr-defined]
    return CASES.index(asked["case"]), POLICIES.index(asked["policy"]) if "policy" in asked else -1


def _together(case: Case) -> pytest.MarkDecorator:
    return pytest.mark.xdist_group(str(case))
