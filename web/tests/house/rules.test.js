/** What every module of the app keeps to, or one place alone does. */
import { equal } from "../assert.js";
import { modules, textOf } from "./modules.js";

/** The modules that have a word in them. @param {string} word */
function having(word) {
  return modules().filter((file) => textOf(file).includes(word));
}

Deno.test("no date is read from the clock of events, which stands still while a machine sleeps", () => {
  equal(having("timeOrigin"), []);
});

Deno.test("whether a key is composed is asked in one place, which knows what browsers say", () => {
  equal(having("isComposing"), ["page/composed.js"]);
});
