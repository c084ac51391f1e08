import * as assert from "../assert.js";
import { refusal } from "../../page/words/en.js";
import { ago, bytes, number, plural, timeOf } from "../../page/words/forms.js";

Deno.test("what could not be deleted says so, whatever the device has against it", () => {
  assert.equal(refusal("disk", "delete"), "Unable to delete task. Please try again.");
  assert.equal(refusal("disk_full", "delete"), "Unable to delete task. Please try again.");
  assert.equal(refusal("disk", "add"), "Failed to save task. Please try again.");
  assert.equal(refusal("unknown_row", "delete"), "This task is not there any more.");
});

Deno.test("what forms numbers and times is made once, however often something is said", () => {
  let made = 0;
  const first = { ...forms() };
  for (const [name, Form] of /** @type {[string, any][]} */ (Object.entries(first))) {
    Object.assign(Intl, {
      [name]: new Proxy(Form, {
        construct: (/** @type {any} */ Form, given) => {
          made += 1;
          return new Form(...given);
        },
      }),
    });
  }
  try {
    // An hour, a zone and a unit that nothing else here says.
    const said = () => [
      plural(2, { one: "# task", other: "# tasks" }),
      timeOf("2026-11-24T09:30:00Z", "Asia/Kathmandu"),
      ago(0, 3 * 3_600_000),
      number(1234),
      bytes(2_500_000_000),
    ];
    const once = said();
    const needed = made;
    for (let again = 0; again < 50; again += 1) assert.equal(said(), once);
    assert.equal(made, needed);
  } finally {
    Object.assign(Intl, first);
  }
});

function forms() {
  const { DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat } = Intl;
  return { DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat };
}
