/**
 * All that one device did since a moment is taken back: said in words, done, and taken back in turn. The server does it,
 * and each of its changes stands in the history.
 *
 * @import { Kept } from "../screens/history/kept.js"
 */
import { say } from "../announce.js";
import { refuse } from "../deeds.js";
import { keeper, outline } from "../desk.js";
import { element } from "../element.js";
import { toast } from "../parts/toast.js";
import { render } from "../render.js";
import { Moment } from "../screens/history/moment.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { openDialog } from "./dialog.js";

const { takeBack: w } = later;

/** @typedef {{restored: number, deleted: number, changed: number}} Counts */
/**
 * @typedef {{tasks: Counts, lists: Counts, settings: boolean, kept: Kept[], undo: Record<string, unknown> | null}} Report
 */

/** @param {{id: string}} device @param {string} name */
export async function takeBack({ id }, name) {
  let close = () => {};
  const room = new Room(id, () => close());
  await openDialog(w.title(name), (end) => {
    close = end;
    return room.content(end);
  });
  room.end();
  if (room.done) tell(w.done(name), room.done);
}

class Room {
  /** What was done. @type {Report | null} */
  done = null;
  #result = element("div", { class: "changes", "aria-live": "polite" });
  #moment;
  /** What would be done. @type {Report | null} */
  #report = null;
  /** @type {string | null} */
  #refused = null;
  #isBusy = false;
  /** Only the last question is waited for. */
  #question = 0;

  /** @param {string} device @param {() => void} close */
  constructor(device, close) {
    this.device = device;
    this.close = close;
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    this.#moment = new Moment(zone, outline.value?.today ?? "", () => this.#look());
  }

  /** @param {() => void} cancel */
  content(cancel) {
    this.#look();
    return [
      element("p", {}, w.what),
      this.#moment.node,
      this.#result,
      element(
        "div",
        { class: "answers" },
        element("button", { class: "soft", onclick: () => cancel() }, words.cancel),
        element("button", { class: "danger", onclick: () => this.#do() }, w.yes),
      ),
    ];
  }

  end() {
    this.#question = -1;
  }

  async #look() {
    const question = this.#question += 1;
    this.#report = this.#refused = null;
    this.#draw();
    await keeper.sync();
    const answer = await ask({ device: this.device, since: this.#moment.instant, dryRun: true });
    if (question !== this.#question) return;
    [this.#report, this.#refused] = [answer.report, answer.code];
    this.#draw();
  }

  #draw() {
    const report = this.#report;
    render(
      this.#result,
      this.#refused !== null && element("p", { key: "refused", class: "problem" }, words.refusal(this.#refused)),
      !report && this.#refused === null && element("p", { key: "asking", class: "note" }, w.asking),
      report && isEmpty(report) && element("p", { key: "nothing", class: "note" }, w.nothing),
      report && !isEmpty(report) && element("p", { key: "comes", class: "preview" }, w.comes(report)),
      report && report.kept.length > 0 && element("p", { key: "kept", class: "note" }, w.kept(rowsOf(report))),
      this.#isBusy && element("p", { key: "busy", class: "note" }, w.busy),
    );
  }

  async #do() {
    if (this.#isBusy || !this.#report || isEmpty(this.#report)) return;
    this.#isBusy = true;
    this.#draw();
    const answer = await ask({ device: this.device, since: this.#moment.instant, confirmMassDelete: true });
    this.#isBusy = false;
    if (answer.report) {
      this.done = answer.report;
      return this.close();
    }
    this.#refused = answer.code;
    this.#draw();
  }
}

/** @param {Report} report */
function isEmpty({ tasks, lists, settings }) {
  return !settings && [tasks, lists].every((rows) => rows.restored + rows.deleted + rows.changed === 0);
}

/** How many tasks and lists keep something. @param {Report} report */
function rowsOf({ kept }) {
  return new Set(kept.map(({ id }) => id)).size;
}

/** @param {Record<string, unknown>} wanted @returns {Promise<{report: Report, code: null} | {report: null, code: string}>} */
async function ask(wanted) {
  const answer = await keeper.server("takeBack", wanted);
  if (answer.kind === "refused") return { report: null, code: answer.code };
  return { report: /** @type {Report} */ (/** @type {unknown} */ (answer.with)), code: null };
}

/** @param {string} sentence @param {Report} report */
async function tell(sentence, report) {
  const { undo } = report;
  const kept = report.kept.length > 0 ? `. ${w.kept(rowsOf(report))}` : "";
  say(sentence + kept);
  toast(sentence + kept, "long", undo ? { label: words.undo, run: () => back(undo) } : undefined);
  await keeper.sync();
}

/** @param {Record<string, unknown>} undo */
async function back(undo) {
  const { code } = await ask(undo);
  if (code !== null) return refuse(code);
  say(w.undone);
  toast(w.undone, "normal");
  await keeper.sync();
}
