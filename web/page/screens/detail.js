/**
 * One task, whole. What is written is kept when the field is left, on Enter, and after two seconds of rest; there is
 * nothing to save. What changes elsewhere shows at once, but for the field that is being written in.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Child } from "../element.js"
 */
import { isComposed } from "../composed.js";
import { edit, nextState, restore, setState } from "../deeds.js";
import { keeper, outline } from "../desk.js";
import { dress, element, fill } from "../element.js";
import { isErased } from "../erased.js";
import { openTaskMenu } from "../list/menu.js";
import { emptyState } from "../parts/empty.js";
import { footOf } from "../parts/foot.js";
import { icon } from "../parts/icons.js";
import { withMore } from "../parts/later.js";
import { Linked } from "../parts/linked.js";
import { openTask } from "../parts/pane.js";
import { Written } from "../parts/written.js";
import { fieldOf } from "../refused-texts.js";
import { render } from "../render.js";
import { go } from "../router.js";
import * as screen from "../screen.js";
import { nameOf, told } from "../subtasks/names.js";
import { words } from "../words/words.js";
import { properties } from "./properties.js";
import { Subtasks } from "./subtasks.js";

const subscription = "detail";

export class Detail {
  /** @type {Row | null} */
  row = null;
  // It has a name from the beginning; what it does is known with the row.
  #circle = element(
    "button",
    { class: "circle", "aria-label": words.detail.name },
    element("span", { class: "ring" }, icon("check")),
  );
  #title;
  #notes;
  #linked;
  #part = element("div", { class: "part-room" });
  #subtasks;
  #properties = element("div", { class: "properties" });
  #foot = element("div", { class: "foot" });
  #gone = element("div", { class: "empty", hidden: true });
  #more = element("button", { class: "quiet", "aria-label": words.detail.more }, icon("more"));
  #body;

  /** @param {string} id @param {() => void} close */
  constructor(id, close) {
    this.id = id;
    const written = (/** @type {"title" | "notes"} */ field, /** @type {(text: string) => Promise<unknown>} */ keep) =>
      new Written(words.detail[field], `detail-${field}`, fieldOf(field, id), keep);
    this.#title = written("title", (text) => this.#keep({ title: text }));
    this.#notes = written("notes", (text) => this.#keep({ notes: text || null }));
    this.#linked = new Linked(this.#notes.node);
    this.#subtasks = new Subtasks(id);
    this.#title.isRequired = true;
    this.#notes.placeholder = words.detail.addNotes;
    this.#circle.addEventListener("click", () => this.row && setState([id], nextState(this.row)));
    this.#more.addEventListener(
      "click",
      () => this.row && openTaskMenu(this.#more, [this.row], { isDetail: true, close }),
    );
    const shut = element("button", { class: "quiet close", "aria-label": words.close, onclick: close });
    shut.append(icon("back", "narrow-only"), icon("close", "wide-only"));
    this.#body = element(
      "div",
      { class: "detail-body" },
      this.#part,
      element("div", { class: "detail-title" }, this.#circle, this.#title.node),
      this.#linked.node,
      this.#subtasks.node,
      this.#properties,
      this.#foot,
    );
    this.node = element(
      "section",
      { class: "detail", tabindex: -1, "aria-label": words.detail.name },
      element("div", { class: "detail-head" }, shut, this.#more),
      this.#body,
      this.#gone,
    );
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || isComposed(event)) return;
      event.stopPropagation();
      close();
    });
    // What is typed at once is typed behind the title that it had in its list.
    const known = screen.list()?.picture?.rows.find((row) => row.id === id);
    if (known) this.#title.show(known.title);
    const stops = [outline, told].map((signal) => signal.watch(() => this.row && this.#show(this.row)));
    this.stop = () => stops.forEach((stop) => stop());
    keeper.look(subscription, { kind: "task", id }, 0, 1, ({ rows, fromDisk }) => {
      if (rows[0] && !isErased(rows[0])) this.#show(rows[0]);
      else if (!fromDisk) this.#lost();
    });
  }

  /** @param {"title" | "notes"} [field]  that is to be written in */
  focus(field = "title") {
    const { node } = field === "notes" ? this.#notes : this.#title;
    node.focus({ preventScroll: true });
    node.setSelectionRange(node.value.length, node.value.length);
  }

  end() {
    this.stop();
    this.#title.end();
    this.#notes.end();
    this.#subtasks.end();
    keeper.leave(subscription);
  }

  /** @param {Row} row */
  #show(row) {
    this.row = row;
    this.node.dataset.state = row.state;
    this.#gone.hidden = true;
    this.#body.hidden = false;
    this.#title.show(row.title);
    this.#notes.show(row.notes ?? "");
    this.#linked.draw();
    const name = row.state === "completed" ? words.reopen(row.title) : words.complete(row.title);
    dress(this.#circle, { "aria-label": `${name}, ${words.states[row.state]}` });
    render(this.#part, partOf(row));
    this.#subtasks.show(row);
    this.#draw(this.#properties, properties(row, (fields) => this.#keep(fields), () => this.#subtasks.begin()));
    render(this.#foot, row.deletedAt ? this.#restore(row) : footOf(row), historyLine(row.id));
  }

  /** What adds something becomes the line that shows it, and keeps the focus. @param {Element} room @param {Child[]} children */
  #draw(room, children) {
    const id = room.contains(document.activeElement) ? document.activeElement?.id : "";
    render(room, children);
    if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
  }

  #lost() {
    this.row = null;
    this.#body.hidden = true;
    this.#gone.hidden = false;
    fill(this.#gone, emptyState("task"));
  }

  /** @param {Row} row */
  #restore(row) {
    const erase = () => withMore((more) => more.eraseTask(row));
    return [
      element("button", { class: "soft", onclick: () => restore([this.id]) }, words.menu.restore),
      element("button", { class: "soft", onclick: erase }, words.menu.erase),
    ];
  }

  /** @param {import("../../types/messages.js").TaskFields} fields */
  async #keep(fields) {
    const done = await edit([this.id], fields);
    // What was refused stands there as it was; a text stays in its field.
    if (!done && this.row) this.#show(this.row);
    return done;
  }
}

/** @param {string} task */
function historyLine(task) {
  return element("button", { class: "way", onclick: () => go({ screen: "history", task }) }, words.views.history);
}

/** What it is part of. @param {Row} row */
function partOf({ parentId }) {
  const name = parentId && nameOf(parentId);
  if (!parentId || !name) return null;
  const open = () => openTask(parentId);
  return element(
    "button",
    { class: "part-of", id: "part-of", "aria-label": words.subtasks.partOf(name), onclick: open },
    icon("parts"),
    element("span", { dir: "auto" }, name),
  );
}
