import * as assert from "../assert.js";
import { qr } from "../../page/qr.js";

Deno.test("codes have the size of their version, and what readers look for", () => {
  for (
    const [length, size] of [[10, 21], [20, 25], [40, 29], [60, 33], [80, 37], [100, 41], [134, 41], [150, 45], [
      192,
      49,
    ]]
  ) {
    const squares = qr("x".repeat(length));
    assert.equal(squares.length, size);
    const finder = squares.slice(0, 7).map((row) => row.slice(0, 7).map(Number).join(""));
    assert.equal(finder, ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
  }
  assert.throws(() => qr("x".repeat(193)), RangeError);
});
