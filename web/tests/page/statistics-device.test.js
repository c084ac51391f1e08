import { equal } from "../assert.js";
import { Signal } from "../../page/signal.js";
import { Device } from "../../page/statistics/device.js";
import { Numbers } from "../../page/statistics/numbers.js";

/** @typedef {import("../../types/messages.js").Outline} Outline */

Deno.test("who opens the numbers before it is known which day it is gets them then", async () => {
  const outline = new Signal(/** @type {Outline | null} */ (null));
  /** @type {any} */
  const desk = {
    look: (
      /** @type {string} */ _name,
      /** @type {any} */ _view,
      /** @type {number} */ _from, /** @type {number} */
      _count,
      /** @type {(picture: any) => void} */ shown,
    ) => shown({ rows: [], total: 0, version: 7 }),
    leave: () => {},
  };
  const asked = new Device(desk, outline).ask("summary", {});
  await Promise.resolve();
  const settings = { timeZone: "Europe/Berlin", dayStart: "04:00", firstWeekday: 1 };
  // The last start left this behind.
  outline.value = /** @type {any} */ ({ today: "2026-11-27", settings, fromDisk: true });
  await Promise.resolve();
  outline.value = /** @type {any} */ ({ today: "2026-11-28", settings, fromDisk: false });
  const answer = /** @type {any} */ (await asked);
  equal([answer.told.date, answer.told.ever, answer.told.revision], ["2026-11-28", 0, 7]);
});

Deno.test("this device counts what was done in a time as well, and says of which its numbers are", async () => {
  const settings = { timeZone: "UTC", dayStart: "00:00", firstWeekday: 1 };
  const outline = new Signal(/** @type {any} */ ({ today: "2026-11-28", settings, fromDisk: false }));
  const done = (/** @type {string} */ date) => ({
    id: date,
    completedAt: `${date}T12:00:00.000Z`,
    createdAt: `${date}T10:00:00.000Z`,
    listId: null,
    tags: [],
  });
  const rows = ["2026-11-28", "2026-02-01", "2025-07-01"].map(done);
  /** @type {any} */
  const desk = {
    look: (
      /** @type {string} */ _name,
      /** @type {any} */ _view,
      /** @type {number} */ _from, /** @type {number} */
      _count,
      /** @type {(picture: any) => void} */ shown,
    ) => shown({ rows, total: rows.length, version: 7 }),
    leave: () => {},
  };
  const numbers = new Numbers(new Device(desk, outline).ask);
  numbers.of("one");
  for (const [period, count] of /** @type {const} */ ([["ever", 3], ["year", 2], ["days", 1], ["lastYear", 1]])) {
    numbers.choose({ period });
    await numbers.renew();
    const { of, balance, time, postponed, review } = numbers.told.value;
    equal([of, balance?.total, time?.count, postponed, review], [period, count, count, null, null]);
  }
});
