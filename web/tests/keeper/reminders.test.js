import { equal } from "../assert.js";
import { Queue } from "../../keeper/queue.js";
import { Reminders } from "../../keeper/reminders.js";

/** @typedef {{tab: string, open: string[], ring: string[]}} Heard */

/**
 * What rings for one task, as tabs hear it. `here` is the tab of the keeper.
 * @param {Record<string, unknown>} row @param {(reminders: Reminders) => void} happens
 * @param {Record<string, unknown>} [settings] @param {(all: Heard[]) => boolean} [isHeard]  what is waited for
 */
async function heard(row, happens, settings = {}, isHeard = () => true) {
  /** @type {Heard[]} */
  const all = [];
  const say = (/** @type {string} */ tab, /** @type {any} */ event) =>
    all.push({ tab, open: event.with.open.map((/** @type {any} */ { title }) => title), ring: event.with.ring });
  const look = { answer: { rows: [row], open: 1, version: 1 } };
  const core = { ask: () => look, need: () => ({ answer: { settings: { timeZone: "UTC", ...settings }, lists: [] } }) };
  const queue = new Queue();
  const leader = {
    ending: new AbortController(),
    book: { core, queue, keep: () => Promise.resolve() },
    say,
    tell: (/** @type {unknown} */ event, /** @type {string} */ but) => but === "here" && say("others", event),
  };
  const before = { since: Date.now() - 60_000, told: {}, open: [] };
  const reminders = new Reminders(/** @type {any} */ (leader), "here", before);
  happens(reminders);
  // What is due at once is planned, and then rings.
  for (let turns = 0; turns === 0 || turns < 200 && !isHeard(all); turns += 1) {
    await new Promise((done) => setTimeout(done, 50));
    await queue.run(() => {});
  }
  reminders.end();
  return all;
}

const at = new Date(Date.now() - 1_000).toISOString();
const task = { id: "a", title: "A task", state: "notStarted", deletedAt: null, dueAt: null, reminderAt: at };
const changed = { tasks: ["a"], lists: [], settings: false, everything: false };
const told = JSON.stringify({ subject: "reminder", taskId: "a", dueAt: at, title: "A task" });

Deno.test("what is due rings in one tab, once, and stands in all", async () => {
  const rings = await heard(
    task,
    (reminders) => {
      reminders.changed(changed);
      reminders.told(told);
    },
    {},
    (all) => all.some(({ tab }) => tab === "others"),
  );
  equal(rings.filter(({ ring }) => ring.length > 0), [{ tab: "here", open: ["A task"], ring: ["task-a"] }]);
  equal(rings.filter(({ tab }) => tab === "others").at(-1)?.open, ["A task"]);
});

Deno.test("what was done here does not ring, whoever tells of it", async () => {
  equal(await heard({ ...task, state: "completed" }, (reminders) => reminders.told(told)), []);
});

Deno.test("what rang goes away once it is seen, done or moved", async () => {
  const seen = await heard(task, (reminders) => {
    reminders.told(told);
    setTimeout(() => reminders.dismiss("task-a"), 10);
  });
  equal(seen.at(-1), { tab: "here", open: [], ring: [] });
  const row = { ...task };
  const moved = await heard(row, (reminders) => {
    reminders.told(told);
    setTimeout(() => {
      row.reminderAt = new Date(Date.now() + 60_000).toISOString();
      reminders.changed(changed);
    }, 10);
  });
  equal(moved.at(-1)?.open, []);
});

Deno.test("quiet hours hold, and private texts tell no title", async () => {
  const look = (/** @type {Reminders} */ reminders) => reminders.changed(changed);
  const now = new Date();
  const clock = (/** @type {number} */ hours) => `${String((now.getUTCHours() + hours) % 24).padStart(2, "0")}:00`;
  const quiet = await heard(task, look, { quietFrom: clock(0), quietUntil: clock(2) });
  equal(quiet.filter(({ open }) => open.length > 0), []);
  const secret = await heard(task, look, { privateReminders: true }, (all) => all.length > 0);
  equal(secret.at(-1)?.open, [null]);
});
