import { equal } from "../assert.js";
import { timesBefore } from "../../page/parts/reminder-times.js";
import { snoozedUntil } from "../../page/reminders/snooze.js";

const noon = Date.parse("2026-11-21T12:00:00.000Z");

Deno.test("of the times before a task is due those that are still to come are offered", () => {
  equal(timesBefore("2026-11-21T12:30:00.000Z", noon), [
    { minutes: 0, at: "2026-11-21T12:30:00.000Z" },
    { minutes: 10, at: "2026-11-21T12:20:00.000Z" },
  ]);
  equal(timesBefore("2026-11-23T12:00:00.000Z", noon).map(({ minutes }) => minutes), [0, 10, 60, 1440]);
  equal(timesBefore("2026-11-21T11:00:00.000Z", noon), []);
});

Deno.test("snoozing goes by the account's clock, and never by less than ten minutes", () => {
  const settings = { timeZone: "Europe/Berlin", dayStart: "00:00" };
  equal(snoozedUntil("10m", noon, "2026-11-22", settings), "2026-11-21T12:10:00.000Z");
  equal(snoozedUntil("1h", noon, "2026-11-22", settings), "2026-11-21T13:00:00.000Z");
  equal(snoozedUntil("tomorrow", noon, "2026-11-22", settings), "2026-11-22T08:00:00.000Z");
  equal(snoozedUntil("tomorrow", noon, "2026-11-22", { ...settings, dayStart: "10:30" }), "2026-11-22T09:30:00.000Z");
  const late = Date.parse("2026-11-22T07:55:00.000Z");
  equal(snoozedUntil("tomorrow", late, "2026-11-22", settings), "2026-11-22T08:05:00.000Z");
});
