import { unknownLists } from "../../page/plain-words/unknown-lists.js";
import { equal } from "../assert.js";

const lists = ["Family", "Weekly shop"];

Deno.test("a name behind a plus that is no list's is one that may have been meant", () => {
  equal(unknownLists("Milk +Groceries", [], lists), ["Groceries"]);
  equal(unknownLists('Milk +"Big shop" p1', [], lists), ["Big shop"]);
  equal(unknownLists("Ünder +Größe now", [], lists), ["Größe"]);
});

Deno.test("numbers, dates and signs in a word are no lists", () => {
  equal(unknownLists("Call +49 30 123, C++ and a+b, Renew +1y", [], lists), []);
});

Deno.test("what is a list, what was understood, and what is still being typed is none", () => {
  equal(unknownLists("Milk +family now", [], lists), []);
  equal(unknownLists("Milk +fam", [], lists), []);
  equal(unknownLists("Milk +fam now", [], lists), ["fam"]);
  equal(unknownLists("ü +Other", [{ from: 3, to: 9 }], lists), []);
});
