import * as assert from "../assert.js";
import { partsOf, queryOf, savedFilter, valueOf } from "../../page/search/terms.js";

Deno.test("chips stand before the words of a search", () => {
  /** @type {[string, string[], string][]} */
  const queries = [
    ["milk", [], "milk"],
    ['state:open due:today "milk"', ["state:open", "due:today"], "milk"],
    ['#shop category:"two words"', ["#shop", 'category:"two words"'], ""],
    ["(overdue) priority<5", ["(overdue)", "priority<5"], ""],
    ["state:open list:Home,Work title:tea", ["state:open"], "list:Home,Work title:tea"],
    ["sort:-created (#tea or #coffee)", ["sort:-created"], "#tea or #coffee"],
    ["sort:-created (tea or coffee)", ["sort:-created"], "(tea or coffee)"],
    ["state:open (a or b) (c or d)", ["state:open"], "(a or b) (c or d)"],
  ];
  for (const [query, terms, text] of queries) {
    assert.equal(partsOf(query), { terms, text });
    assert.equal(queryOf(partsOf(query)), query);
  }
});

Deno.test("what would mean something else as a chip stays as it is written", () => {
  for (
    const query of ["#shop or milk", "state:open | #shop", "#shop done", "#shop -milk", "#shop and milk", "(a) #shop"]
  ) {
    assert.equal(partsOf(query), { terms: [], text: query });
  }
});

Deno.test("words stay words beside a chip", () => {
  assert.equal(queryOf({ terms: ["state:open"], text: " done deal " }), 'state:open "done deal"');
  assert.equal(queryOf({ terms: ["state:open"], text: "tea or coffee" }), 'state:open "tea or coffee"');
  assert.equal(queryOf({ terms: ["state:open"], text: "#tea or #coffee" }), "state:open (#tea or #coffee)");
  assert.equal(queryOf({ terms: ["state:open"], text: "" }), "state:open");
  assert.equal(queryOf({ terms: [], text: "#tea or #coffee" }), "#tea or #coffee");
});

Deno.test("a list keeps words as words", () => {
  assert.equal(savedFilter("done deal"), '"done deal"');
  assert.equal(savedFilter("#shop done"), "#shop done");
});

Deno.test("a name is a value where the language can say it", () => {
  assert.equal(valueOf("home"), "home");
  assert.equal(valueOf("at home"), '"at home"');
  assert.equal(valueOf('the "best"'), null);
});
