import "./dom.js";
import { equal } from "../assert.js";

const { outline } = await import("../../page/desk.js");
const { chooseLists } = await import("../../page/dialogs/choose-lists.js");
const { words } = await import("../../page/words/words.js");

const lists = [{ id: "home", name: "Home" }, { id: "found", name: "Found", filter: "done" }, {
  id: "work",
  name: "Work",
}];

/** @param {string[]} before @param {string[]} pressed  the names of switches @param {string} button */
async function choice(before, pressed, button) {
  outline.value = /** @type {any} */ ({ lists });
  const answer = chooseLists("Of lists...", "", before);
  const dialog = /** @type {any} */ (document.body.querySelector("dialog"));
  for (const box of dialog.querySelectorAll("input")) {
    if (!pressed.includes(box.getAttribute("aria-label"))) continue;
    box.checked = !box.checked;
    box.dispatchEvent(new Event("change"));
  }
  dialog.querySelectorAll("button").find((/** @type {Element} */ one) => one.textContent === button).click();
  outline.value = null;
  return await answer;
}

Deno.test("several lists are chosen, and what is in none, in the order of the lists", async () => {
  equal(await choice(["work"], ["Home", words.moveTo.noList], words.calendar.done), ["inbox", "home", "work"]);
});

Deno.test("one is taken out again, and a filter is no list of tasks", async () => {
  equal(await choice(["home", "work"], ["Work", "Found"], words.calendar.done), ["home"]);
});

Deno.test("who thinks better of it changes nothing", async () => {
  equal(await choice(["home"], ["Work"], words.cancel), null);
});
