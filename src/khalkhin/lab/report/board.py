"""Where it happened: battles and occupation as heat on the game's own map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from khalkhin.board.data import table
from khalkhin.board.hexset import members
from khalkhin.lab.report.markup import ReportSheet, Section, tag, text
from khalkhin.lab.report.plots.figure import SIDES
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech
from khalkhin.render.layout import Layout
from khalkhin.render.map import LAYERS, map_ground, map_look, map_words
from khalkhin.render.map.inline import inline_map
from khalkhin.render.map.look import MapLook
from khalkhin.render.map.plain_look import plain_look
from khalkhin.render.svg import element, group, line_path
from khalkhin.render.tokens import tokens

ABOVE = ("marks", "names")
"""Layers of the map that stay readable above the heat."""
PREFIX = "map-"
BATTLES, BOTH = "battles", "both"
FAINTEST, STRONGEST = 0.12, 0.92
MARGIN = 2.2
"""How much of the map is shown round the hexes where anything happened, in hex radii."""
_GRAPH = tokens()["outcome"]["light"]
COLOURS = (_GRAPH["bad"][0], _GRAPH["good"])
"""The sides on the map, which has the same colours in both themes."""


@dataclass(frozen=True)
class Heat:
    """What a layer shows: a value for every hex, and how it is coloured."""

    name: str
    values: Mapping[int, float]
    colours: Mapping[int, str]
    tone: str

    @property
    def most(self) -> float:
        return max(self.values.values(), default=0.0)

    def drawn(self, layout: Layout, most: float, shown: bool) -> str:
        """A hexagon for every hex with a value: the larger, the less of the ground is seen."""
        parts = []
        for hex_, value in self.values.items():
            x, y = layout.centre(hex_)
            # The square root: a hex with a quarter of the most is still plainly to be seen.
            strength = FAINTEST + (STRONGEST - FAINTEST) * (value / most) ** 0.5
            place = {"href": "#hex", "x": f"{x:.0f}", "y": f"{y:.0f}", "fill_opacity": f"{strength:.2f}"}
            parts.append(element("use", fill=self.colours.get(hex_), **place))
        return group(parts, class_=f"heat tone-{self.tone}", data_layer=self.name, hidden=None if shown else "")


def ground(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    layout = Layout(speech.game.map.grid)
    layers = [list(_heats(run)) for run in runs]
    if not any(heat.values for heats in layers for heat in heats):
        return Section("ground", "")
    most = [max(heats[n].most for heats in layers) for n in range(len(layers[0]))]
    heat = [
        group(
            [heat.drawn(layout, most[n], n == 0) for n, heat in enumerate(heats) if heat.values]
            + [_tips(run, layout, speech)],
            data_run=r,
            hidden=None if r == 0 else "",
        )
        for r, (run, heats) in enumerate(zip(runs, layers, strict=True))
    ]
    view = _view(layout, {hex_ for heats in layers for heat in heats for hex_ in heat.values})
    controls = tag("div", [_layer_switch(speech, [h.name for h in layers[0]]), _run_switch(runs)], class_="switches")
    board = tag("div", _map(speech, layout, heat, view), class_="board", tabindex=0)
    notes = tag("div", [_scale(n, h, most[n], speech) for n, h in enumerate(layers[0])], class_="scales")
    lead = tag("p", text(speech.say("report.ground.lead")), class_="lead")
    return Section("ground", lead + controls + notes + board, (_sheet(runs),))


# -- what is shown -----------------------------------------------------------------------------------------------------


def _heats(run: Run) -> Iterator[Heat]:
    at = run.game.map.grid.at
    battles = {at(name): count / run.count for name, count in run.battles.items()}
    yield Heat(BATTLES, battles, {}, "battle")
    ends = len(run.turns) or 1
    first, second = ({at(name): count / ends for name, count in run.held[side].items()} for side in run.sides[:2])
    total = {h: first.get(h, 0.0) + second.get(h, 0.0) for h in {**first, **second}}
    mixed = {h: _mix(second.get(h, 0.0) / value) for h, value in total.items()}
    yield Heat(BOTH, total, mixed, SIDES[0])
    for n, values in enumerate((first, second)):
        yield Heat(f"side-{n}", values, {}, SIDES[n])


def _mix(share: float) -> str:
    """A colour between those of the sides."""
    parts = ([int(colour[n : n + 2], 16) for n in (1, 3, 5)] for colour in COLOURS)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(*parts, strict=True))


def _tips(run: Run, layout: Layout, speech: Speech) -> str:
    """A hexagon that cannot be seen for every hex where something happened, to tell its numbers."""
    grid, names = run.game.map.grid, run.game.map.names
    ends = len(run.turns) or 1
    there = {*run.battles, *(name for side in run.sides for name in run.held[side])}
    parts = []
    for name in sorted(there):
        hex_ = grid.at(name)
        x, y = layout.centre(hex_)
        told = [f"{name} {names[hex_]}" if hex_ in names else name]
        told.append(speech.say("report.ground.battles", count=speech.number(run.battles[name] / run.count, 2)))
        for side in run.sides:
            share = speech.percent(run.held[side][name] / ends, 0)
            told.append(speech.say("report.ground.held", name=speech.side(side), share=share))
        title = element("title", text("\n".join(told)))
        parts.append(element("use", title, href="#hex", x=f"{x:.0f}", y=f"{y:.0f}", class_="tip"))
    return group(parts, class_="hits")


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    head = ["run", "hex", "battles_per_game", *(f"held_{side}" for side in runs[0].sides)]
    rows = []
    for n, run in enumerate(runs, start=1):
        ends = len(run.turns) or 1
        for name in sorted({*run.battles, *(hex_ for side in run.sides for hex_ in run.held[side])}):
            held = [run.held[side][name] / ends for side in run.sides]
            rows.append([n, name, run.battles[name] / run.count, *held])
    return ReportSheet("hexes", head, rows)


# -- the map -----------------------------------------------------------------------------------------------------------


def _map(speech: Speech, layout: Layout, heat: Sequence[str], view: tuple[float, float, float, float]) -> str:
    """The map itself, with the heat between its lines and its names, cut to what matters."""
    game = speech.game
    path = game.folder / "look.toml"
    look: MapLook = map_look(game.code, table(path)) if path.is_file() else plain_look(game.code, game.map)
    below = map_ground(game.map, look)
    href = "" if below.file is None else below.data_uri()
    drawn = inline_map(game.map, look, map_words(game.words, speech.language), href, PREFIX)
    inner = drawn.partition(">")[2]
    inner = inner.removesuffix("</svg>")
    at = inner.index(f'id="{PREFIX}{ABOVE[0]}"')
    at = inner.rindex("<", 0, at)
    corners = [(x - layout.centre(first)[0], y - layout.centre(first)[1]) for first, x, y in _corners(layout)]
    shape = element("defs", element("path", id="hex", d=line_path(corners, close=True)))
    content = shape + inner[:at] + "".join(heat) + inner[at:]
    x, y, width, height = view
    return element(
        "svg",
        content,
        viewBox=f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}",
        style=f"aspect-ratio:{width:.0f}/{height:.0f}",
        class_="map",
        role="img",
        aria_label=speech.say("report.section.ground"),
    )


def _corners(layout: Layout) -> list[tuple[int, float, float]]:
    first = next(iter(members(layout.grid.all)))
    return [(first, x, y) for x, y in layout.corners(first)]


def _view(layout: Layout, hexes: set[int]) -> tuple[float, float, float, float]:
    """The part of the map with all the hexes."""
    places = [layout.centre(hex_) for hex_ in hexes]
    gap = MARGIN * layout.radius
    left, top = max(0.0, min(x for x, _ in places) - gap), max(0.0, min(y for _, y in places) - gap)
    right = min(layout.width, max(x for x, _ in places) + gap)
    bottom = min(layout.height, max(y for _, y in places) + gap)
    return left, top, right - left, bottom - top


# -- what to press -----------------------------------------------------------------------------------------------------


def _layer_switch(speech: Speech, layers: Sequence[str]) -> str:
    names = {BATTLES: speech.say("report.ground.show-battles"), BOTH: speech.say("report.ground.show-both")}
    for n, side in enumerate(speech.game.sides):
        names[f"side-{n}"] = speech.say("report.ground.show-side", name=speech.side(side))
    return switch("layer", [(layer, names[layer]) for layer in layers])


def _run_switch(runs: Sequence[Run]) -> str:
    return switch("run", [(str(n), run.label) for n, run in enumerate(runs)]) if len(runs) > 1 else ""


def switch(what: str, choices: Sequence[tuple[str, str]]) -> str:
    """Buttons of which one is pressed; the page's script shows what it stands for."""
    buttons = (
        tag("button", text(said), type="button", data_show=f"{what}:{value}", aria_pressed=str(n == 0).lower())
        for n, (value, said) in enumerate(choices)
    )
    return tag("div", buttons, class_="segments", role="group")


def _scale(number: int, heat: Heat, most: float, speech: Speech) -> str:
    """What the strength of a colour means."""
    whole = speech.number(most, 1) if heat.name == BATTLES else speech.percent(most, 0)
    none = speech.number(0) if heat.name == BATTLES else speech.percent(0, 0)
    said = speech.say("report.ground.scale-battles" if heat.name == BATTLES else "report.ground.scale-held")
    tones = f"tone-{heat.tone}"
    if heat.name == BOTH:
        ramps = [tag("i", "", class_=f"ramp tone-{tone}") for tone in SIDES]
    else:
        ramps = [tag("i", "", class_=f"ramp {tones}")]
    inner = [tag("span", text(said)), tag("b", text(none)), *ramps, tag("b", text(whole))]
    return tag("p", inner, class_="scale", data_layer=heat.name, hidden=None if number == 0 else True)


assert set(ABOVE) <= set(LAYERS)
