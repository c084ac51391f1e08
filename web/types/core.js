// What the core (Sources/WebCore, compiled to WebAssembly) is asked, and what it answers.
//
// A call has a name, a head (JSON) and, where it says so below, a text that is handed on as it is: rows, a page, a
// journal. An answer is the same: a head, and for some calls a text. Texts are opaque to JavaScript: they are written
// to the disk or sent to the server byte for byte, never parsed and written anew.
//
//     const { answer, text } = core.ask('do', { now, wish: { act: 'state', ids: [id], state: 'completed' } });
//
// Calls are synchronous and come one at a time. What is wrong with a call is answered, never thrown: `answer.refused`.
// A trap ends the instance; whoever holds it makes another and reads the disk again.
//
// The instance has two imports: `random(): bigint` (64 bits of the browser's chance) and `composed(from, length):
// number`, which writes a text's composed form (`String.prototype.normalize()`) over it and answers its length.

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
 * @typedef {object} Changing
 * @property {(head: { now: Time, wish: Wish }) => Done} do
 *   `text` is what to write to the journal. It has to be on the disk before anything of it is shown; where the disk
 *   does not take it, `withdraw`. All of a wish is done, or nothing.
 * @property {(head: { now: Time, deed: Id }) => Done} undo
 *   Takes back a deed of this device (`done.deed`); its own deed can be undone in turn: that is redo. What somebody
 *   changed since stays, and is told in `kept`. `text` as for `do`.
 * @property {(head: { now: Time, deed: Id }) => { touched: Touched }} withdraw
 *   A deed that could not be written down was never done.
 */

/**
 * @typedef {object} Done
 * @property {Id} deed  What `undo` takes.
 * @property {Id[]} ids  The rows that were wished for, those that were made among them, in their order.
 * @property {{ entity: 'task' | 'list' | 'settings', id: Id, field: string }[]} kept  Of an undo.
 * @property {Touched} touched
 * @property {Standing} standing
 */

/**
 * Rows that look different now; `everything` where any may.
 * @typedef {{ tasks: Id[], lists: Id[], settings: boolean, everything: boolean }} Touched
 */

/**
 * Fields have the names and forms of the protocol (docs/api/tasks.md); `null` clears one.
 * @typedef {{ title: string } & Record<string, unknown>} Draft
 */

/**
 * @typedef {{ date: CalendarDate } | { list: Id | null } | { bucket: string } | { region: string, bucket: string }
 *   | 'today' | 'tomorrow' | 'inbox'} Goal
 */

/**
 * One gesture; several rows of it are one deed.
 * `place`: right behind `after` and before `before`, as they stand on the screen, null at an end; `to` moves them too.
 * `edit` of `tags` takes a whole array, or `{ add, remove }`.
 * @typedef {{ act: 'add', tasks: Draft[], ids?: Id[], after?: Id | null, before?: Id | null }
 *   | { act: 'edit', ids: Id[], fields: Record<string, unknown> }
 *   | { act: 'state', ids: Id[], state: 'notStarted' | 'active' | 'completed', withSubtasks?: boolean }
 *   | { act: 'move', ids: Id[], to: Goal }
 *   | { act: 'place', ids: Id[], after: Id | null, before: Id | null, to?: Goal }
 *   | { act: 'delete', ids: Id[], withSubtasks?: boolean }
 *   | { act: 'restore', ids: Id[] }
 *   | { act: 'addList', fields: { name: string, colorHex?: string }, id?: Id }
 *   | { act: 'editList', id: Id, fields: Record<string, unknown> }
 *   | { act: 'placeList', id: Id, after: Id | null, before: Id | null }
 *   | { act: 'deleteList', id: Id }
 *   | { act: 'settings', fields: Record<string, unknown> }} Wish
 */

// ---------------------------------------------------------------------------------------------- looking

/**
 * @typedef {object} Looking
 * @property {(head: { now: Time, view: View, from?: number, count?: number }) => Picture} look
 * @property {(head: { now: Time }) => Counts} counts
 * @property {(head: { now: Time, id: Id }) => { task: Whole | null }} task  Also one that is deleted.
 * @property {(head: { now: Time }) => { lists: List[] }} lists  Those that are not deleted, in their order.
 * @property {(head: {}) => { settings: Record<string, unknown> }} settings
 * @property {(head: { now: Time, words: string, count: number }) => { total: number, rows: Row[] }} find
 *   Titles and notes that hold every word, or its beginning.
 */

