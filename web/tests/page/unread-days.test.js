import { unreadDays } from "../../page/plain-words/unread-days.js";
import { equal } from "../assert.js";

/** What is left of a line of which a part was understood. @param {string} text @param {string} part @param {string} [kind] */
function left(text, part, kind = "when") {
  const from = new TextEncoder().encode(text.slice(0, text.indexOf(part))).length;
  return unreadDays(text, [{ kind, from, to: from + new TextEncoder().encode(part).length }]);
}

Deno.test("a day in numbers beside a time is one that was not understood", () => {
  equal(left("Dinner 24.12. 13:00", "13:00"), ["24.12."]);
  equal(left("Dinner 12/24 1pm", "1pm"), ["12/24"]);
  equal(left("Dinner 24.12.2026, at 1pm", "1pm"), ["24.12.2026"]);
  equal(left("Frühstück 24.12. um 9", "9"), ["24.12."]);
  equal(left("Dinner 1pm on 12/24/26", "1pm"), ["12/24/26"]);
  equal(left("Dinner 13:00 24.12.", "13:00"), ["24.12."]);
});

Deno.test("other numbers, and a day that was understood, are none", () => {
  equal(left("Buy 1/2 litre of milk 13:00", "13:00"), []);
  equal(left("Release 3.2 of it tomorrow", "tomorrow"), []);
  equal(left("Dinner on 24.12. 13:00", "on 24.12. 13:00"), []);
  equal(left("Room 24.12. #shop", "#shop", "tag"), []);
  equal(left("Call 13:00 24 people", "13:00"), []);
});
