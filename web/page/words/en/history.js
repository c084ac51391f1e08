/** What was changed, and bringing it back. */
import { plural } from "../forms.js";
import { field } from "./fields.js";

export * from "./fields.js";

export const title = "History";
/** @param {string} task  or list */
export const ofTask = (task) => `History of ${task}`;
/** @param {string} name  of a device or an app */
export const ofDevice = (name) => `What ${name} changed`;
export const ofThisDevice = "What this device changed";
export const parts = {
  all: "Everything",
  away: "While you were away",
  conflicts: "Conflicts",
  back: "Look back",
};
export const aTask = "A task";
export const aList = "A list";
export const goneList = "a list that is gone";
export const settings = "Settings";
export const thisDevice = "This device";
export const byItself = "By itself";
export const asking = "Asking the server ...";
export const more = "Show more";
export const tryAgain = "Try again";
export const offline = "The server keeps the history, and does not answer now. It shows here as soon as it does.";
export const alone = "Nothing was changed yet. The history begins with the first task.";
/** @param {number} count */
export const unsent = (count) =>
  plural(count, {
    one: "# change of this device was not sent yet. It shows here once the server has it.",
    other: "# changes of this device were not sent yet. They show here once the server has them.",
  });
export const nothing = "Nothing was changed yet.";
export const nothingAway = "Nothing was changed elsewhere since you last looked here.";
/** @param {string | null} when */
export const away = (when) =>
  when === null
    ? "What your other devices did, and what came by itself."
    : `What your other devices did, and what came by itself, since you last looked here: ${when}.`;
/** @param {string} what @param {string} did */
export const undoOf = (what, did) => `Undo: ${what}, ${did}`;
/** @param {string} when */
export const madeAt = (when) => `made ${when}`;
/** @param {string} name */
export const proposedBy = (name) => `proposed by ${name}`;

// One change, in words. Values come as words.

export const did = {
  added: "Added",
  next: "The next one of its series",
  scheduled: "The day brought the next one of its series",
  withdrawn: "Taken back, since the one before is open again",
  deleted: "Deleted",
  deletedWithList: "Deleted with its list",
  deletedWithTask: "Deleted with the task that it is part of",
  restored: "Restored",
  completed: "Completed",
  started: "Started",
  reopened: "Reopened",
  stopped: "Not started any more",
  notesAdded: "Notes added",
  notesRemoved: "Notes removed",
  moved: "Moved up or down",
  repeats: "Repeats from now on",
  repeatsNoMore: "Repeats no more",
  repeatsOtherwise: "Repeats otherwise",
  part: "Made a part of another task",
  noPart: "No longer a part of another task",
  colour: "Colour changed",
  remembers: "Its series remembers where it stood",
  changed: "Changed",
  /** @param {string} place */
  carriedTo: (place) => `The day ended: carried to ${place}`,
  /** @param {string} before @param {string} after */
  renamed: (before, after) => `Renamed from “${before}” to “${after}”`,
  /** @param {string} before @param {string} after */
  notes: (before, after) => `Notes changed from “${before}” to “${after}”`,
  /** @param {string | null} before @param {string | null} after */
  date: (before, after) => {
    if (after === null) return `Date removed, it was ${before}`;
    return before === null ? `Planned for ${after}` : `Moved from ${before} to ${after}`;
  },
  /** @param {string | null} before @param {string | null} after */
  list: (before, after) => {
    if (after === null) return `Taken out of ${before}`;
    return before === null ? `Moved to ${after}` : `Moved from ${before} to ${after}`;
  },
  /** @param {string | null} before @param {string | null} after */
  region: (before, after) => after === null ? `Taken out of ${before}` : `Put into ${after}`,
  /** @param {string} field @param {string | null} before @param {string | null} after */
  field: (field, before, after) => {
    const name = field.charAt(0).toUpperCase() + field.slice(1);
    if (after === null) return `${name} removed, it was ${before}`;
    return before === null ? `${name}: ${after}` : `${name}: ${after}, it was ${before}`;
  },
  /** @param {string} name */
  inList: (name) => `in ${name}`,
  /** @param {string} day */
  forDay: (day) => `for ${day}`,
  /** @param {string} when */
  due: (when) => `due ${when}`,
  repeating: "repeats",
  /** @param {string} field @param {string} mine @param {string} theirs @param {string | null} why */
  gaveWay: (field, mine, theirs, why) => `Wanted as ${field} ${mine}; ${theirs} stayed${why ? ` (${why})` : ""}`,
  waits: "Waits for what it belongs to",
};
export const nobody = "nothing";
export const yes = "yes";
export const no = "no";
/** @param {string[]} names @param {number} carries */
export const trail = (names, carries) =>
  names.join(" → ") + (carries === 0 ? "" : `, ${carries === 1 ? "carried once" : carriedTimes(carries)}`);
