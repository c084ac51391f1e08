import { files } from "../../page/words/language.js";
import { equal } from "../assert.js";

/** @param {string} name */
async function manifest(name) {
  return JSON.parse(await Deno.readTextFile(new URL(`../../${name}`, import.meta.url)));
}

/** What is the same in every language. @param {any} one */
function rest({ lang: _lang, description: _description, shortcuts, ...others }) {
  return { ...others, shortcuts: shortcuts.map((/** @type {any} */ { url, icons }) => ({ url, icons })) };
}

Deno.test("the app is installed the same in every language that it speaks, under words of its own", async () => {
  const english = await manifest("app.webmanifest");
  for (const language of Object.keys(files)) {
    const other = await manifest(`app.${language}.webmanifest`);
    equal([other.lang, rest(other)], [language, rest(english)]);
    equal(other.description === english.description, false);
  }
});
