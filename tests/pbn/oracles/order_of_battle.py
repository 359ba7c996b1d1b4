"""The land units of the specification: what is on each counter, and which come together.

The radii of headquarters were tuned by play (docs/balance.md).
"""

from __future__ import annotations

LAND = {
    # type, size, class, figures, battalion equivalents, victory points, breaks down by
    ("headquarters", "XX", "non", "(1)-1-10 r6", 1, 4, ""): "JP-23HQ JP-7HQ JP-2HQ JP-4HQ",
    ("headquarters", "XXXX", "non", "(2)-1-10 r8", 1, 4, ""): "JP-6HQ",
    ("headquarters", "X", "non", "(1)-1-12 r6", 1, 4, ""): "JP-YokHQ",
    ("headquarters", "X", "non", "(1)-1-12 r5", 1, 4, ""): "JP-3CHQ",
    ("infantry", "III", "non", "5-4-10", 3, 3, "26.9.3"): "JP-64 JP-71 JP-72",
    ("infantry", "III", "non", "5-5-10", 3, 3, "26.9.2"): "JP-4 JP-29 JP-8 JP-70 JP-37 JP-61",
    ("motorized", "III", "non", "6-6-12", 3, 3, "26.9.1"): "JP-26 JP-28 JP-25 JP-27 JP-16 JP-30",
    ("infantry", "II", "non", "1-2-8", 1, 1, ""): "JP-1-8BG JP-2-8BG JP-6-1BG JP-29IG SU-7BG",
    ("infantry", "III", "non", "1-3-8", 3, 1, ""): "MC-Sek",
    ("cavalry", "III", "non", "1-1-12", 3, 1, ""): "MC-4H MC-5H MC-12H MC-1M MC-8M",
    ("cavalry", "III", "non", "2-2-12", 3, 3, ""): "JP-23C JP-29C",
    ("armor", "III", "mech", "4-3-12", 3, 9, ""): "JP-3A JP-4A JP-5A",
    ("armored_recon", "II", "mech", "2-2-14", 1, 3, ""): "JP-23R JP-7R JP-2R JP-4R",
    ("engineer", "III", "non", "1-2-10", 3, 3, ""): "JP-24E JP-KAE SU-57E SU-1E",
    ("antiaircraft", "II", "non", "0-1-10", 1, 1, ""): "JP-1-10AA JP-2-10AA JP-1KA JP-2KA JP-3KA",
    ("headquarters", "XX", "non", "(1)-1-12 r3", 1, 5, ""): "SU-36HQ",
    ("headquarters", "XX", "non", "(1)-1-10 r3", 1, 5, ""): "SU-82HQ SU-57dHQ SU-152HQ",
    ("headquarters", "XXX", "non", "(2)-1-12 r5", 1, 5, ""): "SU-57cHQ",
    ("headquarters", "XXX", "non", "(2)-1-12 r4", 1, 5, ""): "SU-NOG SU-SOG",
    ("headquarters", "XXX", "non", "(3)-1-12 r4", 1, 5, ""): "SU-COG",
    ("armor", "X", "mech", "12-8-14", 3, 6, "26.9.4"): "SU-11A SU-6A",
    ("mechanized", "X", "mech", "9-6-14", 3, 6, "26.9.5"): "SU-7 SU-8 SU-9",
    ("machine_gun", "X", "non", "2-4-12", 3, 3, "26.9.6"): "SU-5MG",
    ("motorized", "III", "non", "2-3-12", 3, 3, "26.9.7"): "SU-24 SU-76 SU-149",
    ("airborne", "X", "non", "3-4-8", 3, 3, "26.9.8"): "SU-212",
    ("infantry", "III", "non", "2-4-8", 3, 3, "26.9.9"): "SU-80a SU-80b SU-80c SU-480 SU-544 SU-644",
    ("infantry", "III", "non", "2-3-8", 3, 3, "26.9.10"): "SU-601 SU-602 SU-603",
    ("armor", "II", "mech", "3-1-14", 1, 2, ""): "SU-36A",
    ("armored_recon", "II", "mech", "1-2-14", 1, 2, ""): "SU-36R SU-57R SU-152R",
    ("armor_flame", "I", "mech", "2-1-14", 1, 1, ""): "SU-OT130",
    ("antiaircraft", "III", "non", "0-2-12", 3, 3, ""): "SU-57AA SU-85AA",
    ("cavalry", "III", "non", "1-2-12", 3, 1, ""): "MN-15M MN-17M MN-22M MN-23M",
}

GROUPS = {
    "setup_west": "MN-15M MN-17M",
    "setup_tamsag": "SU-36HQ SU-11A SU-24 SU-76 SU-149 SU-36A SU-36R SU-7BG",
    "setup_east": "JP-23R MC-4H MC-5H MC-12H",
    "setup_hailar": "JP-23HQ JP-64 JP-71 JP-72 JP-1-8BG JP-2-8BG",
    "sixth_army": "JP-6HQ JP-YokHQ JP-26 JP-28 JP-3A JP-4A MC-1M MC-8M JP-6-1BG MC-Sek JP-24E JP-1-10AA JP-2-10AA",
    "kar_1": "JP-7HQ JP-25 JP-27 JP-16 JP-30 JP-29IG JP-7R JP-1KA",
    "kar_2": "JP-2HQ JP-4HQ JP-4 JP-29 JP-8 JP-70 JP-37 JP-61 JP-5A JP-2R JP-4R JP-2KA JP-3KA JP-KAE",
    "2nd_air_division": "",
    "57_corps": "SU-57cHQ SU-82HQ SU-7 SU-8 SU-9 SU-5MG SU-601 SU-602 SU-603 MN-22M MN-23M SU-57AA SU-57E",
    "1st_army_group": (
        "SU-57dHQ SU-NOG SU-COG SU-SOG SU-6A SU-OT130 SU-212 SU-80a SU-80b SU-80c SU-480 SU-57R SU-85AA SU-1E"
    ),
    "optional": "JP-3CHQ JP-23C JP-29C SU-152HQ SU-544 SU-644 SU-152R",
}

BATTALIONS = {
    # side and figures of the battalions that units break down into: how many were printed
    ("japan", "2-2-12"): 2,
    ("japan", "1-2-12"): 4,
    ("japan", "1-2-10"): 10,
    ("japan", "1-1-10"): 3,
    ("soviet", "3-1-14"): 8,
    ("soviet", "1-2-14"): 4,
    ("soviet", "0-1-12"): 6,
    ("soviet", "0-1-8"): 7,
}
