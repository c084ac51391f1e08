/**
 * The protocol between the page and the keeper, as types. Nothing here runs.
 *
 * The page is the screen of one tab. Its keeper is a worker of the same tab. Of all tabs one keeper holds the replica
 * and talks to the server (the leader); the others pass on what their pages say. The page does not see which is which.
 *
 * Three rules hold for everybody:
 * 1. A request of the page carries a number, `request`, that no other of its messages has. Its one answer carries the
 *    number back. A request that was not answered may be sent again under its number: it is done once.
 * 2. A change is on the disk before `done` or a `picture` shows it, and the pictures that it changes come before its `done`.
 *    What a page shows before them it has foreseen (../page/unkept.js), and marks it as on its way.
 * 3. The keeper says kinds, numbers and codes; the page finds the words.
 *
 * Instants are milliseconds of the device's clock where the page says them (`at`, ../page/moment.js), and texts of the API
 * elsewhere.
 *
 * @module
 */

/**
 * Whose tasks a message is about. Today there is one book, the account's own.
 * @typedef {"own"} Book
 */

// MARK: Views

/**
 * What a window of the page shows. `overdue` are tasks due before now; `past` those scheduled before today, not done.
 * `task` is one task, whole; also one that was deleted, so that a detail can offer to restore it.
 * `logbook` are completed tasks, the latest first. `deleted` are tasks deleted in the last 30 days.
 * `gaveWay` are changes of this device that lost to others, `notAccepted` those that the server will never take.
 * `region` is one region of today, by bucket; `backlog` its open tasks, by when they came there; `board` has no rows, but
 * the picture's `board`. `subtasks` are those of a task, in their order; `tag` the open tasks with it.
 * `search` finds by words, the best first, and by the language of filters (docs/use/filters.md); a text may have both.
 * Its `list` is a saved filter that is being changed there, its `day` the one of the calendar that is looked for; both are
 * for the page alone.
 * @typedef {"morning" | "afternoon" | "evening"} DayRegion
 * @typedef {"mustDo" | "complementary" | "misc"} Bucket
 * @typedef {{kind: "inbox" | "today" | "upcoming" | "past" | "overdue" | "logbook" | "deleted"
 *     | "gaveWay" | "notAccepted" | "board" | "backlog"}
 *   | {kind: "list", id: string}
 *   | {kind: "region", region: DayRegion}
 *   | {kind: "subtasks", id: string}
 *   | {kind: "tag", tag: string}
 *   | {kind: "search", text: string, list?: string, day?: string}
 *   | {kind: "task", id: string}} View
 */

/**
 * A task as it is shown: the API's plain form. In pictures of lists `notes` is left out and `hasNotes` says whether
 * there are any; in the view `task` they are whole.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {string | null} [notes]
 * @property {boolean} hasNotes
 * @property {"notStarted" | "active" | "completed"} state
 * @property {string | null} scheduledDate  `2026-11-24`
 * @property {string | null} date  under which it stands: the scheduled one, or else that on which it is due
 * @property {string | null} dueAt
 * @property {boolean} isOverdue
 * @property {string | null} reminderAt
 * @property {string | null} listId
 * @property {string | null} parentId  the task that it is part of; that one may be deleted, or not be here
 * @property {DayRegion | "backlog" | null} region
 * @property {Bucket | null} bucket  only in a region of the day
 * @property {string | null} enteredBacklogAt  only in the backlog
 * @property {string | null} category
 * @property {Progress | null} subtasks  its own, without theirs; null where there are none
 * @property {string | null} completedAt
 * @property {string | null} deletedAt
 * @property {string} createdAt
 * @property {number} priority
 * @property {string[]} tags
 * @property {unknown} recurrence
 * @property {number} carryCount
 * @property {boolean} sticky
 * @property {boolean} autoCarry
 * @property {boolean} unsent  a change of it waits on this device
 * @property {[number, number][]} [found]  in the view `search`: what was found in the title, each from an index of the
 *   JavaScript string to another
 * @property {{text: string, isMatch: boolean}[]} [foundNotes]  in the view `search`: a passage of the notes around the
 *   first find, where there is one
 * @property {boolean} [isMisspelt]  in the view `search`: a word was found by forgiving its spelling
 */

