/**
 * Every screen has an address, so Back always works, also where the app is installed.
 *
 * A calendar has the first day of its week or month as `date`; the `day` that is chosen in it is no part of the
 * address.
 *
 * @import { DayRegion, View } from "../types/messages.js"
 * @import { Span } from "./calendar/spans.js"
 */
import { address } from "./desk.js";

/**
 * @typedef {{screen: "view", view: View}
 *   | {screen: "task", id: string, focus?: "title" | "notes"}
 *   | {screen: "history", task?: string, part?: "away" | "conflicts" | "back", list?: string, device?: string}
 *   | {screen: "review", part?: "week"}
 *   | {screen: "calendar", span?: Span, date?: string, day?: string}
 *   | {screen: "settings" | "devices" | "notifications" | "account" | "data" | "apps" | "proposals" | "captureWays" | "unsent" | "signIn" | "letIn" | "arrive" | "statistics" | "board"}
 *   | {screen: "widget", size: "small" | "medium", lists?: string[]}
 *   | {screen: "newTask", query: string}
 *   | {screen: "unknown", path: string}
 *   | {screen: "pair", code: string}} Address
 */

const root = "/app/";
const plain = ["inbox", "today", "upcoming", "past", "overdue", "logbook", "deleted", "backlog"];
const regions = ["morning", "afternoon", "evening"];
/** @type {Record<string, Address>} */
const others = {
  "gave-way": { screen: "view", view: { kind: "gaveWay" } },
  "not-accepted": { screen: "view", view: { kind: "notAccepted" } },
  "board": { screen: "board" },
  "history": { screen: "history" },
  "history/away": { screen: "history", part: "away" },
  "history/conflicts": { screen: "history", part: "conflicts" },
  "history/back": { screen: "history", part: "back" },
  "review": { screen: "review" },
  "review/week": { screen: "review", part: "week" },
  "statistics": { screen: "statistics" },
  // As it is called on the screen.
  "analytics": { screen: "statistics" },
  "settings": { screen: "settings" },
  "settings/devices": { screen: "devices" },
  "settings/account": { screen: "account" },
  "settings/apps": { screen: "apps" },
  "settings/proposals": { screen: "proposals" },
  "settings/data": { screen: "data" },
  "settings/capture": { screen: "captureWays" },
  "settings/unsent": { screen: "unsent" },
  "settings/notifications": { screen: "notifications" },
  "sign-in": { screen: "signIn" },
  "let-in": { screen: "letIn" },
  "session": { screen: "arrive" },
};

/**
 * What an address of the app shows; null where it is that of the app itself, which shows the start view.
 * @param {string} path @param {string} [fragment] @param {string} [query] @returns {Address | null}
 */
