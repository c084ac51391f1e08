/**
 * The head of a view: its name, how many tasks are open, and the ways to the menu and to the search.
 *
 * @import { Picture, View } from "../../types/messages.js"
 */
import { openSearch } from "../commands.js";
import { element, fill, hide } from "../element.js";
import { keeper, listNamed, outline } from "../desk.js";
import { move } from "../deeds.js";
import { openListMenu } from "./list-menu.js";
import { gather } from "../list/gather.js";
import { icon, listMark } from "./icons.js";
import { standingLine } from "./standing-line.js";
import { number } from "../words/forms.js";
import { words } from "../words/words.js";

/** @param {View} view */
export function head(view) {
  const title = element("h1", { tabindex: -1, dir: "auto" });
  const count = element("span", { class: "count" });
  // Above the list a line that comes and goes would move the rows under the pointer.
  const done = view.kind === "today" ? element("span", { class: "completed" }) : null;
  const ways = element("div", { class: "ways" });
  const mark = view.kind === "region" ? view.region : view.kind;
  const emblem = element("span", { class: `emblem of-${mark}` });
  /** Numbers and plurals are dear to ask for. */
  let shown = 0;
  const node = element(
    "header",
    { class: "head" },
    element("div", { class: "head-line" }, emblem, title, count, done, ways),
    standingLine(),
  );
  const allToday = element(
    "button",
    { class: "soft", hidden: true, onclick: () => allToToday(view) },
    words.allToToday,
  );
  fill(ways, view.kind === "past" && allToday, waysOf(view));
  return {
    node,
    title,
    /** @param {string} name */
    around(name) {
      const completed = outline.value?.counts.completedToday ?? 0;
      if (done) done.textContent = completed > 0 ? words.completedToday(completed) : "";
      const list = view.kind === "list" ? listNamed(view.id) : null;
      const drawn = JSON.stringify([name, list?.colorHex, list?.filter]);
      if (drawn === node.dataset.drawn) return;
      node.dataset.drawn = drawn;
      title.textContent = name;
      document.title = name ? `${name} - Daybook` : "Daybook";
      fill(
        emblem,
        view.kind === "list" ? listMark(list?.colorHex, list?.filter, "large") : icon(emblemOf(mark)),
      );
    },
    /** Of a list that is gone there is no colour to show, and nothing to do with it. @param {boolean} isGone */
    mark(isGone) {
      if (view.kind !== "list") return;
      hide(emblem, isGone);
      hide(/** @type {HTMLElement} */ (ways.firstElementChild), isGone);
    },
    /** @param {Picture} picture */
    show(picture) {
      const counted = ["logbook", "deleted", "gaveWay", "notAccepted"].includes(view.kind)
        ? picture.total
        : picture.open;
      hide(allToday, picture.open === 0);
      if (counted === shown) return;
      shown = counted;
      count.textContent = counted > 0 ? number(counted) : "";
      dressCount(count, counted);
    },
  };
}

/** @param {HTMLElement} count @param {number} open */
function dressCount(count, open) {
  if (open > 0) count.setAttribute("aria-label", words.openCount(open));
  else count.removeAttribute("aria-label");
}

/** @param {View} view */
function waysOf(view) {
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {EventListener} */ onclick) =>
    element("button", { class: "quiet", "aria-label": label, title: label, onclick }, icon(name));
  return [
    view.kind === "list" &&
    button("more", words.listMenu, (event) => openListMenu(view.id, /** @type {HTMLElement} */ (event.currentTarget))),
    button("search", words.search, () => openSearch()),
  ];
}

/** @param {View} view */
async function allToToday(view) {
  await move(await gather(keeper, view), { kind: "today" });
}

/** @param {string} kind */
function emblemOf(kind) {
  return kind === "gaveWay" || kind === "notAccepted" ? "repeat" : kind;
}