/**
 * A list with the number of its open tasks. One with a `filter` is a saved filter: it shows what the filter finds, no
 * task is put into it, and none is counted. One that is `hiddenFromAgents` is kept from AI assistants.
 * @typedef {{id: string, name: string, colorHex: string | null, filter?: string, hiddenFromAgents?: true, open: number}} ListRow
 */

/**
 * The rows of a group stand together in the picture: it begins at `first` and has `count` rows. Those of dates are never
 * empty; in a `region` the three buckets and in the `backlog` the four ages are always there. `open` of a bucket is how
 * many of its tasks are open, `limit` how many may be, `locked` that the account wants the must-do done first.
 * @typedef {"today" | "yesterday" | "thisWeek" | "older"} Age
 * @typedef {{first: number, count: number, date?: string, age?: Age,
 *   bucket?: Bucket, open?: number, limit?: number, text?: string, locked?: boolean}} Group
 */

/**
 * The day at a glance, in the view `board`. `mustDo` is the region's first one, an open one before a completed one;
 * `overall` is over the three regions, `backlog` the number of open tasks there, `backlogLimit` how many may be.
 * `text` is `2/3`.
 * @typedef {{open: number, limit: number, text: string}} Fill
 * @typedef {{done: number, total: number, percent: number, text: string}} Progress
 * @typedef {object} BoardCell
 * @property {DayRegion} region
 * @property {{id: string, title: string, state: "notStarted" | "active" | "completed"} | null} mustDo
 * @property {Record<Bucket, Fill>} fills
 * @property {Progress} progress
 * @property {boolean} locked  complementary tasks wait until the must-do is done
 * @typedef {{regions: BoardCell[], backlog: number, backlogLimit: number | null, overall: Progress}} Board
 */

/**
 * A change that lost, in the view `gaveWay`.
 * @typedef {object} GaveWay
 * @property {string} id  of the operation
 * @property {"task" | "list" | "settings"} entity
 * @property {string} row  the id of the task or list
 * @property {string} title  of the task or list as it is now
 * @property {string} at  when this device was told
 * @property {{field: string, mine: unknown, theirs: unknown, reason: string}[]} conflicts
 */

/**
 * A change that the server does not take, in the view `notAccepted`.
 * @typedef {object} NotAccepted
 * @property {string} id  of the operation
 * @property {"task" | "list" | "settings"} entity
 * @property {string} row
 * @property {string | null} title  that it wanted, or that the row has
 * @property {string} code  stable, of the API
 * @property {string} at
 */

// MARK: From the page

/**
 * The first message of a page, and the only one without which none is answered.
 * `tab` is a name that the tab makes up when it opens and keeps until it is closed: undo is the tab's own.
 * `version` is that of the page's files.
 * @typedef {{kind: "hello", tab: string, version: string, zone: string, deviceName: string, visible: boolean}} Hello
 */

/**
 * Whether the tab is seen. A hidden one gets no pictures, and the live stream ends five minutes after the last was seen.
 * @typedef {{kind: "visible", visible: boolean}} Visible
 */

/**
 * Subscribes to rows `from` to `from + count` (at most 500) of a view: a picture comes at once, and another after each
 * change of these rows. A subscription has the name of its place on the page (`list`, `detail`, ...), and one view at a
 * time.
 * @typedef {{kind: "look", subscription: string, book: Book, view: View, from: number, count: number}} Look
 */

/** @typedef {{kind: "leave", subscription: string}} Leave */

/**
 * Where a task is put. `today` and `tomorrow` are the account's; `inbox` is what the account's rule says;
 * `list` with null is no list. A `region` is that of today, Misc where no bucket is said. What has no room is refused
 * with `region_full`. `under` makes it part of a task, or with null of none.
 * @typedef {{kind: "inbox"} | {kind: "today"} | {kind: "tomorrow"} | {kind: "date", date: string}
 *   | {kind: "list", id: string | null} | {kind: "region", region: DayRegion, bucket?: Bucket} | {kind: "backlog"}
 *   | {kind: "under", id: string | null}} Place
 */