export function read(path, fragment = "", query = "") {
  if (path === root || `${path}/` === root) return null;
  /** @type {Address} */
  const unknown = { screen: "unknown", path };
  if (!path.startsWith(root)) return unknown;
  const rest = decode(path.slice(root.length).replace(/\/$/, ""));
  if (plain.includes(rest)) return { screen: "view", view: /** @type {View} */ ({ kind: rest }) };
  if (rest === "history") return historyOf(new URLSearchParams(query));
  if (rest === "history/back") return lookBackOf(new URLSearchParams(query));
  if (Object.hasOwn(others, rest)) return others[rest];
  if (rest === "search") return searchOf(new URLSearchParams(query));
  if (rest === "new") return { screen: "newTask", query };
  if (rest === "widget") return widgetOf(new URLSearchParams(query));
  if (rest === "calendar" || rest.startsWith("calendar/")) return calendarOf(rest) ?? unknown;
  const [room, id, more] = rest.split("/");
  if (room === "pair" && !id) return { screen: "pair", code: decode(fragment.replace(/^#/, "")) };
  if (!id || more !== undefined) return unknown;
  if (room === "region" && regions.includes(id)) {
    return { screen: "view", view: { kind: "region", region: /** @type {DayRegion} */ (id) } };
  }
  // What is no id would ask for no list in particular, and so be shown every task.
  if (!isId(id)) return unknown;
  if (room === "list") return { screen: "view", view: { kind: "list", id } };
  if (room === "task") return { screen: "task", id };
  if (room === "history") return { screen: "history", task: id };
  return unknown;
}

/** The path of an address. @param {Address} where @returns {string} */
export function path(where) {
  if (where.screen === "unknown") return where.path;
  if (where.screen === "task") return `${root}task/${encodeURIComponent(where.id)}`;
  if (where.screen === "history" && where.task) return `${root}history/${encodeURIComponent(where.task)}`;
  if (where.screen === "history" && (where.list || where.device)) {
    const { part, list, device } = where;
    const query = new URLSearchParams({ ...(list && { list }), ...(device && { device }) });
    return `${root}history${part === "back" ? "/back" : ""}?${query}`;
  }
  if (where.screen === "pair") return `${root}pair`;
  if (where.screen === "newTask") return `${root}new`;
  if (where.screen === "widget") return `${root}widget${widgetQuery(where)}`;
  if (where.screen === "calendar") return root + calendarPath(where);
  if (where.screen === "view" && where.view.kind === "list") return `${root}list/${encodeURIComponent(where.view.id)}`;
  if (where.screen === "view" && where.view.kind === "region") return `${root}region/${where.view.region}`;
  if (where.screen === "view" && where.view.kind === "search") return `${root}search${queryOf(where.view)}`;
  if (where.screen === "view" && plain.includes(where.view.kind)) return root + where.view.kind;
  const named = Object.entries(others).find(([, other]) => JSON.stringify(other) === JSON.stringify(where));
  return root + (named?.[0] ?? "");
}

/** Goes there; `instead` leaves no step back. @param {Address} where @param {{instead?: boolean}} [how] */
export function go(where, { instead = false } = {}) {
  const target = path(where);
  if (target === location.pathname + location.search) instead = true;
  const depth = (history.state?.depth ?? 0) + (instead ? 0 : 1);
  history[instead ? "replaceState" : "pushState"]({ depth }, "", target);
  address.value = where;
}

/** Goes to a view by its kind. @param {"inbox" | "today" | "upcoming" | "past" | "overdue"} kind */
export function goTo(kind) {
  go({ screen: "view", view: { kind } });
}

/** One step back, or to the view where this tab began here. @param {Address} otherwise */
export function back(otherwise) {
  if (history.state?.depth > 0) history.back();
  else go(otherwise, { instead: true });
}

/** Follows the address bar, Back and Forward. @param {() => Address} start */
export function follow(start) {
  const arrive = () => address.value = read(location.pathname, location.hash, location.search) ?? start();
  addEventListener("popstate", arrive);
  if (!history.state) history.replaceState({ depth: 0 }, "");
  arrive();
  if (location.pathname === root) history.replaceState(history.state, "", path(address.value));
}

/** `calendar`, `calendar/week/2027-03-01`, `calendar/month/2027-03`. @param {string} rest @returns {Address | null} */
function calendarOf(rest) {
  const [, span, name, more] = rest.split("/");
  if (span === undefined) return { screen: "calendar" };
  if (span !== "month" && span !== "week" || more !== undefined) return null;
  if (name === undefined) return { screen: "calendar", span };
  const date = span === "month" ? `${name}-01` : name;
  const isDate = /^[1-9]\d{3}-\d\d-\d\d$/.test(date) && date === dayOf(date);
  return isDate ? { screen: "calendar", span, date } : null;
}

/** The day that a text names, as the API writes it. @param {string} date */
function dayOf(date) {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}

/** @param {Extract<Address, {screen: "calendar"}>} where */
function calendarPath({ span, date }) {
  const name = date && (span === "month" ? date.slice(0, 7) : date);
  return ["calendar", span, name].filter(Boolean).join("/");
}

/** As the server's: how large, and of which lists. @param {URLSearchParams} query @returns {Address} */
function widgetOf(query) {
  const lists = query.getAll("list");
  const size = query.get("size") === "small" ? "small" : "medium";
  return { screen: "widget", size, ...(lists.length > 0 && { lists }) };
}

/** @param {Extract<Address, {screen: "widget"}>} where */
function widgetQuery({ size, lists = [] }) {
  const pairs = [...(size === "small" ? [["size", size]] : []), ...lists.map((list) => ["list", list])];
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

/** Of one list or one device, where it is named. @param {URLSearchParams} query @returns {Address} */
function historyOf(query) {
  const [list, device] = [idIn(query, "list"), idIn(query, "device")];
  return { screen: "history", ...(list ? { list } : device && { device }) };
}

/** Of one list, where it is named. @param {URLSearchParams} query @returns {Address} */
function lookBackOf(query) {
  const list = idIn(query, "list");
  return { screen: "history", part: "back", ...(list && { list }) };
}

/** @param {URLSearchParams} query @returns {Address} */
function searchOf(query) {
  const list = idIn(query, "list");
  return { screen: "view", view: { kind: "search", text: query.get("q") ?? "", ...(list && { list }) } };
}

/** @param {Extract<View, {kind: "search"}>} view */
function queryOf({ text, list }) {
  const query = new URLSearchParams({ ...(text && { q: text }), ...(list && { list }) }).toString();
  return query && `?${query}`;
}

/** The id that a query has by this name. @param {URLSearchParams} query @param {string} name */
function idIn(query, name) {
  const id = query.get(name);
  return id && isId(id) ? id : null;
}

/** Whether a text has the form of the ids of tasks, lists and devices. @param {string} text */
function isId(text) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
