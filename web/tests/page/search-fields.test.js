import "./dom.js";
import { chipOf, choicesOf, fieldNames, readable, withTerm } from "../../page/search/fields.js";
import { partsOf } from "../../page/search/terms.js";
import { equal, ok } from "../assert.js";

Deno.test("whatever a menu offers is a chip that is found again in the address", () => {
  for (const field of fieldNames()) {
    for (const { term, name } of choicesOf(field)) {
      equal(partsOf(`${term} tea:`), { terms: [term], text: "tea:" });
      equal(chipOf(term), { field, name });
    }
  }
  ok(fieldNames().length > 8, "few fields");
});

Deno.test("one chip for each field, but for tags", () => {
  equal(withTerm(["state:open", "due:today"], "state:done"), ["state:done", "due:today"]);
  equal(withTerm(["#shop"], "#home"), ["#shop", "#home"]);
  equal(withTerm(["#shop"], "#shop"), ["#shop"]);
});

Deno.test("a search is read as its words and its chips", () => {
  equal(readable('state:open category:"at home" "milk"'), "milk · State: Open · Category: at home");
  equal(readable("#shop or milk"), "#shop or milk");
});
