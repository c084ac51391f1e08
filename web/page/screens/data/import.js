/** Bringing a file in: chosen, looked at, imported, and taken back where it was not meant. */
import { interrupt, say } from "../../announce.js";
import { keeper, standing } from "../../desk.js";
import { ask } from "../../dialogs/question.js";
import { element, fill } from "../../element.js";
import { awaitEvent } from "../../news.js";
import { busyButton } from "../../parts/busy.js";
import { fileChoice } from "../../parts/file-choice.js";
import { group, select, setting } from "../../parts/page.js";
import { ago } from "../../words/forms.js";
import * as words from "../../words/en.js";
import { back, importRefusal, into as w } from "../../words/en/data.js";
import { doesSomething, reportLines } from "./report.js";
import { goBackTo, lastImport, remember, revisionNow, undoImport } from "./undo.js";

/**
 * @typedef {import("./report.js").Report} Report
 * @typedef {import("./undo.js").Undone} Undone
 */

export class ImportCard {
  #body = element("div", { class: "padded import" });
  #choice = fileChoice(w.choose, w.drop, (file) => this.#look(file));
  /** What is asked for now; an answer to what was asked before comes too late. */
  #turn = 0;
  #format = "";
  #list = "";

  constructor() {
    this.node = group(w.title, [element("p", { class: "padded" }, w.more), this.#body]);
    this.#begin();
  }

  end() {
    this.#turn += 1;
    awaitEvent("progress", null);
  }

  #begin() {
    this.#turn += 1;
    this.#format = "";
    const last = lastImport();
    fill(
      this.#body,
      this.#choice.node,
      last &&
        element(
          "div",
          { class: "last" },
          element("p", {}, back.last(last.at, (at) => ago(at, Date.now()))),
          this.#undo(),
        ),
    );
  }

  /** Shows what would come of a file. @param {File} file */
  async #look(file) {
    if (file.size === 0) return this.#fail(file, w.empty);
    this.#list ||= file.name.replace(/\.[^.]+$/, "");
    const answer = await this.#ask(file, true, w.reading);
    if (!answer) return;
    if (answer.kind === "refused") {
      const report = /** @type {Report | undefined} */ (answer.with?.report);
      return this.#fail(file, sentenceOf(answer.code), answer.code === "import_format_unknown", report);
    }
    const report = /** @type {Report} */ (/** @type {unknown} */ (answer.with));
    const run = element("button", { class: "strong", onclick: () => this.#import(file) }, w.run(report.made));
    const title = this.#title(file);
    fill(
      this.#body,
      title,
      this.#reading(file, report.format ?? ""),
      ...reportLines(report),
      element("div", { class: "answers" }, this.#another(), doesSomething(report) && run),
    );
    say(w.summary(report).join(" ") || w.nothing);
    title.focus();
  }

  /** @param {File} file */
  async #import(file) {
    const [from, at] = [await revisionNow(), Date.now()];
    const answer = await this.#ask(file, false, w.importing);
    if (!answer) return;
    const isDone = answer.kind === "done";
    const report = /** @type {Report | undefined} */ (isDone ? answer.with : answer.with?.report);
    const account = standing.value?.account?.id;
    if (report && account && doesSomething(report) && from >= 0) {
      const { made, changed } = report;
      const to = report.revision ?? await revisionNow();
      remember({ account, from, to, at, size: made.tasks + made.lists + changed.tasks + changed.lists });
    }
    if (!isDone) return this.#fail(file, `${sentenceOf(answer.code)} ${report ? w.stopped : ""}`, false, report);
    const title = this.#title(file);
    fill(
      this.#body,
      title,
      ...reportLines(/** @type {Report} */ (report)),
      element("div", { class: "answers" }, lastImport() && this.#undo(), this.#another()),
    );
    say(w.done);
    title.focus();
  }

  /**
   * Sends the file, and tells how far that is. Answers null where something else was wanted meanwhile.
   * @param {File} file @param {boolean} dryRun @param {string} then
   */
  async #ask(file, dryRun, then) {
    const turn = this.#turn += 1;
    const told = element("p", { role: "status" }, then);
    const bar = element("progress", { max: 1, "aria-label": then });
    fill(this.#body, this.#title(file), told, bar);
    awaitEvent("progress", ({ with: { sent, of } = {} }) => {
      const isSent = Number(sent) >= Number(of);
      fill(told, isSent ? then : w.sending(Number(sent), Number(of)));
      if (isSent) bar.removeAttribute("value");
      else bar.value = Number(sent) / Number(of);
    });
    const answer = await keeper.server("import", {
      file,
      name: this.#list || undefined,
      format: this.#format || undefined,
      dryRun: dryRun || undefined,
    });
    awaitEvent("progress", null);
    return turn === this.#turn ? answer : null;
  }

  /** @param {File} file @param {string} sentence @param {boolean} [asksForm] @param {Report} [report] */
  #fail(file, sentence, asksForm = false, report) {
    interrupt(sentence);
    const again = this.#another();
    fill(
      this.#body,
      this.#title(file),
      element("p", { class: "problem" }, sentence),
      asksForm && this.#reading(file, ""),
      ...(report ? reportLines(report) : []),
      element("div", { class: "answers" }, lastImport() && report && !report.dryRun && this.#undo(), again),
    );
    again.focus();
  }

  /** @param {File} file */
  #title(file) {
    return element("p", { class: "file-name", tabindex: -1 }, w.file(file.name, file.size));
  }

  /** How the file is read; another choice looks again. @param {File} file @param {string} format */
  #reading(file, format) {
    const formats = /** @type {[string, string][]} */ (Object.entries(w.formats));
    const choices = format ? formats : [/** @type {[string, string]} */ (["", w.unknown]), ...formats];
    const chosen = (/** @type {string} */ other) => {
      this.#format = other;
      this.#look(file);
    };
    const named = (/** @type {Event} */ { currentTarget }) => {
      this.#list = /** @type {HTMLInputElement} */ (currentTarget).value.trim();
      this.#look(file);
    };
    const list = element("input", { class: "input", type: "text", maxlength: 200, value: this.#list, onchange: named });
    const takesName = ["ics", "todoist-csv", "todo-txt"].includes(format);
    return element(
      "div",
      { class: "reading" },
      setting(w.format, select(choices, format, chosen)),
      takesName && setting(w.list, list),
    );
  }

  #another() {
    const again = () => {
      this.#list = "";
      this.#begin();
      this.#choice.focus();
    };
    return element("button", { class: "soft", onclick: again }, w.another);
  }

  #undo() {
    return busyButton(back.undo, back.undoing, async () => {
      const last = lastImport();
      if (!last || !await ask({ ...back.question, danger: true })) return;
      this.#undone(await undoImport(last, () => ask({ ...back.since, danger: true })), false);
    }, "soft");
  }

  /** @param {Undone} undone @param {boolean} again  it is back */
  #undone(undone, again) {
    if (undone.kind === "declined") return;
    if (undone.kind === "refused") {
      const sentence = sentenceOf(undone.code);
      interrupt(sentence);
      return this.#body.append(element("p", { class: "problem" }, sentence));
    }
    remember(null);
    const sentence = again ? back.redone : back.undone;
    const redo = busyButton(
      back.redo,
      back.undoing,
      async () => this.#undone(await goBackTo(undone.from, undone.to), true),
      "soft",
    );
    say(sentence);
    const another = this.#another();
    fill(
      this.#body,
      element("p", {}, sentence, undone.kept && ` ${back.kept}`),
      element("div", { class: "answers" }, !again && redo, another),
    );
    another.focus();
  }
}

/** @param {string} code */
function sentenceOf(code) {
  return importRefusal(code) ?? words.refusal(code);
}
