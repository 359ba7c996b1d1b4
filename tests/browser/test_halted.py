"""A table of an older edition that today's rules do not go along with: it says so, and two people end it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Someone
from tests.browser.seat import Seat
from tests.browser.served import Seated, Server
from tests.server.stored import KEPT, write_sqlite

OLD = KEPT["bkg-running"]


@pytest.fixture(scope="module")
def halted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tables of the first edition, at one of which a march is not allowed any more."""
    folder = tmp_path_factory.mktemp("halted")
    with closing(sqlite3.connect(write_sqlite(folder / "khalkhin.db"))) as line:
        found = line.execute("SELECT n, said FROM entries WHERE table_id = ? ORDER BY n", (OLD.id,)).fetchall()
        number = next(n for n, said in found if n > len(found) // 2 and '"hex"' in said)
        said = json.dumps({"say": [["hex", "2723"]], "line": None, "left": []})
        line.execute("UPDATE entries SET said = ? WHERE table_id = ? AND n = ?", (said, OLD.id, number))
        line.commit()
    server = Server(folder, ())
    yield server
    server.stop()


def test_it_says_so_and_two_people_end_it(someone: Someone, halted: Server) -> None:
    table = Seated(OLD.id, OLD.tokens)
    soviet, japan = (Seat(someone(halted.address), halted, table, side) for side in ("soviet", "japan"))
    for seat in (soviet, japan):
        expect(seat.title).to_have_text("Agree to a draw, or concede; the record is in the menu.")
        expect(seat.page.get_by_text("so it cannot be played on", exact=False).first).to_be_attached()
    soviet.page.get_by_role("button", name="Menu").click()
    soviet.page.get_by_text("Offer a draw").click()
    japan.page.get_by_role("button", name="Accept the draw").click()
    for seat in (soviet, japan):
        expect(seat.title).to_have_text("The game is a draw.")
