import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { CSS: { supports: () => true } });
const { isComposed } = await import("../../page/composed.js");
const { keeper } = await import("../../page/desk.js");
const { Capture } = await import("../../page/parts/capture.js");
const { Written } = await import("../../page/parts/written.js");

/** The Enter that ends what is composed, as browsers tell of it. */
const ends = {
  // Safari has ended it by then.
  Safari: { key: "Enter", keyCode: 229, isComposing: false },
  others: { key: "Enter", keyCode: 229, isComposing: true },
};
const enter = { key: "Enter", keyCode: 13, isComposing: false };

/** @param {EventTarget} field @param {object} key */
function press(field, key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), key);
  field.dispatchEvent(event);
  return event;
}

Deno.test("a key of an input method is told from one that means itself, in every browser", () => {
  const told = [ends.Safari, ends.others, enter].map((key) => isComposed(/** @type {KeyboardEvent} */ (key)));
  equal(told, [true, true, false]);
});

Deno.test("the Enter that ends what is composed makes no task of it", async () => {
  /** @type {unknown[]} */
  const made = [];
  keeper.do = (gesture) => {
    made.push("titles" in gesture && gesture.titles);
    return Promise.resolve({ kind: "refused", request: 1, code: "disk_full" });
  };
  const capture = new Capture("/app/inbox", () => ({ kind: "inbox" }));
  const [field] = capture.node.querySelectorAll("textarea");
  field.value = "会議";
  for (const key of Object.values(ends)) equal(press(field, key).defaultPrevented, false);
  equal(made, []);
  press(field, enter);
  equal(made, [["会議"]]);
  await null;
  capture.end();
});

Deno.test("the Enter that ends what is composed does not keep half a title", () => {
  /** @type {string[]} */
  const kept = [];
  const written = new Written("Title", "detail-title", "title of a task", (text) => Promise.resolve(kept.push(text)));
  written.show("会議");
  written.node.value = "会議の";
  for (const key of Object.values(ends)) press(written.node, key);
  equal(kept, []);
  press(written.node, enter);
  equal(kept, ["会議の"]);
});
