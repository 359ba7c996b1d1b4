"""Every test of the suite is run for every case it asks for."""

from __future__ import annotations

import pytest

from tests.conformance.driver import TEMPERS
from tests.conformance.games import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "temper" in metafunc.fixturenames:
        pairs = [(case, temper) for case in CASES for temper in (TEMPERS[:1] if case.light else TEMPERS)]
        names = [f"{case}-{temper.__name__}" for case, temper in pairs]
        metafunc.parametrize(("case", "temper"), pairs, ids=names)
    else:
        metafunc.parametrize("case", CASES, ids=str)
