/**
 * Where the numbers come from while the server does not answer: the completed tasks on this device. Those that were
 * deleted are not among them, and neither is what was postponed.
 *
 * @import { View, Row } from "../../types/messages.js"
 * @import { Ask, By } from "./source.js"
 * @import { Known } from "./counting.js"
 */
import { keeper, outline } from "../desk.js";
import { balanceOf, daysOf, rhythmOf, summaryOf, timeOf, within } from "./counting.js";

/** So many rows the keeper shows at once, and so many are counted: the latest. */
const atOnce = 500;
const most = 10_000;
/** @type {View} */
const view = { kind: "logbook" };

/** Counted anew with each summary; all that is asked after it is of the same tasks. */
export class Device {
  /** @type {Known | null} */
  #known = null;
  #turn = 0;

  /** @param {Pick<typeof keeper, "look" | "leave">} [desk] @param {typeof outline} [frame] */
  constructor(desk = keeper, frame = outline) {
    this.desk = desk;
    this.frame = frame;
  }

  /** @type {Ask} */
  ask = async (question, values) => {
    if (question === "summary" || !this.#known) this.#known = await this.#read();
    // What nobody can count here is known to be nothing.
    return { told: /** @type {any} */ (answer(this.#known, question, values)) };
  };

  async #read() {
    // What is completed meanwhile moves the others on: none is counted twice.
    /** @type {Map<string, Row>} */
    const done = new Map();
    let version = 0;
    for (let from = 0; from < most; from += atOnce) {
      const picture = await this.#look(from);
      version = picture.version;
      for (const row of picture.rows) done.set(row.id, row);
      if (from + atOnce >= picture.total) break;
    }
    const { settings: { timeZone, dayStart, firstWeekday }, today } = await this.#frameKnown();
    return {
      done: [...done.values()],
      version,
      today,
      zone: String(timeZone ?? "UTC"),
      dayStart: String(dayStart ?? "00:00"),
      firstWeekday: Number(firstWeekday ?? 1),
    };
  }

  /**
   * Which day it is, and in which zone. Who opens this screen first may have the tasks before that.
   * @returns {Promise<import("../../types/messages.js").Outline>}
   */
  #frameKnown() {
    return new Promise((answer) => {
      const stop = this.frame.watch((known) => {
        // The one that the last start left behind may be of another day, or of another zone.
        if (!known || known.fromDisk) return;
        queueMicrotask(() => stop());
        answer(known);
      });
    });
  }

  /** @param {number} from @returns {Promise<import("../../types/messages.js").Picture>} */
  #look(from) {
    const subscription = `statistics ${this.#turn += 1}`;
    return new Promise((answer) => {
      this.desk.look(subscription, view, from, atOnce, (picture) => {
        if (picture.fromDisk) return;
        this.desk.leave(subscription);
        answer(picture);
      });
    });
  }
}

/** @param {Known} all @param {Parameters<Ask>[0]} question @param {Record<string, string | undefined>} values */
function answer(all, question, { from, to, by }) {
  const known = from && to ? within(all, from, to) : all;
  switch (question) {
    case "summary":
      return summaryOf(known);
    case "days":
      return daysOf(known, String(from), String(to));
    case "balance":
      return balanceOf(known, /** @type {By} */ (by));
    case "rhythm":
      return rhythmOf(known);
    case "time":
      return timeOf(known);
    default:
      return null;
  }
}
