/** The choice of the language that the app speaks in this browser. Words stand all over the page, so it begins anew. */
import { segments, setting } from "../parts/page.js";
import { toast } from "../parts/toast.js";
import { prefer, preferences } from "../preferences.js";
import { files, language, languageOf } from "../words/language.js";
import { later } from "../words/later.js";

/** @typedef {import("../words/language.js").Choice} Choice */

const w = later.language;
const choices = /** @type {[Choice, string][]} */ (Object.entries(w.choices));

export function languageSetting() {
  return setting(w.name, segments(w.name, choices, preferences.value.language, choose));
}

/** @param {Choice} choice */
async function choose(choice) {
  const wanted = languageOf(choice);
  if (wanted !== language && !await comes(wanted)) {
    toast(w.away, "long");
    // The words of that language could not be fetched: the present one is shown as chosen again.
    return prefer({});
  }
  prefer({ language: choice });
  if (wanted !== language) location.reload();
}

/** Whether the words of a language can be had here and now. @param {string} wanted */
function comes(wanted) {
  const { first, later: others } = files[wanted] ?? {};
  return Promise.all(first ? [fetch(first), fetch(others)] : []).then((all) => all.every(({ ok }) => ok), () => false);
}
