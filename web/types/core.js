// What the core (Sources/WebCore, compiled to WebAssembly) is asked, and what it answers.
//
// A call has a name, a head (JSON) and, where it says so below, a text that is handed on as it is: rows, a page, a
// journal. An answer is the same: a head, and for some calls a text. Texts are opaque to JavaScript: they are written
// to the disk or sent to the server byte for byte, never parsed and written anew.
//
//     const { answer, text } = core.ask('do', { now, gesture: { act: 'delete', ids: [id] } });
//
// Calls are synchronous and come one at a time. What is wrong with a call is answered, never thrown: `answer.refused`.
// A trap ends the instance; whoever holds it makes another and reads the disk again.
//
// The instance imports four functions of the module `page`: `random(): bigint` gives 64 random bits. The others lend it
// the browser's tables of Unicode: `form(form, at, length, room): number` writes a form of a text over it and answers its
// length, `category(scalar): number` and `small(scalar): number` answer a scalar's category and its small letter.

/** @typedef {string} Id  A UUID in small letters. */
/** @typedef {number} Time  Milliseconds since 1970. */
/** @typedef {string} CalendarDate  `2026-11-24`. */
/** @typedef {string} Text  Opaque JSON. */

/**
 * Every answer may be this instead. Nothing was changed then.
 * @typedef {object} Refused
 * @property {{ code: string, sentence: string, fields?: { field: string, code: string, sentence: string }[] }} refused
 *   Stable codes, those of the protocol among them (`invalid_fields`, `unknown_row`), and `unreadable` for a call or a
 *   text that is not understood.
 */

// ---------------------------------------------------------------------------------------------- beginning

/**
 * The order at start: `zone`, `open`, `chunk` for each chunk on the disk, `paper`, `replay`, `begin`. Nothing is on
 * the disk at first: then `open`, `begin`.
 *
 * @typedef {object} Beginning
 * @property {(head: { name: string, starts: number[], offsets: number[] }) => {}} zone
 *   A time zone: when each span begins, in seconds since 1970, ascending, and how many seconds east of Greenwich its
 *   clock is. The first span reaches back for ever, the last goes on for ever. A zone that the core was not given
 *   counts as UTC; `standing.zone` names the one that it wants.
 * @property {(head: { book: Id, device: Id, zone: string }) => {}} open
 *   Begins to read a book. Before there is an account, both are made by the core: see `identifiers`.
 *   `zone`: this device's, which counts while nobody has set one.
 * @property {(head: {}, text: Text) => {}} chunk  One chunk of rows, as `fold` gave it.
 * @property {(head: {}, text: Text) => {}} paper  All that is no row, as `fold` gave it.
 * @property {(head: {}, text: Text) => {}} replay
 *   Writes of the journal in their order, joined by `,` and put into `[` and `]`. May come in pieces.
 * @property {(head: { now: Time }) => { standing: Standing }} begin  All is read: views may be asked for.
 * @property {(head: { count: number }) => { ids: Id[] }} identifiers  Fresh names, before or after `open`.
 */

// ---------------------------------------------------------------------------------------------- changing

/**
 * The gestures, views, rows and counts are those of messages.js, so that the keeper hands them on as they are.
 *
 * @typedef {import("./messages.js").Gesture} Gesture
 * @typedef {import("./messages.js").View} View
 * @typedef {import("./messages.js").Row} Row
 * @typedef {import("./messages.js").Group} Group
 * @typedef {import("./messages.js").ListRow} ListRow
 */

/**
 * @typedef {object} Changing
 * @property {(head: { now: Time, gesture: Gesture }) => Done} do
 *   One gesture is one deed: all of it is done, or nothing. `text` is what to write to the journal. It has to be on the
 *   disk before anything of it is shown; where the disk does not take it, `withdraw`.
 * @property {(head: { now: Time, deed: Id }) => Done} undo
 *   Takes back a deed of this device (`done.deed`). Its own deed can be undone in turn: that is redo. What somebody
 *   changed since stays, and is named in `kept`. `text` as for `do`.
 * @property {(head: { now: Time, deed: Id }) => { touched: Touched }} withdraw
 *   A deed that could not be written down was never done. Nothing else may come between it and its `do`.
 */

/**
 * @typedef {object} Done
 * @property {Id | null} deed  What `undo` takes; null where no task was to be changed. `text` is empty where nothing was:
 *   what was looked at (`letGo`), and an undo that found nothing to do, are written down without a deed.
 * @property {Id[]} ids  The rows that were made or named, in their order.
 * @property {{ entity: 'task' | 'list' | 'settings', id: Id, field: string }[]} [kept]  Of an undo.
 * @property {Touched} touched
 * @property {Standing} standing
 */

/**
 * Rows that look different now; `everything` where any may.
 * @typedef {{ tasks: Id[], lists: Id[], settings: boolean, everything: boolean }} Touched
 */

// ---------------------------------------------------------------------------------------------- looking

/**
 * @typedef {object} Looking
 * @property {(head: { now: Time, view: View, from: number, count: number }) => Look} look
 * @property {(head: { now: Time }) => Outline} outline
 */

