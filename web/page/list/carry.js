/**
 * Carrying a task by keys: the arrows choose its place, Tab the view, Enter drops it and Escape puts it back. Each step
 * is only said and shown; the drop is one gesture.
 *
 * @import { Place, Row, View } from "../../types/messages.js"
 * @import { List } from "./list.js"
 */
import { say } from "../announce.js";
import { plusDays } from "../dates.js";
import { arrange, move, placeName, tell } from "../deeds.js";
import { homes, outline } from "../desk.js";
import { dress } from "../element.js";
import { buckets, hasDayParts, regions } from "../regions.js";
import { words } from "../words/words.js";
import { dropNameOf } from "./drop-names.js";
import { peersOf } from "./order.js";

/** So many days after tomorrow are a few steps away; for others there is `d`. */
const days = [2, 3, 4, 5, 6];

/**
 * Where a task can be carried to out of a view, what is nearest first: the sizes of its part of the day; the views; the
 * parts of the day; the days of a week; the lists.
 * @param {View} view @returns {Place[]}
 */
export function placesAround(view) {
  const today = outline.value?.today ?? null;
  const here = view.kind === "region" ? view.region : null;
  /** @type {Place[]} */
  const sizes = here ? buckets.map((bucket) => ({ kind: "region", region: here, bucket })) : [];
  /** @type {Place[]} */
  const parts = hasDayParts()
    ? [
      ...regions.filter((region) => region !== here).map((region) => /** @type {Place} */ ({ kind: "region", region })),
      { kind: "backlog" },
    ]
    : [];
  /** @type {Place[]} */
  const dates = today ? days.map((count) => ({ kind: "date", date: plusDays(today, count) })) : [];
  /** @type {Place[]} */
  const lists = homes().map(({ id }) => ({ kind: "list", id }));
  return [...sizes, { kind: "inbox" }, { kind: "today" }, { kind: "tomorrow" }, ...parts, ...dates, ...lists];
}

/** Whether a task is there already, as far as it says so itself. @param {Row} row @param {Place} place */
function isIn(row, place) {
  if (place.kind === "region") return row.region === place.region && (!place.bucket || row.bucket === place.bucket);
  if (place.kind === "list") return row.listId === place.id;
  if (place.kind === "date") return row.scheduledDate === place.date;
  return place.kind === "backlog" && row.region === "backlog";
}

export class Carry {
  #place = -1;

  /** @param {List} list @param {Row} row @param {() => void} over */
  constructor(list, row, over) {
    this.list = list;
    this.row = row;
    this.over = over;
    this.peers = peersOf(list, row);
    this.places = placesAround(list.view).filter((place) => !isIn(row, place));
    this.at = this.from = this.peers.findIndex(({ id }) => id === row.id);
    this.#mark();
    say(words.lifted(row.title, this.at + 1, this.peers.length));
  }

  /** Takes a key, or leaves it. @param {KeyboardEvent} event @returns {boolean} */
  pressed(event) {
    const { key } = event;
    if (key === "ArrowUp" || key === "ArrowDown") this.#step(key === "ArrowUp" ? -1 : 1);
    else if (key === "Tab") this.#nextPlace(event.shiftKey ? -1 : 1);
    else if (key === "Enter" || key === " ") this.#drop();
    else if (key === "Escape") this.#end(words.putBack);
    else return false;
    return true;
  }

  /** @param {number} step */
  #step(step) {
    this.#place = -1;
    this.at = Math.max(0, Math.min(this.peers.length - 1, this.at + step));
    this.#mark();
    say(words.nowAt(this.at + 1, this.peers.length));
  }

  /** @param {number} step */
  #nextPlace(step) {
    const { places } = this;
    // The first step back is the last place.
    const from = this.#place < 0 && step < 0 ? 0 : this.#place;
    this.#place = (from + step + places.length) % places.length;
    say(words.dropOn(placeName(places[this.#place])));
    this.#mark();
  }

  async #drop() {
    const { row } = this;
    const others = this.peers.filter(({ id }) => id !== row.id);
    const place = this.places[this.#place];
    this.#end("");
    if (place) return await move([row.id], place);
    if (this.at === this.from) return say(words.putBack);
    const done = await arrange([row.id], others[this.at - 1]?.id ?? null, others[this.at]?.id ?? null);
    tell(done, words.nowAt(this.at + 1, this.peers.length), "short");
  }

  /** @param {string} sentence */
  #end(sentence) {
    this.#unmark();
    this.over();
    if (sentence) say(sentence);
  }

  /** A line where it would go, and a sign on the place that it would go to. */
  #mark() {
    this.#unmark();
    this.list.window.node(this.row.id)?.classList.add("lifted");
    if (this.#place >= 0) {
      const name = dropNameOf(this.places[this.#place]);
      document.querySelectorAll(`[data-drop="${CSS.escape(name)}"]`).forEach((node) =>
        dress(node, { "data-drop-here": true })
      );
    } else if (this.at !== this.from) {
      const node = this.list.window.node(this.peers[this.at].id);
      node?.classList.add(this.at < this.from ? "gap-above" : "gap-below");
    }
  }

  #unmark() {
    document.querySelectorAll(".lifted, .gap-above, .gap-below").forEach((node) =>
      node.classList.remove("lifted", "gap-above", "gap-below")
    );
    document.querySelectorAll("[data-drop-here]").forEach((node) => dress(node, { "data-drop-here": null }));
  }
}
