"""Every test of the suite is run for every case it asks for, all of one case in one process: it plays its games."""

from __future__ import annotations

import pytest

from tests.conformance.driver import TEMPERS
from tests.conformance.games import CASES, Case


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "temper" in metafunc.fixturenames:
        pairs = [(case, temper) for case in CASES for temper in (TEMPERS[:1] if case.light else TEMPERS)]
        cases = [pytest.param(*pair, id=f"{pair[0]}-{pair[1].__name__}", marks=_together(pair[0])) for pair in pairs]
        metafunc.parametrize(("case", "temper"), cases)
    else:
        metafunc.parametrize("case", [pytest.param(case, id=str(case), marks=_together(case)) for case in CASES])


def _together(case: Case) -> pytest.MarkDecorator:
    return pytest.mark.xdist_group(str(case))