/**
 * What may be written into a task. A field that is absent stays; null clears. `tags` are all of them, or those that come
 * and go. The API's rules hold: what it would refuse is refused here, with its code (docs/build/rest.md).
 * @typedef {object} TaskFields
 * @property {string} [title]
 * @property {string | null} [notes]
 * @property {"notStarted" | "active" | "completed"} [state]
 * @property {string | null} [scheduledDate]
 * @property {string | null} [dueAt]
 * @property {string | null} [reminderAt]
 * @property {string | null} [listId]
 * @property {string | null} [parentId]
 * @property {DayRegion | "backlog" | null} [region]
 * @property {Bucket | "none"} [bucket]
 * @property {string | null} [category]
 * @property {number} [priority]
 * @property {string[] | {add?: string[], remove?: string[]}} [tags]
 * @property {({days: number[]} | {rrule: string}) & {onSchedule?: boolean, except?: string[]} | null} [recurrence]
 * @property {boolean} [sticky]
 * @property {boolean} [autoCarry]
 */

/**
 * One gesture. It is one step of the tab's undo, whatever it touches.
 *
 * - `add`: new tasks, in this order, behind the open ones of the place, and behind them those that are `completed`
 *   already. Answered with their ids, which for `titles` the page may have made (`ids`).
 * - `edit`: the same fields of every task named.
 * - `move`: to another place, behind what is there.
 * - `arrange`: into a gap, between the rows that stand around it on the screen; null where there is none. With a place
 *   it is moved there as well. Several tasks go together, in the order named. A saved filter is no place: `saved_filter`.
 * - `delete`, `restore`.
 * - `addList` (the `tasks` are moved into it), `editList`, `arrangeList`, `deleteList` (its tasks with it).
 * - `settings`: the account's.
 * - `useMine`: says again what gave way; `letGo`: takes what gave way, or was not accepted, off the list.
 *
 * @typedef {{act: "add", titles: string[], ids?: string[], completed?: string[], notes?: string, place: Place, fields?: TaskFields}
 *   | {act: "edit", ids: string[], fields: TaskFields}
 *   | {act: "move", ids: string[], place: Place}
 *   | {act: "arrange", ids: string[], above: string | null, below: string | null, place?: Place}
 *   | {act: "delete" | "restore", ids: string[]}
 *   | {act: "addList", name: string, colorHex?: string | null, filter?: string, tasks?: string[]}
 *   | {act: "editList", id: string, name?: string, colorHex?: string | null, filter?: string, hiddenFromAgents?: boolean}
 *   | {act: "arrangeList", id: string, above: string | null, below: string | null}
 *   | {act: "deleteList", id: string}
 *   | {act: "settings", fields: Record<string, unknown>}
 *   | {act: "useMine" | "letGo", ids: string[]}} Gesture
 */

/**
 * Changes something. `at` is the moment of the key or the finger, so that what is done before the core is ready keeps
 * its time; the keeper does what it is told in the order in which it is told. `draft` was half written and is now whole:
 * it goes from the disk in the same write, if it still lies there. A page that `paintsFirst` shows what it has foreseen
 * in its next frame, and wants no picture of what changed before that; when it says `painted`, or a moment later, it gets
 * them. A `look` is answered at once all the same.
 * @typedef {{kind: "do", request: number, book: Book, at: number, gesture: Gesture, draft?: KeptDraft, paintsFirst?: true}} Do
 * @typedef {{kind: "painted"}} Painted
 */

/**
 * Takes the tab's last gesture back, or does it again. Up to 50 are remembered, until the tab is closed. With `deed` one
 * that is named is taken back, whichever tab has done it (`unsent`).
 * @typedef {{kind: "undo" | "redo", request: number, book: Book, at: number, deed?: string}} Again
 */

/**
 * Answers the question of a mass deletion: the deletions are meant, or are taken back.
 * @typedef {{kind: "massDelete", request: number, book: Book, meant: boolean}} MassDelete
 */

/**
 * What is half written: it lies on this device's disk and is never sent anywhere. Of its title `plain` are the parts that
 * are no plain words, since somebody has taken back what was understood of them.
 * @typedef {{title: string, notes: string, plain?: string[]}} Draft
 */

/**
 * What is half written, and the address of the view under which it lies on the disk.
 * @typedef {{where: string, draft: Draft}} KeptDraft
 */

/**
 * Keeps what is half written in a view, by its address, until it is told otherwise; null forgets it. Where the disk does
 * not take it, it is done all the same: the text is still in its field.
 * @typedef {{kind: "draft", request: number, book: Book, where: string, draft: Draft | null}} KeepDraft
 */

/**
 * What rang under a tag was seen: it goes away in all tabs, and on the account's other devices where they can.
 * @typedef {{kind: "dismiss", request: number, book: Book, tag: string}} Dismiss
 */

