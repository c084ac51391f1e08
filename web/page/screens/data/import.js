/** Bringing a file in: chosen, looked at, imported, and taken back where it was not meant. */
import { interrupt, say } from "../../announce.js";
import { standing } from "../../desk.js";
import { element, fill } from "../../element.js";
import { awaitEvent } from "../../news.js";
import { fileChoice } from "../../parts/file-choice.js";
import { group } from "../../parts/page.js";
import { ago } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { reading } from "./reading.js";
import { doesSomething, reportLines } from "./report.js";
import { sendFile } from "./sending.js";
import { sentenceOf, undoButton } from "./taking-back.js";
import { imported, lastImport, remember, revisionNow } from "./undo.js";

const { back, into: w } = later.data;

/** @typedef {import("./report.js").Report} Report */

export class ImportCard {
  #body = element("div", { class: "padded import" });
  #choice = fileChoice(w.choose, w.drop, (file) => this.#look(file));
  /** What is asked for now; an answer to what was asked before comes too late. */
  #turn = 0;
  #wish = { format: "", list: "" };
  /** Whose import the tab may remember, once the keeper said it. */
  #account = "";
  #isAtRest = true;
  #stop;

  constructor() {
    this.node = group(w.title, [element("p", { class: "padded" }, w.more), this.#body]);
    this.#begin();
    this.#stop = standing.watch((now) => {
      const account = now?.account?.id ?? "";
      if (!this.#isAtRest || account === this.#account) return;
      this.#account = account;
      this.#begin();
    });
  }

  end() {
    this.#stop();
    this.#turn += 1;
    awaitEvent("progress", null);
  }

  #begin() {
    this.#turn += 1;
    this.#wish = { format: "", list: "" };
    this.#isAtRest = true;
    const last = lastImport();
    const said = last && element("p", {}, back.last(last.at, (at) => ago(at, Date.now())));
    fill(this.#body, this.#choice.node, said && element("div", { class: "last" }, said, this.#undo()));
  }

  /** Shows what would come of a file. @param {File} file */
  async #look(file) {
    this.#isAtRest = false;
    if (file.size === 0) return this.#fail(file, w.empty);
    this.#wish.list ||= file.name.replace(/\.[^.]+$/, "");
    const answer = await this.#ask(file, true);
    if (!answer) return;
    if (answer.kind === "refused") {
      const isUnknown = answer.code === "import_format_unknown";
      // Of what could not be read it tells nothing.
      const report = isUnknown ? undefined : /** @type {Report | undefined} */ (answer.with?.report);
      return this.#fail(file, sentenceOf(answer.code), report, isUnknown);
    }
    const report = /** @type {Report} */ (/** @type {unknown} */ (answer.with));
    const run = element("button", { class: "strong", onclick: () => this.#import(file) }, w.run(report.made));
    this.#show(
      file,
      [this.#reading(file, report.format ?? ""), ...reportLines(report)],
      [this.#another(), doesSomething(report) && run],
    );
    say(w.summary(report).join(" ") || w.nothing);
  }

  /** @param {File} file */
  async #import(file) {
    const [from, at] = [await revisionNow(), Date.now()];
    const answer = await this.#ask(file, false);
    if (!answer) return;
    const report = /** @type {Report | undefined} */ (answer.kind === "done" ? answer.with : answer.with?.report);
    const done = report && imported(report, standing.value?.account?.id ?? "", from, at);
    if (done) remember(done);
    if (answer.kind === "refused" || !report) {
      const sentence = sentenceOf(answer.kind === "refused" ? answer.code : "");
      return this.#fail(file, report ? `${sentence} ${w.stopped}` : sentence, report);
    }
    this.#show(file, reportLines(report), [lastImport() && this.#undo(), this.#another()]);
    say(w.done);
  }

  /** Answers null where something else was wanted meanwhile. @param {File} file @param {boolean} dryRun */
  async #ask(file, dryRun) {
    const turn = this.#turn += 1;
    const answer = await sendFile(this.#body, title(file), file, this.#wish, dryRun);
    return turn === this.#turn ? answer : null;
  }

  /** @param {File} file @param {string} sentence @param {Report} [report] @param {boolean} [asksForm] */
  #fail(file, sentence, report, asksForm = false) {
    const lines = [element("p", { class: "problem" }, sentence), asksForm && this.#reading(file, "")];
    const mayUndo = report && !report.dryRun && lastImport();
    this.#show(file, [...lines, ...(report ? reportLines(report, false) : [])], [
      mayUndo && this.#undo(),
      this.#another(),
    ]);
    interrupt(sentence);
  }

  /**
   * From the file's name on, as far as there is room.
   * @param {File} file @param {import("../../element.js").Child[]} lines @param {import("../../element.js").Child[]} ways
   */
  #show(file, lines, ways) {
    const name = title(file);
    fill(this.#body, name, ...lines, element("div", { class: "answers" }, ways));
    name.focus({ preventScroll: true });
    name.scrollIntoView({ block: "start" });
  }

  /** @param {File} file @param {string} format */
  #reading(file, format) {
    return reading(format, this.#wish.list, (wish) => {
      Object.assign(this.#wish, wish);
      this.#look(file);
    });
  }

  #another() {
    const again = () => {
      this.#begin();
      this.#choice.focus();
    };
    return element("button", { class: "soft", onclick: again }, w.another);
  }

  #undo() {
    return undoButton(this.#body, () => this.#another());
  }
}

/** @param {File} file */
function title({ name, size }) {
  return element("p", { class: "file-name", tabindex: -1 }, w.file(name, size));
}
