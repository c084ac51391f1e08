/**
 * Changes of this device that gave way to later ones, and those that the server does not take: what was written, what it
 * says now, and what can be done about it. Never a question that has to be answered.
 *
 * @import { GaveWay, NotAccepted, View } from "../../types/messages.js"
 */
import { say } from "../announce.js";
import { perform } from "../deeds.js";
import { keeper, listNamed, outline } from "../desk.js";
import { element } from "../element.js";
import { emptyState } from "../parts/empty.js";
import { page } from "../parts/page.js";
import { openTask } from "../parts/pane.js";
import { render } from "../render.js";
import { momentName } from "../words/forms.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { oddReason } from "./history/told.js";
import { sayWhole } from "./history/values.js";

const subscription = "lost";
const most = 100;

export class LostScreen {
  #page;
  #body = element("div", { class: "groups" });

  /** @param {View} view */
  constructor(view) {
    const kind = view.kind === "gaveWay" ? "gaveWay" : "notAccepted";
    this.#page = page(words.views[kind], { screen: "settings" });
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(this.#body);
    keeper.look(subscription, view, 0, most, ({ items }) => {
      const cards = (items ?? []).map((item) => "conflicts" in item ? gaveWay(item) : notAccepted(item));
      this.#draw(cards.length > 0 ? cards : [element("div", { class: "empty" }, emptyState(kind))]);
    });
  }

  /** Pictures come with every change of any device: a button that somebody is on stays. @param {HTMLElement[]} cards */
  #draw(cards) {
    const hadFocus = this.#body.contains(document.activeElement);
    render(this.#body, cards);
    if (hadFocus && !this.#body.contains(document.activeElement)) this.focus();
  }

  end() {
    keeper.leave(subscription);
  }
}

/** @param {GaveWay} item */
function gaveWay({ id, title, at, conflicts, row, entity }) {
  return card(id, title || words.lost.aTask, when(at), [
    ...conflicts.map(({ field, mine, theirs, reason }) =>
      element(
        "dl",
        { class: "lost-pair" },
        element(
          "div",
          {},
          element("dt", {}, words.lost.youWrote(later.history.field(field))),
          element("dd", {}, said(field, mine)),
        ),
        element("div", {}, element("dt", {}, words.lost.itSays), element("dd", {}, said(field, theirs))),
        oddReason(reason) &&
          element("div", {}, element("dt", {}, later.history.why), element("dd", {}, oddReason(reason))),
      )
    ),
    element(
      "div",
      { class: "ways" },
      way("strong", words.lost.useMine, () => settle("useMine", id, words.lost.usedMine)),
      way("soft", words.lost.keep, () => keep(id)),
      entity === "task" && way("soft", words.menu.open, () => openTask(row)),
    ),
  ]);
}

/** @param {NotAccepted} item */
function notAccepted({ id, title, code, at, row, entity }) {
  return card(id, title ?? words.lost.aTask, when(at), [
    element("p", { class: "problem" }, words.lost.reason(words.refusal(code))),
    element(
      "div",
      { class: "ways" },
      entity === "task" && way("strong", words.lost.edit, () => openTask(row)),
      way("soft", words.lost.takeBack, () => settle("letGo", id, words.lost.takenBack)),
    ),
  ]);
}

/** @param {string} id @param {string} title @param {string} beside @param {import("../element.js").Child[]} content */
function card(id, title, beside, content) {
  return element(
    "section",
    { key: id, class: "group", "aria-labelledby": `lost-${id}` },
    element(
      "div",
      { class: "group-body lost" },
      element("h2", { id: `lost-${id}`, dir: "auto" }, title, " ", element("small", {}, beside)),
      content,
    ),
  );
}

/** @param {string} kind @param {string} label @param {() => void} onclick */
function way(kind, label, onclick) {
  return element("button", { class: kind, onclick }, label);
}

/** @param {"useMine" | "letGo"} act @param {string} id @param {string} sentence */
async function settle(act, id, sentence) {
  if (await perform({ act, ids: [id] })) say(sentence);
}

/** For all devices, where the server can be told. @param {string} id */
async function keep(id) {
  await settle("letGo", id, words.lost.kept);
  await keeper.server("resolveConflict", { opId: id, take: "theirs" });
}

/** @param {string} at */
function when(at) {
  return momentName(at, outline.value?.today ?? "", zone());
}

/** A value as the history says it, and all of it. @param {string} field @param {unknown} value */
function said(field, value) {
  return sayWhole(field, value, {
    today: outline.value?.today ?? "",
    zone: zone(),
    listName: (id) => listNamed(id)?.name ?? words.lost.goneList,
  }) ?? words.lost.nothing;
}

function zone() {
  return String(outline.value?.settings.timeZone ?? "UTC");
}
