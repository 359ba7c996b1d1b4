"""The orders of battle as the rulebook prints them, by scenario: rule, side, nation, area, units."""

from __future__ import annotations

KINDS = {
    "mech c": "mechanized_corps", "inf c": "infantry_corps", "cav c": "cavalry_corps", "arm d": "armored_division",
    "mech d": "mechanized_division", "inf d": "infantry_division", "cav d": "cavalry_division",
    "mtn d": "mountain_division", "nkvd d": "nkvd_division", "air b": "airborne_brigade", "mar b": "marine_brigade",
    "eng b": "engineer_brigade", "carrier air": "carrier_airstrike", "air 4": "airstrike_4", "air 3": "airstrike_3",
    "air 2": "airstrike_2",
}  # fmt: skip

_ANTI_COMINTERN = """
25.2.1 soviet SU far_east: 1 mech c, 4 inf c, 1 arm d, 1 mech d, 1 cav d, 1 mtn d, 1 air b, 1 mar b, 1 nkvd d, \
11 fort, 2 airbase, 3 supply
25.2.2 soviet SU trans_baikal: 1 mech c, 1 inf c, 1 fort, 1 airbase, 1 supply
25.2.3 soviet SU trans_baikal_mongolia: 2 mech d
25.2.4 soviet OM outer_mongolia: 2 cav c, 1 fort
25.2.5 soviet SU air: 4 air 2
25.3.1 japan JP manchukuo: 6 inf c, 2 arm d, 2 airbase, 5 fort, 5 supply
25.3.1 japan MC manchukuo: 2 inf c, 5 fort
25.3.2 japan JP inner_mongolia: 1 inf d, 1 cav d
25.3.2 japan MJ inner_mongolia: 2 cav c, 1 fort
25.3.3 japan JP korea: 2 inf d, 1 fort
25.3.4 japan JP manchukuo_korea: 2 fort, 1 supply
25.3.5 japan JP air: 3 air 4, 4 air 3
"""
_KANTOKUEN = """
25.6.1 soviet SU far_east: 1 mech c, 3 inf c, 1 cav d, 1 mtn d, 1 mar b, 1 nkvd d, 11 fort, 2 airbase, 2 supply
25.6.2 soviet SU trans_baikal: 1 arm d, 1 mech d, 1 inf c, 1 nkvd d, 1 fort, 2 airbase, 1 supply
25.6.3 soviet SU trans_baikal_mongolia: 2 mech d
25.6.4 soviet OM outer_mongolia: 2 cav c, 1 fort
25.6.5 soviet SU air: 3 air 2
25.7.1 japan JP manchukuo: 8 inf c, 4 arm d, 1 eng b, 3 airbase, 5 fort, 6 supply
25.7.1 japan MC manchukuo: 2 inf c, 1 cav c, 5 fort
25.7.2 japan JP inner_mongolia: 1 inf d, 1 cav d
25.7.2 japan MJ inner_mongolia: 2 cav c, 1 fort
25.7.3 japan JP korea: 1 inf c, 1 inf d, 1 fort
25.7.4 japan JP manchukuo_korea: 2 fort, 2 supply
25.7.5 japan JP ports: 1 air b, 1 mar b
25.7.6 japan JP air: 4 air 4, 5 air 3, 2 carrier air, 1 carrier, 1 bombardment, 1 amphibious
"""
_NOMONHAN = """
25.10.1 japan JP manchukuo: 4 inf c, 1 arm d, 5 fort, 1 airbase, 3 supply
25.10.1 japan MC manchukuo: 1 inf c, 5 fort
25.10.2 japan JP inner_mongolia: 1 inf d, 1 cav d
25.10.2 japan MJ inner_mongolia: 2 cav c, 1 fort
25.10.3 japan JP korea: 2 inf d, 1 fort
25.10.4 japan JP north_china: 1 inf c, 1 airbase
25.10.5 japan JP manchukuo_korea: 1 fort
25.10.6 japan JP home: 1 inf c
25.10.7 japan JP air: 3 air 4, 2 air 2
25.11.1 soviet SU far_east: 6 inf c, 2 arm d, 1 cav d, 1 nkvd d, 9 fort, 2 airbase, 2 supply
25.11.2 soviet SU trans_baikal: 1 cav c, 1 inf c, 1 arm d, 1 fort, 1 airbase, 1 supply
25.11.3 soviet SU trans_baikal_mongolia: 1 arm d, 2 mech d
25.11.4 soviet OM outer_mongolia: 2 cav c, 1 fort
25.11.5 soviet SU air: 3 air 2
"""

Line = tuple[str, str, str, str, dict[str, int]]


def _read(text: str) -> list[Line]:
    out = []
    for line in text.strip().splitlines():
        head, _, told = line.partition(": ")
        rule, side, nation, area = head.split()
        parts = (part.partition(" ") for part in told.split(", "))
        out.append((rule, side, nation, area, {KINDS.get(kind, kind): int(count) for count, _, kind in parts}))
    return out


ORDERS = {"anti-comintern": _read(_ANTI_COMINTERN), "kantokuen": _read(_KANTOKUEN), "nomonhan": _read(_NOMONHAN)}