const carriedTimes = (/** @type {number} */ carries) =>
  carries === 2 ? "carried twice" : plural(carries, { other: "carried # times" });
export const noDate = "no date";

// Taking back.

export const undone = "Undone";
export const nothingUndone = "Nothing is left of this change, so nothing was done.";
/** @param {string[]} what  each with where it is */
export const kept = (what) => `This stays, because it was changed since: ${what.join(", ")}.`;
/** @param {string} field @param {string} name */
export const keptField = (field, name) =>
  field === "deletedAt" ? `that ${name} is there` : `${fieldOf(field)} of ${name}`;
/** @param {string} name */
const fieldOf = (name) => `the ${field(name)}`;
export const toHere = "Back to here";
/** @param {string} when */
export const toHereOf = (when) => `Back to here: as it was after the change of ${when}`;
export const nothingToDo = "It is as it was then.";

// Conflicts.

export const conflictsMore =
  "Changes of any of your devices that gave way to later ones. Nothing has to be decided: what stands, stands.";
export const noConflicts = "Nothing gave way, or all of it was decided.";
export const settledToo = "Settled ones, too";
export const settledMore =
  "What somebody decided about, or what was changed again since. The history takes back what was decided.";
export const noSettled = "Nothing of it was settled yet.";
/** @param {string} device @param {string} field */
export const wrote = (device, field) => `${device} wrote (${field})`;
/** @param {string | null} device @param {string | null} when */
export const itSays = (device, when) => device && when ? `It now says (${device}, ${when})` : "It now says";
/** Of what is settled. @param {string | null} device @param {string | null} when */
export const itSaid = (device, when) => device && when ? `It said then (${device}, ${when})` : "It said then";
export const before = "Before that";
export const why = "Why";
/** Why one gave way, by what the server calls it. */
export const reasons = {
  newer: "a later change",
  completed: "the task was completed meanwhile",
  reopened: "the task was opened again meanwhile",
  deleted: "it was deleted after that",
  edited: "it was changed after it was deleted",
  regionFull: "this part of the day was full",
  listGone: "the list is gone",
  immutable: "this never changes",
  tangled: "a task cannot be part of itself, or of too many others",
  place: "the place of the task decides about it",
};
/** @param {string} what */
export const useMineOf = (what) => `Use mine: ${what}`;
/** @param {string} what */
export const keepOf = (what) => `Keep it as it is: ${what}`;

export { lookBack } from "./look-back.js";

// What has not left this device.

export const notSent = {
  title: "Not sent yet",
  more: "Done on this device, and not at the server yet. It goes out by itself; until then, too, it can be taken back.",
  onlyHere: "Everything stays on this device. What was done last can be taken back.",
  sent: "Everything was sent.",
  takeBack: "Take back",
  /** @param {string} what @param {string} did */
  takeBackOf: (what, did) => `Take back: ${what}, ${did}`,
  /** @param {number} count */
  rest: (count) => plural(count, { one: "and # more", other: "and # more" }),
  /** @param {number} count */
  cancelled: (count) =>
    plural(count, {
      one: "# change that was taken back goes along, so that the history is whole.",
      other: "# changes that were taken back go along, so that the history is whole.",
    }),
  /** @param {number} count */
  others: (count) => plural(count, { one: "# older change waits, too.", other: "# older changes wait, too." }),
};
