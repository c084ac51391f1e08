import "./dom.js";
import { lines, say, takeTurn } from "../../page/announce.js";
import { equal } from "../assert.js";

const heard = () => lines[0].textContent;

Deno.test("what is said of an earlier gesture does not speak over a later one", () => {
  const first = takeTurn();
  say("Lifted C. Position 1 of 3");
  first("Position 1 of 3");
  equal(heard(), "Lifted C. Position 1 of 3");
});

Deno.test("gestures that end in their order are all heard", () => {
  const [first, second] = [takeTurn(), takeTurn()];
  first("Position 2 of 3");
  equal(heard(), "Position 2 of 3");
  second("Position 1 of 3");
  equal(heard(), "Position 1 of 3");
});

Deno.test("what is said twice in a row is heard twice", () => {
  say("Undone");
  const before = heard();
  say("Undone");
  equal([before, heard()], ["Undone", "Undone\u00a0"]);
});
