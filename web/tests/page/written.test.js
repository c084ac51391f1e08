import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { CSS: { supports: () => true } });
const { Written } = await import("../../page/parts/written.js");

/** A field that shows a text, and a device that keeps what it is told to. @param {string} text */
function field(text) {
  /** @type {((isKept: boolean) => void)[]} */
  const asked = [];
  /** @type {string[]} */
  const kept = [];
  const written = new Written("Notes", "detail-notes", (text) => {
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
    const written = new Written(name, `detail-${name}`, (text) => Promise.resolve(kept.push(text)));
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
