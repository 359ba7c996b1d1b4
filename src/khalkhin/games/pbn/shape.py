"""What the data files of the game may say: a kind for every entry and every column (engine/schema.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from khalkhin.board.data import Row, TomlTable
from khalkhin.board.toml_lines import TomlPath
from khalkhin.engine.folder import Folder
from khalkhin.engine.schema import (
    RULE,
    TEXT,
    AnyOf,
    Columns,
    Entries,
    Keyed,
    Listed,
    Maybe,
    Named,
    Number,
    OneOf,
    Shape,
    Some,
    TextValue,
)
from khalkhin.engine.shapes import (
    COUNTER,
    FLAG,
    HEX,
    MARKERS,
    PLACE,
    SIDES,
    chart,
    counters_once,
    holding,
    ladder,
    map_head,
    nations,
    option,
    per_side,
    results,
    rising,
    rising_turns,
    scenario,
)
from khalkhin.games.pbn.charts import ALL, HALF, ONE
from khalkhin.games.pbn.terrain import BRIDGE

SIDE = OneOf("soviet", "japan")
NATIONS = {"soviet": ("SU", "MN"), "japan": ("JP", "MC")}
NATION = OneOf(*(nation for found in NATIONS.values() for nation in found))
FOOT = ("infantry", "motorized", "cavalry", "machine_gun", "engineer", "airborne", "antiaircraft")
TRACKED = ("armor", "armor_flame", "armored_recon", "mechanized")
TYPE = OneOf(*FOOT, *TRACKED, "headquarters", "supply", "air", "deception", "campaign")
COUNT, COST, SHIFT, POINTS = Number(0, 99), Number(0, 999), Number(0, 9), Number(0, 99)
DIE = Number(1, 6)
MODIFIED = Number(1, 12)
"""A die with its modifiers."""
CODE = Named("charts.toml", "results", "codes")
GROUND = Named("charts.toml", "terrain")
GROUP = Named("charts.toml", "groups", "of")


# -- charts ------------------------------------------------------------------------------------------------------------


def _interdiction(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """16.62  A modifier for every commitment, and a delay for every die that can come of it."""
    committed, modifier, delay = table["committed"], table["modifier"], table["delay"]
    if len(committed) != len(modifier):
        yield ("modifier",), f"there are {len(modifier)} modifiers for {len(committed)} commitments"
    if committed != sorted(set(committed)):
        yield ("committed",), "the commitments do not rise"
    if len(delay) < 6 + max(modifier):
        yield ("delay",), f"there are {len(delay)} delays for dice up to {6 + max(modifier)}"


def _nomonhan(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    if table["nomonhan"] not in table["hexes"]:
        yield ("nomonhan",), f"{table['nomonhan']} is none of the objectives in hexes"


def _campaign(markers: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """5.3  Every campaign marker of counters.csv stands under its side, and nothing else does."""
    rows = folder.rows("counters.csv")
    there = {row.text("id"): row.text("side") for row in rows if row.text("type") == "campaign"}
    for side in ("soviet", "japan"):
        for name in markers[side]:
            if there.get(name) != side:
                yield (side, name), f"{name!r} is no campaign marker of this side in counters.csv"
    for name, side in there.items():
        if name not in markers[side]:
            yield (side, name), "this entry is missing"


LOSS = Some(OneOf(ALL, HALF, ONE))
RESULT = Entries(
    attacker=LOSS,
    defender=LOSS,
    attacker_retreats=COUNT,
    defender_retreats=COUNT,
    rout=FLAG,
    conductor=Some(OneOf("attacker", "defender")),
    pursuit=COUNT,
)
COSTS = {"mech": Maybe(COST), "non": Maybe(COST)}
STEP = Number(1, 999)
"""What a step into a hex costs, in twelfths of a point."""
STEPS = {"mech": Maybe(STEP), "non": Maybe(STEP)}
LINE = Listed(COUNT, size=3)
"""26.9  Attack, defence and movement."""
MARKER = Entries(
    rule=RULE,
    acts=OneOf("at once", "held"),
    then=OneOf("effect", "removed", "pool"),
    group=Maybe(Some(GROUP)),
    level=Maybe(Number(0, 9)),
    month=Maybe(Number(0, 6)),
)
NEUTRAL = ("coastal", "objective", "landmark", "village", "bridge", "border")

LEVELS = ("marginal", "major", "decisive")
CHARTS = Entries(
    raid=ladder(CODE),
    assault=ladder(CODE),
    results=chart(codes=Keyed(TEXT, RESULT)),
    shifts=chart(
        dict.fromkeys(("suppressed", "banzai", "experience", "close_support", "anti_aircraft"), SHIFT),
        fortification=per_side(SHIFT),
    ),
    bombardment=results(TextValue(r"-|AA|S|SE|S\+AA", "'-', 'AA', 'S', 'SE' or 'S+AA'")),
    superiority=results(TextValue("[0-9]/[0-9]", "points eliminated and damaged, such as '1/2'")),
    interdiction=chart(
        {"committed": Listed(COUNT, least=1), "modifier": Listed(Number(0, 6), least=1), "delay": Listed(Number(0, 9))},
        _interdiction,
        anti_aircraft=Listed(MODIFIED, once=True),
        lost=MODIFIED,
    ),
    air=chart(strike=per_side(COUNT), repaired=Number(1, 99), superiority=Number(1, 8), close_support=COUNT),
    movement=chart(scale=Number(1, 12)),
    terrain=Keyed(TEXT, chart(STEPS, defence=SHIFT, bombardment=SHIFT, open=Maybe(FLAG), high=Maybe(FLAG))),
    hexside=Keyed(
        OneOf("stream", "narrow_river", "wide_river", "cliff", "levee"), chart(COSTS, defence=SHIFT), all=True
    ),
    way=Keyed(OneOf("all_weather_road", "road", "trail", "railroad"), chart(mech=STEP, non=STEP), all=True),
    neutral=chart(dict.fromkeys(NEUTRAL, RULE)),
    stacking=chart(limit=Number(1, 99)),
    supply=chart(refitted=Number(1, 99)),
    breakdown=Listed(chart(side=SIDE, unit=LINE, parts=Listed(LINE, least=1))),
    markers=chart(per_side(Keyed(COUNTER, MARKER)).kinds, _campaign),
    marker_effects=chart(
        reserves_lead=POINTS,
        armor_withdrawn=Number(0, 6),
        gekokujo_activates=Number(0, 6),
        deserts=Number(1, 7),
        price=POINTS,
    ),
    command=chart(start=Number(0, 9)),
    groups=chart(of=Keyed(TEXT, Entries(rule=RULE, side=SIDE, air=COUNT, supply=COUNT, next=Some(GROUP)))),
    routine=chart(
        dict.fromkeys(("air", "supply", "supply_reinforced"), per_side(COUNT)),
        optional=POINTS,
        deception=COUNT,
        deception_at_start=COUNT,
    ),
    victory=chart(
        dict.fromkeys(LEVELS, POINTS),
        rising(*LEVELS),
        sudden_death=COUNT,
    ),
    objectives=chart(
        dict.fromkeys(("east", "west", "center"), per_side(POINTS)),
        _nomonhan,
        nomonhan=HEX,
        hexes=Listed(HEX, least=1, once=True),
    ),
    air_value=chart(points=POINTS),
    eliminated=chart(of=Keyed(TEXT, Entries(rule=RULE, scores=SIDE, points=POINTS))),
    landing=chart(
        scatter=Listed(MODIFIED),
        suppressed=Listed(MODIFIED),
        scatter_suppressed=MODIFIED,
        near_gun=SHIFT,
        gun_range=COUNT,
        near_enemy=SHIFT,
        rough=SHIFT,
        smooth=Listed(GROUND, once=True),
    ),
)


# -- the scenario ------------------------------------------------------------------------------------------------------


def _october(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """25.1  The turn that the players may add comes after the last one."""
    if table["turns"]["october"] != table["turns"]["last"] + 1:
        yield ("turns", "october"), f"turn {table['turns']['october']} does not follow on the last one"


def _hand(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """25.5.5  Only campaign markers are held."""
    markers = folder.table("charts.toml").table("markers")
    for number, name in enumerate(table["hand"]):
        if not any(name in markers[side] for side in ("soviet", "japan")):
            yield ("hand", number), f"{name!r} is no campaign marker"


def _units(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """A short battle sets each hex up once, so that enemies share none."""
    seen: set[str] = set()
    for row in table.get("units", ()):
        if row["hex"] in seen:
            yield (*row.path, "hex"), f"{row['hex']} is set up twice"
        seen.add(row["hex"])


OPTIONS = (
    *("buy_markers", "high_ground", "hq_artillery", "large_superiority", "close_support", "captured_supply"),
    *("airborne", "face_down", "deception", "historical", "october", "interdict_base"),
    "attack_all",
)
SCENARIO = scenario(
    "pbn",
    dict.fromkeys(OPTIONS, option()),
    {
        "rule": RULE,
        "air": per_side(COUNT),
        "supply": per_side(COUNT),
        "hand": Listed(COUNTER, once=True),
        "turns": Entries(dict.fromkeys(("first", "last", "october"), Number(1, 6))),
        "prefer": per_side(Listed(HEX)),
        "reinforced": Maybe(FLAG),
        "units": Maybe(Listed(Entries(side=SIDE, hex=HEX, counters=Listed(COUNTER, least=1)))),
        "levels": Maybe(Entries(dict.fromkeys(LEVELS, POINTS), rising(*LEVELS))),
    },
    rising_turns,
    _october,
    _hand,
    counters_once("units"),
    _units,
)


# -- the map and the counters ------------------------------------------------------------------------------------------

MAP = Columns(
    {**PLACE, "terrain": GROUND},
    name=Maybe(TEXT),
    height=Maybe(Number(0, 9999)),
    objective=Maybe(OneOf("east", "west", "nomonhan")),
    side_of_river=OneOf("east", "west"),
    side_of_border=OneOf("west_south", "north_east"),
    country=OneOf("Mongolia", "Manchukuo"),
    road=OneOf("0", "1"),
    trail=OneOf("0", "1"),
)


def _battalions(found: list[Row], folder: Folder) -> None:
    """26.9, R59  Battalions are combat units that come of others, and of each kind there are as many as all units that
    break down need."""
    there: Counter[tuple[str, ...]] = Counter()
    units: Counter[tuple[str, ...]] = Counter()
    for row in found:
        units[row.text("side"), row.text("breaks_into")] += 1
        if row.text("breakdown"):
            if row.text("type") not in (*FOOT, *TRACKED):
                row.fail("breakdown", f"no unit of type {row.text('type')} comes of another")
            if row.text("arrives"):
                row.fail("arrives", "a battalion that comes of another unit does not arrive by itself")
            there[row.text("side"), *(row.text(name) or "0" for name in ("attack", "defence", "movement"))] += 1
    for recipe in folder.table("charts.toml")["breakdown"]:
        for number, part in enumerate(recipe["parts"]):
            line = recipe["side"], *map(str, part)
            there[line] -= units[recipe["side"], recipe["rule"]]
            if there[line] < 0:
                recipe.fail_at(
                    ("parts", number), "counters.csv has not as many such battalions as units break down into"
                )


AT_START = ("setup_tamsag", "setup_hailar", "setup_east", "setup_west", "optional")
NAMED_MARKERS = (
    *("SU-CM-STAVKA", "SU-CM-1AG", "SU-CM-CRISIS", "SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA", "SU-CM-EXPERIENCE"),
    *("SU-CM-ZHUKOV", "SU-CM-RECON", "SU-CM-STAFF", "SU-CM-WEATHER", "JP-CM-KAR", "JP-CM-ARMOR", "JP-CM-BANZAI"),
    *("JP-CM-GEKOKUJO", "JP-CM-DESERT", "JP-CM-RECON", "JP-CM-STAFF", "JP-CM-WEATHER"),
)
FACTORS = ("attack", "defence", "movement", "support", "radius", "equivalents", "points", "value")
COUNTERS = Columns(
    {"class": Maybe(OneOf("non", "mech", "air")), **dict.fromkeys(FACTORS, Maybe(COUNT))},
    nations(NATIONS),
    holding("nation", "JP"),
    holding("type", "airborne"),
    holding("arrives", *AT_START),
    holding("id", *NAMED_MARKERS),
    _battalions,
    id=TEXT,
    name=TEXT,
    side=SIDE,
    nation=NATION,
    type=TYPE,
    size=Maybe(OneOf("I", "II", "III", "X", "XX", "XXX", "XXXX")),
    unit=Maybe(TEXT),
    breakdown=Maybe(OneOf("yes")),
    breaks_into=Maybe(Named("charts.toml", "breakdown", "rule")),
    arrives=Maybe(AnyOf(OneOf(*AT_START), GROUP)),
    stock=Maybe(OneOf("spare", "change")),
    source=Maybe(TEXT),
)

SHAPE = Shape(
    {
        "charts.toml": CHARTS,
        "map.toml": map_head({"terrain": (), "sides": (BRIDGE,), "links": ()}),
        "map.csv": MAP,
        "sides.csv": SIDES,
        "counters.csv": COUNTERS,
        "markers.csv": MARKERS,
        "scenarios/*.toml": SCENARIO,
    }
)
