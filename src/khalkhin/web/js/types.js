// @ts-check
// What the server sends and the parts of the page hand to each other. Types only: nothing here runs.

/**
 * @typedef {string} HexName  A printed hex number, such as "0812".
 * @typedef {string} UnitId  A counter's stable id, such as "SU-601-1".
 * @typedef {string} SideName
 * @typedef {string | number | null} Noun
 */

/**
 * A sentence to be: a key of the translation files and what goes into its gaps.
 * @typedef {{key: string, params?: Record<string, any>}} Text
 */

/**
 * Why something is refused; `text` is the sentence in the reader's language.
 * @typedef {{rule: string, key: string, params: Record<string, any>, text: string}} Reason
 */

/**
 * A counter in a place: named with its status, or its nation alone.
 * @typedef {{id: UnitId, is: string[]}} NamedCounter
 * @typedef {{nation: string}} NamelessCounter
 * @typedef {NamedCounter | NamelessCounter} Counter
 * @typedef {Record<string, Counter[]>} Places  Hex number or box -> counters, the top one first.
 */

/**
 * A verb with every noun it may be said with. `gather`: several counters of one stack may be picked in a row. `spoken`: a
 * click alone never means it; the player has to ask for it.
 * @typedef {{verb: string, kind: "nothing" | "hex" | "unit" | "number" | "word", nouns: Noun[], gather?: boolean, spoken?: boolean, spends?: boolean}} Offer
 * @typedef {{side: SideName, rule: string, key: string, params: Record<string, any>, offers: Offer[]}} Prompt
 */

/**
 * @typedef {object} Move  A move in hand.
 * @property {UnitId[]} units
 * @property {string} origin
 * @property {HexName[]} path
 * @property {boolean} [planned]  The way so far is only planned: the next hex makes the move.
 */

/**
 * @typedef {object} Plan  An attack in hand, or one that is being answered.
 * @property {SideName} side
 * @property {string} kind
 * @property {HexName} target
 * @property {HexName[]} [targets]  Where it is more than one.
 * @property {UnitId[]} units
 * @property {UnitId[]} [guns]
 * @property {number} [air]
 * @property {UnitId[]} [support]
 * @property {number} [support_air]
 * @property {UnitId[]} [supply]  Supply that the attack uses up.
 */

/**
 * @typedef {"win" | "exchange" | "stalemate" | "loss"} Outcome  What a result means to the attacker.
 * @typedef {{rule: string, key: string, value: number, [param: string]: any}} Shift
 * @typedef {{defence: string, column: string, chances: Record<string, string>}} Case
 * @typedef {object} Odds
 * @property {string} table
 * @property {string[]} columns
 * @property {number | string} attack
 * @property {number | string | null} defence
 * @property {string | null} base
 * @property {Shift[]} shifts
 * @property {number} net
 * @property {({rule: string, key: string, least: number, most: number, [param: string]: any}) | null} [rolled]  A shift that dice of its own decide.
 * @property {string | null} column  Null where it is not certain.
 * @property {Record<string, string>} [column_chances]  Every column it may come to -> exact fraction.
 * @property {Record<string, string> | null} chances  Result -> exact fraction, such as "5/18".
 * @property {Record<string, Outcome>} kinds
 * @property {string[]} unknown  Rules that may shift the column further, but hang on what is hidden.
 * @property {Case[]} cases
 * @property {string} [hidden]  The rule that hides the defence.
 */

