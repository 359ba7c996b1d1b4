"""The pages of the client and the files they are made of."""

from __future__ import annotations

import re

import pytest

from khalkhin.server.pages import WEB, without_comments
from tests.server.house import House

COMMENT = re.compile(r"^[ \t]*(?://|/\*\*)", re.MULTILINE)
FILES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.*") if path.suffix in (".js", ".css", ".svg"))


@pytest.mark.parametrize("path", ["/", "/learn", "/table/anything", "/learn/bkg/3"])
def test_pages_and_all_they_need(house: House, path: str) -> None:
    page = house.http.get(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    needed = re.findall(r'(?:src|href)="(/[^"#]*)"', page.text)
    assert needed, "a page without a script or a style"
    for address in needed:
        found = house.http.get(address)
        assert found.status_code == 200, address


@pytest.mark.parametrize(
    ("path", "main"), [("/", "lobby"), ("/table/anything", "table"), ("/analysis/any", "analysis")]
)
def test_a_page_names_every_module_that_its_script_needs(house: House, path: str, main: str) -> None:
    """Fetched at once: else each import would be found only when the module before it has come."""
    page = house.http.get(path).text
    named = {WEB / name for name in re.findall(r'rel="modulepreload" href="/web/([^"]+)"', page)}
    needed, todo = set(), [WEB / "js" / main / "main.js"]
    while todo:
        one = todo.pop()
        if one not in needed:
            needed.add(one)
            imports = re.findall(r'^import [^;]*?"(\.[^"]+)";', one.read_text("utf-8"), re.MULTILINE)
            todo += [(one.parent / name).resolve() for name in imports]
    assert named == needed - {WEB / "js" / main / "main.js"}


@pytest.mark.parametrize(
    ("ending", "kind"),
    [("js", "text/javascript"), ("css", "text/css"), ("svg", "image/svg+xml"), ("webmanifest", "application/manifest")],
)
def test_files_are_what_they_are(house: House, ending: str, kind: str) -> None:
    path = next(WEB.rglob(f"*.{ending}")).relative_to(WEB).as_posix()
    found = house.http.get(f"/web/{path}")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith(kind)
    text = (WEB / path).read_text("utf-8")
    assert found.text == (without_comments(text, f".{ending}") if ending in ("js", "css") else text)


def test_comments_stay_at_home_and_nothing_else() -> None:
    source = 'a; // told\n  // a line\n/** Many\n * of them. */\n/** @type {any} */ (b).c("/* no */");\n'
    assert without_comments(source, ".js") == 'a; // told\n\n\n\n/** @type {any} */ (b).c("/* no */");\n'
    assert without_comments("a { b: c /* d\n */ }", ".css") == "a { b: c \n }"
    for path in WEB.rglob("*.js"):
        text = path.read_text("utf-8")
        left = without_comments(text, ".js")
        assert left.count("\n") == text.count("\n"), "errors are told with the lines of the source"
        for found in COMMENT.finditer(text):
            before = without_comments(text[: found.start()], ".js")
            assert before.count("`") % 2 == 0, f"{path.name}: what looks like a comment stands in a template"


def test_a_file_the_browser_has_is_not_sent_again(house: House) -> None:
    path = f"/web/{max(FILES, key=lambda name: (WEB / name).stat().st_size)}"
    first = house.http.get(path)
    assert first.headers["content-encoding"] == "gzip"
    again = house.http.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["/web/", "/web/js", "/web/%2e%2e/cli.py", "/web/..%2fcli.py", "/web//etc/passwd", "/web/fonts/%2e%2e"],
)
def test_nothing_else_can_be_had(house: House, path: str) -> None:
    assert house.http.get(path).status_code == 404
