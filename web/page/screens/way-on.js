/** Where somebody wanted to be who had to sign in first: they go on there, also once a provider has led them back. */
import { go, path, read } from "../router.js";

/** @typedef {import("../router.js").Address} Address */

const place = "daybook-way-on";

/** @param {Address} where */
export function signInFirst(where) {
  sessionStorage.setItem(place, path(where));
  go({ screen: "signIn" });
}

/** On from there, or to today. @param {{instead?: boolean}} [how] */
export function goOn(how) {
  const before = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  go(before && read(before) || { screen: "view", view: { kind: "today" } }, how);
}
