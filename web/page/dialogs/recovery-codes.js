/** Recovery codes are shown once: copied, kept as a file, or written down. */
import { say } from "../announce.js";
import { element } from "../element.js";
import { download } from "../parts/keep-waiting.js";
import { openOnce } from "./dialog.js";
import { words } from "../words/words.js";

const w = words.account;

/** @param {string[]} codes */
export async function showRecoveryCodes(codes) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    say(w.copied);
  };
  const keep = () => download("daybook-recovery-codes.txt", codes.join("\n") + "\n", "text/plain");
  const told = [
    element("p", {}, w.codesOnce),
    element("ul", { class: "recovery" }, codes.map((code) => element("li", {}, code))),
  ];
  await openOnce(w.codes, told, w.written, [
    navigator.clipboard ? element("button", { class: "soft", onclick: copy }, w.copy) : null,
    element("button", { class: "soft", onclick: keep }, w.download),
  ], "codes");
}
