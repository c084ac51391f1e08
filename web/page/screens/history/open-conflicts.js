/**
 * Changes of all devices that gave way to later ones: what was wanted, what stands, and a way to decide about it.
 * Nothing has to be decided. Those about which somebody has are shown, too, where one wants to see them.
 *
 * @import { Entry } from "./told.js"
 */
import { say as announce } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper, outline, standing } from "../../desk.js";
import { element } from "../../element.js";
import { check, setting } from "../../parts/page.js";
import { openTask } from "../../parts/pane.js";
import { render } from "../../render.js";
import { go } from "../../router.js";
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
  /** Of which nobody waits for a decision any more; null while nobody wants to see them. @type {Conflict[] | null} */
  #settled = null;
  /** @type {string | null} */
  #nextSettled = null;
  /** @type {string | null} */
  #refused = null;
  #isAsking = true;

  constructor() {
    let last = standing.value?.lastSync;
    this.stop = standing.watch((now) => {
      if (now?.lastSync !== last && this.#refused !== null) this.#askAgain();
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
    const page = await this.#page("open", cursor);
    if (page) {
      this.#all = [...(cursor === null ? [] : this.#all), ...page.conflicts];
      this.#next = page.nextCursor;
    }
    this.#draw();
  }

  /** All of them hold the open ones as well, of which each is known by then. @param {string | null} [cursor] */
  async #askSettled(cursor = null) {
    const page = await this.#page("all", cursor);
    if (page && this.#settled) {
      const open = new Set(this.#all.map(({ opId }) => opId));
      const settled = page.conflicts.filter(({ opId }) => !open.has(opId));
      this.#settled = [...(cursor === null ? [] : this.#settled), ...settled];
      this.#nextSettled = page.nextCursor;
    }
    this.#draw();
  }

  /**
   * @param {"open" | "all"} status @param {string | null} cursor
   * @returns {Promise<{conflicts: Conflict[], nextCursor: string | null} | null>}
   */
  async #page(status, cursor) {
    this.#isAsking = true;
    this.#draw();
    const answer = await keeper.server("conflicts", { status, cursor: cursor ?? undefined });
    this.#isAsking = false;
    this.#refused = answer.kind === "refused" ? answer.code : null;
    if (answer.kind === "refused") return null;
    const page = /** @type {{conflicts: Conflict[], nextCursor: string | null}} */ (
      /** @type {unknown} */ (answer.with)
    );
    const entries = page.conflicts.map((one) => ({ ...one, changes: [] }));
    this.#rows.learn(/** @type {Entry[]} */ (/** @type {unknown} */ (entries)));
    return page;
  }

  async #askAgain() {
    await this.#ask();
    if (this.#settled) await this.#askSettled();
  }

  /** @param {boolean} isWanted */
  #showSettled(isWanted) {
    this.#settled = isWanted ? [] : null;
    this.#nextSettled = null;
    if (isWanted) this.#askSettled();
    else this.#draw();
  }

  #draw() {
    const isEmpty = this.#all.length === 0 && this.#refused === null;
    // Which of all are settled is known once every open one is.
    const isWhole = this.#next === null && (this.#settled !== null || !this.#isAsking && this.#refused === null);
    const next = this.#next ?? this.#nextSettled;
    const more = () => this.#next !== null ? this.#ask(this.#next) : this.#askSettled(this.#nextSettled);
    render(
      this.node,
      element("p", { class: "note" }, words.conflictsMore),
      this.#all.map((one) => this.#card(one)),
      this.#refused !== null && trouble(this.#refused, () => this.#askAgain()),
      isEmpty && this.#isAsking && element("p", { role: "status" }, words.asking),
      isEmpty && !this.#isAsking && this.#next === null && element("p", { class: "note" }, words.noConflicts),
      isWhole && element(
        "div",
        { key: "settled", class: "group-body" },
        setting(words.settledToo, check(this.#settled !== null, (on) => this.#showSettled(on)), words.settledMore),
      ),
      this.#settled?.map((one) => this.#card(one, true)),
      this.#settled?.length === 0 && this.#nextSettled === null && !this.#isAsking && this.#refused === null &&
        element("p", { key: "none settled", class: "note" }, words.noSettled),
      next !== null && !this.#isAsking &&
        element("button", { key: "more", class: "soft", onclick: more }, words.more),
    );
  }

  /** @param {Conflict} conflict @param {boolean} [isSettled]  so that it is the history that takes it back */
  #card({ opId, entity, id, at, device, fields }, isSettled = false) {
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
            part((isSettled ? words.itSaid : words.itSays)(by && who(by), byAt && when(byAt)), value(field, theirs)),
            base !== null && part(words.before, value(field, base)),
            oddReason(reason) && part(words.why, oddReason(reason)),
          )
        ),
        element(
          "div",
          { class: "ways" },
          !isSettled && way("strong", lost.useMine, words.useMineOf(name), () => this.#settle(opId, "mine")),
          !isSettled && way("soft", lost.keep, words.keepOf(name), () => this.#settle(opId, "theirs")),
          isSettled && entity === "task" &&
            way("soft", common.views.history, words.ofTask(name), () => go({ screen: "history", task: id })),
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
    const settled = this.#all.filter((one) => one.opId === opId);
    this.#all = this.#all.filter((one) => one.opId !== opId);
    if (this.#settled) this.#settled = [...settled, ...this.#settled];
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
