"""What the shapes of the API mean, a sentence each, for the OpenAPI document: by shape, then by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ABOUT: Mapping[str, Mapping[str, str]] = {
    "Reason": {
        "": "Why something is refused.",
        "rule": "The number of the rule in the rulebook; empty where it is none of the game's.",
        "key": "The key of the sentence in the words.",
        "params": "What goes into the gaps of the sentence.",
        "text": "The sentence, in the language of the request.",
    },
    "Error": {"": "The answer to a request that is refused."},
    "Games": {"": "All games of the server."},
    "ShelfEntry": {
        "": "A game as the lobby shows it.",
        "code": "The short name by which it is asked for: `bkg`, `kgw`, `pbn`, `sn`.",
        "complexity": "From 1, plain, to 5.",
        "available": "Whether it can be played.",
        "players": "The levels of computer players, the weakest first.",
    },
    "Scenario": {
        "": "A set-up that can be played.",
        "turns": "How many turns it has, where that is fixed.",
        "minutes": "About how long a short battle takes; nothing for other scenarios.",
        "options": "Its optional rules.",
        "options[].fixed": "Whether the scenario allows no other value than the default.",
    },
    "Words": {"": "Sentences by key, with their gaps in braces."},
    "GameSheet": {
        "": "Everything printed of a game that does not change during play.",
        "version": "The hash of the game's data.",
        "boxes": "The places off the map.",
        "lost": "Those of them for destroyed counters.",
        "overlays": "What can be laid over the map.",
        "formations": "What formations are called, by their printed names.",
        "retreats": "Keys of prompts of a retreat, for which hints are given against people too.",
        "outside": "For each short battle the hexes that are out of play.",
        "briefings": "The scenarios before which there is a briefing.",
        "coach": "What the coach of a first game speaks of: prompts and phases with their topics.",
        "does": "Words for states, markers, types and figures, by key, with the rules that tell what they do.",
    },
    "Briefings": {"": "What each side should know before a scenario; no side where there is none."},
    "BriefingPart": {
        "": "A part of a briefing, in their order.",
        "part": "What it is about: situation, aim, forces, special, advice.1 to advice.3, length.",
        "hexes": "What it speaks of, to light up on the map.",
    },
    "Anatomy": {
        "": "How to read a counter.",
        "parts": "Where each part stands in a counter of 100 by 100.",
        "fronts": "The columns that the parts of a front show, by type.",
        "backs": "The same for backs that differ.",
    },
    "MapInfo": {
        "": "The map: its size in units of the drawing, and its hexes.",
        "radius": "From the middle of a hex to a corner.",
        "flat": "Whether hexes have a flat side on top.",
        "hexes": "The middle of each hex, x and y.",
        "terrain": "The kind of terrain of each hex.",
        "names": "Names printed on hexes.",
        "features": "Roads, rivers and the like: from which hex to which others.",
    },
    "UnitInfo": {
        "": "A counter as it is printed.",
        "name": "What it is called in the language that was asked for.",
        "typed": "Its printed name, by which orders name it.",
        "factors": "The numbers on it, in their printed order.",
        "back": "What is printed on its back.",
    },
    "Chart": {"": "A chart of the rules, with how well each value is known."},
    "TableOrder": {
        "": "What a new table is to be.",
        "game": "The code of a game.",
        "scenario": "Without it the first one is played.",
        "options": "Optional rules by name; those that are not named have their default.",
        "seats": "Who sits where, by side. A seat that is not named is for a person.",
        "seats.*.player": "The level of a computer player.",
        "seats.*.invite": "Whether the seat is to be taken by invitation: then there is no token for it yet.",
        "seats.*.seconds": "What a computer player may think in a turn.",
        "seed": "For a practice game: the same dice every time.",
        "pace": "Seconds between two decisions of computer players.",
        "unattended": "Whether the computers play on though nobody looks; only where nobody else plays.",
    },
    "NewTable": {
        "": "A table that was made.",
        "id": "The id of the table, which is in its address.",
        "seats": "The secret token of each person's seat. Whoever has it has the seat.",
        "invitations": "For each seat that somebody is invited to the secret by which it is taken, once.",
        "owner": "The key of whoever made the table: with it he invites anew.",
    },
    "Invitation": {"": "What an invitation is for.", "side": "The side whose seat it opens."},
    "SeatTaking": {
        "": "How a seat is taken: by an invitation, or by the code that whoever has it was given.",
        "code": "Of six digits, good for ten minutes: the seat moves here from another device.",
        "name": "What whoever sits down is called.",
    },
    "TakenSeat": {"": "A seat that was taken.", "token": "The secret token of the seat from now on."},
    "InvitationOrder": {"": "The seat that somebody is to be invited to anew.", "side": "Its side."},
    "NewInvitation": {"": "An invitation; the one before it opens nothing.", "invitation": "Its secret."},
    "SeatMove": {"": "Nothing has to be said."},
    "MoveCode": {"": "By which a seat is moved to another device.", "seconds": "How long it is good for."},
    "NewRecord": {"": "A table that shows a record.", "owner": "The key of whoever brought it: he can delete it."},
    "Deletion": {"": "A table that is to be deleted.", "seats": "The tokens of further seats that the asker has."},
    "Deleted": {"": "What came of it.", "waiting": "The sides of people who have not asked for it yet."},
    "TableInfo": {
        "": "What is played at a table, and by whom.",
        "unusual": "The optional rules that differ from the scenario's defaults.",
        "seats.*.kind": "A `record` seat is nobody's: the table shows a record.",
        "seats.*.present": "Whether somebody looks at the table from this seat now.",
        "seats.*.invitation": "Of a seat that somebody is invited to: whether it can still be taken.",
        "seats.*.trouble": "The last decision that a computer player failed to take, and who took it instead.",
        "created": "When it was made, in seconds since 1970.",
        "dice": "What the sides put into the dice.",
        "halted": "Whether it can only be ended: it was begun under an older edition of the rules.",
        "kept": "Whether it is stored. A lesson, and a game that went on from one, is in memory only.",
        "you": "The side of the seat whose token was sent; null for a spectator.",
        "lesson": "At a table where somebody learns: which lesson, and the side that learns.",
    },
    "Lessons": {
        "": "The lessons of each game, by its code, in their order.",
        "battles": "The first battle of each game that has one.",
    },
    "BattleEntry": {
        "": "A first battle: the beginning of a scenario, with the coach, against an easy opponent.",
        "about": "What it is, in a sentence.",
        "side": "The side of whoever learns.",
        "turns": "After so many turns one looks back.",
    },
    "BattleOrder": {
        "": "A first battle to begin.",
        "pace": "Seconds between two decisions of the computer.",
    },
    "NewBattle": {
        "": "The table of a first battle.",
        "last": "The turn after which one looks back.",
        "score": "The score that it begins with, as the own side knows it.",
    },
    "LessonEntry": {
        "": "A lesson.",
        "about": "What is learned in it, in a sentence.",
        "steps": "How many steps it has.",
    },
    "LessonOrder": {
        "": "A lesson that somebody wants to take.",
        "lesson": "Its number or its name.",
        "step": "The step to go on at; what comes before it is played as the lesson plays it.",
    },
    "Practice": {"": "How to play on from a lesson.", "pace": "Seconds between two decisions of the computer."},
    "StatusQuestion": {"": "Tables to ask about, each with the token of a seat if there is one."},
    "Status": {"": "How the tables stand, in the order of the question."},
    "Standing": {
        "": "A table, and how the game stands for the seat that asks.",
        "yours": "Whether something is asked of this seat.",
        "at": "When somebody decided last, in seconds since 1970.",
        "result": "How it ended, if it has.",
        "said": "Turn and phase in words.",
    },
    "Decisions": {
        "": "Decisions of a seat, taken one after the other. If one of them is refused none is taken.",
        "number": "The position number of the view that they answer. An older number is refused.",
        "undo": "How many of the seat's decisions are taken back first.",
        "say": "The decisions, one after the other.",
        "say[].noun": "A hex, counter, number or word, as the offer has it; nothing for a bare verb.",
    },
    "PutInDice": {
        "": "What a seat puts into the dice: first the promise of a share, when it is asked for it the share itself.",
        "promise": "The SHA-256 of the 32 bytes of the share, as hex digits.",
        "share": "The 32 bytes, chosen at random, as hex digits.",
    },
    "DiceAnswer": {"": "The shares of the dice after it."},
    "DiceShares": {
        "": "What the sides put into the dice, so that nobody has chosen the rolls.",
        "shares": "Those that count.",
        "shares[].since": "The number of the first roll that it counts in.",
        "promised": "The promises of the shares that are to join them, by side.",
        "asks": "What is asked of the seat whose token was sent; null for nothing.",
    },
    "Line": {
        "": "An order typed in a line, as in the terminal.",
        "number": "The position number of the view that it answers.",
    },
    "Done": {
        "": "Decisions that were carried out and stored.",
        "number": "The position number of the seat afterwards.",
        "say": "What a typed line said: taken back, these are one after the other.",
        "left": "Decisions that were not taken, because dice or a reveal came before them.",
        "note": "The same in a sentence, for a typed line.",
    },
    "Why": {
        "": "What speaks against a decision, or against each way in which a noun could be meant.",
        "why[].reason": "null: the decision may be taken.",
        "why[].binds": "Whether it could not be taken back, as far as the asker can know; null: it may not be "
        "taken, or nothing can be said.",
        "why[].dice": "Whether dice would fall before the asker is asked again; null like `binds`, and where what "
        "the other side answers decides it.",
    },
    "HintQuestion": {
        "": "A question for a hint.",
        "seats": "Tokens of further seats that the asker has: who plays both sides may ask for both.",
    },
    "Hint": {"": "What the planner would do, and why.", "say": "Decisions that belong together; the first is for now."},
    "Overlays": {
        "": "What can be laid over the map, as far as the asker may know it.",
        "overlays.zones": "The hexes in each side's zones of control.",
        "overlays.objectives[].holder": "The side that holds it.",
        "overlays.objectives[].each": "What it brings each side, where that differs.",
        "overlays.supply[].path": "The line from the source of supply; empty where there is none.",
        "overlays.supply[].block": "The hex that blocks it.",
        "overlays.supply[].why": "Why there is no line.",
    },
    "ProspectsAnswer": {"": "What it would mean for what the asker has in hand to stand in a hex."},
    "Prospects": {
        "": "The attacks that the units in hand would join in a hex; none where they cannot go there.",
        "attacks[].target": "The enemy hex.",
        "attacks[].units": "Everybody who would stand beside it and may attack, those in hand and friends.",
        "attacks[].odds": "As in the details of a view: as far as the asker may know them.",
        "attacks[].win": "The least and the greatest chance to destroy or drive off the defenders, as fractions.",
        "obliged": "Which of the units in hand would have to attack.",
        "rule": "The rule by which they would; empty where nobody has to.",
    },
    "ViewMessage": {
        "": "What a seat sees now.",
        "number": "The position number of the seat. It grows when what the seat may see changes, and at no other time.",
        "log.keep": "How many lines of the log the asker has already.",
        "log.lines": "The lines after those.",
        "undo": "Whether the seat can take back its last decision.",
    },
    "LogLine": {
        "": "A line of the log.",
        "at": "When it was written, in seconds since 1970.",
        "loud": "Whether clients should announce it.",
    },
    "Offer": {
        "": "A verb with every noun that it may be said with now.",
        "kind": "What the nouns are.",
        "gather": "Whether several counters of one stack are picked one after another.",
        "spoken": "Whether the verb has to be said: a noun alone never means this offer.",
        "spends": "Whether something rare is used up at once: a client does well to tell first what it does.",
    },
    "Prompt": {
        "": "What a side is asked, with every legal answer.",
        "rule": "The rule that asks.",
        "key": "The key of the sentence.",
    },
    "Counter": {"": "A counter on the map: its id and status, or only its nation where its identity is hidden."},
    "ScoreLine": {
        "": "A line of the victory arithmetic.",
        "count": "null where the asker may not know.",
        "points": "null where the asker may not know.",
    },
    "Summary": {
        "": "Where the game stands, for the head of a screen.",
        "last": "The last turn.",
        "pools": "Points of both sides, such as air points; null where the asker may not know.",
        "due": "Reinforcements to come.",
        "track": "The turn track.",
    },
    "Result": {
        "": "How a game ended.",
        "winner": "null for a draw.",
        "points": "In the order of the sides.",
    },
    "View": {
        "": "Everything that one side may know of a position.",
        "data": "The hash of the game's data.",
        "side": "null for a spectator.",
        "tracks": "Public values of the game, these and others.",
        "tracks.rolled": "How often dice have fallen.",
        "places": "The counters in each hex and box.",
        "markers": "Markers on hexes.",
        "agenda": "The steps to come, as far as the side may know them.",
        "waiting": "The sides that are asked.",
        "prompt": "What this side is asked; null if it is not.",
        "standing": "Offers beside any prompt, such as conceding.",
        "details": "What the step shows beside its prompt: a path, an attack, odds.",
        "dice.commitment": "The hash that was published when the game began.",
        "dice.secret": "What it stands for, when the game is over.",
    },
    "Frames": {
        "": "The positions that can be looked at again.",
        "frames[].n": "The number to ask for.",
        "frames[].side": "Who took the last decision.",
        "frames[].log": "How many lines the log had.",
        "marks": "Where turns and phases begin.",
        "mine": "Where this seat was done before the others played.",
        "eyes": "Whose views can be asked for.",
    },
    "Frame": {"": "A position as it was seen then."},
    "Ending": {
        "": "How a game ended, and whether its dice were honest.",
        "dice.kept": "Whether the secret is the one that was promised.",
        "dice.reproduced": "Whether every roll falls as it fell when the game is played again with it.",
        "dice.checked": "Both.",
    },
    "OwnView": {"": "What a seat of a running game may take along: no record, for that would show what is hidden."},
    "AnalysisAnswer": {
        "": "The analysis of a game that is over, or how far it is.",
        "progress": "From 0 to 1.",
    },
    "Analysis": {
        "": "What decided a game.",
        "points[].at": "After how many decisions.",
        "points[].chance": "The first side's chance of winning.",
        "luck.*.luck": "What its own dice gave a side in all, in chances of winning.",
        "lessons": "The decisions that cost the most.",
        "lessons.*[].cost": "What the better plan would have been worth more, in chances of winning.",
        "lessons.*[].error": "The standard error of that.",
    },
    "Roll": {
        "": "Dice that made a difference.",
        "expected": "The side's chance of winning before they fell, in the mean of all ways they could.",
        "came": "Its chance after them.",
        "swing": "The difference.",
    },
}


def described(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """The shapes with what they mean."""
    return {name: _with(schema, "", ABOUT.get(name, {})) for name, schema in schemas.items()}


def _with(schema: Mapping[str, Any], path: str, about: Mapping[str, str]) -> dict[str, Any]:
    """A shape with the descriptions of itself and of everything in it. `[]` is in a list, `.*` under any name."""
    out = dict(schema)
    if "properties" in out:
        fields = out["properties"].items()
        out["properties"] = {name: _with(field, f"{path}.{name}".lstrip("."), about) for name, field in fields}
    if "items" in out:
        out["items"] = _with(out["items"], f"{path}[]", about)
    if isinstance(out.get("additionalProperties"), Mapping):
        out["additionalProperties"] = _with(out["additionalProperties"], f"{path}.*", about)
    for several in ("anyOf", "allOf"):
        if several in out:
            out[several] = [one if "$ref" in one else _with(one, path, _inside(about, path)) for one in out[several]]
    return {**out, "description": about[path]} if path in about else out


def _inside(about: Mapping[str, str], path: str) -> Mapping[str, str]:
    """The descriptions without that of the place itself, which is said once, outside."""
    return {name: text for name, text in about.items() if name != path}
