import { equal } from "../assert.js";
import { quietFor } from "../../keeper/quiet.js";
import { latest, Rung, tagOf } from "../../keeper/rung.js";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const text = (/** @type {number} */ at) => new Date(at).toISOString();
const ring = (/** @type {number} */ at, more = {}) => ({
  tag: tagOf("a"),
  task: "a",
  subject: "reminder",
  at: text(at),
  title: "A task",
  ...more,
});

Deno.test("a reminder rings once, whoever tells of it first, and once more when it is moved", () => {
  const rung = new Rung(undefined, noon);
  equal(rung.wants("a", noon + 1, noon + 1), true);
  equal(rung.add(ring(noon + 1)), true);
  equal(rung.wants("a", noon + 1, noon + 2), false);
  // The server tells it too, in its own spelling, and with links.
  const links = { dismiss: "https://daybook.example.org/v1/act/x" };
  equal(rung.add(ring(noon + 1, { at: "2026-11-21T12:00:00.001000Z", links })), false);
  equal(rung.open.map((one) => one.links), [links]);
  equal(rung.wants("a", noon + 600_000, noon + 600_000), true);
  equal(rung.add(ring(noon + 600_000)), true);
  equal(rung.open.length, 1);
});

Deno.test("what was answered does not ring again, nor after the next start", () => {
  const rung = new Rung(undefined, noon);
  rung.add(ring(noon + 1));
  equal(rung.remove(({ task }) => task === "a").length, 1);
  const again = new Rung(rung.toKeep(noon + 2), noon + 3);
  equal([again.open, again.wants("a", noon + 1, noon + 3)], [[], false]);
});

Deno.test("what passed before this device looked, or more than a day ago, does not ring", () => {
  const rung = new Rung(undefined, noon);
  equal(rung.wants("a", noon - 1, noon + 1), false);
  equal(rung.wants("a", noon + 1, noon + latest), true);
  equal(rung.wants("a", noon + 1, noon + latest + 2), false);
  rung.add(ring(noon + 1));
  equal(rung.toKeep(noon + latest + 2), { since: noon, told: {}, open: [] });
});

Deno.test("a task that is overdue rings beside its reminder, and takes its place", () => {
  const rung = new Rung(undefined, noon);
  rung.add(ring(noon + 1));
  equal(rung.add(ring(noon + 1, { subject: "overdue" })), true);
  equal(rung.open.map(({ subject }) => subject), ["overdue"]);
});

Deno.test("quiet hours last until they end, by the account's clock, also over midnight", () => {
  const settings = { quietFrom: "22:00", quietUntil: "07:30", timeZone: "Europe/Berlin" };
  const left = (/** @type {string} */ at) => quietFor(settings, Date.parse(at)) / 60_000;
  equal(left("2026-11-21T12:00:00Z"), 0);
  equal(left("2026-11-21T20:59:59Z"), 0);
  equal(left("2026-11-21T21:00:00Z"), 570);
  equal(left("2026-11-21T23:00:00Z"), 450);
  equal(left("2026-11-22T06:29:30Z"), 0.5);
  equal(left("2026-11-22T06:30:00Z"), 0);
  equal(quietFor({ ...settings, quietFrom: "07:30" }, noon), 0);
  equal(quietFor({ ...settings, quietUntil: null }, noon), 0);
  equal(quietFor({ ...settings, quietFrom: "13:00", quietUntil: "14:00" }, noon), 3_600_000);
});