/**
 * Asks the server now, whatever the pace says.
 * @typedef {{kind: "sync", request: number, book: Book}} Sync
 */

/**
 * Whose device this is. Each is answered with `done` and `with`, or `refused` with a code of the API.
 *
 * - `begin`: a new account. Comes by itself after the first task, so a page asks only after `invite_needed`.
 * - `signIn`: with what is here already and nobody could sign in to again, or was not sent; with `forgets` nothing lies
 *   on this device's disk, and everything here is gone with the tab that has the turn.
 * - `provider`: answers `with: {url}`, where to go; `arrive` takes what the provider brought back to `/app/session`.
 * - `claim`: a pairing code of the other device. Answers `with: {number}` at once and `paired` (an Event) when it is
 *   confirmed there.
 * - `offer`: answers `with: {id, code, url, expiresAt}`, and each state of it is an Event `pairing`.
 *   `confirm` says the number that the new device shows, `cancel` ends it.
 * - `devices`: `with: {devices}`; `rename` and `revoke` one of them.
 * - `setLogin`: an email and a password for this account. Answers `with: {recoveryCodes}` when there are new ones.
 * - `link` and `confirmWith` send the owner to a provider, to add it as a way in, or for a proof that counts a few minutes.
 *   They answer `with: {url}`; `arrive` then answers `with: {purpose}`, `link` or `confirm`.
 * - `unlink` takes such a way in away; `deleteAccount` the account and everything in it, also here. These and `link` want
 *   a proof: the password, or a confirmation; without one they are refused with `proof_required`.
 * - `waysIn`: asks the server anew how the account can be signed in to; the standing says it.
 * - `second`: what was typed where the account asks for more than the password (`second_factor_required`): a code of an app,
 *   or a recovery code. `trust`: this browser is not asked for it for a while. `removeSecondFactor`: nobody is any more.
 * - `recoveryCodes`: new ones. `recover`: signs in with one of them, and answers `with: {passkeys}`, how many there are.
 * - `passkeyOptions`: answers `with: {publicKey}`, for which the page asks the browser; `passkeySignIn`, `addPasskey` and
 *   `proveByPasskey` take what that answered, in JSON. The last counts as the proof of the next act that wants one.
 * - `waiting`: what is not sent yet, as a JSON document for the person to keep.
 * - `unsent`: the same as gestures that can be taken back. Answers `with` an Unsent.
 * - `signOut`: revokes the token and empties the disk. Refused with `changes_wait` unless `evenSo`.
 *
 * @typedef {{act: "begin", invite?: string}
 *   | {act: "signIn", login: string, password: string, forgets?: boolean, second?: string, trust?: boolean}
 *   | {act: "stayHere" | "sendAll"}
 *   | {act: "recover", login: string, recoveryCode: string, password: string, forgets?: boolean, second?: string,
 *     trust?: boolean}
 *   | {act: "providers"}
 *   | {act: "provider", provider: string, forgets?: boolean}
 *   | {act: "arrive", query: string, password?: string}
 *   | {act: "link" | "confirmWith", provider: string}
 *   | {act: "unlink", id: string, password?: string}
 *   | {act: "deleteAccount", password?: string}
 *   | {act: "claim", code: string, forgets?: boolean}
 *   | {act: "offer"}
 *   | {act: "confirm", id: string, number: string}
 *   | {act: "cancel", id: string}
 *   | {act: "devices"}
 *   | {act: "rename", id: string, name: string}
 *   | {act: "revoke", id: string}
 *   | {act: "setLogin", login: string, password: string}
 *   | {act: "waysIn"}
 *   | {act: "recoveryCodes" | "removeSecondFactor", password: string, second?: string}
 *   | {act: "passkeyOptions"}
 *   | {act: "passkeySignIn", credential: unknown, forgets?: boolean}
 *   | {act: "addPasskey", credential: unknown, name: string, password?: string, second?: string}
 *   | {act: "removePasskey", id: string, password?: string}
 *   | {act: "proveByPasskey", credential: unknown}
 *   | {act: "waiting" | "unsent"}
 *   | {act: "signOut", evenSo: boolean}} SessionAct
 */

/** @typedef {{kind: "session", request: number, act: SessionAct}} Session */

