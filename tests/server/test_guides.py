"""The guide of a game as a page."""

from __future__ import annotations

import re

import pytest

from tests.server.house import House


@pytest.mark.parametrize(("language", "title"), [("en", "How to play"), ("pt", "Como jogar")])
def test_the_guide_is_a_page_in_both_languages(house: House, language: str, title: str) -> None:
    page = house.http.get(f"/guide/bkg?lang={language}")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}" data-game="bkg">' in page.text
    assert f"<h1>{title} Batalha" in page.text
    for address in {*re.findall(r'(?:src|href)="(/[^"#?]*)"', page.text)}:
        assert house.http.get(address).status_code == 200, address


def test_a_game_without_a_guide_says_so(house: House) -> None:
    assert house.http.get("/guide/chess").status_code == 404
    found = house.http.get("/guide/tiny")
    assert found.status_code == 404
    assert "guide" in found.json()["error"]["text"]
