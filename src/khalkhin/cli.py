"""The command line: khalkhin serve, backup, play, replay, verify, analyse, rules, charts, map, fuzz and more."""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from khalkhin import __version__
from khalkhin.ai import players
from khalkhin.ai.analysis import SECONDS
from khalkhin.ai.players import Player
from khalkhin.ai.players.fallback import FallbackPlayer
from khalkhin.board.data import DataError
from khalkhin.board.grid import UnknownHex
from khalkhin.engine import library
from khalkhin.engine.dice import Dice, check_seed
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay_as_far
from khalkhin.engine.record import replay as play_again
from khalkhin.engine.words import DEFAULT, Words, languages, plain
from khalkhin.lab.ladder import EVALUATIONS, GAMES, SEED
from khalkhin.lab.ladder import Order as LadderOrder
from khalkhin.terminal import inspect, pictures
from khalkhin.terminal import ladder as climbing
from khalkhin.terminal.analysis import analyse_record
from khalkhin.terminal.files import read_text
from khalkhin.terminal.fuzz import Order, fuzz
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.replay import Replay
from khalkhin.terminal.session import Session
from khalkhin.terminal.source import Keyboard, Script, Source
from khalkhin.terminal.verify import verify

if TYPE_CHECKING:
    from khalkhin.lab.compare import Changes
    from khalkhin.lab.order import Order as LabOrder

BAD_INPUT = 2
INTERRUPTED = 130
LAST_PORT = 65535


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status. Bad input is told in one sentence, and nothing has changed."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = _language(words)
    try:
        return _run(words, language)
    except KhalkhinError as error:
        problem = plain(error.reason, error.game, language)
    except (DataError, UnknownHex) as error:
        problem = str(error)
    except BrokenPipeError:
        # Whoever read the output has seen enough. Not even the interpreter's last flush may write more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        problem = Words(language).say("cli.io-error", {"file": error.filename or "khalkhin", "error": error.strerror})
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        return INTERRUPTED
    sys.stdout.flush()
    sys.stderr.write(f"khalkhin: {problem}\n")
    return BAD_INPUT


def _language(words: Sequence[str]) -> str:
    """The language asked for, else the environment's, else English; it is needed before anything can be said."""
    asked = _value_of("--language", words)
    if asked is not None:
        return asked if asked in languages() else DEFAULT
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            found = os.environ[name].partition("_")[0]
            return found if found in languages() else DEFAULT
    return DEFAULT


def _value_of(option: str, words: Sequence[str]) -> str | None:
    for number, word in enumerate(words, start=1):
        if word == option:
            return words[number] if number < len(words) else ""
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


def _run(words: list[str], language: str) -> int:
    asked = _value_of("--language", words)
    if asked is not None and asked not in languages():
        raise KhalkhinError("cli.unknown-language", language=asked, known=", ".join(languages()))
    if words and words[0] in ("-h", "--help", "help"):
        return _usage(language)
    if words and words[0] in ("-V", "--version"):
        print(f"khalkhin {__version__}")
        return 0
    if not words or words[0].startswith("-"):
        words = ["serve", *words]
    if words[0] not in _COMMANDS:
        raise KhalkhinError("cli.unknown-command", command=words[0], known=", ".join(_COMMANDS))
    command, describe = _COMMANDS[words[0]]
    parser = _Parser(words[0])
    describe(parser)
    if "-h" in words[1:] or "--help" in words[1:]:
        return _usage(language, words[0])
    return command(parser.read(words[1:]), language)


def _usage(language: str, command: str | None = None) -> int:
    key = "cli.usage" if command is None else f"cli.usage.{command}"
    sides = dict.fromkeys(side for code in library.codes() for side in library.get(code).sides)
    known = {"games": library.codes(), "sides": sides, "drawable": pictures.drawable(), "levels": players.names()}
    print(Words(language).say(key, {name: ", ".join(found) for name, found in known.items()}))
    return 0


