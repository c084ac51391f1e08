/**
 * Each language says everything that English says: the same names, of the same kinds, for as many things; and nothing
 * in English but what is the same in both.
 */
import { equal, ok } from "../assert.js";

const folder = new URL("../../page/words/", import.meta.url);

/** @param {string} language */
const files = (language) =>
  [...Deno.readDirSync(new URL(`${language}/`, folder))].map(({ name }) => name).filter((name) => name.endsWith(".js"))
    .sort();
const languages = [...Deno.readDirSync(folder)].filter(({ name, isDirectory }) => isDirectory && name !== "en")
  .map(({ name }) => name);

/** What is in a file of words, by name: a text, or a function with so many parameters. */
const kindOf = (/** @type {unknown} */ value) =>
  typeof value === "function" ? `function of ${value.length}` : typeof value;

/**
 * All words within, by the way to them.
 * @param {unknown} value @param {string} way @returns {[string, unknown][]}
 */
const within = (value, way) =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([name, one]) => within(one, `${way}.${name}`))
    : [[way, value]];

/** @param {string} path @returns {Promise<Map<string, unknown>>} */
async function words(path) {
  return new Map(within(await import(new URL(path, folder).href), path.replace(/^\w+\/|\.js$/g, "")));
}

/** What is as in English, and why. @type {Record<string, Record<string, string[]>>} */
const same = {
  de: {
    "names of things and makers": [
      "apps.calendarApps.userName",
      "data.into.formats.google-tasks",
      "data.into.formats.taskwarrior",
      "data.into.formats.todo-txt",
      "data.into.formats.todoist-json",
      "data.out.formats.0.1",
      "language.choices.de",
      "language.choices.en",
      "notifications.notifications.kinds.gotify",
      "notifications.notifications.kinds.ntfy",
      "notifications.notifications.kinds.unifiedPush",
      "places.welcome.title",
    ],
    "words of both": [
      "account.devices.name",
      "account.pairing.code",
      "apps.apps.name",
      "apps.tokens.token",
      "elsewhere.ways.token",
      "plain-words.inList",
      "commands.settings.normal",
      "commands.settings.system",
      "data.into.fields.name",
      "data.into.fields.tags",
      "data.into.title",
      "data.out.title",
      "detail.lists.colours.1",
      "detail.lists.colours.8",
      "detail.lists.name",
      "notifications.notifications.kinds.webhook",
      "notifications.notifications.members.token",
      "notifications.notifications.name",
      "notifications.notifications.subjects.test",
      "notifications.notifications.test",
      "properties.tags.name",
      "search.addFilter",
      "statistics.balance",
      "statistics.kinds.tag",
      "tasks.inList",
      "tasks.menu.tags",
      "history.did.inList",
    ],
    "keys and signs, which nobody reads as words": [
      "apps.tokens.expiries.0.0",
      "apps.tokens.expiries.1.0",
      "apps.tokens.expiries.2.0",
      "apps.tokens.expiries.3.0",
      "data.out.formats.0.0",
      "data.out.formats.1.0",
      "data.out.formats.2.0",
      "data.out.formats.3.0",
      "properties.marks.high",
      "properties.marks.low",
      "properties.marks.medium",
    ],
    "made of other words, numbers and dates": [
      "board.mustDoSaid",
      "calendar.dayHeading",
      "calendar.moreOnDay",
      "data.into.file",
      "fields.field",
      "history.lookBack.field",
      "regions.fill",
      "regions.placeIn",
      "repeat.shortWeekday",
      "repeat.weekdayName",
      "search.chip",
      "statistics-read.dayRead",
      "statistics-read.fullDayRead",
      "statistics.share",
      "subtasks.subtasks.progress",
      "tasks.onDay",
    ],
  },
};

for (const language of languages) {
  Deno.test(`${language} has a word for each of English`, async () => {
    const missing = [];
    for (const file of files("en")) {
      ok(files(language).includes(file), `words/${language}/${file} is missing`);
      const [english, other] = [await words(`en/${file}`), await words(`${language}/${file}`)];
      for (const [name, word] of english) {
        if (!other.has(name)) missing.push(`${name} is missing`);
        else if (kindOf(word) !== kindOf(other.get(name))) missing.push(`${name} is no ${kindOf(word)}`);
      }
      missing.push(...[...other.keys()].filter((name) => !english.has(name)).map((name) => `English has no ${name}`));
    }
    for (const part of [".js", "-later.js"]) {
      const [english, other] = [await words(`en${part}`), await words(`${language}${part}`)];
      const names = (/** @type {Map<string, unknown>} */ all) => [...all.keys()].map((name) => name.slice(2));
      equal(names(other).filter((name) => !names(english).includes(name)), [], `words/${language}${part} has more:`);
      equal(names(english).filter((name) => !names(other).includes(name)), [], `words/${language}${part} has not:`);
    }
    equal(missing, []);
  });

  Deno.test(`${language} has no word of English but those that are the same`, async () => {
    /** @type {string[]} */
    const found = [];
    const seen = new Set();
    for (const file of files("en")) {
      const [english, other] = [await words(`en/${file}`), await words(`${language}/${file}`)];
      for (const [name, word] of english) {
        // What a file hands on from another one is looked at there or here, and what all languages share is of none.
        if (typeof word === "function" && (seen.has(word) || word === other.get(name))) continue;
        seen.add(word);
        if (String(word) === String(other.get(name))) found.push(name);
      }
    }
    const known = Object.values(same[language]).flat();
    equal(found.filter((name) => !known.includes(name)), [], "as in English, and no reason is given:");
    equal(known.filter((name) => !found.includes(name)), [], "not as in English any more:");
  });
}

Deno.test("nothing but the words of a language imports them", () => {
  /** @param {URL} from @returns {URL[]} */
  const modules = (from) =>
    [...Deno.readDirSync(from)].flatMap(({ name, isDirectory }) =>
      isDirectory ? modules(new URL(`${name}/`, from)) : [new URL(name, from)]
    );
  const page = new URL("../../page/", import.meta.url);
  const own = modules(page).filter(({ href }) => href.endsWith(".js") && !href.startsWith(folder.href));
  ok(own.length > 100, "few modules were read");
  const direct = /^import .*words\/(\w\w|\w\w-later)(\.js|\/)/m;
  equal(
    own.filter((one) => direct.test(Deno.readTextFileSync(one))).map(({ href }) => href.slice(page.href.length)),
    [],
  );
});
