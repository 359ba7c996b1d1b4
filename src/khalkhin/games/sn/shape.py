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
    Split,
    TextValue,
)
from khalkhin.engine.shapes import (
    FLAG,
    HEX,
    MARKERS,
    NAMED_SIDES,
    PLACE,
    chart,
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
from khalkhin.games.sn.charts import ALL, EVEN, HALF, ONE
from khalkhin.games.sn.position import KOREA, MANCHUKUO, MENGJIANG, MPR, NORTH_CHINA, USSR

SIDE = OneOf("soviet", "japan")
STATES = (USSR, MPR, MANCHUKUO, KOREA, MENGJIANG, NORTH_CHINA)
STATE = OneOf(*STATES)
NATIONS = {"soviet": ("SU", "OM"), "japan": ("JP", "MC", "MJ", "DE", "FER")}
NATION = OneOf(*(nation for found in NATIONS.values() for nation in found))
CORPS = ("infantry_corps", "mechanized_corps", "cavalry_corps", "artillery_corps", "shock_army")
DIVISIONS = (
    *("infantry_division", "armored_division", "mechanized_division", "cavalry_division"),
    *("mountain_division", "nkvd_division", "special_division"),
)
BRIGADES = (
    *("airborne_brigade", "marine_brigade", "engineer_brigade", "mechanized_brigade", "infantry_brigade"),
    *("flotilla", "fort"),
)
SUPPORT = ("headquarters", "airbase", "supply", "chemical")
AIR_AND_SEA = ("airstrike", "carrier_airstrike", "carrier", "bombardment", "amphibious")
TYPE = OneOf(*CORPS, *DIVISIONS, *BRIGADES, *SUPPORT, *AIR_AND_SEA)
GROUNDS = ("clear", "rough", "desert", "sea")
COUNT, COST, SHIFT, POINTS = Number(0, 99), Number(0, 99), Number(-9, 9), Number(0, 100)
DIE = Number(1, 6)
CODE = Named("charts.toml", "results", "codes")


# -- charts ------------------------------------------------------------------------------------------------------------


def _october(mobilization: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    month, year = mobilization["shock_from"]
    if month > 12 or year < 1900:
        yield ("shock_from",), f"{month} and {year} are not a month and a year"


def _everywhere(states: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """8.6  The Japanese may go everywhere: it is by their list that the map is divided."""
    for state in STATES:
        if state not in states["enter"]["JP"]:
            yield ("enter", "JP"), f"{state!r} is missing"


LOSS = Some(OneOf(ALL, HALF, ONE, EVEN))
RESULT = Entries(
    attacker=LOSS, defender=LOSS, attacker_retreats=COUNT, defender_retreats=COUNT, pursuit=Some(OneOf("yes", "empty"))
)
STEP = Number(1, 99)
"""What a step into a hex costs, in half points."""
GROUND = chart({"mech": Maybe(STEP), "non": Maybe(STEP), "shift": SHIFT, "air": SHIFT, "stack": COUNT})
LINE_SHIFTS = ("headquarters", "unsupplied", "maximum_supply", "concentric", "close_support", "desert", "fort")
SUPPLIES = ("disrupted_attacker", "disrupted_defender", "surprise")
QUOTA = Entries(nation=NATION, states=Listed(STATE, least=1, once=True), combat=COUNT, support=COUNT)

CHARTS = Entries(
    combat=ladder(CODE),
    results=chart(codes=Keyed(TEXT, RESULT)),
    shifts=chart(dict.fromkeys((*LINE_SHIFTS, *SUPPLIES), SHIFT)),
    air=chart(
        per_hex=per_side(COUNT),
        airborne_range=per_side(COUNT),
        airborne_survives=per_side(Number(0, 6)),
        marine_lands=per_side(Number(1, 7)),
        home_islands=COUNT,
        lift=COUNT,
    ),
    air_attack=results(TextValue("AA|NE|H[1-9]", "'AA', 'NE' or H with a number")),
    air_shifts=chart(disrupted=SHIFT, surprise=SHIFT, fort=SHIFT),
    movement=chart(scale=Number(1, 12)),
    terrain=Entries(
        dict.fromkeys((*GROUNDS, "city"), GROUND),
        town=chart(shift=SHIFT, air=SHIFT),
        river=chart(mech=COST, non=COST, shift=SHIFT),
        road=chart(mech=STEP, non=STEP),
    ),
    stacking=chart(corps=COUNT, other=COUNT, forts=COUNT),
    flotilla=chart(cost=STEP),
    states=chart(
        {"enter": Keyed(NATION, Listed(STATE, least=1, once=True), all=True)},
        _everywhere,
        soviet=Listed(STATE, once=True),
        japan=Listed(STATE, once=True),
    ),
    costs=chart(of=Keyed(NATION, Keyed(TYPE, POINTS), all=True)),
    mobilization=chart(
        dict.fromkeys(("most", "city", "major_victory", "major_losses", "major_airstrikes"), POINTS),
        _october,
        west_edge=Listed(HEX, once=True),
        shock_from=Listed(Number(1, 1999), size=2),
    ),
    quotas=chart(of=Entries(manchukuo=QUOTA, china=QUOTA, ussr=QUOTA)),
    equivalents=Listed(chart(nation=NATION, corps=TYPE, parts=Keyed(TYPE, Number(1, 9), least=1))),
    victory=chart(
        dict.fromkeys(("tactical", "operational", "strategic"), Number(0, 999)),
        rising("tactical", "operational", "strategic"),
        enemy_cities=COUNT,
    ),
    winter=chart(radius=COUNT, attrition=DIE),
)


# -- scenarios ---------------------------------------------------------------------------------------------------------


def _calendar(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """5.0  Every turn has a month."""
    months = table["turns"]["months"]
    if len(months) != table["turns"]["last"]:
        yield ("turns", "last"), f"there are {len(months)} months for {table['turns']['last']} turns"


def _enough(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """3.1  No more counters are set up than there are; airstrikes are counted by their range too."""
    there: Counter[tuple[str, str]] = Counter()
    for row in folder.rows("counters.csv"):
        kind = row.text("type")
        there[row.text("nation"), kind] += 1
        there[row.text("nation"), f"{kind}_{row.text('range')}"] += 1
    for line in table["setup"]:
        if line["nation"] not in NATIONS[line["side"]]:
            yield (*line.path, "nation"), f"{line['nation']!r} does not fight for {line['side']}"
        for kind, count in line["units"].items():
            there[line["nation"], kind] -= count
            if there[line["nation"], kind] < 0:
                yield (*line.path, "units", kind), f"there are not so many counters of {line['nation']}"


UNIT = AnyOf(Named("counters.csv", "type"), OneOf("airstrike_2", "airstrike_3", "airstrike_4"))
AREA = OneOf(
    *("far_east", "trans_baikal", "trans_baikal_mongolia", "outer_mongolia", "manchukuo", "inner_mongolia"),
    *("korea", "north_china", "manchukuo_korea", "ports", "home", "air"),
)
LINE = Entries(
    rule=RULE,
    side=SIDE,
    nation=NATION,
    area=AREA,
    units=Keyed(UNIT, Number(1, 99), least=1),
    prefer=Maybe(Keyed(UNIT, Listed(HEX))),
)
MONTH = Entries(month=Number(1, 12), year=Number(1900, 1999), winter=FLAG, japan=POINTS, soviet=POINTS)
PAIR = Listed(POINTS, size=2)
"""Points of the Japanese, then of the Soviets."""
SCENARIO = scenario(
    "sn",
    {"attrition": option(), "vp_table": option(OneOf("printed", "mongolia_swapped")), "city_quotas": option()},
    {
        "rule": RULE,
        "first_deployer": SIDE,
        **dict.fromkeys(("surprise", "open_manchukuo", "one_mechanized_corps", "shock_armies"), FLAG),
        "turns": Entries(first=Number(1, 1), last=Number(1, 99), months=Listed(MONTH, least=1)),
        "victory": Entries(
            named=Keyed(HEX, PAIR),
            cities=Entries({**dict.fromkeys(STATES, Maybe(PAIR)), MENGJIANG: PAIR, MPR: PAIR}),
            towns=Keyed(STATE, PAIR),
        ),
        "setup": Listed(LINE, least=1),
    },
    rising_turns,
    _calendar,
    _enough,
)


# -- the map and the counters ------------------------------------------------------------------------------------------


def _land(found: list[Row], folder: Folder) -> None:
    """8.6  Every hex but those of the sea is of a state."""
    for row in found:
        if row.text("terrain") != "sea" and not row.text("country"):
            row.fail("country", "this hex of land is of no state")


RELIEF = OneOf("clear", "rough", "mountain", "desert", "forest", "sea", "marsh")
MAP = Columns(
    {**PLACE, "terrain": OneOf(*GROUNDS), "class": Maybe(Split(OneOf("city", "town", "port"), ";"))},
    _land,
    town=Maybe(TEXT),
    aerodrome=Maybe(TEXT),
    objective=Maybe(TEXT),
    country=Maybe(STATE),
    rail=Maybe(TEXT),
    road=Maybe(TEXT),
    trail=Maybe(TEXT),
    relief=Maybe(RELIEF),
)
FACTOR = Maybe(COUNT)
FACTORS = (
    *("attack", "defence", "movement", "radius", "capacity", "range"),
    *("back_movement", "back_radius", "back_range"),
)
COUNTERS = Columns(
    {"class": Maybe(OneOf("non", "mech", "air")), **dict.fromkeys(FACTORS, FACTOR)},
    nations(NATIONS),
    holding("nation", *(nation for found in NATIONS.values() for nation in found)),
    holding("type", "airstrike", "mechanized_corps"),
    id=TEXT,
    name=TEXT,
    side=SIDE,
    nation=NATION,
    type=TYPE,
    size=Maybe(OneOf("X", "XX", "XXX")),
    unit=Maybe(TEXT),
    back=Maybe(OneOf("range", "base")),
    source=Maybe(TEXT),
)

SHAPE = Shape(
    {
        "map.toml": map_head({"terrain": GROUNDS, "sides": ("river", "lake", "bridge"), "links": ("rail", "road")}),
        "map.csv": MAP,
        "sides.csv": NAMED_SIDES,
        "counters.csv": COUNTERS,
        "markers.csv": MARKERS,
        "charts.toml": CHARTS,
        "scenarios/*.toml": SCENARIO,
    }
)
