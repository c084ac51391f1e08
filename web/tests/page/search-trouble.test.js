import * as assert from "../assert.js";
import { unknownIn } from "../../page/search/trouble.js";

Deno.test("the word of a filter that nobody knows", () => {
  assert.equal(unknownIn("filter_unknown_field", "open duo < +3d due:today", []), "duo");
  assert.equal(unknownIn("filter_unknown_field", 'not -colour:"light blue"', []), "colour");
  assert.equal(unknownIn("filter_unknown_list", 'list:Home,"Work trip",Hom open', ["home", "Work Trip"]), "Hom");
  assert.equal(unknownIn("filter_unknown_list", "project:Nowhere", ["Home"]), "Nowhere");
  assert.equal(unknownIn("filter_unexpected", "(open", []), null);
});
