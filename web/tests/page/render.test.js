import "./dom.js";
import { element } from "../../page/element.js";
import { render } from "../../page/render.js";
import { equal, ok } from "../assert.js";

const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, /** @type {object} */ more = {}) =>
  element("button", { onclick, ...more }, text);

Deno.test("what is drawn again does what it was drawn with last", () => {
  const parent = element("div");
  /** @type {string[]} */
  const done = [];
  render(parent, button("Show", () => done.push("first")));
  const [node] = parent.childNodes;
  render(parent, button("Show", () => done.push("second")));
  ok(parent.childNodes[0] === node, "it is another button");
  /** @type {HTMLElement} */ (node).click();
  equal(done, ["second"]);
  render(parent, element("button", {}, "Show"));
  /** @type {HTMLElement} */ (parent.childNodes[0]).click();
  equal(done, ["second"]);
});

Deno.test("attributes, texts and children become what they are to be, in the same elements", () => {
  const parent = element("div");
  const draw = (/** @type {string} */ name, /** @type {boolean} */ isHere, /** @type {number} */ count) =>
    render(
      parent,
      element(
        "a",
        { href: `/${name}`, "aria-current": isHere ? "page" : null },
        element("span", {}, name),
        count > 0 && element("b", {}, count),
      ),
      "text",
    );
  draw("one", true, 0);
  const [link, text] = parent.childNodes;
  draw("other", false, 3);
  ok(
    parent.childNodes[0] === link && parent.childNodes[1] === text && parent.childNodes.length === 2,
    "others stand there",
  );
  const attributes = [.../** @type {Element} */ (link).attributes].map(({ name, value }) => [name, value]);
  equal([attributes, link.textContent], [[["href", "/other"]], "other3"]);
  draw("other", false, 0);
  equal(link.textContent, "other");
});

Deno.test("what has a key keeps its element wherever it stands, and the focus", () => {
  const parent = element("ul");
  const draw = (/** @type {string} */ keys) =>
    render(parent, [...keys].map((key) => element("li", { key }, element("button", {}, key))));
  const drawn = () => [...parent.childNodes].map(({ textContent }) => textContent).join("");
  draw("abc");
  const [a, b, c] = parent.childNodes;
  /** @type {HTMLElement} */ (c.firstChild).focus();
  draw("cxa");
  equal(drawn(), "cxa");
  ok(parent.childNodes[0] === c && parent.childNodes[2] === a && !parent.contains(b), "elements changed places");
  ok(document.activeElement === c.firstChild, "the focus went");
  draw("xa");
  equal(drawn(), "xa");
  // The focus goes to what took the place.
  equal(document.activeElement?.textContent, "x");
});

Deno.test("a switch and a choice are as they are drawn, and a text that is being written stays", () => {
  const parent = element("form");
  const draw = (/** @type {boolean} */ checked, /** @type {string} */ chosen, /** @type {string} */ value) =>
    render(
      parent,
      element("input", { type: "checkbox", checked }),
      element("select", {}, ["a", "b"].map((one) => element("option", { value: one, selected: one === chosen }, one))),
      element("input", { type: "time", value }),
    );
  draw(false, "a", "08:00");
  const [check, choice, text] = /** @type {any[]} */ ([...parent.childNodes]);
  [check.checked, choice.value, text.value] = [true, "b", "09:30"];
  // What was chosen was refused.
  draw(false, "a", "08:00");
  equal([check.checked, choice.value, text.value], [false, "a", "09:30"]);
  draw(true, "b", "10:00");
  equal([check.checked, choice.value, text.value], [true, "b", "10:00"]);
});

Deno.test("what a gesture has marked stays marked when it is drawn again", () => {
  const parent = element("div");
  render(parent, element("a", { class: "nav-item", "aria-current": "page" }, "Home"));
  const [link] = /** @type {Element[]} */ ([...parent.childNodes]);
  link.setAttribute("data-drop-here", "");
  render(parent, element("a", { class: "nav-item" }, "Home"));
  ok(link.hasAttribute("data-drop-here"), "the mark has gone");
  ok(!link.hasAttribute("aria-current"), "what was drawn has stayed");
});