/**
 * Asks the server for something that only it knows or does (../keeper/operations.js), with this device's token. `values`
 * fill the path; the others are the query, or of a POST, PUT or PATCH the body. Answered with `done`, whose `with` is what
 * the server said, or with `refused` and a code of the API. `export` brings a Blob as `with.file` and its `name`; `import`
 * takes one as `file`. Both tell how much has passed as Events `progress`.
 * @typedef {import("../keeper/operations.js").Operation} Operation
 * @typedef {{kind: "server", request: number, operation: Operation, values: Record<string, unknown>}} AskServer
 */

/**
 * @typedef {Hello | Visible | Painted | Look | Leave | Do | Again | Dismiss | KeepDraft | MassDelete | Sync | Session | AskServer
 * } ToKeeper
 */

// MARK: From the keeper

/**
 * What a subscription shows. `version` grows with every change of the book; `total` is the number of rows of the whole
 * view.
 * `fromDisk`: the last picture of the last start, shown until the core is there; it takes no gesture's place.
 * `rows` are those of the window only, `groups` those of the whole view.
 * `open` and `completed` count the whole view. `items` are those of `gaveWay` and `notAccepted`.
 * @typedef {object} Picture
 * @property {"picture"} kind
 * @property {string} subscription
 * @property {Book} book
 * @property {View} view
 * @property {number} version
 * @property {boolean} fromDisk
 * @property {string} today
 * @property {string} tomorrow
 * @property {number} total
 * @property {number} open
 * @property {number} completed
 * @property {Group[]} groups
 * @property {number} from
 * @property {Row[]} rows
 * @property {string} [broken]  a saved filter is not understood: the code of the reason; it has no rows then. A search
 *   that is no filter has those rows that its words find
 * @property {number} [brokenAt]  where in the filter, in bytes of UTF-8
 * @property {Board} [board]
 * @property {(GaveWay | NotAccepted)[]} [items]
 */

/**
 * What stands around every view: sent at the beginning and when something of it changes.
 * `counts` are open tasks. `settings` are the account's, as the API has them. `tags` and `categories` are those that
 * tasks have, at most 100 of each, those with the most open tasks first.
 * @typedef {object} Outline
 * @property {"outline"} kind
 * @property {Book} book
 * @property {boolean} fromDisk
 * @property {string} today
 * @property {string} tomorrow
 * @property {{inbox: number, today: number, completedToday: number, upcoming: number, past: number,
 *   overdue: number, backlog: number, board: number}} counts  `board`: in the three regions of today
 * @property {ListRow[]} lists
 * @property {{name: string, open: number}[]} tags
 * @property {{name: string, open: number}[]} categories
 * @property {Record<string, unknown>} settings
 */

/**
 * What was done here and is not at the server yet: gestures, the latest first, each with the first of its `changes` and how
 * many `rows` it changed. `cancelled` changes go along that were taken back and come to nothing, and `others` that are not
 * named, since they are too many or too long ago.
 * @typedef {object} Unsent
 * @property {{deed: string, at: string, rows: number, changes: UnsentChange[]}[]} deeds
 * @property {number} cancelled
 * @property {number} others
 * @typedef {{opId: string, entity: "task" | "list" | "settings", id: string,
 *   kind: "create" | "set" | "delete" | "restore", at: string,
 *   changes: {field: string, old: unknown, new: unknown}[]}} UnsentChange
 */

/**
 * What is half written, by the address of its view. `drafts` comes once, after `hello`, with all that lay on the disk;
 * `draft` whenever another tab wrote one; `draftsGone` when an account left this browser, and they with it.
 * @typedef {{kind: "drafts", drafts: Record<string, Draft>}} AllDrafts
 * @typedef {{kind: "draft", where: string, draft: Draft | null}} OtherDraft
 * @typedef {{kind: "draftsGone"}} DraftsGone
 */

/**
 * A gesture is on the disk. `ids` are the rows it made or touched, in order. `undoable`: the tab may take it back, whatever
 * else it does meanwhile, by its `deed`.
 * For undo and redo `gesture` says what was taken back or done again. `with` is the answer of a session's act.
 * @typedef {object} Done
 * @property {"done"} kind
 * @property {number} request
 * @property {string[]} ids
 * @property {boolean} undoable
 * @property {string | null} [deed]
 * @property {Gesture["act"]} [gesture]
 * @property {Record<string, unknown>} [with]
 */

