"""Lists the data of today in every game's data/editions.toml, so that records of today are known later:

    python -m tools.editions

Run it after a change of data that decides play. docs/records.md says what an edition is.
"""

from __future__ import annotations

from khalkhin.engine import library
from khalkhin.engine.editions import FILE


def main() -> None:
    for code in library.codes():
        game = library.get(code)
        if game.version not in game.editions.known:
            with (game.folder.base / FILE).open("a", encoding="utf-8") as file:
                file.write(f'"{game.version}" = {game.editions.now}\n')
            print(f"{code}: {game.version} is edition {game.editions.now}")


if __name__ == "__main__":
    main()