/**
 * @typedef {object} Details
 * @property {Move} [move]
 * @property {Record<HexName, string>} [left]  Points left on arrival.
 * @property {Record<string, Record<HexName, string>>} [left_by]  The same by another way than walking, by its verb.
 * @property {string} [allowance]
 * @property {Record<HexName, HexName>} [from]  The hex before, on the cheapest way.
 * @property {Record<HexName, HexName[]>} [ways]  The way to hexes that are not reached hex by hex as `from` has it.
 * @property {Record<HexName, string>} [stops]  Hexes where the move would have to end -> the rule.
 * @property {Plan} [plan]
 * @property {Odds} [odds]
 * @property {Odds[]} [others]  The odds on further tables, one of which is chosen later.
 * @property {Recruit} [recruit]
 * @property {Record<UnitId, {hexes: HexName[], paths: Record<HexName, HexName[]>}>} [supply]  What each supply unit serves: all
 *   hexes in reach, and the lines to those with units.
 * @property {Record<string, Record<string, UnitId[]>>} [serves]  What can be expended with a verb -> whom it would serve.
 * @property {HexName[]} [chosen]  Hexes chosen so far, of several.
 * @property {HexName[]} [supplied]  Hexes with units that what is chosen so far would supply.
 * @property {Group[]} [placing]  What is still to be set up, in groups, and where it may go.
 * @property {HexName[]} [works]  Hexes on which something will be built.
 * @property {Record<HexName, Text>} [notes]  What choosing a hex would come to.
 * @property {Record<HexName, UnitId[]>} [flights]  Counters that fly over hexes.
 * @property {Record<HexName, number>} [strikes]  Points allotted to hexes so far.
 * @property {Record<string, number>} [missions]  Points allotted to boxes so far; `reserve`: those left.
 * @property {{target: HexName, targets: HexName[], units: UnitId[]}[]} [battles]  Attacks declared so far.
 * @property {{units: UnitId[], hexes: HexName[]}} [uncovered]  Who still has to attack, and what has to be attacked.
 * @property {Record<string, Odds>} [alternatives]  The odds for each word that can be said now.
 * @property {(Text & {rule: string})[]} [warnings]  What will happen to whom is asked, unless he decides otherwise.
 */

/**
 * Counters that belong together in a set-up: `units` lie off the map until they are placed in one of the hexes.
 * @typedef {{rule: string, key?: string, units: UnitId[], hexes: HexName[]}} Group
 */

/**
 * Counters for sale. Points and prices as a person writes them: "2½". `left` and `bought` where all is placed after buying.
 * @typedef {{points: number | string, spent: string, left?: string, bought?: UnitId[], prices: Record<UnitId, string>}} Recruit
 */

/**
 * @typedef {{side: SideName, rule: string, key: string, count: number | null, points: number | null}} ScoreLine
 * @typedef {{winner: SideName | null, how: string, points: number[]}} Result
 * @typedef {object} Summary
 * @property {Text} turn
 * @property {number} last
 * @property {string[]} phases
 * @property {{key: string, icon: string, values: Record<SideName, number | null>}[]} pools
 * @property {{turn: number, side: SideName, units: UnitId[]}[]} due
 * @property {{turn: number, key: string, notes: Text[]}[]} [track]  Boxes of the turn track, where they have names.
 * @property {string} [icon]  A picture beside the turn, such as of the weather.
 */

/**
 * @typedef {object} View  Everything one side may know of a position.
 * @property {string} game
 * @property {string} scenario
 * @property {Record<string, any>} options
 * @property {SideName | null} side
 * @property {string} phase
 * @property {{turn: number, result: Result | null, draw_offer: SideName | null, [track: string]: any}} tracks
 * @property {Places} places
 * @property {Record<HexName, string[]>} markers
 * @property {SideName[]} waiting
 * @property {{step: string}[]} [agenda]  Steps to come, as far as the side may know them; the next one last.
 * @property {Prompt | null} prompt
 * @property {Offer[]} standing
 * @property {Details} details
 * @property {ScoreLine[]} score
 * @property {Summary} summary
 * @property {{commitment: string, seed?: number, secret?: string, [more: string]: any}} dice
 */