/**
 * The members of a `Picture` that come from the core, and until when it stays like this by itself: a day turns, or
 * something becomes overdue.
 * @typedef {{ version: number, today: string, tomorrow: string, until: Time, total: number, open: number,
 *   completed: number, groups: Group[], from: number, rows: Row[], broken?: string, brokenAt?: number,
 *   board?: import("./messages.js").Board,
 *   items?: (import("./messages.js").GaveWay | import("./messages.js").NotAccepted)[] }} Look
 */

/**
 * @typedef {{ today: string, tomorrow: string, until: Time, counts: import("./messages.js").Outline["counts"],
 *   lists: ListRow[], tags: import("./messages.js").Outline["tags"],
 *   categories: import("./messages.js").Outline["categories"], settings: Record<string, unknown> }} Outline
 */

// ---------------------------------------------------------------------------------------------- in step

/**
 * The core says when to talk to the server and reads what it answers; JavaScript carries the bytes.
 *
 *     switch (core.ask('next', { now }).answer.step) {
 *       case 'exchange': { const { answer, text } = core.ask('request', { now, book }); fetch(...text...) ... }
 *
 * @typedef {object} InStep
 * @property {(head: { now: Time }) => { step: 'exchange' } | { step: 'wait', until: Time } | { step: 'halt' }} next
 * @property {(head: { why: 'change' | 'hope' | 'insist' | 'begin' }) => {}} wake
 *   `change`: something is to be sent or read (after a deed, at a live event). `hope`: the network is back, the app is
 *   in front. `insist`: somebody asks by hand. `begin`: there is a new token.
 * @property {(head: { isLive: boolean }) => {}} live  A live stream is heard, or not any more.
 * @property {(head: { now: Time, book: Id }) => { exchange: number, operations: number }} request
 *   `text` is the body of `POST /v1/sync`. Its answer goes to `take` or `failed`, with this number.
 * @property {(head: { now: Time, book: Id, exchange: number, status: number, retryAfter?: number }, text: Text)
 *   => Taken} take
 *   Whatever the server answered, pages and problems alike; `retryAfter` in seconds. `text` of the answer is what to
 *   write to the journal (before anything of it is shown), or empty.
 * @property {(head: { now: Time, book: Id, exchange: number }) => Taken} failed  No answer came.
 * @property {(head: { now: Time, book: Id }, text: Text) => Taken} event
 *   The data of a live event. Rows that it carries are taken where they follow on what is here (`merged`); else it is
 *   `ignored`, and where it tells of something new the next step is an exchange. `text` as for `take`.
 * @property {(head: { now: Time, deletes: boolean }) => { touched: Touched, standing: Standing }} decide
 *   A mass deletion is meant (true), or is put back. `text` as for `do`.
 * @property {(head: { now: Time, book: Id, device: Id }) => { standing: Standing }} join
 *   Belongs to an account from now on, with what was done so far. Everything is to be written anew: `fold` follows
 *   at once, in the same transaction as the token and the account.
 */

/**
 * @typedef {object} Taken
 * @property {'ignored' | 'merged' | 'startsOver' | 'wantsConfirmation' | 'failed'} received
 * @property {Touched} touched
 * @property {Standing} standing
 */

/**
 * @typedef {object} Standing
 * @property {number} waiting  Changes that the server does not have.
 * @property {number} refused  Changes that it will never take, and nobody has seen that yet: the view `notAccepted`.
 * @property {number} lost  Changes that gave way to others, field by field: the view `gaveWay`.
 * @property {Trouble | null} trouble
 * @property {string | null} cursor  For `last-event-id`.
 * @property {number} revision
 * @property {number} behind  Revisions that the server has told of and that are not read yet. Nobody shows it: they are
 *   not what a person would count, and are read at once; `isReading` says what takes longer.
 * @property {boolean} isReading  A whole reading is on its way (the first, or after 410).
 * @property {string} zone  The account's; to be given by `zone` where `isZoneKnown` is false.
 * @property {boolean} isZoneKnown
 * @property {number} unfolded  Writes since the last `fold`.
 */

/**
 * `sentence` is English and the server's, for details; the page has its own words for kinds and codes.
 * @typedef {{ kind: 'unreachable' } | { kind: 'unwell', status: number } | { kind: 'busy' } | { kind: 'revoked' }
 *   | { kind: 'readOnly' } | { kind: 'unreadable' } | { kind: 'wantsConfirmation', deletions: number, of: number }
 *   | { kind: 'refused', code: string, sentence: string }} Trouble
 */

// ---------------------------------------------------------------------------------------------- the disk

/**
 * The journal is folded into chunks now and then: the texts of all calls are put down in one transaction, and the
 * journal is emptied in it. All calls of one folding are made without waiting in between.
 *
 * @typedef {object} Folding
 * @property {(head: { whole?: boolean }) => { chunks: number[] }} fold
 *   Which of the 64 chunks (0 to 63) differ from the last folding that was `folded`; all with `whole`. `text` is the
 *   paper.
 * @property {(head: { number: number }) => { rows: number }} chunkText  `text` is the chunk; without rows it is empty.
 * @property {(head: {}) => {}} folded  The transaction is through.
 */

/** @typedef {Beginning & Changing & Looking & InStep & Folding} Calls */

export {};
