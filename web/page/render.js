/**
 * Draws what is drawn again and again. What is there stays and becomes what is to be there, with what it does, so that
 * no key and no finger loses what it is on.
 *
 * A child with a `key` is found again by its key, wherever it stands then; any other is the next of its kind. Listeners
 * must find what they need in their event, since the element that they were made beside may be thrown away.
 *
 * @import { Child } from "./element.js"
 */
import { doAs, keyOf, nodesOf } from "./element.js";

/** What a gesture has marked stays marked, however often it is drawn, until the gesture ends. */
const marks = new Set(["data-drop-here"]);

/** @param {Element} parent @param {...(Child | Child[])} children */
export function render(parent, ...children) {
  const controls = () => [...parent.querySelectorAll("a, button, input, select, textarea")];
  const focused = document.activeElement;
  const at = focused ? controls().indexOf(focused) : -1;
  become(parent, nodesOf(children));
  if (at < 0 || document.activeElement === focused) return;
  // Where the one with the focus has gone, the focus goes to the control of the same place.
  const control = parent.contains(focused) ? focused : controls()[at];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

/** @param {Element} parent @param {Node[]} wanted */
function become(parent, wanted) {
  /** @type {Map<string, ChildNode[]>} */
  const old = new Map();
  for (const node of parent.childNodes) {
    const before = old.get(nameOf(node));
    if (before) before.push(node);
    else old.set(nameOf(node), [node]);
  }
  const nodes = wanted.map((fresh) => {
    const node = old.get(nameOf(fresh))?.shift();
    if (node && node !== fresh) turnInto(node, fresh);
    return node ?? fresh;
  });
  for (const left of old.values()) left.forEach((node) => node.remove());
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/** Children of the same name are one child at two times. @param {Node} node */
function nameOf(node) {
  return `${node.nodeName} ${keyOf(node) ?? ""}`;
}

/** @param {Node} node @param {Node} fresh  of the same kind */
function turnInto(node, fresh) {
  if (!(node instanceof Element) || !(fresh instanceof Element)) {
    if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
    return;
  }
  const isAnotherText = node.getAttribute("value") !== fresh.getAttribute("value");
  const choice = fresh instanceof HTMLSelectElement ? fresh.value : null;
  takeAttributes(node, fresh);
  doAs(node, fresh);
  become(node, [...fresh.childNodes]);
  // What was turned by hand is as it is drawn; a text that somebody writes stays.
  if (choice !== null) /** @type {HTMLSelectElement} */ (node).value = choice;
  if (!(node instanceof HTMLInputElement && fresh instanceof HTMLInputElement)) return;
  node.checked = fresh.checked;
  if (isAnotherText) node.value = fresh.value;
}

/** @param {Element} node @param {Element} fresh */
function takeAttributes(node, fresh) {
  for (const { name } of [...node.attributes]) {
    if (!fresh.hasAttribute(name) && !marks.has(name)) node.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    // The content policy lets no attribute say the style.
    if (name !== "style" && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  const [{ style }, { style: wanted }] = /** @type {HTMLElement[]} */ ([node, fresh]);
  if (style.cssText !== wanted.cssText) style.cssText = wanted.cssText;
}
