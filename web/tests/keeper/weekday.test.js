import * as assert from "../assert.js";
import { firstWeekday, firstWeekdayIn } from "../../keeper/weekday.js";

Deno.test("a week begins as it does where the browser's language is spoken", () => {
  assert.equal(firstWeekday("en-GB"), 1);
  assert.equal(firstWeekday("de"), 1);
  assert.equal(firstWeekday("en-US"), 7);
  assert.equal(firstWeekday("pt-BR"), 7);
  assert.equal(firstWeekday("ar-EG"), 6);
});

Deno.test("browsers that do not know it say the same as those that do", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const regions = letters.flatMap((one) => letters.map((other) => one + other)).filter((region) => names.of(region));
  const own = (/** @type {string} */ region) => new Intl.Locale(`en-${region}`).region ?? "";
  const wrong = regions.filter((region) => firstWeekday(`en-${region}`) !== firstWeekdayIn(own(region)));
  assert.equal(wrong.join(" "), "");
});
