/** Export Data: which form, what is in it, and the file handed over. */
import { interrupt, say } from "../../announce.js";
import { keeper, standing } from "../../desk.js";
import { element, fill } from "../../element.js";
import { awaitEvent } from "../../news.js";
import { busyButton } from "../../parts/busy.js";
import { handOver } from "../../parts/hand-over.js";
import { check, group, segments, setting } from "../../parts/page.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { importRefusal, out: w } = later.data;

/** @typedef {(typeof w.formats)[number][0]} Format */

export function exportGroup() {
  const wishes = {
    format: /** @type {Format} */ ("json"),
    since: "",
    deleted: false,
    history: false,
    anonymize: false,
  };
  const told = element("div");
  const about = element("p", { class: "note", id: "export-format" }, w.formatMore.json);
  const history = check(false, (on) => wishes.history = on);
  const choose = (/** @type {Format} */ format) => {
    wishes.format = format;
    fill(about, w.formatMore[format]);
    history.disabled = format === "csv" || format === "ics";
  };
  const since = element("input", {
    type: "date",
    class: "input",
    onchange: () => wishes.since = since.value,
  });
  const formats = w.formats.map(([name, label]) => /** @type {[Format, string]} */ ([name, label]));
  const run = busyButton(
    w.run,
    w.running,
    () => exportData({ ...wishes, history: wishes.history && !history.disabled }, told),
  );
  run.setAttribute("aria-describedby", "export-format");
  return group(w.title, [
    element("p", { class: "padded" }, w.more),
    element("div", { class: "padded" }, segments(w.format, formats, wishes.format, choose), about),
    element(
      "details",
      { class: "choices" },
      element("summary", {}, w.choices),
      setting(w.since, since),
      setting(w.deleted, check(false, (on) => wishes.deleted = on), w.deletedMore),
      setting(w.history, history, w.historyMore),
      setting(w.anonymize, check(false, (on) => wishes.anonymize = on), w.anonymizeMore),
    ),
    element("div", { class: "padded run" }, run, told),
  ], w.needsServer);
}

/** @param {Record<string, string | boolean>} wishes @param {HTMLElement} told */
async function exportData(wishes, told) {
  fill(told);
  // What waits here would not be in it.
  if ((standing.value?.waiting ?? 0) > 0) await keeper.sync();
  awaitEvent("progress", ({ with: { received } = {} }) => fill(told, element("p", {}, w.received(Number(received)))));
  const answer = await keeper.server("export", Object.fromEntries(Object.entries(wishes).filter(([, wish]) => wish)));
  awaitEvent("progress", null);
  fill(told);
  if (answer.kind === "refused") {
    if (answer.code === "alone") return fail(told, w.alone, "");
    return fail(
      told,
      w.failed,
      importRefusal(answer.code) ?? (answer.code === "offline" ? words.refusal("offline") : ""),
    );
  }
  const { file, name } = /** @type {{file: Blob, name: string}} */ (answer.with);
  try {
    const became = await handOver(file, name);
    if (became === "cancelled") return;
    const waiting = standing.value?.waiting ?? 0;
    const handed = became === "shared" ? w.shared(name) : w.saved(name);
    const sentences = waiting > 0 ? [handed, w.waits(waiting)] : [handed];
    fill(told, sentences.map((sentence) => element("p", {}, sentence)));
    say(sentences.join(" "));
  } catch {
    fail(told, w.notSaved, "");
  }
}

/** @param {HTMLElement} told @param {string} sentence @param {string} why */
function fail(told, sentence, why) {
  interrupt(sentence);
  fill(told, element("p", { class: "problem" }, sentence), why && element("p", {}, why));
}
