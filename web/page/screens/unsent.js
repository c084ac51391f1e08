/**
 * What was done here and has not left this device: each gesture, in the words of the history, with the way to take it
 * back. All of it is known without the server.
 *
 * @import { Unsent, UnsentChange } from "../../types/messages.js"
 * @import { Entry } from "./history/told.js"
 */
import { takeBack } from "../deeds.js";
import { keeper, outline, standing } from "../desk.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { render } from "../render.js";
import { momentName } from "../words/forms.js";
import { later } from "../words/later.js";
import { Rows } from "./history/rows.js";
import { tell } from "./history/told.js";

const words = later.history.notSent;

export class UnsentPage {
  #page = page(words.title, { screen: "settings" });
  #room = element("div", { class: "changes" });
  #rows = new Rows(() => this.#draw());
  #told = /** @type {Unsent | null} */ (null);
  #asked = "";

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(this.#room);
    const stop = standing.watch((now) => {
      const asked = `${now?.ready} ${now?.waiting} ${now?.lastSync}`;
      if (!now?.ready || asked === this.#asked) return;
      this.#asked = asked;
      this.#ask();
    });
    this.end = () => {
      this.#rows.end();
      stop();
    };
  }

  async #ask() {
    const answer = await keeper.session({ act: "unsent" });
    if (answer.kind === "refused") return;
    this.#told = /** @type {Unsent} */ (/** @type {unknown} */ (answer.with));
    this.#rows.learn(this.#told.deeds.flatMap(({ changes }) => changes.map(entryOf)));
    this.#draw();
  }

  #draw() {
    if (!this.#told) return;
    const { deeds, cancelled, others } = this.#told;
    const isEmpty = deeds.length + cancelled + others === 0;
    render(
      this.#room,
      element(
        "p",
        { class: "note", key: "about" },
        isEmpty ? words.sent : standing.value?.onlyHere ? words.onlyHere : words.more,
      ),
      deeds.length > 0 && element(
        "section",
        { class: "group", key: "deeds", "aria-label": words.title },
        element("ul", { class: "group-body" }, deeds.map((deed) => this.#line(deed))),
      ),
      cancelled > 0 && element("p", { class: "note", key: "cancelled" }, words.cancelled(cancelled)),
      others > 0 && element("p", { class: "note", key: "others" }, words.others(others)),
    );
  }

  /** @param {Unsent["deeds"][number]} deed */
  #line({ deed, at, rows, changes }) {
    const today = outline.value?.today ?? "";
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    const about = { today, zone, listName: (/** @type {string} */ id) => this.#rows.listName(id) };
    const told = changes.map((change) => ({
      id: change.id,
      name: this.#rows.name(change.entity, change.id),
      did: tell(entryOf(change), about),
    }));
    const isOne = told.every(({ id }) => id === told[0].id);
    return element(
      "li",
      { key: deed, class: "change-line" },
      element(
        "div",
        { class: "change" },
        element(
          "div",
          { class: "change-words" },
          told.map(({ name, did }, at) => [
            (at === 0 || !isOne) && element("p", { class: "change-name" }, name),
            did.map((sentence) => element("p", {}, sentence)),
          ]).flat(2),
          rows > changes.length && element("p", {}, words.rest(rows - changes.length)),
          element("small", {}, momentName(at, today, zone)),
        ),
        element(
          "div",
          { class: "ways" },
          element("button", {
            class: "way",
            "aria-label": words.takeBackOf(told[0].name, told[0].did[0] ?? ""),
            onclick: () => takeBack(deed),
          }, words.takeBack),
        ),
      ),
    );
  }
}

/**
 * As the server would write it down. Of tags only those that came or went are known.
 * @param {UnsentChange} change @returns {Entry}
 */
function entryOf(change) {
  const changes = change.changes.map(({ field, old, new: value }) =>
    field === "tags" && value && !Array.isArray(value) ? tagChange(value) : { field, old, new: value }
  );
  return {
    ...change,
    changes,
    revision: 0,
    recordedAt: change.at,
    device: { id: "", name: "" },
    outcome: "applied",
    conflicts: [],
    cause: null,
  };
}

/** @param {{add?: string[], remove?: string[]}} value */
function tagChange({ add = [], remove = [] }) {
  return { field: "tags", old: remove, new: add };
}
