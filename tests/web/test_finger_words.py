"""Whoever has only fingers reads nothing of a mouse."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.words import languages

HOME = Path(khalkhin.__file__).parent
FINGER = re.compile(r"\{finger:(?:[^{}|]|\{\w+\})*\|((?:[^{}]|\{\w+\})*)\}")
"""A form for a mouse and one for a finger."""
MOUSE = re.compile(r"\bclick|\bdrag|\bhover|\bpointer|\bShift (?:and|e)\b|\bcliqu|\barrast|\bponteiro", re.IGNORECASE)


@pytest.mark.parametrize("language", languages())
def test_no_text_for_fingers_tells_of_a_mouse(language: str) -> None:
    web = [*HOME.glob(f"web/words/{language}/*.toml"), *HOME.glob(f"games/*/words/{language}.toml")]
    texts = {key: text for path in web for key, text in tomllib.loads(path.read_text("utf-8")).items()}
    assert len(web) > 4
    told = {key: FINGER.sub(r"\1", text) for key, text in texts.items() if not key.startswith("desk.keys.")}
    assert {key: text for key, text in told.items() if MOUSE.search(text)} == {}
