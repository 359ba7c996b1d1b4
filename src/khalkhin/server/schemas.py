"""The shapes of what the API takes and gives, as JSON Schema. `REF["Name"]` refers to one of them."""

from __future__ import annotations

from typing import Any

from khalkhin.engine.dice import LARGEST_SEED

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
ANY: Schema = {}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def maybe(schema: Schema) -> Schema:
    """A thing or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def many(schema: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": schema, **more}


def by_name(schema: Schema) -> Schema:
    """An object with names of its own: hexes, counters, sides."""
    return {"type": "object", "additionalProperties": schema}


def thing(fields: dict[str, Schema], optional: tuple[str, ...] = (), closed: bool = False) -> Schema:
    """An object with these fields. What is sent may have no others; what is answered may get more in time."""
    out: Schema = {"type": "object", "properties": fields}
    if required := [name for name in fields if name not in optional]:
        out["required"] = required
    return {**out, "additionalProperties": False} if closed else out


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


WHY = thing({"rule": TEXT, "key": TEXT, "params": by_name(ANY)})
SAID = thing({"key": TEXT, "params": by_name(ANY)})
NOUN: Schema = {"type": ["string", "integer", "null"]}

_ERRORS = {
    "Reason": thing({"rule": TEXT, "key": TEXT, "params": by_name(ANY), "text": TEXT}),
    "Error": thing({"error": ref("Reason")}),
}

_GAMES = {
    "Games": thing({"games": many(ref("ShelfEntry"))}),
    "ShelfEntry": thing(
        {
            "code": TEXT,
            "title": TEXT,
            "subtitle": TEXT,
            "scale": TEXT,
            "length": TEXT,
            "complexity": {"type": "integer", "minimum": 1, "maximum": 5},
            "available": FLAG,
            "guide": FLAG,
            "cover": thing({"spine": TEXT, "picture": TEXT, "counters": many(TEXT)}),
            "scenarios": many(ref("Scenario")),
            "sides": many(thing({"side": TEXT, "title": TEXT, "nation": TEXT, "look": by_name(TEXT)})),
            "players": many(TEXT),
        }
    ),
    "Scenario": thing(
        {
            "name": TEXT,
            "title": TEXT,
            "summary": TEXT,
            "turns": maybe(COUNT),
            "minutes": maybe(COUNT),
            "options": many(
                thing(
                    {
                        "name": TEXT,
                        "title": TEXT,
                        "help": TEXT,
                        "default": ANY,
                        "choices": maybe(many(TEXT)),
                        "labels": many(TEXT),
                        "fixed": FLAG,
                    }
                )
            ),
        }
    ),
    "Words": thing({"language": TEXT, "words": by_name(TEXT)}),
    "GameSheet": thing(
        {
            "code": TEXT,
            "title": TEXT,
            "version": TEXT,
            "language": TEXT,
            "sides": many(TEXT),
            "nations": by_name(
                thing(
                    {
                        "side": TEXT,
                        "mark": TEXT,
                        "corner": one_of("round", "clipped"),
                        "ground": TEXT,
                        "ink": TEXT,
                        "frame": TEXT,
                    }
                )
            ),
            "boxes": many(TEXT),
            "lost": many(TEXT),
            "overlays": many(TEXT),
            "retreats": many(TEXT),
            "coach": by_name(TEXT),
            "map": ref("MapInfo"),
            "units": by_name(ref("UnitInfo")),
            "formations": by_name(TEXT),
            "anatomy": maybe(ref("Anatomy")),
            "does": by_name(many(TEXT)),
            "words": by_name(TEXT),
            "charts": many(ref("Chart")),
            "rules": many(thing({"number": TEXT, "title": TEXT, "summary": TEXT})),
            "guide": many(thing({"id": TEXT, "title": TEXT, "rules": many(TEXT)})),
            "outside": by_name(many(TEXT)),
            "briefings": many(TEXT),
        }
    ),
    "Briefings": thing({"scenario": TEXT, "sides": by_name(many(ref("BriefingPart")))}),
    "BriefingPart": thing({"part": TEXT, "text": TEXT, "hexes": many(TEXT), "units": many(TEXT)}),
    "Anatomy": thing(
        {
            "parts": by_name(many(NUMBER, minItems=2, maxItems=2)),
            "fronts": by_name(by_name(many(TEXT))),
            "backs": by_name(by_name(many(TEXT))),
        }
    ),
    "MapInfo": thing(
        {
            "width": NUMBER,
            "height": NUMBER,
            "radius": NUMBER,
            "flat": FLAG,
            "hexes": by_name(many(NUMBER, minItems=2, maxItems=2)),
            "terrain": by_name(TEXT),
            "names": by_name(TEXT),
            "features": by_name(many(thing({"feature": TEXT, "to": many(TEXT)}))),
        }
    ),
    "UnitInfo": thing(
        {
            "name": TEXT,
            "typed": TEXT,
            "side": TEXT,
            "nation": TEXT,
            "type": TEXT,
            "size": TEXT,
            "formation": TEXT,
            "factors": many(TEXT),
            "printed": TEXT,
            "back": TEXT,
            "values": by_name(TEXT),
        }
    ),
    "Chart": thing(
        {
            "name": TEXT,
            "title": TEXT,
            "note": TEXT,
            "rule": TEXT,
            "columns": many(TEXT),
            "rows": many(many(thing({"value": ANY, "tag": one_of("printed", "derived", "reconstructed")}))),
        }
    ),
}

_SEAT = thing(
    {
        "kind": one_of("human", "computer"),
        "player": TEXT,
        "name": TEXT,
        "seconds": {"type": "number", "minimum": 0, "maximum": 60},
        "invite": FLAG,
    },
    ("player", "name", "seconds", "invite"),
    closed=True,
)
_TABLES = {
    "TableOrder": thing(
        {
            "game": TEXT,
            "scenario": maybe(TEXT),
            "options": by_name(ANY),
            "seats": by_name(_SEAT),
            "seed": maybe({"type": "integer", "minimum": 0, "maximum": LARGEST_SEED}),
            "pace": {"type": "number", "minimum": 0, "maximum": 60},
            "unattended": FLAG,
        },
        ("scenario", "options", "seats", "seed", "pace", "unattended"),
        closed=True,
    ),
    "NewTable": thing(
        {"id": TEXT, "seats": by_name(TEXT), "invitations": by_name(TEXT), "owner": TEXT}, ("invitations", "owner")
    ),
    "Invitation": thing({"side": TEXT}),
    "SeatTaking": thing(
        {
            "invitation": TEXT,
            "code": {"type": "string", "pattern": "^[0-9]{6}$"},
            "name": {"type": "string", "maxLength": 40},
        },
        ("invitation", "code", "name"),
        closed=True,
    ),
    "TakenSeat": thing({"side": TEXT, "token": TEXT}),
    "InvitationOrder": thing({"side": TEXT}, closed=True),
    "NewInvitation": thing({"side": TEXT, "invitation": TEXT}),
    "SeatMove": thing({}, closed=True),
    "MoveCode": thing({"code": TEXT, "seconds": WHOLE}),
    "NewRecord": thing({"id": TEXT, "owner": TEXT}),
    "Deletion": thing({"seats": by_name(TEXT)}, ("seats",), closed=True),
    "Deleted": thing({"deleted": FLAG, "waiting": many(TEXT)}),
    "TableInfo": thing(
        {
            "id": TEXT,
            "game": TEXT,
            "scenario": TEXT,
            "options": by_name(ANY),
            "unusual": many(TEXT),
            "seats": by_name(
                thing(
                    {
                        "kind": one_of("human", "computer", "record"),
                        "player": maybe(TEXT),
                        "name": TEXT,
                        "present": FLAG,
                        "invitation": one_of("open", "taken"),
                        "seconds": maybe(NUMBER),
                        "trouble": maybe(thing({"player": TEXT, "decided": TEXT, "turn": WHOLE})),
                    },
                    ("invitation", "seconds", "trouble"),
                )
            ),
            "created": NUMBER,
            "seed": maybe(WHOLE),
            "pace": NUMBER,
            "dice": ref("DiceShares"),
            "over": FLAG,
            "halted": FLAG,
            "kept": FLAG,
            "you": maybe(TEXT),
            "lesson": thing({"number": WHOLE, "name": TEXT, "side": TEXT}),
        },
        ("lesson",),
    ),
    "Lessons": thing({"games": by_name(many(ref("LessonEntry"))), "battles": by_name(ref("BattleEntry"))}),
    "BattleEntry": thing({"title": TEXT, "about": TEXT, "scenario": TEXT, "side": TEXT, "turns": WHOLE}),
    "BattleOrder": thing({"game": TEXT, "pace": NUMBER}, ("pace",), closed=True),
    "NewBattle": thing(
        {
            "id": TEXT,
            "seats": by_name(TEXT),
            "invitations": by_name(TEXT),
            "owner": TEXT,
            "last": WHOLE,
            "score": many(ref("ScoreLine")),
        }
    ),
    "LessonEntry": thing({"number": WHOLE, "name": TEXT, "title": TEXT, "about": TEXT, "steps": WHOLE}),
    "LessonOrder": thing(
        {"game": TEXT, "lesson": {"type": "string", "maxLength": 80}, "step": {**COUNT, "maximum": 99}},
        ("step",),
        closed=True,
    ),
    "Practice": thing({"pace": NUMBER}, ("pace",), closed=True),
    "StatusQuestion": thing(
        {"tables": many(thing({"id": TEXT, "token": maybe(TEXT)}, ("token",), closed=True), maxItems=100)}, closed=True
    ),
    "Status": thing({"tables": many({"anyOf": [ref("Standing"), thing({"id": TEXT, "error": ref("Reason")})]})}),
    "Standing": {
        "allOf": [
            ref("TableInfo"),
            thing({"side": maybe(TEXT), "number": WHOLE, "yours": FLAG, "turn": WHOLE, "phase": TEXT, "over": FLAG}),
            thing({"at": NUMBER, "result": maybe(ref("Result")), "said": thing({"turn": TEXT, "phase": TEXT})}),
        ]
    },
}

_DIGITS = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_DICE_SHARE = thing({"side": TEXT, "share": TEXT, "since": WHOLE})
_SAY = thing({"verb": TEXT, "noun": NOUN}, ("noun",), closed=True)
_RANGE = many(TEXT, minItems=2, maxItems=2)
_PLAY = {
    "Decisions": thing(
        {
            "number": COUNT,
            "undo": {"type": "integer", "minimum": 0, "maximum": 200},
            "say": many(_SAY, maxItems=200),
        },
        ("undo", "say"),
        closed=True,
    ),
    "Line": thing({"number": COUNT, "line": {"type": "string", "maxLength": 500}}, closed=True),
    "PutInDice": thing({"promise": _DIGITS, "share": _DIGITS}, ("promise", "share"), closed=True),
    "DiceAnswer": thing({"dice": ref("DiceShares")}),
    "DiceShares": thing(
        {
            "shares": many(_DICE_SHARE),
            "promised": by_name(TEXT),
            "asks": maybe(one_of("promise", "share")),
        }
    ),
    "Done": thing(
        {"number": WHOLE, "say": many(thing({"verb": TEXT, "noun": NOUN})), "left": many(TEXT), "note": ref("Reason")},
        ("say", "left", "note"),
    ),
    "Why": thing(
        {
            "why": many(
                thing(
                    {
                        "verb": TEXT,
                        "noun": NOUN,
                        "reason": maybe(ref("Reason")),
                        "binds": maybe(FLAG),
                        "dice": maybe(FLAG),
                    }
                )
            )
        }
    ),
    "HintQuestion": thing({"seats": by_name(TEXT)}, ("seats",), closed=True),
    "Hint": thing({"number": WHOLE, "say": many(thing({"verb": TEXT, "noun": NOUN})), "reason": SAID}),
    "Overlays": thing(
        {
            "overlays": thing(
                {
                    "zones": by_name(many(TEXT)),
                    "objectives": many(
                        thing(
                            {
                                "hex": TEXT,
                                "points": maybe(WHOLE),
                                "rule": TEXT,
                                "holder": maybe(TEXT),
                                "each": maybe(by_name(WHOLE)),
                            }
                        )
                    ),
                    "supply": many(thing({"hex": TEXT, "path": many(TEXT), "block": maybe(TEXT), "why": maybe(WHY)})),
                }
            )
        }
    ),
    "ProspectsAnswer": thing({"prospects": ref("Prospects")}),
    "Prospects": thing(
        {
            "attacks": many(
                thing(
                    {
                        "target": TEXT,
                        "units": many(TEXT),
                        "odds": by_name(ANY),
                        "others": many(by_name(ANY)),
                        "win": _RANGE,
                    }
                )
            ),
            "obliged": many(TEXT),
            "rule": TEXT,
        }
    ),
    "ViewMessage": thing(
        {
            "type": {"const": "view"},
            "number": WHOLE,
            "view": ref("View"),
            "log": thing({"keep": COUNT, "lines": many(ref("LogLine"))}),
            "undo": FLAG,
        }
    ),
    "LogLine": thing({"key": TEXT, "params": by_name(ANY), "rule": TEXT, "at": NUMBER, "loud": FLAG}, ("loud",)),
    "Offer": thing(
        {
            "verb": TEXT,
            "kind": one_of("nothing", "hex", "unit", "number", "word"),
            "nouns": many(NOUN),
            "gather": FLAG,
            "spoken": FLAG,
            "spends": FLAG,
        },
        ("gather", "spoken", "spends"),
    ),
    "Prompt": thing({"side": TEXT, "rule": TEXT, "key": TEXT, "params": by_name(ANY), "offers": many(ref("Offer"))}),
    "Counter": {
        "anyOf": [
            thing({"id": TEXT, "is": many(TEXT)}),
            thing({"nation": TEXT}),
        ]
    },
    "ScoreLine": thing({"side": TEXT, "rule": TEXT, "key": TEXT, "count": maybe(WHOLE), "points": maybe(WHOLE)}),
    "Summary": thing(
        {
            "turn": SAID,
            "last": maybe(WHOLE),
            "phases": many(TEXT),
            "pools": many(thing({"key": TEXT, "icon": TEXT, "values": by_name(maybe(WHOLE))})),
            "due": many(thing({"turn": WHOLE, "side": TEXT, "units": many(TEXT)})),
            "track": many(thing({"turn": WHOLE, "key": TEXT, "notes": many(SAID)})),
            "icon": TEXT,
        }
    ),
    "Result": thing({"winner": maybe(TEXT), "how": TEXT, "points": many(WHOLE)}),
    "View": thing(
        {
            "game": TEXT,
            "scenario": TEXT,
            "options": by_name(ANY),
            "data": TEXT,
            "side": maybe(TEXT),
            "phase": TEXT,
            "tracks": thing(
                {"turn": WHOLE, "rolled": COUNT, "result": maybe(ref("Result")), "draw_offer": maybe(TEXT)}
            ),
            "places": by_name(many(ref("Counter"))),
            "markers": by_name(many(TEXT)),
            "agenda": many(by_name(ANY)),
            "waiting": many(TEXT),
            "prompt": maybe(ref("Prompt")),
            "standing": many(ref("Offer")),
            "details": by_name(ANY),
            "score": many(ref("ScoreLine")),
            "summary": ref("Summary"),
            "dice": thing(
                {"commitment": TEXT, "practice": FLAG, "secret": TEXT, "game_id": TEXT}, ("secret", "game_id")
            ),
        }
    ),
}

_PAST = {
    "Frames": thing(
        {
            "frames": many(
                thing({"n": COUNT, "turn": WHOLE, "phase": TEXT, "side": maybe(TEXT), "log": COUNT}), minItems=1
            ),
            "marks": many(thing({"n": COUNT, "turn": WHOLE, "phase": TEXT})),
            "mine": maybe(COUNT),
            "eyes": many(TEXT),
        }
    ),
    "Frame": thing({"n": COUNT, "view": ref("View"), "log": many(ref("LogLine"))}),
    "Ending": thing(
        {
            "result": ref("Result"),
            "score": many(ref("ScoreLine")),
            "turns": many(thing({"turn": WHOLE, "points": by_name(WHOLE), "losses": by_name(COUNT)})),
            "dice": thing(
                {
                    "commitment": TEXT,
                    "practice": FLAG,
                    "secret": TEXT,
                    "game_id": TEXT,
                    "shares": many(_DICE_SHARE),
                    "rolls": COUNT,
                    "kept": FLAG,
                    "reproduced": FLAG,
                    "checked": FLAG,
                }
            ),
            "length": thing({"decisions": COUNT, "turns": COUNT, "seconds": NUMBER}),
        }
    ),
    "OwnView": thing({"table": ref("TableInfo"), "number": WHOLE, "view": ref("View"), "log": many(ref("LogLine"))}),
}

_MOMENT = {"at": COUNT, "turn": WHOLE, "phase": TEXT}
_TOLD = many(thing({"key": TEXT, "params": by_name(ANY), "rule": TEXT}))
_ANALYSIS = {
    "AnalysisAnswer": thing(
        {
            "state": one_of("waiting", "working", "done", "failed"),
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "analysis": maybe(ref("Analysis")),
        }
    ),
    "Analysis": thing(
        {
            "sides": many(TEXT),
            "points": many(thing({**_MOMENT, "chance": NUMBER})),
            "luck": by_name(
                thing({"rolls": COUNT, "luck": NUMBER, "best": many(ref("Roll")), "worst": many(ref("Roll"))})
            ),
            "lessons": by_name(
                many(thing({**_MOMENT, "cost": NUMBER, "error": NUMBER, "played": _TOLD, "better": _TOLD}))
            ),
        }
    ),
    "Roll": thing({**_MOMENT, "expected": NUMBER, "came": NUMBER, "swing": NUMBER, "told": _TOLD}),
}

SCHEMAS: dict[str, Schema] = {**_ERRORS, **_GAMES, **_TABLES, **_PLAY, **_PAST, **_ANALYSIS}
