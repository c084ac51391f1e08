/**
 * A look back in time: what the tasks were at a moment, as far as it differs from what they are, and the way to bring
 * it back. The server says what a restoration would do before it does anything.
 *
 * @import { Entry } from "./told.js"
 * @import { Extent, Report } from "./deeds.js"
 */
import { homes, keeper, listNamed, outline } from "../../desk.js";
import { ask } from "../../dialogs/question.js";
import { element } from "../../element.js";
import { select, setting } from "../../parts/page.js";
import { render } from "../../render.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";
import { askRestoration, restore } from "./deeds.js";
import { changesSince } from "./since.js";
import { differenceLines } from "./difference-lines.js";
import { differences } from "./differences.js";
import { Moment } from "./moment.js";
import { pictureThen } from "./picture-then.js";
import { Rows } from "./rows.js";
import { beyondSince, tasksNow, tasksThen } from "./then.js";
import { trouble } from "./trouble.js";
import { inSentence } from "../../words/forms.js";

const { refusal, undo: undoWord } = common;
const words = later.history;

const w = words.lookBack;

export class LookBack {
  node = element("div", { class: "changes" });
  #rows = new Rows(() => this.#draw());
  #result = element("div", { class: "changes", "aria-live": "polite" });
  /** @type {Extent} */
  #extent = { kind: "account" };
  /** What a restoration would do. @type {Report | null} */
  #report = null;
  /** What was changed since; null where that is too much. @type {Entry[] | null} */
  #since = [];
  /** What the tasks are now. @type {import("./then.js").Now} */
  #now = { rows: [], total: 0 };
  /** @type {string | null} */
  #refused = null;
  /** What was restored last, and the way back. @type {{sentence: string, undo: () => Promise<void>} | null} */
  #done = null;
  #isBusy = false;
  /** A list that was gone when this began may be back, or gone again. */
  #nameGone = () => {};
  /** Only the last question is waited for. */
  #question = 0;

  /** @param {string} [list]  to begin with */
  constructor(list) {
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    this.moment = new Moment(zone, outline.value?.today ?? "", () => this.#look());
    const lists = homes().map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
    // One that is gone had tasks, too.
    const gone = list && !lists.some(([id]) => id === list) ? list : null;
    if (gone) lists.push([gone, w.goneList]);
    if (list) this.#extent = { kind: "list", id: list };
    const what = select([["", w.everything], ...lists], list ?? "", (id) => {
      this.#extent = id ? { kind: "list", id } : { kind: "account" };
      this.#look();
    });
    if (gone) this.#nameGone = () => what.options[lists.length].text = listNamed(gone)?.name ?? w.goneList;
    this.node.append(
      element("p", { class: "note" }, w.intro),
      element("div", { class: "group-body" }, setting(w.what, what), this.moment.node),
      this.#result,
    );
    this.#look();
  }

  end() {
    this.#question = -1;
    this.#rows.end();
  }

  async #look() {
    const question = this.#question += 1;
    this.#report = this.#refused = null;
    this.#draw();
    await keeper.sync();
    const { report, code } = await askRestoration(this.#extent, { to: this.moment.instant, dryRun: true });
    const since = report && await changesSince(this.moment.instant, report.to);
    const now = since && await tasksNow(this.#list);
    if (question !== this.#question) return;
    this.#report = report;
    this.#since = since;
    if (now) this.#now = now;
    this.#refused = code;
    if (since) this.#rows.learn(since);
    this.#draw();
  }

  #draw() {
    const report = this.#report;
    const when = this.moment.name;
    const isSame = report && report.tasks === 0 && report.lists === 0 && !report.settings;
    const isBelow = report && !isSame && this.#since !== null;
    this.#nameGone();
    render(
      this.#result,
      this.#done && element(
        "div",
        { key: "done", class: "restored" },
        element("p", {}, this.#done.sentence),
        element("button", { class: "soft", onclick: () => this.#back() }, undoWord),
      ),
      this.#isGone &&
        element("p", { key: "gone", class: "note" }, isBelow ? `${w.isGone} ${w.comesBackWith}` : w.isGone),
      this.#refused !== null && this.#trouble(this.#refused),
      !report && this.#refused === null && element("p", { class: "note" }, w.asking),
      report && isSame && element("p", { class: "preview" }, w.same(when)),
      report && !isSame && element(
        "div",
        { key: "preview", class: "preview" },
        element("p", {}, w.changes(when, report.tasks, report.lists, report.settings)),
        report.deletions > 0 && element("p", {}, w.deletions(report.deletions)),
        element("button", {
          class: "strong",
          "aria-disabled": this.#isBusy ? "true" : null,
          onclick: () => this.#restore(report),
        }, this.#isBusy ? w.restoring : w.restore),
      ),
      report && !isSame && this.#since === null && element("p", { class: "note" }, w.many),
      report && this.#then(isSame === true),
    );
  }

  /** @param {string} code */
  #trouble(code) {
    if (code === "offline" || code === "alone") return trouble(code, () => this.#look());
    return element("p", { key: "refused", class: "problem" }, refusal(code));
  }

  /** Whether the list that is looked at is not there now. */
  get #isGone() {
    return this.#list !== null && !homes().some(({ id }) => id === this.#list);
  }

  /** The list that is looked at; null for all of them. */
  get #list() {
    return this.#extent.kind === "list" ? this.#extent.id : null;
  }

  /** What would change, and all of it as it was. @param {boolean} isSame */
  #then(isSame) {
    if (this.#since === null) return null;
    const about = {
      today: outline.value?.today ?? "",
      zone: String(outline.value?.settings.timeZone ?? "UTC"),
      listName: (/** @type {string} */ id) => this.#rows.listName(id),
    };
    const { rows, total } = this.#now;
    const changed = differences(this.#since);
    const tasks = tasksThen(rows, changed, this.#rows, this.#list);
    const more = total - rows.length - beyondSince(rows, changed, this.#rows, this.#list);
    return [
      !isSame && differenceLines(this.#since, this.#rows, this.#extent, about),
      pictureThen(tasks, Math.max(0, more), this.#list === null, about),
    ];
  }

  /** @param {Report} report */
  async #restore(report) {
    if (this.#isBusy) return;
    const name = inSentence(this.moment.name);
    const what = this.#extent.kind === "list" ? listNamed(this.#extent.id)?.name ?? words.aList : w.everythingShort;
    if (!await ask(w.question(name, what))) return;
    this.#isBusy = true;
    this.#draw();
    const surely = () => ask({ ...w.massDelete(report.deletions), danger: true });
    const done = await restore(this.#extent, report.to, w.restored(name), surely);
    this.#isBusy = false;
    if (done) {
      const stays = done.report.kept.length > 0 ? `. ${w.keptSome(done.report.kept.length)}` : "";
      this.#done = { sentence: w.restored(name) + stays, undo: done.undo };
    }
    this.#rows.forget();
    await this.#look();
  }

  async #back() {
    const undo = this.#done?.undo;
    this.#done = null;
    await undo?.();
    this.#rows.forget();
    await this.#look();
  }
}
