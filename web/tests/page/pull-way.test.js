import { enough, pulled } from "../../page/list/pull-way.js";
import { equal, ok } from "../assert.js";

Deno.test("a finger that goes down pulls half as far as it goes", () => {
  equal(pulled(0, 8, false), 0);
  equal(pulled(5, 52, false), 20);
  ok(Number(pulled(0, 140, true)) >= enough);
  equal(pulled(0, 900, true), pulled(0, 600, true));
});

Deno.test("up and across is no pull, until it was one", () => {
  equal(pulled(40, 20, false), null);
  equal(pulled(0, -20, false), null);
  equal(pulled(60, 20, true), 4);
  equal(pulled(0, -20, true), 0);
});
