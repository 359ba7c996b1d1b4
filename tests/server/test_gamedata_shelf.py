"""Pages that are made once, in a thread beside: nobody waits who did not ask for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from khalkhin.server.shelf import Page, Shelf, page


def test_a_page_is_made_once_and_beside_the_loop() -> None:
    shelf, go, made = Shelf(), threading.Event(), list[str]()

    def make() -> Page:
        made.append(threading.current_thread().name)
        assert go.wait(10)
        return page({"a": 1})

    async def ask() -> list[Page]:
        asked = [asyncio.create_task(shelf.get("a", make)) for _ in range(3)]
        await asyncio.sleep(0.01)  # the loop goes on while the page is being made
        asked[0].cancel()
        go.set()
        return await asyncio.gather(*asked[1:])

    first, second = asyncio.run(ask())
    assert first is second
    assert len(made) == 1
    assert made[0] != threading.current_thread().name


def test_what_could_not_be_made_may_be_asked_for_again() -> None:
    shelf, tries = Shelf(), list[int]()

    def make() -> Page:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("not yet")
        return page({"a": 1})

    with pytest.raises(ValueError, match="not yet"):
        asyncio.run(shelf.get("a", make))
    assert asyncio.run(shelf.get("a", make)).body == b'{"a":1}'
    assert asyncio.run(shelf.get("a", make)).body == b'{"a":1}'
    assert len(tries) == 2


def test_pages_of_the_same_content_have_the_same_mark() -> None:
    assert page({"a": 1}) == page({"a": 1})
    assert page({"a": 1}).etag != page({"a": 2}).etag
