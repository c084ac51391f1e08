import { say, sayWhole } from "../../page/screens/history/values.js";
import { inSentence, momentName } from "../../page/words/forms.js";
import { later } from "../../page/words/later.js";
import * as table from "../../coverage/fields.js";
import { equal, ok } from "../assert.js";

const about = { today: "2026-11-24", zone: "UTC", listName: () => "Home" };

Deno.test("a list that nobody can name any more is called so, as it stands in a sentence", () => {
  equal(sayWhole("listId", "8f4f7a3e", { ...about, listName: () => null }), "a list that is gone");
});

Deno.test("values are said as people say them, each of them", () => {
  /** @type {Record<string, [value: unknown, said: string | null]>} */
  const values = {
    title: ["Tea", "Tea"],
    notes: ["Green,\nhot", "Green,\nhot"],
    state: ["active", "In progress"],
    scheduledDate: ["2026-11-25", "tomorrow"],
    dueAt: ["2026-11-24T18:00:00.000Z", inSentence(momentName("2026-11-24T18:00:00.000Z", about.today, about.zone))],
    listId: ["8f4f7a3e", "Home"],
    region: ["morning", "Morning"],
    bucket: ["mustDo", "Must-Do"],
    recurrence: [{ days: [1, 3] }, "every Monday and Wednesday"],
    tags: [["home", "car"], "#home #car"],
    priority: [3, "High"],
    sticky: [true, "yes"],
    colorHex: ["#2F9E55", "Green"],
    regionLimits: [{ mustDo: 1, misc: 5 }, "Must-Do 1, Misc 5"],
    deletedAt: [
      "2026-11-24T18:00:00.000Z",
      inSentence(momentName("2026-11-24T18:00:00.000Z", about.today, about.zone)),
    ],
    category: ["", null],
  };
  for (const [field, [value, said]] of Object.entries(values)) {
    equal(sayWhole(field, value, about), said, field);
  }
});

Deno.test("whatever a person may write has a name that people read", () => {
  const bare = ["title", "notes", "state", "region", "bucket", "category", "priority", "tags", "filter", "name"];
  const counted = [
    "id",
    "revision",
    "createdAt",
    "updatedAt",
    "modifiedAt",
    "completedAt",
    "enteredBacklogAt",
    "carryCount",
  ];
  for (const field of [...Object.keys(table.task), ...Object.keys(table.list)]) {
    if (bare.includes(field) || counted.includes(field) || field === "parentRecurringId") continue;
    ok(later.history.field(field) !== field, field);
  }
});

Deno.test("a line has the beginning of a long text, a card has all of it", () => {
  const notes = "A word and ".repeat(40).trim();
  equal(sayWhole("notes", notes, about), notes);
  ok(/** @type {string} */ (say("notes", notes, about)).length < 130);
});
