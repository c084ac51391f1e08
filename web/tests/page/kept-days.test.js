import { keptDaysOf } from "../../page/kept-days.js";
import * as english from "../../page/words/en/places.js";
import { privacy } from "../../page/words/en/owner.js";
import { equal, ok } from "../assert.js";

Deno.test("for how long something is kept is what the server says", () => {
  equal(keptDaysOf({ history: { days: null }, deleted: { days: 7 } }), { history: null, deleted: 7 });
  equal(english.deletedStay(7), "Deleted tasks stay here for 7 days.");
  equal(english.deletedStay(1), "Deleted tasks stay here for 1 day.");
  equal(english.deletedStay(null), "Deleted tasks stay here.");
});

Deno.test("nothing is said of days that are not known", () => {
  ok(!/\d/.test(privacy.history(null)));
  ok(privacy.history({ history: 90, deleted: 7 }).includes("restored for 7 days"));
});
