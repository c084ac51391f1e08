/** Taking everything out, and bringing something in. */
import { bytes, number, plural } from "../forms.js";

/** @param {number} count @param {"task" | "list"} what */
const counted = (count, what) => plural(count, { one: `# ${what}`, other: `# ${what}s` });

/** `3 tasks and 2 lists`; empty for none. @param {{tasks: number, lists: number}} counts */
const both = ({ tasks, lists }) =>
  [tasks && counted(tasks, "task"), lists && counted(lists, "list")].filter(Boolean).join(" and ");

/** @param {{tasks: number, lists: number}} counts @param {string} one @param {string} other */
const said = (counts, one, other) => {
  const sum = counts.tasks + counts.lists;
  return sum > 0 ? `${both(counts)} ${sum === 1 ? one : other}.` : "";
};

export const out = {
  title: "Export",
  more: "Everything in your account, in a file that is yours: all tasks, lists and settings.",
  format: "Form of the file",
  formats: /** @type {const} */ ([
    ["json", "JSON"],
    ["csv", "Table"],
    ["ics", "Calendar"],
    ["ndjson", "Lines"],
  ]),
  formatMore: {
    json: "One document with everything. It can be imported again, here or on another server.",
    csv: "A table for a spreadsheet (CSV). It can be imported again, too.",
    ics: "Tasks for calendar programs (iCalendar). It can be imported again, too.",
    ndjson: "JSON with one object a line, for programs that read a lot.",
  },
  choices: "More choices",
  since: "Only what changed since",
  deleted: "With what was deleted",
  deletedMore: "What can still be restored",
  history: "With the history",
  historyMore: "Every change, and the device that made it. JSON and Lines only",
  anonymize: "Make the words unreadable",
  anonymizeMore: "For a report of a fault: letters of the same shape stand in for what you wrote",
  run: "Export Data",
  running: "Exporting ...",
  /** @param {number} size  in bytes */
  received: (size) => `${bytes(size)} so far`,
  failed: "Unable to export data. Please try again.",
  notSaved: "Unable to save export file. Please check device storage.",
  /** @param {string} name */
  saved: (name) => `Saved as ${name} where this browser keeps downloads.`,
  /** @param {string} name */
  shared: (name) => `Shared ${name}.`,
  /** @param {number} count */
  waits: (count) =>
    plural(count, {
      one: "# change of this device was not sent yet and is not in it.",
      other: "# changes of this device were not sent yet and are not in it.",
    }),
  needsServer: "The server makes the file, so this needs the network.",
  alone: "Nothing to export yet. Your account begins with the first task.",
};

export const into = {
  title: "Import",
  more:
    "From Todoist, Apple Reminders, Google Tasks, Taskwarrior, todo.txt, calendar files, or an export of Daybook. " +
    "You see first what would come of it.",
  choose: "Choose a file",
  drop: "or drop it here",
  /** @param {string} name @param {number} size */
  file: (name, size) => `${name}, ${bytes(size)}`,
  another: "Another file",
  empty: "This file is empty.",
  format: "It is read as",
  formats: {
    "json": "Daybook's export, JSON",
    "ndjson": "Daybook's export, lines of JSON",
    "csv": "Daybook's export, table",
    "ics": "Calendar file (iCalendar)",
    "todoist-csv": "Todoist, template of a project",
    "todoist-json": "Todoist, JSON",
    "taskwarrior": "Taskwarrior",
    "google-tasks": "Google Tasks",
    "todo-txt": "todo.txt",
  },
  unknown: "Choose a form ...",
  list: "Name for a list that has none in the file",
  /** @param {number} sent @param {number} of */
  sending: (sent, of) => `Sending, ${number(Math.floor(100 * sent / of))} % of ${bytes(of)}`,
  reading: "The server reads the file ...",
  importing: "Importing ...",
  preview: "What would come of it",
  result: "What came of it",
  /** @param {import("../../screens/data/report.js").Report} report */
  summary: (report) => {
    const isDone = !report.dryRun;
    return [
      said(report.made, isDone ? "was made" : "is new", isDone ? "were made" : "are new"),
      said(report.changed, isDone ? "was changed" : "changes", isDone ? "were changed" : "change"),
      said(report.unchanged, "is here already and stays as it is", "are here already and stay as they are"),
      said(report.deletedHere, "was deleted here and stays deleted", "were deleted here and stay deleted"),
      report.settings &&
      (isDone
        ? "Settings that you had never chosen were taken over."
        : "Settings that you have never chosen are taken over."),
      report.passedOver > 0 &&
      plural(report.passedOver, { one: "# item is left out on purpose.", other: "# items are left out on purpose." }),
      report.refused > 0 &&
      plural(report.refused, { one: "# item could not be read.", other: "# items could not be read." }),
    ].filter((sentence) => typeof sentence === "string" && sentence !== "").map(String);
  },
  nothing: "Nothing in this file is new.",
  columns: "Where each field goes",
  field: "In the file",
  becomes: "Here",
  count: "Times",
  leftOut: "left out",
  /** @type {Record<string, string>} */
  fields: {
    title: "Title",
    notes: "Notes",
    state: "State",
    scheduledDate: "Date",
    dueAt: "Due",
    reminderAt: "Reminder",
    listId: "List",
    list: "List",
    tags: "Tags",
    priority: "Priority",
    recurrence: "Repeat",
    parentId: "Part of",
    createdAt: "Made at",
    updatedAt: "Changed at",
    completedAt: "Completed at",
    deletedAt: "Deleted at",
    orderKey: "Order",
    sortOrder: "Order",
    name: "Name",
    colorHex: "Colour",
    category: "Category",
    region: "Part of the day",
    bucket: "Size",
    id: "Identity",
    everything: "All of it",
  },
  /** @param {number} count */
  remarks: (count) => plural(count, { one: "# remark", other: "# remarks" }),
  /** @param {number} line */
  line: (line) => `Line ${number(line)}`,
  /** @param {number} count */
  moreRemarks: (count) => plural(count, { one: "And # more.", other: "And # more." }),
  /** @param {{tasks: number, lists: number}} counts */
  run: (counts) => `Import ${both(counts) || "changes"}`,
  done: "Imported",
  stopped: "What was imported before stays. The same file again goes on from there.",
};

export const back = {
  undo: "Undo the import",
  redo: "Bring it back",
  undoing: "Undoing ...",
  undone: "The import was undone. Nothing is lost: it can be brought back.",
  redone: "The import is back.",
  kept: "What somebody changed since stayed as it is.",
  question: {
    title: "Undo the whole import?",
    sentence: "What it made is deleted, and what it changed is as before.",
    yes: "Undo the import",
  },
  /** @param {number} at @param {(at: number) => string} ago */
  last: (at, ago) => `Your last import here, ${ago(at)}`,
};

/** @param {string} code @returns {string | null} */
export function importRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    import_format_unknown: "The server does not recognise this file. If you know its form, choose it below.",
    import_unreadable: "The file cannot be read to its end.",
    import_interrupted: "The import was interrupted.",
    import_under_way: "Another import is under way. Try again when it is done.",
    import_no_room: "The server has no room for a file now. Try again in a while.",
    disk_full: "The server's disk is full. Tell whoever runs it.",
    content_too_large: "This file is larger than the server takes. Send it in parts.",
    task_quota_exceeded: "The account is full.",
    byte_quota_exceeded: "The account is full.",
    export_busy: "The server is busy with other exports. Try again in a while.",
    history_too_short: "The server's history does not reach back that far.",
  };
  return sentences[code] ?? null;
}
