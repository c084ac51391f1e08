/** What a view says when nothing is in it. */
import { keeper, listNamed, standing } from "../desk.js";
import { element } from "../element.js";
import { keptDays } from "../kept-days.js";
import { go, goTo } from "../router.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

/** @param {keyof typeof words.empty} kind @param {string | null} [filter]  that found nothing */
export function emptyState(kind, filter = null) {
  if (isFirstVisit() && ["inbox", "today", "upcoming"].includes(kind)) return welcome();
  const [title, usual] = words.empty[kind];
  const kept = kind === "deleted" ? keptDays() : null;
  const sentence = kept ? words.deletedStay(kept.deleted) : usual;
  return [
    element("div", { class: `emblem of-${kind}` }, icon(emblem(kind))),
    element("p", { class: "empty-title" }, title),
    element("p", {}, sentence),
    kind === "goneList" &&
    element("button", { class: "strong", onclick: () => goTo("today") }, words.unknown.way),
    filter && element("code", { class: "filter-text" }, withNames(filter)),
  ];
}

/** A filter as people read it: lists by their names. @param {string} filter */
function withNames(filter) {
  return filter.replace(/\b(list[:=])([0-9a-f-]{36})/gi, (whole, begin, id) => {
    const list = listNamed(id);
    return list ? `${begin}"${list.name}"` : whole;
  });
}

/** No account yet, and nothing that would begin one. */
export function isFirstVisit() {
  return standing.value?.ready === true && standing.value.account === null && standing.value.waiting === 0;
}

function welcome() {
  const w = words.welcome;
  const { onlyHere, trouble } = standing.value ?? {};
  // Where an invitation is asked for, or nobody new is taken, the line above says so, and nothing goes there as yet.
  const { registration, undecided } = trouble?.with ?? {};
  return [
    element("div", { class: "emblem of-today" }, icon("today")),
    element("p", { class: "empty-title" }, w.line),
    element(
      "p",
      { class: "kept-where", role: "status" },
      onlyHere || registration ? w.keptHere : w.kept(location.host),
    ),
    undecided === true && element("p", {}, w.undecided),
    !registration && element(
      "button",
      { key: "where", class: "way", onclick: () => keeper.session({ act: onlyHere ? "sendAll" : "stayHere" }) },
      onlyHere ? w.sendAll(location.host) : words.firstMinute.onlyHere,
    ),
    element(
      "p",
      { class: "ways" },
      element("button", { class: "soft", onclick: () => go({ screen: "pair", code: "" }) }, w.pair),
      element("button", { class: "soft", onclick: () => go({ screen: "signIn" }) }, w.signIn),
    ),
  ];
}

/** @param {string} kind */
function emblem(kind) {
  if (kind === "task" || kind === "goneList") return "deleted";
  if (kind === "broken") return "filter";
  if (kind === "gaveWay" || kind === "notAccepted") return "repeat";
  return kind;
}