# -- reading what follows a command ------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Reads arguments; every complaint is one sentence from the translation files."""

    def __init__(self, command: str) -> None:
        super().__init__(prog=f"khalkhin {command}", add_help=False, allow_abbrev=False)
        self.command = command
        self.needed: list[str] = []
        self.seated = False
        self.add_argument("--language")

    def needs(self, name: str) -> None:
        self.needed.append(name)
        self.add_argument(name, nargs="?")

    def seats(self) -> None:
        """An option for each side of the game, whichever it is: who plays it."""
        self.seated = True

    def data(self) -> None:
        self.add_argument("--data-override", type=Path, dest="overrides")

    def picture(self) -> None:
        self.add_argument("-o", "--out")
        self.number("--scale", 1, 1)
        self.data()

    def number(self, option: str, least: int, default: int | None = None) -> None:
        def read(text: str) -> int:
            if not re.fullmatch(r"-?[0-9]{1,40}", text) or int(text) < least:
                raise KhalkhinError("cli.no-number", option=option, least=least, text=text[:40])
            return int(text)

        self.add_argument(option, type=read, default=default, dest=option.strip("-").replace("from", "first"))

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        game = next((word for word in words if word in library.codes()), None)
        if self.seated and game is not None:
            for side in library.get(game).sides:
                self.add_argument(f"--{side}", dest=f"seat_{side}")
        found, more = self.parse_known_args(words)
        if self.seated and found.game is not None:
            library.get(found.game)  # an unknown one is what is wrong, not the options for its sides
        if more:
            raise KhalkhinError("cli.too-much", command=self.command, text=" ".join(more))
        for name in self.needed:
            if getattr(found, name) is None:
                raise KhalkhinError("cli.missing", command=self.command, what=name.upper())
        return found

    def error(self, message: str) -> NoReturn:
        raise KhalkhinError("cli.bad-usage", command=self.command, problem=message)


def _options(given: Sequence[str] | None, game: Game[Any], scenario: str | None) -> dict[str, Any]:
    """--option NAME is true, --option NAME=VALUE has a value, read as the kind of thing its default is."""
    name = scenario or next(iter(game.scenarios))
    defaults = game.scenarios[name].options if name in game.scenarios else {}
    out: dict[str, Any] = {}
    for text in given or ():
        option, equals, value = text.partition("=")
        out[option] = _read_option(value, defaults.get(option)) if equals else True
    return out


