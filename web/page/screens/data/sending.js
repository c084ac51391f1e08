/** A file on its way to the server, and how far that is. */
import { keeper } from "../../desk.js";
import { element, fill } from "../../element.js";
import { awaitEvent } from "../../news.js";
import { later } from "../../words/later.js";

const { into: w } = later.data;

/**
 * Sends it, and says so in `body` below the `title`.
 * @param {HTMLElement} body @param {HTMLElement} title @param {File} file
 * @param {{format: string, list: string}} wish @param {boolean} dryRun  nothing is to be changed
 */
export function sendFile(body, title, file, { format, list }, dryRun) {
  const then = dryRun ? w.reading : w.importing;
  const told = element("p", { role: "status" }, then);
  const bar = element("progress", { max: 1, "aria-label": then });
  fill(body, title, told, bar);
  awaitEvent("progress", ({ with: { sent, of } = {} }) => {
    const isSent = Number(sent) >= Number(of);
    fill(told, isSent ? then : w.sending(Number(sent), Number(of)));
    if (isSent) bar.removeAttribute("value");
    else bar.value = Number(sent) / Number(of);
  });
  const wishes = { name: list || undefined, format: format || undefined, dryRun: dryRun || undefined };
  return keeper.server("import", { file, ...wishes });
}
