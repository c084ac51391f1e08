import "./dom.js";
import { element } from "../../page/element.js";
import { marked } from "../../page/list/found.js";
import { equal } from "../assert.js";

Deno.test("a title is shown whole, its finds in marks", () => {
  const drawn = (/** @type {string} */ text, /** @type {[number, number][] | undefined} */ found) => {
    const node = element("div", {}, marked(text, found));
    return [...node.childNodes].map((one) => [one.nodeName, one.textContent]);
  };
  equal(drawn("Buy <b>milk", undefined), [["#text", "Buy <b>milk"]]);
  equal(drawn("milk, more milk!", [[0, 4], [11, 15]]), [
    ["MARK", "milk"],
    ["#text", ", more "],
    ["MARK", "milk"],
    ["#text", "!"],
  ]);
});
