/**
 * Changes of all devices that gave way to later ones: what was wanted, what stands, and a way to decide about it.
 * Nothing has to be decided.
 *
 * @import { Entry } from "./told.js"
 */
import { say as announce } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper, outline, standing } from "../../desk.js";
import { element } from "../../element.js";
import { openTask } from "../../parts/pane.js";
import { render } from "../../render.js";
import { momentName } from "../../words/forms.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";
import { Rows } from "./rows.js";
import { oddReason } from "./told.js";
import { trouble } from "./trouble.js";
import { say } from "./values.js";

const { lost, menu } = common;
const words = later.history;

/** @typedef {{id: string, name: string} | null} Author */
/**
 * @typedef {Pick<Entry, "opId" | "entity" | "id" | "at"> & {device: Author, fields: {field: string, mine: any,
 *   theirs: any, base: any, reason: string, by: Author, byAt: string | null}[]}} Conflict
 */

export class OpenConflicts {
  node = element("div", { class: "changes" });
  #rows = new Rows(() => this.#draw());
  /** @type {Conflict[]} */
  #all = [];
  /** @type {string | null} */
  #next = null;
  /** @type {string | null} */
  #refused = null;
  #isAsking = true;

  constructor() {
    let last = standing.value?.lastSync;
    this.stop = standing.watch((now) => {
      if (now?.lastSync !== last && this.#refused !== null) this.#ask();
      last = now?.lastSync;
    });
    this.#ask();
  }

  end() {
    this.stop();
    this.#rows.end();
  }

  /** @param {string | null} [cursor]  where to read on */
  async #ask(cursor = null) {
    this.#isAsking = true;
    this.#draw();
    const answer = await keeper.server("conflicts", { cursor: cursor ?? undefined });
    this.#isAsking = false;
    this.#refused = answer.kind === "refused" ? answer.code : null;
    if (answer.kind === "done") {
      const { conflicts, nextCursor } = /** @type {{conflicts: Conflict[], nextCursor: string | null}} */ (
        /** @type {unknown} */ (answer.with)
      );
      this.#all = [...(cursor === null ? [] : this.#all), ...conflicts];
      this.#next = nextCursor;
      this.#rows.learn(conflicts.map((one) => /** @type {Entry} */ (/** @type {unknown} */ ({ ...one, changes: [] }))));
    }
    this.#draw();
  }

  #draw() {
    const isEmpty = this.#all.length === 0 && this.#refused === null;
    render(
      this.node,
      element("p", { class: "note" }, words.conflictsMore),
      this.#all.map((one) => this.#card(one)),
      this.#refused !== null && trouble(this.#refused, () => this.#ask()),
      isEmpty && this.#isAsking && element("p", { role: "status" }, words.asking),
      isEmpty && !this.#isAsking && this.#next === null && element("p", { class: "note" }, words.noConflicts),
      this.#next !== null && !this.#isAsking &&
        element("button", { key: "more", class: "soft", onclick: () => this.#ask(this.#next) }, words.more),
    );
  }

  /** @param {Conflict} conflict */
  #card({ opId, entity, id, at, device, fields }) {
    const today = outline.value?.today ?? "";
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    const about = { today, zone, listName: (/** @type {string} */ list) => this.#rows.listName(list) };
    const name = this.#rows.name(entity, id);
    const when = (/** @type {string} */ moment) => momentName(moment, today, zone);
    const value = (/** @type {string} */ field, /** @type {any} */ value) => say(field, value, about) ?? lost.nothing;
    const part = (/** @type {string} */ term, /** @type {string | null} */ said) =>
      element("div", {}, element("dt", {}, term), element("dd", {}, said));
    const way = (
      /** @type {string} */ kind,
      /** @type {string} */ word,
      /** @type {string} */ label,
      /** @type {() => void} */ onclick,
    ) => element("button", { class: kind, "aria-label": label, onclick }, word);
    return element(
      "section",
      { key: opId, class: "group", "aria-label": name },
      element(
        "div",
        { class: "group-body lost" },
        element("h2", {}, name, " ", element("small", {}, when(at))),
        fields.map(({ field, mine, theirs, base, reason, by, byAt }) =>
          element(
            "dl",
            { class: "lost-pair" },
            part(words.wrote(who(device), words.field(field)), value(field, mine)),
            part(words.itSays(by && who(by), byAt && when(byAt)), value(field, theirs)),
            base !== null && part(words.before, value(field, base)),
            oddReason(reason) && part(words.why, oddReason(reason)),
          )
        ),
        element(
          "div",
          { class: "ways" },
          way("strong", lost.useMine, words.useMineOf(name), () => this.#settle(opId, "mine")),
          way("soft", lost.keep, words.keepOf(name), () => this.#settle(opId, "theirs")),
          entity === "task" && this.#rows.task(id) &&
            way("soft", menu.open, `${menu.open}: ${name}`, () => openTask(id)),
        ),
      ),
    );
  }

  /** @param {string} opId @param {"mine" | "theirs"} take */
  async #settle(opId, take) {
    const answer = await keeper.server("resolveConflict", { opId, take });
    if (answer.kind === "refused") return refuse(answer.code);
    announce(take === "mine" ? lost.usedMine : lost.kept);
    this.#all = this.#all.filter((one) => one.opId !== opId);
    this.#draw();
    // A notice of this device that its change lost is settled with it.
    await keeper.do({ act: "letGo", ids: [opId] });
    await keeper.sync();
  }
}

/** @param {Author} device */
function who(device) {
  if (device === null) return words.byItself;
  return device.id === standing.value?.account?.device ? words.thisDevice : device.name;
}
