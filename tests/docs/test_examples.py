"""The examples in Python on the first pages that a stranger reads run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    pytest.param(code, id=f"{page}-{number}")
    for page in ("README.md", "docs/api/index.md", "docs/api/ai.md")
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL))
]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_runs(code: str) -> None:
    exec(compile(code, "example", "exec"), {"__name__": "example"})
