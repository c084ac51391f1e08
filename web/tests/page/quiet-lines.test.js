import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { outline } = await import("../../page/desk.js");
const { putAway } = await import("../../page/hand-on.js");
const { quietLines } = await import("../../page/parts/quiet-lines.js");
const { prefer } = await import("../../page/preferences.js");
const { shown } = await import("../../page/screen.js");
const { words } = await import("../../page/words/words.js");

/** What stands above Today. @param {number} today  how many are open @param {string | null} reviewTime */
function lines(today, reviewTime) {
  outline.value = /** @type {any} */ ({
    settings: { timeZone: "UTC", reviewTime },
    counts: { today, inbox: 0, past: 0, overdue: 0, upcoming: 0, completedToday: 0 },
    lists: [],
  });
  const all = quietLines({ kind: "today" }).filter((line) => line !== null && typeof line === "object");
  outline.value = null;
  return all.map((line) => /** @type {Element} */ (line).textContent);
}

Deno.test("a day with fifteen open tasks says so, with a way to put that off", () => {
  equal(lines(14, null), []);
  equal(lines(15, null), [words.todayFull(15) + words.later]);
});

Deno.test("while it is time to review, that is all that is said of a full day", () => {
  equal(lines(15, "00:00"), [words.timeToReview]);
});

Deno.test("who put it off hears nothing of it until then", () => {
  prefer({ todayLater: Date.now() + 1_000 });
  equal(lines(15, null), []);
  prefer({ todayLater: Date.now() - 1_000 });
  equal(lines(15, null).length, 1);
});

Deno.test("a line that is put away hands the focus on: to the next line, else to the list", () => {
  const room = document.createElement("div");
  const list = document.createElement("ul");
  document.body.append(room, list);
  shown.value = /** @type {any} */ ({ list: { focus: () => list.focus() } });
  const [one, other] = ["One", "Other"].map((name) => {
    const line = document.createElement("div");
    const way = document.createElement("button");
    way.textContent = name;
    line.append(way);
    room.append(line);
    return line;
  });
  one.querySelector("button")?.focus();
  putAway(one);
  equal(document.activeElement?.textContent, "Other");
  putAway(other);
  equal(document.activeElement === list, true);
  shown.value = null;
});
