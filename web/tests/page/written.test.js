import "./dom.js";
import { equal } from "../assert.js";
import { standStill } from "./clock.js";

Object.assign(globalThis, { CSS: { supports: () => true } });
const { Written } = await import("../../page/parts/written.js");
const { leaveField } = await import("../../page/leave-field.js");
const { isAnyRefused, refusedAt } = await import("../../page/refused-texts.js");
const { toasts } = await import("../../page/parts/toast.js");
const { words } = await import("../../page/words/words.js");
const where = "notes of a task";

/** A field that shows a text, and a device that keeps what it is told to. @param {string} text */
function field(text) {
  /** @type {((isKept: boolean) => void)[]} */
  const asked = [];
  /** @type {string[]} */
  const kept = [];
  const written = new Written("Notes", "detail-notes", where, (text) => {
    kept.push(text);
    return new Promise((answer) => asked.push(answer));
  });
  written.show(text);
  const { node } = written;
  return {
    written,
    node,
    kept,
    /** Somebody writes, and leaves. @param {string} text */
    leave(text) {
      node.value = text;
      node.dispatchEvent(new Event("blur"));
    },
    /** The device answers, and the field is shown what is there by then. @param {boolean} isKept @param {string} there */
    async answer(isKept, there) {
      written.show(there);
      asked.shift()?.(isKept);
      for (let turn = 0; turn < 3; turn += 1) await null;
      written.show(there);
    },
  };
}

Deno.test("what was refused stays in its field, and is kept when it is left again", async () => {
  const { node, kept, leave, answer } = field("Old");
  leave("New");
  await answer(false, "Old");
  equal([node.value, node.getAttribute("aria-invalid"), kept], ["New", "true", ["New"]]);
  leave("New");
  await answer(true, "New");
  equal([node.value, node.getAttribute("aria-invalid"), kept], ["New", null, ["New", "New"]]);
});

Deno.test("what is typed while the device is asked stays, whatever it answers", async () => {
  for (const isKept of [true, false]) {
    const { node, kept, leave, answer } = field("Old");
    leave("New");
    leave("Newer");
    await answer(isKept, isKept ? "New" : "Old");
    equal(node.value, "Newer");
    await answer(true, "Newer");
    equal([node.value, node.getAttribute("aria-invalid"), kept], ["Newer", null, ["New", "Newer"]]);
  }
});

Deno.test("whoever writes the old text again has nothing that was refused", async () => {
  const { node, kept, leave, answer } = field("Old");
  leave("New");
  await answer(false, "Old");
  leave("Old");
  equal([node.value, node.getAttribute("aria-invalid"), kept], ["Old", null, ["New"]]);
});

Deno.test("a field that nobody writes in shows what came from elsewhere", async () => {
  const { written, node, leave, answer } = field("Old");
  leave("New");
  await answer(true, "New");
  written.show("Of another device");
  equal(node.value, "Of another device");
});

Deno.test("what is typed before it is known what stands there goes behind it", async () => {
  for (const [name, whole] of [["notes", "Two pages\nand a table"], ["title", "Two pages and a table"]]) {
    /** @type {string[]} */
    const kept = [];
    const written = new Written(
      name,
      `detail-${name}`,
      `${name} of another`,
      (text) => Promise.resolve(kept.push(text)),
    );
    written.node.value = "and a table";
    written.node.dispatchEvent(new Event("input"));
    await written.keepNow();
    equal(kept, []);
    written.show("Two pages");
    written.show("Two pages");
    equal(written.node.value, whole);
    await null;
    written.show(whole);
    await written.keepNow();
    equal([written.node.value, kept], [whole, [whole]]);
  }
});

Deno.test("what was refused outlives its field, and stands in the next one of the same text", async () => {
  const one = field("Old");
  one.leave("New");
  one.written.end();
  await one.answer(false, "Old");
  equal([one.kept, refusedAt(where), isAnyRefused()], [["New"], "New", true]);
  const other = field("Old");
  equal([other.node.value, other.node.getAttribute("aria-invalid")], ["New", "true"]);
  // It is tried again when it is left, and offered again where that field goes away as well.
  other.written.end();
  equal(other.kept, ["New"]);
  await other.answer(false, "Old");
  equal(refusedAt(where), "New");
  const third = field("Old");
  third.leave("New");
  await third.answer(true, "New");
  equal([third.node.value, third.node.getAttribute("aria-invalid"), isAnyRefused()], ["New", null, false]);
  equal(field("New").node.value, "New");
});

Deno.test("what was refused is offered again where its field is gone", async () => {
  const { written, leave, answer, kept } = field("Old");
  leave("New");
  written.end();
  await answer(false, "Old");
  const again = /** @type {any} */ (toasts).querySelectorAll("button").find((/** @type {any} */ { textContent }) =>
    textContent === words.tryAgain
  );
  again.click();
  equal(kept, ["New", "New"]);
  await answer(true, "New");
  equal(isAnyRefused(), false);
});

Deno.test("who writes on without a rest is kept every ten seconds, and at rest", async () => {
  const clock = standStill();
  try {
    const { node, kept, answer } = field("");
    node.focus();
    /** A key each second, so many of them. @param {number} keys */
    const write = (keys) => {
      for (let key = 0; key < keys; key += 1) {
        node.value += "a";
        node.dispatchEvent(new Event("input"));
        clock.pass(1_000);
      }
    };
    write(9);
    equal(kept, []);
    write(1);
    equal(kept, ["a".repeat(10)]);
    await answer(true, kept[0]);
    write(12);
    equal(kept.length, 2);
    await answer(true, kept[1]);
    clock.pass(2_000);
    equal(kept[2], "a".repeat(22));
    await answer(true, kept[2]);
    clock.pass(60_000);
    equal(kept.length, 3);
  } finally {
    clock.goOn();
  }
});

Deno.test("a page that goes leaves the field in which somebody writes, and the focus stays", async () => {
  const { node, kept, answer } = field("Old");
  node.focus();
  node.value = "Old, and half of a";
  leaveField();
  equal([kept, document.activeElement === node], [["Old, and half of a"], true]);
  await answer(true, kept[0]);
  leaveField();
  equal(kept.length, 1);
});
