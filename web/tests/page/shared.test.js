import { draftOf } from "../../page/elsewhere/shared.js";
import { bookmark } from "../../page/elsewhere/ways.js";
import { equal, ok } from "../assert.js";

const shared = (/** @type {Record<string, string>} */ values) => draftOf(`?${new URLSearchParams(values)}`);

Deno.test("a title stays one, and the rest are its notes", () => {
  equal(shared({ title: "Call Ana" }), { title: "Call Ana", notes: "" });
  equal(shared({ title: "A page", text: "Two lines\nof it", url: "https://a.example/" }), {
    title: "A page",
    notes: "Two lines\nof it\nhttps://a.example/",
  });
  equal(shared({}), { title: "", notes: "" });
});

Deno.test("nothing is said twice", () => {
  equal(shared({ title: "A page", text: "https://a.example/" }), { title: "A page", notes: "https://a.example/" });
  equal(shared({ title: "A page", text: "A page https://a.example/", url: "https://a.example/" }), {
    title: "A page",
    notes: "A page https://a.example/",
  });
  equal(shared({ title: "Same", text: "Same" }), { title: "Same", notes: "" });
  equal(shared({ text: "https://a.example/", url: "https://a.example/" }), { title: "https://a.example/", notes: "" });
});

Deno.test("without a title the first line is it, or else the address", () => {
  equal(shared({ text: "Buy milk" }), { title: "Buy milk", notes: "" });
  equal(shared({ text: "Buy milk\nand bread" }), { title: "Buy milk", notes: "Buy milk\nand bread" });
  equal(shared({ url: "https://a.example/" }), { title: "https://a.example/", notes: "" });
  equal(shared({ text: "https://a.example/ Read it", url: "https://a.example/" }), {
    title: "Read it",
    notes: "https://a.example/ Read it",
  });
});

Deno.test("a title is one line, so that it is one task, and nothing in it cannot be seen", () => {
  equal(shared({ title: "One\r\ntwo\tthree\u0000\u0007" }).title, "One two three");
  equal(draftOf("?title=%F0%9F%8D%8E%20%FF&text=%00").title, "🍎 \ufffd");
  equal(shared({ title: "<b>Bold</b> & \"quoted\" 'things' %25 +" }).title, "<b>Bold</b> & \"quoted\" 'things' %25 +");
});

Deno.test("what is long is cut between words and characters, and stands whole in the notes", () => {
  const long = "word ".repeat(100).trim();
  const { title, notes } = shared({ title: long });
  ok(title.length <= 201 && title.endsWith("word…"), title);
  equal(notes, long);
  equal(shared({ title: "🍎".repeat(300) }).title, `${"🍎".repeat(200)}…`);
  equal(shared({ text: `Title\n${"🍎".repeat(100_000)}` }).notes.length, 6 + 2 * (50_000 - 6));
});

Deno.test("the bookmark brings page, selection and address, whatever characters they have", () => {
  const script = bookmark("https://tasks.example");
  ok(script.startsWith("javascript:") && !/[\s"<>%]/.test(script.slice(0, -1).replaceAll(/ /g, "")), script);
  /** @type {string[]} */
  const opened = [];
  const run = new Function("open", "document", "location", "getSelection", script.slice("javascript:".length));
  run(
    (/** @type {string} */ address) => opened.push(address),
    { title: 'A & B? #1 "50%"' },
    { href: "https://a.example/?b=c&d#e" },
    () => "selected + more",
  );
  const [address] = opened;
  ok(address.startsWith("https://tasks.example/app/new?"));
  equal(draftOf(new URL(address).search), {
    title: 'A & B? #1 "50%"',
    notes: "selected + more\nhttps://a.example/?b=c&d#e",
  });
});
