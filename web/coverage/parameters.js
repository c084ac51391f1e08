/**
 * What can be asked of the server's operations beside what they need, by the operation and the name in
 * docs/api/openapi.json. What nobody finds here needs no word about its parameters.
 */
import { apart, here } from "./entries.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** What many of them have. @type {Record<string, Entry>} */
export const ofMany = {
  "limit": apart("of pages: how much comes at once is the screen's to say"),
  "cursor": apart("of pages: screens go on where the one before ended"),
  "Accept-Language": apart("for programs that know no language: the app has the words of its own"),
  "Idempotency-Key": apart("for programs that send a request again: changes made here have names of their own"),
  "If-Match": apart("for programs that change what they read before: here the merge decides"),
  "If-None-Match": apart("for programs that ask again and again: here a copy follows what changes"),
  "Last-Event-ID": here("By itself, while the app is open", "keeper/live.js", "last-event-id"),
};

const byCopy = apart(
  "for programs without a copy: the core answers filters and searches from what lies on this device",
);
const parts = here(
  "The message about a task with parts takes the open ones along",
  "page/subtasks/offer.js",
  "takeAlong",
);
const muchDeleted = here(
  "By itself, where much is deleted: the app asks before",
  "page/dialogs/mass-delete.js",
  "massDelete",
);
const period = here("Analytics, Period", "page/statistics/dates-of.js");
const exported = (/** @type {string} */ name) =>
  here("Settings, Export and import", "page/screens/data/export.js", name);
const imported = (/** @type {string} */ name) =>
  here("Settings, Export and import", "page/screens/data/sending.js", name);

/** @satisfies {Record<string, Record<string, Entry>>} */
export const parameters = {
  listTasks: {
    list: byCopy,
    parent: byCopy,
    state: byCopy,
    tag: byCopy,
    scheduledDate: byCopy,
    filter: byCopy,
    sort: byCopy,
    updatedSince: apart("for programs that ask what is new: the keeper follows by POST /v1/sync"),
    deleted: here("Recently deleted", "page/commands.js", 'view("deleted")'),
  },
  searchTasks: {
    q: here("The magnifier, /", "page/router.js"),
    list: here("The magnifier, a chip", "page/search/fields.js"),
    state: here("The magnifier, a chip", "page/search/fields.js"),
    tag: here("The magnifier, a chip", "page/search/fields.js"),
    region: here("The magnifier, a chip", "page/search/fields.js"),
    scheduledFrom: byCopy,
    scheduledTo: byCopy,
    dueFrom: byCopy,
    dueBefore: byCopy,
  },
  deleteTask: { children: parts, confirmMassDelete: muchDeleted },
  completeTask: { children: parts },
  listLists: { deleted: here("Recently deleted, its lists", "page/parts/deleted-lists.js") },
  deleteList: { confirmMassDelete: muchDeleted },
  viewInbox: { rule: apart("for apps with an Inbox of their own: here it is as the account's settings say") },
  viewWidget: {
    size: here("The widget's menu", "page/screens/widget.js"),
    list: here("The widget's menu, Of lists", "page/screens/widget.js", "chooseLists"),
  },
  viewCompleted: {
    from: apart("the Logbook scrolls, and a search finds a period: completed:2026-11-01..2026-11-30"),
    to: apart("the Logbook scrolls, and a search finds a period: completed:2026-11-01..2026-11-30"),
  },
  readHistory: {
    task: here("History of a task", "page/screens/history/feed.js"),
    list: here("A list's menu, History", "page/screens/history/feed.js"),
    device: here("The menu of a device or an app, What it changed", "page/screens/history/feed.js"),
    since: here("History, While you were away", "page/screens/history/feed.js"),
    until: apart("for programs that read a stretch: here the latest comes first, and Show more reads on"),
  },
  readConflicts: { status: here("History, Conflicts, Settled ones, too", "page/screens/history/open-conflicts.js") },
  readProposal: { places: here("Proposals, the boxes", "page/screens/proposals/group.js") },
  importFile: { format: imported("format"), name: imported("name"), dryRun: imported("dryRun") },
  export: {
    format: exported("format"),
    since: exported("since"),
    history: exported("history"),
    deleted: exported("deleted"),
    anonymize: exported("anonymize"),
  },
  readDaily: {
    from: here("Analytics, the last year", "page/statistics/numbers.js"),
    to: here("Analytics, the last year", "page/statistics/numbers.js"),
  },
  readDistribution: { by: here("Analytics, Balance by", "page/statistics/balance.js"), from: period, to: period },
  readRhythm: { from: period, to: period },
  readPostponements: { from: period, to: period },
  readCompletionTime: { from: period, to: period },
  readReview: { date: here("Analytics, a week, its arrows", "page/statistics/numbers.js") },
};