/**
 * Nothing was changed. Codes are those of the API, and the keeper's own:
 * - `disk`: it could not be written down after three tries, `disk_full`: there is no room on this device;
 * - `nothing_to_undo`, `nothing_to_redo`;
 * - `offline`: this can only be done where the server answers;
 * - `changes_wait`: signing out would lose `with.waiting` changes;
 * - `second_tab`: without HTTPS only one tab can write;
 * - `older_app`: the tab is older than what is on the disk;
 * - `not_ready`: the keeper cannot load the core (wasm is switched off).
 * `field` is the member that is wrong, where one is.
 * @typedef {{kind: "refused", request: number, code: string, field?: string, with?: Record<string, unknown>}} Refused
 */

/**
 * Why nothing moves. `passes`: it goes away by itself.
 * - `alone`: no account yet, `with.registration` says why none begins by itself (`invite`, `closed`), `with.undecided`
 *   that strangers can begin one here and the operator has not decided so;
 * - `offline`, `unwell` (an error of the server), `busy`, `unreadable`: what is here waits;
 * - `signed_out`: the token does not count; `account_merged`, `account_deleted` and `account_disabled` say more;
 * - `read_only`: this device may only read;
 * - `mass_delete`: `with.deletions` of `with.tasks` would go; nothing is sent until `massDelete`;
 * - `quota`: `with.code`; what has no room waits here;
 * - `disk`: the server's answer cannot be written down.
 * @typedef {{code: string, passes: boolean, since: number, with?: Record<string, unknown>}} Trouble
 */

/**
 * Whose device this is. `login`, `providers` and so many `passkeys` sign in to the account, as far as the server has said;
 * `isClaimed` is whether anything does, null where that is not known.
 * @typedef {{id: string, device: string, login: string | null, providers: string[], passkeys: number,
 *   isClaimed: boolean | null}} Account
 */

/**
 * How this device stands with the server and with its disk, whenever that changes.
 * @typedef {object} Standing
 * @property {"standing"} kind
 * @property {Book} book
 * @property {boolean} ready  the core is there
 * @property {boolean} syncing  an exchange is on its way
 * @property {boolean} readingAll  everything is being read again
 * @property {boolean} live  changes elsewhere are told at once
 * @property {number | null} lastSync  by this device's clock
 * @property {number} waiting  changes that the server does not have
 * @property {number} notAccepted
 * @property {number} gaveWay
 * @property {number} proposals  of assistants, which wait for the person, as far as the server has said
 * @property {Trouble | null} trouble
 * @property {Account | null} account  null before the first exchange
 * @property {{usage: number, quota: number, persisted: boolean} | null} storage
 * @property {boolean} forgets  nothing lies on the disk
 * @property {boolean} onlyHere  a person wants nothing to go to the server
 * @property {boolean} leads  this tab's keeper holds the replica
 */

/**
 * Something that rings: a reminder of a task, by this device's own clock or as the server says, or what else the server
 * tells (`subject`, of its API). Of one tag one is there at a time. `title` is null where texts are private; `body` is what
 * the server says about it, and of this device's own `dueAt` when the task is due. `links` act on it without the app.
 * @typedef {{tag: string, task: string | null, subject: string, at: string, title: string | null, body?: string,
 *   dueAt?: string | null, links?: Record<string, string>}} Ring
 */

/**
 * What happens without a request.
 * - `paired`: the other device confirmed, this one is in. `pairing`: the state of an offer of this device.
 * - `reminders`: what has rung and was not answered (`with.open`, Ring[], the oldest first), and the tags of those that
 *   this tab is to ring now (`with.ring`). It comes whenever that changes.
 * - `newVersion`: the server has other files than this page.
 * - `olderApp`: the disk is newer than this tab, which has to reload; nothing is written any more.
 * - `progress`: of a file on its way to the server, `with: {sent, of}` in bytes; of one on its way here `{received}`.
 * - `signedOut`: the disk was emptied, here or in another tab.
 * @typedef {{kind: "event", name: "paired" | "pairing" | "pairingOver" | "reminders" | "newVersion" | "olderApp"
 *   | "progress" | "signedOut", with?: Record<string, unknown>}} Event
 */

/**
 * The keeper has ended and says why; the page starts another, which reads the disk again.
 * @typedef {{kind: "fell", code: string}} Fell
 */

/** @typedef {Picture | Outline | AllDrafts | OtherDraft | DraftsGone | Done | Refused | Standing | Event | Fell} ToPage */

export {};
