/**
 * Which language is spoken here: the one chosen for this browser, or the first of the browser's that has words.
 * English is a part of the app; another language is loaded where it is spoken, and nowhere else.
 *
 * @typedef {import("../preferences.js").Preferences["language"]} Choice
 */
import { preferences } from "../preferences.js";

/** Where words are: those of the first moment, and those of what is loaded later. @type {NonNullable<typeof WORDS>} */
export const files = typeof WORDS === "undefined"
  ? { de: { first: "/app/page/words/de.js", later: "/app/page/words/de-later.js" } }
  : WORDS;

/** The language of a choice. @param {Choice} choice */
export function languageOf(choice) {
  const codes = choice === "system" ? navigator.languages.map((one) => one.split("-")[0]) : [choice];
  return codes.find((one) => one === "en" || one in files) ?? "en";
}

/** What is spoken in this tab, as its document says. */
export let language = languageOf(preferences.value.language);
say();

/**
 * English words, or what takes their place. Where those cannot be loaded the app speaks English.
 * @template Words
 * @param {Words} english @param {"first" | "later"} part @returns {Promise<Words>}
 */
export async function inLanguage(english, part) {
  if (language in files) {
    try {
      return await import(files[language][part]);
    } catch {
      language = "en";
      say();
    }
  }
  return english;
}

function say() {
  const { documentElement } = globalThis.document ?? {};
  if (documentElement) documentElement.lang = language;
}
