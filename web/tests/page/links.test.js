import { piecesOf } from "../../page/links.js";
import { equal } from "../assert.js";

const links = (/** @type {string} */ text) => piecesOf(text).flatMap(({ text, href }) => href ? [[text, href]] : []);

Deno.test("addresses of the web and of mail are found in their sentences", () => {
  equal(links("See https://example.org/a?b=c#d, and (http://example.net)."), [
    ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
    ["http://example.net", "http://example.net/"],
  ]);
  equal(links("mailto:ana@example.org!"), [["mailto:ana@example.org", "mailto:ana@example.org"]]);
  equal(links("https://example.org/Mercury_(planet)."), [
    ["https://example.org/Mercury_(planet)", "https://example.org/Mercury_(planet)"],
  ]);
  equal(links("HTTPS://EXAMPLE.ORG/A\nhttps://example.org"), [
    ["HTTPS://EXAMPLE.ORG/A", "https://example.org/A"],
    ["https://example.org", "https://example.org/"],
  ]);
});

Deno.test("nothing else leads anywhere", () => {
  for (
    const text of [
      "javascript:alert(1)",
      "JAVASCRIPT://https.example.org/%0aalert(1)",
      "data:text/html,https",
      "file:///etc/passwd ftp://example.org blob:x vbscript:x",
      "xhttps://example.org",
      "https://",
      "mailto:",
      "example.org",
      "",
    ]
  ) equal(links(text), [], text);
  equal(links("javascript:https://example.org"), [["https://example.org", "https://example.org/"]]);
});

Deno.test("the pieces are the text", () => {
  for (const text of ["", "none", "https://a.example, https://b.example", "a https://a.example/?q=1&r=(2) b\n\nc "]) {
    equal(piecesOf(text).map((piece) => piece.text).join(""), text);
  }
});