/**
 * @typedef {{key: string, params: Record<string, any>, rule: string, at: number, loud?: boolean}} LogLine  `loud`: nobody may miss it.
 * @typedef {{kind: "human" | "computer" | "record", player: string | null, name: string, present: boolean, invitation?: "open" | "taken" | null, seconds?: number | null, trouble?: Trouble | null}} SeatInfo
 * @typedef {{player: string, decided: string, turn: number}} Trouble  A computer player failed, and another one decided.
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {string} scenario
 * @property {Record<string, any>} options
 * @property {string[]} unusual  The optional rules that differ from the scenario's defaults.
 * @property {Record<SideName, SeatInfo>} seats
 * @property {number} created
 * @property {number | null} seed
 * @property {number} pace
 * @property {DiceShares} dice
 * @property {boolean} over
 * @property {boolean} halted  Today's rules do not go along with it: it can only be looked at and ended.
 * @property {boolean} kept  Whether it is stored. Of a lesson, or a game that went on from one, nothing can be looked at again.
 * @property {{number: number, name: string, side: SideName}} [lesson]  Where it is one.
 * @property {SideName | null} you
 */

/**
 * @typedef {object} DiceShares  What the sides put into the dice, so that nobody has chosen the rolls.
 * @property {DiceShare[]} shares
 * @property {Record<SideName, string>} promised  Of those that are to join them.
 * @property {"promise" | "share" | null} asks  What is asked of the own seat.
 *
 * @typedef {{side: SideName, share: string, since: number}} DiceShare  `since`: the first roll that it counts in.
 */

/**
 * A sentence of a lesson, for a mouse and for a finger.
 * @typedef {{mouse: string, touch: string}} Told
 *
 * @typedef {object} Taught  Where a lesson stands.
 * @property {string} name
 * @property {string} title
 * @property {number} number
 * @property {number} step  From 0 on; `count` when it is over.
 * @property {number} count
 * @property {Told} text
 * @property {Told | null} note  What is said of the last act.
 * @property {string[]} choices  Of the question to the pupil.
 * @property {string[]} looks  What is to be looked at, such as "unit SU-149-*" or "hex 1011".
 * @property {HexName[]} lights
 * @property {{term: string, meaning: string}[]} terms
 * @property {boolean} over
 * @property {string | null} next  The name of the next lesson of the game.
 *
 * @typedef {{number: number, name: string, title: string, about: string, steps: number}} LessonEntry
 *
 * @typedef {{title: string, about: string, scenario: string, side: SideName, turns: number}} BattleEntry  The first battle of a game.
 * @typedef {{last: number, score: ScoreLine[], over?: boolean}} Battle  What is looked back on after a turn; `over`: it was.
 */

/**
 * @typedef {object} UnitInfo  What is printed on a counter.
 * @property {string} name  In the player's language.
 * @property {string} [typed]  The printed one, by which orders name it.
 * @property {SideName} side
 * @property {string} nation
 * @property {string} type
 * @property {string} size
 * @property {string} formation
 * @property {string[]} factors
 * @property {string} printed  The factors as they stand on the counter, such as "14+6"; "" for none.
 * @property {string} back  The factors of the other side, such as "1-1½-5"; "" for none.
 * @property {Record<string, any>} values
 */

/**
 * @typedef {object} MapInfo
 * @property {number} width
 * @property {number} height
 * @property {number} radius
 * @property {boolean} flat  Hexes have a flat top.
 * @property {Record<HexName, [number, number]>} hexes
 * @property {Record<HexName, string>} terrain
 * @property {Record<HexName, string>} names
 * @property {Record<HexName, {feature: string, to: HexName[]}[]>} features
 */

/**
 * Where the parts of a counter stand in its square of 100, and the columns they show by type, on the front and on the back.
 * @typedef {Record<string, Record<string, string[]>>} Shown
 * @typedef {{parts: Record<string, [number, number]>, fronts: Shown, backs: Shown}} Anatomy
 */