def _read_option(text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    return int(text) if isinstance(default, int) and text.lstrip("-").isdigit() else text


# -- the commands ------------------------------------------------------------------------------------------------------


def _describe_serve(parser: _Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1")
    parser.number("--port", 0)
    parser.add_argument("--no-open", action="store_true")
    parser.add_argument("--database")
    parser.add_argument("--allow-host", action="append", default=[])


def _serve(given: argparse.Namespace, language: str) -> int:
    # Imported here: whoever wants to look up a rule does not wait for a web server.
    from khalkhin.server.run import default_database, serve, workers
    from khalkhin.server.settings import Settings

    if given.port is not None and given.port > LAST_PORT:
        raise KhalkhinError("cli.serve.bad-port", port=given.port, last=LAST_PORT)

    def say(key: str, **params: Any) -> None:
        print(Words(language).say(key, params), flush=True)

    settings = Settings(
        database=given.database or default_database(),
        host=given.host,
        hosts=tuple(given.allow_host),
        workers=workers(),
    )
    serve(settings, given.port, not given.no_open, say)
    return 0


def _describe_backup(parser: _Parser) -> None:
    parser.needs("file")
    parser.add_argument("--database")


def _backup(given: argparse.Namespace, language: str) -> int:
    from khalkhin.server.run import default_database
    from khalkhin.server.store.backup import back_up

    count = back_up(given.database or default_database(), Path(given.file))
    print(Words(language).say("cli.backup.done", {"count": count, "file": given.file}))
    return 0


def _restore(given: argparse.Namespace, language: str) -> int:
    from khalkhin.server.run import default_database
    from khalkhin.server.store.backup import restore

    count, before = restore(given.database or default_database(), Path(given.file))
    print(Words(language).say("cli.restore.done", {"count": count}))
    if before is not None:
        print(Words(language).say("cli.restore.before", {"file": str(before)}))
    return 0


def _describe_play(parser: _Parser) -> None:
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--as", dest="side")
    parser.add_argument("--against", default="planner")
    parser.number("--seed", 0)
    parser.add_argument("--option", action="append")
    parser.add_argument("--script", type=Path)
    parser.add_argument("--load")
    parser.data()


def _play(given: argparse.Namespace, language: str) -> int:
    match = _match(given)
    paper = Paper(sys.stdout)
    source: Source = Keyboard(sys.stdin, paper)
    if given.script is not None:
        source = Script(given.script, paper, source)
    return Session(match, _computers(given, match), paper, source, language, given.overrides).run()


def _match(given: argparse.Namespace) -> Match:
    if given.load is not None:
        text = read_text(given.load)
        found = read_header(text).game
        if given.game not in (None, found):
            raise KhalkhinError("cli.other-game", file=given.load, found=found, game=given.game)
        return play_again(text, library.get(found, given.overrides))
    if given.game is None:
        raise KhalkhinError("cli.missing", command="play", what="GAME")
    game = library.get(given.game, given.overrides)
    dice = None if given.seed is None else Dice.practice(given.seed)
    return Match(game.start(given.scenario, _options(given.option, game, given.scenario), dice))


def _computers(given: argparse.Namespace, match: Match) -> dict[str, Player]:
    """A computer player for every side that no person plays."""
    sides = match.game.sides
    if given.side in sides or given.side is None:
        people = sides if given.against == "human" else (given.side or sides[0],)
    elif given.side in ("both", "none"):
        people = sides if given.side == "both" else ()
    else:
        raise KhalkhinError("engine.unknown-side", side_=given.side, known=", ".join([*sides, "both", "none"]))
    if given.against not in ("human", *players.names()):
        raise KhalkhinError("cli.unknown-player", player=given.against, known=", ".join([*players.names(), "human"]))
    if given.against == "human" and not people:
        raise KhalkhinError("cli.nobody-against")
    seed = secrets.randbits(32) if given.seed is None else given.seed
    return {s: FallbackPlayer(given.against, seed + n) for n, s in enumerate(sides) if s not in people}


def _describe_replay(parser: _Parser) -> None:
    parser.needs("file")
    parser.number("--from", 0)
    parser.number("--speed", 1)
    parser.add_argument("--side")
    parser.data()


def _replay(given: argparse.Namespace, language: str) -> int:
    paper = Paper(sys.stdout)
    text = read_text(given.file)
    found = replay_as_far(text, library.get(read_header(text).game, given.overrides))
    source = Keyboard(sys.stdin, paper)
    return Replay(found.match, given.side, paper, source, language, found.stopped).run(given.first, given.speed)


def _describe_verify(parser: _Parser) -> None:
    parser.needs("file")
    parser.data()


def _verify(given: argparse.Namespace, language: str) -> int:
    return verify(given.file, language, sys.stdout, given.overrides)


def _describe_analyse(parser: _Parser) -> None:
    parser.needs("file")
    parser.add_argument("--json", action="store_true")
    parser.number("--seconds", 0, round(SECONDS))
    parser.data()


def _analyse(given: argparse.Namespace, language: str) -> int:
    return analyse_record(given.file, given.json, given.seconds, language, sys.stdout, sys.stderr, given.overrides)


def _describe_rules(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("rule", nargs="?")
    parser.add_argument("--coverage", action="store_true")


def _rules(given: argparse.Namespace, language: str) -> int:
    return inspect.rules(given.game, given.rule, given.coverage, language, sys.stdout)


def _describe_charts(parser: _Parser) -> None:
    parser.needs("game")
    parser.data()


def _charts(given: argparse.Namespace, language: str) -> int:
    return inspect.charts(given.game, language, sys.stdout, given.overrides)


def _describe_data(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("--provenance", action="store_true")
    parser.data()


def _data(given: argparse.Namespace, language: str) -> int:
    return inspect.data(given.game, given.provenance, language, sys.stdout, given.overrides)


def _describe_map(parser: _Parser) -> None:
    parser.needs("game")
    parser.picture()


def _map(given: argparse.Namespace, language: str) -> int:
    target = pictures.Target.of("map", given.out, given.scale)
    return pictures.draw_game_map(given.game, target, language, given.overrides, sys.stdout)


def _describe_counters(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("--back", action="store_true")
    parser.picture()


def _counters(given: argparse.Namespace, language: str) -> int:
    target = pictures.Target.of("counters", given.out, given.scale)
    return pictures.draw_counters(given.game, given.back, target, language, given.overrides, sys.stdout)


def _describe_draw(parser: _Parser) -> None:
    parser.needs("file")
    parser.number("--turn", 0)
    parser.number("--decision", 0)
    parser.add_argument("--side")
    parser.picture()


def _draw(given: argparse.Namespace, language: str) -> int:
    target = pictures.Target.of("draw", given.out, given.scale)
    moment = pictures.Moment(given.turn, given.decision)
    return pictures.draw_record(given.file, moment, given.side, target, language, given.overrides, sys.stdout)


def _describe_fuzz(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("scenario", nargs="?")
    parser.number("--games", 1, 100)
    parser.number("--seed", 0, 1)
    parser.number("--jobs", 1)
    parser.add_argument("--option", action="append")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"))
    parser.data()


def _fuzz(given: argparse.Namespace, language: str) -> int:
    game = library.get(given.game, given.overrides)
    options = _options(given.option, game, given.scenario)
    order = Order(given.game, given.scenario, options, given.overrides)
    jobs = given.jobs or os.cpu_count() or 1
    check_seed(given.seed + given.games - 1)  # the last game's
    return fuzz(order, given.games, given.seed, jobs, given.out, language, sys.stdout, sys.stderr)


def _describe_ladder(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("--scenario")
    parser.add_argument("--levels", default="")
    parser.number("--games", 1, GAMES)
    parser.number("--seed", 0, SEED)
    parser.number("--evaluations", 0, EVALUATIONS)
    parser.number("--jobs", 1)
    parser.add_argument("--out", type=Path, default=Path("ladder"))
    forms = parser.add_mutually_exclusive_group()
    for form in (climbing.MARKDOWN, climbing.JSON):
        forms.add_argument(f"--{form}", action="store_const", const=form, dest="form", default=climbing.TEXT)


def _ladder(given: argparse.Namespace, language: str) -> int:
    levels = [level.strip() for level in given.levels.split(",")] if given.levels else []
    order = LadderOrder.of(given.game, given.scenario, levels, given.games, given.seed, given.evaluations)
    jobs = given.jobs or os.cpu_count() or 1
    return climbing.ladder(order, given.out, jobs, given.form, language, sys.stdout, sys.stderr)


def _describe_simulate(parser: _Parser) -> None:
    parser.needs("game")
    parser.add_argument("scenario", nargs="?")
    parser.seats()
    parser.number("--games", 1, GAMES)
    parser.number("--seed", 0, SEED)
    parser.number("--evaluations", 0, EVALUATIONS)
    parser.number("--jobs", 1)
    parser.add_argument("--option", action="append")
    parser.add_argument("--engine")
    parser.add_argument("--address")
    parser.add_argument("--out", type=Path)
    parser.data()


def _simulate(given: argparse.Namespace, language: str) -> int:
    # Imported here, as all of the lab: whoever only plays does not wait for it.
    from khalkhin.lab.run import engine
    from khalkhin.terminal.simulate import simulate

    order = _lab_order(given)
    folder = given.out or Path("runs") / f"{order.game}-{order.scenario}"
    chosen = engine(given.engine, given.address, given.jobs or os.cpu_count() or 1)
    return simulate(order, folder, chosen, language, sys.stdout, sys.stderr)


def _lab_order(given: argparse.Namespace, changes: Changes | None = None) -> LabOrder:
    """What is to be played; with changes, what is to be played beside it."""
    from khalkhin.lab.order import Order

    game = library.get(given.game, given.overrides)
    levels = {side: level for side in game.sides if (level := getattr(given, f"seat_{side}")) is not None}
    options, overrides = given.option or [], given.overrides
    if changes is not None:
        levels, options = {**levels, **changes.levels}, [*options, *changes.options]
        overrides = changes.overrides or overrides
    read = _options(options, game, given.scenario)
    return Order.of(given.game, given.scenario, given.games, levels, read, overrides, given.seed, given.evaluations)


def _describe_compare(parser: _Parser) -> None:
    from khalkhin.lab.compare import PAIRS, WIDTH
    from khalkhin.terminal.compare import read_width

    _describe_simulate(parser)
    parser.set_defaults(games=PAIRS)
    parser.add_argument("--vary", action="append")
    parser.add_argument("--width", type=read_width, default=WIDTH)
    parser.add_argument("--json", action="store_true")


def _compare(given: argparse.Namespace, language: str) -> int:
    from khalkhin.lab.compare import Question, changes
    from khalkhin.lab.pairs import pair_engine
    from khalkhin.terminal.compare import compare, folder_of

    if not given.vary:
        raise KhalkhinError("cli.missing", command="compare", what="--vary")
    first = _lab_order(given)
    second = _lab_order(given, changes(given.vary, first.rules(), first.scenario))
    question = Question((first, second), tuple(given.vary), given.width)
    chosen = pair_engine(given.engine, given.address, given.jobs or os.cpu_count() or 1)
    folder = given.out or folder_of(question)
    return compare(question, folder, chosen, given.json, language, sys.stdout, sys.stderr)


def _describe_report(parser: _Parser) -> None:
    parser.add_argument("runs", nargs="*", type=Path)
    parser.add_argument("-o", "--out")
    parser.add_argument("--csv", type=Path)


def _report(given: argparse.Namespace, language: str) -> int:
    from khalkhin.terminal.report import report

    return report(given.runs, given.out, given.csv, language, sys.stdout)


_COMMANDS: dict[str, tuple[Callable[[argparse.Namespace, str], int], Callable[[_Parser], None]]] = {
    "serve": (_serve, _describe_serve),
    "backup": (_backup, _describe_backup),
    "restore": (_restore, _describe_backup),
    "play": (_play, _describe_play),
    "replay": (_replay, _describe_replay),
    "verify": (_verify, _describe_verify),
    "analyse": (_analyse, _describe_analyse),
    "rules": (_rules, _describe_rules),
    "charts": (_charts, _describe_charts),
    "data": (_data, _describe_data),
    "map": (_map, _describe_map),
    "counters": (_counters, _describe_counters),
    "draw": (_draw, _describe_draw),
    "fuzz": (_fuzz, _describe_fuzz),
    "ladder": (_ladder, _describe_ladder),
    "simulate": (_simulate, _describe_simulate),
    "compare": (_compare, _describe_compare),
    "report": (_report, _describe_report),
}
