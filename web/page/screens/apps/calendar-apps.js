/** To-do apps that speak CalDAV, each with a password of its own. */
import { keeper } from "../../desk.js";
import { makeNamed } from "../../dialogs/make.js";
import { showOnce } from "../../dialogs/shown-once.js";
import { element } from "../../element.js";
import { group } from "../../parts/page.js";
import { later } from "../../words/later.js";
import { allowDeletion } from "./allow-deletion.js";
import { addLine, tokenLine } from "./tokens.js";

const { calendarApps: w } = later.apps;

/** @typedef {import("./tokens.js").Token} Token */

/** @param {Token[]} tokens @param {() => void} again */
export function calendarAppsGroup(tokens, again) {
  return group(w.title, [
    element("p", { class: "padded" }, w.more),
    tokens.length === 0 && element("p", { class: "padded" }, w.none),
    ...tokens.map((token) => tokenLine(token, again, "date", [], [allowDeletion(token)])),
    addLine(w.add, () => add(again)),
  ], element("a", { href: "/docs/calendar-apps", target: "_blank", rel: "noopener" }, w.guide));
}

/** @param {() => void} again */
async function add(again) {
  const made = await makeNamed(
    w.add,
    w.placeholder,
    w.make,
    [],
    (label) => keeper.server("makeToken", { label, scope: "caldav" }),
  );
  if (!made) return;
  const address = `${location.origin}/dav/`;
  await showOnce(w.ready, location.protocol === "https:" ? w.once : `${w.once} ${w.http}`, [
    [w.address, address],
    [w.user, w.userName],
    [w.password, String(made.token)],
  ], { scan: address });
  again();
}
