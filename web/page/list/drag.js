/**
 * Dragging rows: a ghost follows the pointer, places light up, a line shows the gap. It goes on while the view changes
 * under it. What is dropped is one gesture.
 *
 * @import { Place, Row } from "../../types/messages.js"
 * @import { Sheet } from "./sheet.js"
 * @import { Target } from "./drop-target.js"
 */
import { say } from "../announce.js";
import { arrange, move, placeName, remark, sayRefused, tell } from "../deeds.js";
import { dress } from "../element.js";
import { knock } from "../haptics.js";
import { fullSentence } from "../regions.js";
import { go } from "../router.js";
import * as screen from "../screen.js";
import { words } from "../words/words.js";
import { Edges } from "./edges.js";
import { Ghost } from "./ghost.js";
import { screenOf } from "./drop-names.js";
import { targetAt } from "./drop-target.js";
import { List } from "./list.js";
import { peersOf } from "./order.js";
import { Room } from "./room.js";
import { showStrip } from "./strip.js";

const patience = 500;
const gapLine = document.createElement("div");
gapLine.className = "gap";
/** What is dragged now. @type {Drag | null} */
let current = null;

export class Drag {
  /** @type {Target | null} */
  #target = null;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  #edges = new Edges(() => this.#again());
  /** Of one task alone. @type {Room | null} */
  #room = null;
  #x;
  #y;

  /** @param {Sheet} list @param {HTMLElement} node @param {Row} row @param {PointerEvent} event */
  constructor(list, node, row, { clientX, clientY }) {
    current = this;
    this.row = row;
    this.home = list;
    this.ids = list.selection.has(row.id) ? list.selection.ids : [row.id];
    this.#x = clientX;
    this.#y = clientY;
    // A task of the calendar's days stands in no list.
    if (list instanceof List && this.ids.length === 1) this.#room = new Room(list, row.id);
    this.ghost = new Ghost(node, this.ids.length, clientX, clientY);
    document.documentElement.classList.add("dragging");
    for (const id of this.ids) list.window.node(id)?.classList.add("lifted");
    this.hideStrip = showStrip();
    const peers = peersOf(list, row);
    say(words.lifted(row.title, peers.findIndex(({ id }) => id === row.id) + 1, peers.length));
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    this.#x = x;
    this.#y = y;
    this.ghost.moveTo(x, y);
    this.#aim(targetAt(x, y, screen.list(), this.row, this.ids));
    this.#edges.move(screen.list()?.scroller ?? null, y);
  }

  /** @param {number} x @param {number} y */
  async drop(x, y) {
    this.move(x, y);
    const target = this.#target;
    this.#end();
    if (!target || target.kind === "place" && !target.place) return this.#goHome();
    if (target.kind === "place" && target.isFull) {
      this.#goHome();
      return sayRefused(fullSentence(/** @type {Place} */ (target.place)) ?? words.refusal("region_full"));
    }
    if (target.kind === "place" && target.isOver) {
      this.#goHome();
      return remark(words.notBeforeToday);
    }
    this.ghost.remove();
    knock();
    if (target.kind === "place") return await move(this.ids, /** @type {Place} */ (target.place));
    // Until its picture has come, which is before the answer.
    this.#makesRoom(target);
    const done = await arrange(this.ids, target.above, target.below, target.place);
    this.#room?.end();
    // The next one has begun already, among the same rows.
    if (current) current.#again();
    const { name, position, total } = target;
    if (done && target.place && this.ids.length === 1) tell(done, words.movedAt(name, position, total), "short");
    else if (done && target.place) tell(done, words.movedTo(name, this.ids.length), "short");
    else if (done) say(words.nowAt(position, total));
  }

  /** @param {boolean} [quietly] */
  cancel(quietly = false) {
    this.#end();
    if (quietly) return this.ghost.remove();
    this.#goHome();
    say(words.putBack);
  }

  #goHome() {
    this.ghost.springBack(this.home.window.node(this.row.id));
  }

  /** The list has moved under the pointer. */
  #again() {
    this.#aim(targetAt(this.#x, this.#y, screen.list(), this.row, this.ids));
  }

  /** @param {Target | null} target */
  #aim(target) {
    if (target?.node !== this.#target?.node) {
      if (this.#target?.node) dress(this.#target.node, { "data-drop-here": null });
      clearTimeout(this.#timer);
      if (target?.kind === "place") this.#light(target);
    }
    if (target?.kind === "gap" && this.#makesRoom(target)) gapLine.remove();
    else if (target?.kind === "gap") {
      gapLine.style.transform = `translateY(${target.top}px)`;
      screen.list()?.node.append(gapLine);
    } else gapLine.remove();
    if (target?.kind !== "gap") this.#room?.end();
    this.#target = target;
  }

  /** @param {Extract<Target, {kind: "gap"}>} target */
  #makesRoom({ offset }) {
    if (offset !== undefined && screen.list() === this.#room?.list) return this.#room.make(offset);
    this.#room?.end();
    return false;
  }

  /** A view over which a drag rests opens, and the drag goes on. @param {Extract<Target, {kind: "place"}>} target */
  #light({ node, place, isFull, isOver }) {
    if (!isFull && !isOver) dress(node, { "data-drop-here": true });
    const where = screenOf(node.dataset.drop ?? "");
    if (!where) return;
    this.#timer = setTimeout(() => {
      go(where);
      if (place) say(words.dropOn(placeName(place)));
    }, patience);
  }

  #end() {
    if (current === this) current = null;
    clearTimeout(this.#timer);
    this.#edges.stop();
    gapLine.remove();
    this.#room?.end();
    this.hideStrip();
    document.documentElement.classList.remove("dragging");
    document.querySelectorAll(".lifted").forEach((node) => node.classList.remove("lifted"));
    document.querySelectorAll("[data-drop-here]").forEach((node) => dress(node, { "data-drop-here": null }));
  }
}
