/** A task that is erased for good. */
import { plural } from "../forms.js";

export const title = "Erase for good";
/** @param {string} name */
export const what = (name) =>
  `“${name}” is removed from the server, from its history and from all your devices. Nobody can bring it back.`;
export const stays =
  "The history keeps that something was there, without words. Backups and exports made before keep it.";
export const word = "erase";
/** @param {string} word */
export const type = (word) => `Type ${word} to confirm`;
export const wrongWord = "Type the word as it stands there.";
export const yes = "Erase";
export const cancel = "Cancel";
export const offline = "The server has to do this, and cannot be reached now. Nothing was changed.";
export const alone = "There is no account yet, so nothing of it is on a server.";
/** What the history calls it. */
export const erased = "An erased task";
/** @param {number} lines */
export const done = (lines) =>
  `Erased for good: ${plural(lines, { one: "# line of its history", other: "# lines of its history" })} lost the words`;
/** @param {number} others */
export const series = (others) =>
  `${
    plural(others, { one: "# other task of its series keeps", other: "# other tasks of its series keep" })
  } the same words`;