/**
 * @typedef {{value: any, tag: string}} Cell
 * @typedef {{name: string, title: string, note: string, rule: string, columns: string[], rows: Cell[][]}} Chart
 * @typedef {{number: string, title: string, summary: string}} Rule
 * @typedef {{number: string, rules: string[], question: string, decision: string, reason: string, other: string, option: string}} Ruling
 * @typedef {object} GameSheet  All that is printed: map, counters, charts, rules and the words for them.
 * @property {string} code
 * @property {string} title
 * @property {string} version
 * @property {string} language
 * @property {SideName[]} sides
 * @property {Record<string, {side: SideName, mark: string, corner: "round" | "clipped", ground: string, ink: string, frame: string}>} nations
 * @property {string[]} boxes
 * @property {string[]} lost
 * @property {string[]} retreats  Keys of prompts that can be left to the planner.
 * @property {Record<string, string>} coach  What the coach speaks of: prompts and phases with their topics.
 * @property {string[]} overlays  What can be laid over the map: "zones", "points", "supply".
 * @property {MapInfo} map
 * @property {Record<UnitId, UnitInfo>} units
 * @property {Record<string, string>} [formations]  What formations are called, by their printed names.
 * @property {Anatomy | null} anatomy  What stands where on a counter.
 * @property {Record<string, string[]>} does  Key of the word for a state, a marker, a type or a figure -> the rules that tell of it.
 * @property {Record<string, string>} words
 * @property {Chart[]} charts
 * @property {Rule[]} rules
 * @property {Ruling[]} rulings  What was decided where the rulebook leaves a question open.
 * @property {{id: string, title: string, rules: string[]}[]} guide  The sections of its guide, and the rules whose place they are.
 * @property {Record<string, HexName[]>} outside  For each short battle the hexes that are out of play.
 * @property {string[]} briefings  The scenarios before which there is a briefing.
 */

/**
 * For a hex with own units the line from its source, or the hex in its way, and why there is no line.
 * @typedef {{hex: HexName, path: HexName[], block: HexName | null, why?: (Text & {rule: string}) | null}} SupplyLine
 */

/**
 * @typedef {object} Overlays
 * @property {Record<SideName, HexName[]>} [zones]
 * @property {{hex: HexName, points: number | null, rule: string, holder: SideName | null, each: Record<SideName, number> | null}[]} [objectives]
 * @property {SupplyLine[]} [supply]
 * @property {{hexes: HexName[], paths: HexName[][]}} [changes]
 */

/**
 * @typedef {object} FrameInfo  One position of a game that can be looked at again.
 * @property {number} n  Its number, by which it is asked for: ascending, but not without gaps while the game runs.
 * @property {number} turn
 * @property {string} phase
 * @property {SideName | null} side  Whose decision led here; null at the beginning.
 * @property {number} log  How many lines the asker's log had.
 * @typedef {object} Frames  GET /frames.
 * @property {FrameInfo[]} frames
 * @property {{n: number, turn: number, phase: string}[]} marks  Where turns and phases begin.
 * @property {number | null} mine  The number of the frame after the asking side's last decision of its last turn.
 * @property {SideName[]} eyes  Through whose eyes, beside the spectators', the asker may look: empty until the game is over.
 * @typedef {object} Frame  GET /frames/{n}?eyes=.
 * @property {number} n
 * @property {View} view
 * @property {LogLine[]} log  What happened between the frame before and this one.
 */

/**
 * @typedef {object} Ending  GET /ending, once the game is over.
 * @property {Result} result
 * @property {ScoreLine[]} score
 * @property {{turn: number, points: Record<SideName, number>, losses: Record<SideName, number>}[]} turns  As each ended.
 * @property {{commitment: string, secret: string, game_id: string, shares: DiceShare[], practice: boolean, rolls: number, kept: boolean, reproduced: boolean, checked: boolean}} dice
 * @property {{decisions: number, turns: number, seconds: number}} length
 */

/**
 * @typedef {object} Prospect  An attack that the units in hand would join.
 * @property {HexName} target
 * @property {UnitId[]} units  Everybody who would stand beside it.
 * @property {Odds} odds
 * @property {Odds[]} [others]  On further tables, one of which is chosen later.
 * @property {[string, string]} win  The least and the greatest chance to win, as fractions.
 *
 * @typedef {object} Prospects  What it would mean for the units in hand to stand in a hex.
 * @property {Prospect[]} attacks
 * @property {UnitId[]} obliged  Those that would have to attack.
 * @property {string} rule  The rule by which they would.
 */

