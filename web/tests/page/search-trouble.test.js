import * as assert from "../assert.js";
import { wordAt } from "../../page/search/trouble.js";

Deno.test("the word of a filter that is not understood", () => {
  assert.equal(wordAt("open duo < +3d due:today", 5), "duo");
  assert.equal(wordAt('not -colour:"light blue"', 4), "colour");
  assert.equal(wordAt('list:Home,"Work trip",Hom open', 22), "Hom");
  assert.equal(wordAt('list:"Work trip"', 5), "Work trip");
  assert.equal(wordAt("list:Büro,Küche", 11), "Küche");
  assert.equal(wordAt("milk (", 6), null);
});
