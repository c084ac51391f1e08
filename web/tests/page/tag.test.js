import { hueOf } from "../../page/parts/tag.js";
import { equal, ok } from "../assert.js";

Deno.test("a name has one colour, however it is written, and names are spread over the circle", () => {
  equal(hueOf("Home"), hueOf("home"));
  const names = [
    "home",
    "work",
    "car",
    "garden",
    "errand",
    "call",
    "mail",
    "später",
    "読む",
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
  ];
  for (const name of names) ok(hueOf(name) >= 0 && hueOf(name) < 360, name);
  ok(new Set(names.map(hueOf)).size >= 7, String(names.map(hueOf)));
});
