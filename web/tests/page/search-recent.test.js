import * as assert from "../assert.js";
import { forgetSearches, recentSearches, rememberSearch, removeSearch } from "../../page/search/recent.js";

Deno.test("searches of this browser, the latest first", () => {
  forgetSearches();
  for (const query of ["mi", "milk", "#shop", "milk"]) rememberSearch(query, true);
  assert.equal(recentSearches(), ["milk", "#shop"]);
  removeSearch("milk", true);
  assert.equal(recentSearches(), ["#shop"]);
  forgetSearches();
  assert.equal(recentSearches(), []);
});

Deno.test("where nothing is to be kept they last as long as the tab", () => {
  forgetSearches();
  rememberSearch("milk", false);
  assert.equal(recentSearches(), ["milk"]);
  assert.equal(localStorage.getItem("daybook-searches"), null);
  for (let number = 0; number < 20; number += 1) rememberSearch(`query ${number}`, false);
  assert.equal(recentSearches().length, 8);
  forgetSearches();
  assert.equal(recentSearches(), []);
});