/**
 * @typedef {object} Picture  All that the board shows, drawn in one pass.
 * @property {Places} places
 * @property {Record<HexName, string[]>} markers
 * @property {Set<UnitId>} act  Counters that can be picked.
 * @property {Set<UnitId>} selected
 * @property {Map<HexName, string[]>} offered  Hexes that can be picked -> the verbs.
 * @property {Record<HexName, string>} left
 * @property {string} [allowance]  Of how many points those are left.
 * @property {Record<HexName, number>} [points]  Points allotted to hexes.
 * @property {Record<HexName, string>} stops
 * @property {Record<HexName, HexName>} from
 * @property {Record<HexName, HexName[]>} [ways]  Ways that `from` does not tell.
 * @property {HexName | null} origin  Where the units in hand stand.
 * @property {HexName | null} target  The hex under attack.
 * @property {HexName | null} [asked]  The hex that the question is about.
 * @property {HexName[]} path  The way gone so far.
 * @property {Overlays} overlays
 * @property {HexName[]} outside  The hexes that are out of play.
 * @property {{hexes: Set<HexName>, units: Set<UnitId>}} lit  What the log points at.
 * @property {{hex: HexName, text: string, warn: boolean} | null} [note]  A word beside a hex.
 * @property {HexName | null} cursor  The keyboard's hex.
 * @property {{hex: HexName, targets: HexName[], lines: string[]} | null} [ahead]  What it would mean to stand in a hex, in words.
 * @property {string | null} fanned  The stack that is spread out.
 */

/**
 * @typedef {object} BoardEvents
 * @property {(unit: UnitId, place: string, event: Event) => void} unit  One counter of a stack that is spread out.
 * @property {(place: string, event: Event) => void} stack
 * @property {(hex: HexName, event: Event) => void} hex
 * @property {(hex: HexName | null, unit: UnitId | null) => void} hover
 * @property {(units: UnitId[], place: string) => boolean} grab  Whether these may be dragged.
 * @property {(hex: HexName | null, event: Event) => void} drop  Let go over a hex, or nowhere.
 * @property {(place: string | null) => void} fan
 * @property {(stack: SpreadOut | null) => void} spread  Where the stack lies that is spread out.
 * @property {(hex: HexName, unit: UnitId | null) => void} ask  What is it?
 */

/** @typedef {{place: string, left: number, top: number, right: number, bottom: number}} SpreadOut  In pixels of the board. */

/**
 * @typedef {{units: UnitId[], path: HexName[], speed?: number, strangers?: NamelessCounter[]} | {flip: UnitId}} Motion  Shown already
 *   where it ends; `strangers` travel too, but have no name.
 * @typedef {{top: number, right: number, bottom: number, left: number}} Edges
 * @typedef {object} BoardControls
 * @property {(picture: Picture) => void} show
 * @property {(places: Record<HexName, number>) => void} open  Begin with these places, each with its weight, as far as they fit.
 * @property {(hex: HexName, how?: {closer?: "moving" | "always" | "never"}) => void} focus  Bring a hex into view, if it is not; if
 *   that moves the map, or always, so close that counters can be read.
 * @property {(hexes?: HexName[]) => void} fit  Show the whole map, or these hexes.
 * @property {(hexes: HexName[]) => void} bring  Bring these hexes into view together, if they are not.
 * @property {(factor: number, at?: {x: number, y: number}) => void} zoom
 * @property {() => import("./board/camera.js").Sight} sight  What is seen of the map.
 * @property {(sight: import("./board/camera.js").Sight) => void} look  See just that.
 * @property {(edges: Partial<Edges>) => void} inset  How much of the board is covered along its edges.
 * @property {(hex: HexName) => {x: number, y: number}} screen  Where its middle is on the board, in pixels.
 * @property {(x: number, y: number) => HexName | null} hexAt
 * @property {(on: boolean) => void} hold  Whether the stack that is spread out stays so, wherever the pointer is.
 * @property {(motions: Motion[]) => Promise<void>} play
 * @property {() => void} destroy
 */

export {};
