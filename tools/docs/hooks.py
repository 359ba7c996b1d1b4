"""Hooks of mkdocs: pages that are no files of docs/, links that lead out of docs/, and a look at what was built.

- Pages of the repository that belong to the site (contributing, changelog, modules and data of each game) come as
  they are.
- A link to any other file or folder of the repository leads to a page that shows it.
- The guides are written out with their pictures, and stand among the pages for players.
- The HTTP API is written out from its OpenAPI document, the command line from its help texts.
- Nothing in the built pages may be fetched from another host.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from posixpath import relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from khalkhin.server.openapi import document
from tools.docs import commands, guides
from tools.docs.http_api import page_of
from tools.docs.links import ROOT, links, replace_links, target

GAMES = "src/khalkhin/games"
BROUGHT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"} | {
    f"{GAMES}/{page.relative_to(ROOT / GAMES).as_posix()}": f"{kind}/{page.relative_to(ROOT / GAMES).parts[0]}.md"
    for kind, found in (("games", "*/README.md"), ("data", "*/data/README.md"))
    for page in (ROOT / GAMES).glob(found)
}
"""Pages from elsewhere in the repository, and where they are on the site."""
GUIDES = {guides.source(guide): guide for guide in guides.guides()}
"""The guides by their prose in the repository."""
PICTURES = {"src/khalkhin/web/icon.svg": "images/favicon.svg"}
WRITTEN_OUT: dict[str, Callable[[], str]] = {
    "<!-- the HTTP API -->": lambda: page_of(document()),
    "<!-- the command line -->": commands.page,
}
"""What stands in a page for something that is written out when the site is built."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The guides come first for players, with a style of their own."""
    listed = [{guide.title: guides.uri(guide)} for guide in GUIDES.values()]
    players = next(pages["Players"] for pages in config.nav or [] if "Players" in pages)
    players.insert(0, {"How to play": listed})
    config.extra_css.append(guides.STYLE)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are no files of docs/."""
    pages = {file.src_uri: f"docs/{file.src_uri}" for file in files.documentation_pages()}
    for origin, uri in {**BROUGHT, **PICTURES}.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / origin)))
    for guide in GUIDES.values():
        files.append(File.generated(config, guides.uri(guide), content=guides.page(guide)))
    for uri, content in guides.files(GUIDES.values()).items():
        files.append(File.generated(config, uri, content=content))
    for origin in sorted({found for page in (*pages.values(), *BROUGHT) for found in _shown_files(page)}):
        files.append(File.generated(config, _uri(origin), content=_shown(origin)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links into the repository into links within the site, and write out what is made by the build."""
    uri = page.file.src_uri
    origin = next((origin for origin, brought in BROUGHT.items() if brought == uri), f"docs/{uri}")
    if not uri.startswith("source/"):
        markdown = replace_links(markdown, lambda link: _link(origin, uri, link))
    for mark, written_out in WRITTEN_OUT.items():
        if mark in markdown:
            markdown = markdown.replace(mark, written_out())
    return markdown


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site that would fetch something from another host."""
    for file in sorted(Path(config.site_dir).rglob("*.html")):
        parser = _Fetched()
        parser.feed(file.read_text("utf-8"))
        if parser.outside:
            raise PluginError(f"{file.relative_to(config.site_dir)} fetches from elsewhere: {parser.outside}")
    for file in sorted(Path(config.site_dir).rglob("*.css")):
        if found := re.findall(r"""url\(["']?(?:https?:)?//[^)]*\)|@import[^;]*//[^;]*;""", file.read_text("utf-8")):
            raise PluginError(f"{file.relative_to(config.site_dir)} fetches from elsewhere: {found}")


def _shown_files(page: str) -> list[str]:
    """The files and folders outside docs/ that a page links to and that are no pages of the site themselves."""
    found = (target(page, link)[0] for link in links((ROOT / page).read_text("utf-8")))
    return [file for file in found if (ROOT / file).exists() and _uri(file).startswith("source/")]


def _shown(origin: str) -> str:
    """A page that shows a file, or what is in a folder. The search of the site leaves it out."""
    head = f"---\nsearch:\n  exclude: true\n---\n# {Path(origin).name}\n\n`{origin}`\n\n"
    if (ROOT / origin).is_dir():
        return head + "\n".join(f"- `{path.name}`" for path in sorted((ROOT / origin).iterdir()) if path.is_file())
    kind = {".py": "python", ".toml": "toml"}.get(Path(origin).suffix, "text")
    return f"{head}````{kind}\n{(ROOT / origin).read_text('utf-8')}\n````\n"


def _uri(file: str) -> str:
    """Where a file or folder of the repository is on the site."""
    if file.startswith("docs/"):
        return file.removeprefix("docs/")
    if file in GUIDES:
        return guides.uri(GUIDES[file])
    return BROUGHT.get(file) or BROUGHT.get(f"{file}/README.md") or f"source/{file}.md"


def _link(origin: str, uri: str, link: str) -> str:
    """A link of a page as the site has it. Links within docs/ and links that lead nowhere stay, for mkdocs to check."""
    file, anchor = target(origin, link)
    within = origin.startswith("docs/") and file.startswith("docs/")
    if within or not (ROOT / file).exists():
        return link
    return relpath(_uri(file), Path(uri).parent.as_posix()) + (f"#{anchor}" if anchor else "")


class _Fetched(HTMLParser):
    """Finds what a page fetches from another host; links to click on do not count."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = ("src", "srcset", "data", "poster") + (("href",) if tag in ("link", "use", "image") else ())
        found = [value for name, value in attrs if name in names and value and re.match(r"(https?:)?//", value)]
        if tag != "link" or dict(attrs).get("rel") != "canonical":
            self.outside += found
