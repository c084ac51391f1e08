/** The parts of the day and the backlog side by side: the way from one to the other, also for what is dragged. */
import { element } from "../element.js";
import { go, path } from "../router.js";
import { regions } from "../regions.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

const w = words.dayParts;

/** @param {import("../../types/messages.js").View} view  that is shown */
export function dayStrip(view) {
  const here = view.kind === "region" ? view.region : view.kind;
  return element(
    "nav",
    { class: "day-strip", "aria-label": w.partsOfDay },
    link({ screen: "board" }, "board", words.views.board, false),
    regions.map((region) =>
      link({ screen: "view", view: { kind: "region", region } }, `region:${region}`, w.regions[region], here === region)
    ),
    link({ screen: "view", view: { kind: "backlog" } }, "backlog", w.regions.backlog, here === "backlog"),
  );
}

/** @param {import("../router.js").Address} where @param {string} drop @param {string} name @param {boolean} isHere */
function link(where, drop, name, isHere) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(where);
  };
  const drawn = drop.startsWith("region:") ? drop.slice(7) : drop;
  return element(
    "a",
    { href: path(where), "aria-current": isHere ? "page" : null, data: { drop }, onclick: follow },
    icon(drawn, `of-${drawn}`),
    element("span", {}, name),
  );
}
