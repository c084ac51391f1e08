import { equal } from "../assert.js";
import { Signal } from "../../page/signal.js";
import { Device } from "../../page/statistics/device.js";

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
