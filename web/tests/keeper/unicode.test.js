import * as assert from "../assert.js";
import { category, forms, small } from "../../wasm/unicode.js";

Deno.test("signs have the categories that Swift counts", () => {
  const of = (/** @type {string} */ text) => category(Number(text.codePointAt(0)));
  assert.equal([..."Aaǅʰ漢\u0301ःⅧ7½"].map(of).join(" "), "0 1 2 3 4 5 6 9 8 10");
  assert.equal(
    [..."_-([)«»!+€^😀 \u2028\u0000\u200d\ue000\u0378"].map(of).join(" "),
    "11 12 13 13 14 15 16 17 18 19 20 21 22 23 25 26 28 29",
  );
});

Deno.test("a letter is made small by itself", () => {
  const said = [..."AÉΣЯß漢7İ"].map((letter) => String.fromCodePoint(small(Number(letter.codePointAt(0)))));
  assert.equal(said.join(""), "aéσяß漢7İ");
});

Deno.test("texts are taken apart, made small and put together", () => {
  assert.equal(forms[0]("e\u0301"), "é");
  assert.equal(forms[1]("ＭÉ"), "me\u0301");
  assert.equal(forms[2]("ﬁ"), "fi");
});