/**
 * `inbox` holds what has no date, or with `rule: 'unlisted'` what is in no list. `list` with no id is that as well.
 * @typedef {{ name: 'inbox', rule?: 'unscheduled' | 'unlisted' } | { name: 'today' } | { name: 'upcoming' }
 *   | { name: 'past' } | { name: 'overdue' } | { name: 'list', id: Id | null } | { name: 'completed' }
 *   | { name: 'deleted' }} View
 */

/**
 * @typedef {object} Picture
 * @property {number} version  Goes up with every change; two pictures of one version are of one mind.
 * @property {CalendarDate} today
 * @property {Time} until  Without a change it stays like this until then: a day turns, or something gets overdue.
 * @property {number} total  Rows in the whole view.
 * @property {{ date: CalendarDate, from: number, count: number }[]} groups
 *   Of `upcoming` and `completed`: the rows of each date. Empty for other views.
 * @property {number} from
 * @property {Row[]} rows  `count` of them, at most 500, from `from` on.
 */

/**
 * A task as lists show it. What is empty or false is left out.
 * @typedef {object} Row
 * @property {Id} id
 * @property {string} title
 * @property {'notStarted' | 'active' | 'completed'} state
 * @property {true} [notes]  There are some.
 * @property {CalendarDate} [scheduledDate]
 * @property {Time} [dueAt]
 * @property {true} [isOverdue]
 * @property {Time} [reminderAt]
 * @property {Id} [listId]
 * @property {string} [region]
 * @property {string} [bucket]
 * @property {number} [carryCount]
 * @property {number} [priority]
 * @property {string[]} [tags]
 * @property {true} [repeats]
 * @property {Id} [parentId]
 * @property {number} [parts]  How many live subtasks it has.
 * @property {true} [unsent]  The server does not have its latest change.
 * @property {Time} [completedAt]
 * @property {Time} [deletedAt]
 */

/**
 * A task in the protocol's plain form (docs/api/tasks.md), every field there.
 * @typedef {{ id: Id, title: string, notes: string | null, state: string, isOverdue: boolean } & Record<string, unknown>} Whole
 */

/** @typedef {{ id: Id, name: string, colorHex: string | null, open: number, filter?: string }} List */

/**
 * Open tasks of each view; `today` has those that are not completed, `completedToday` those that are.
 * @typedef {object} Counts
 * @property {number} inbox
 * @property {number} today
 * @property {number} completedToday
 * @property {number} upcoming
 * @property {number} past
 * @property {number} overdue
 * @property {number} all  Everything that is not deleted.
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
 * @property {(head: { revision: number }) => { isNew: boolean }} heard
 *   Of a live event; when it is new, the next step is an exchange.
 * @property {(head: { now: Time, book: Id }) => { exchange: number, operations: number }} request
 *   `text` is the body of `POST /v1/sync`. Its answer goes to `take` or `failed`, with this number.
 * @property {(head: { now: Time, book: Id, exchange: number, status: number, retryAfter?: number }, text: Text) => Taken} take
 *   Whatever the server answered, pages and problems alike; `retryAfter` in seconds. `text` of the answer is what to
 *   write to the journal (before anything of it is shown), or empty.
 * @property {(head: { now: Time, book: Id, exchange: number }) => Taken} failed  No answer came.
 * @property {(head: { now: Time, cursor: string, text?: never }, text: Text) => Taken} event
 *   Rows that a live event carried (the data of `event: changes`); ignored unless they follow on what is here. As `take`.
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
 * @property {number} refused  Changes that it will never take, and nobody has seen that yet: `troubles`.
 * @property {number} lost  Changes that gave way to others, field by field: `troubles`.
 * @property {Trouble | null} trouble
 * @property {string | null} cursor  For `last-event-id`.
 * @property {number} revision
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

/**
 * @typedef {object} Troubles
 * @property {(head: {}) => { refused: RefusedChange[], lost: LostChange[] }} troubles  The latest first, at most 100.
 * @property {(head: { deed: Id } | { all: true }) => { standing: Standing }} seen
 *   A refused or lost change was looked at and is let go (`opId`). `text` as for `do`.
 */

/**
 * @typedef {{ opId: Id, entity: string, id: Id, title: string | null, at: Time, code: string, sentence: string,
 *   kind: string, fields: Record<string, unknown> }} RefusedChange
 */

/**
 * @typedef {{ opId: Id, entity: string, id: Id, title: string | null, at: Time, field: string, mine: unknown,
 *   theirs: unknown, theirsAt: Time }} LostChange
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

/** @typedef {Beginning & Changing & Looking & InStep & Troubles & Folding} Calls */

export {};
