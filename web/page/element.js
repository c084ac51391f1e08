/** Builds elements. Text is always text here: nothing in the page is ever read as HTML. */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/** What elements do, by the event. @type {WeakMap<Element, Record<string, EventListener>>} */
const listeners = new WeakMap();
/** @type {WeakMap<Node, unknown>} */
const keys = new WeakMap();

/**
 * An element with attributes and children: `element('li', { class: 'row', onclick: open }, title)`.
 * Functions under `on...` listen, `data` sets data attributes, `key` names the element for render.js, and true sets an
 * empty attribute. Null, undefined and false leave an attribute out, so that conditions stand where the attribute does.
 * A button sends no form, unless its `type` says so.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  dress(made, name === "button" ? { type: "button", ...attributes } : attributes);
  made.append(...nodesOf(children));
  return made;
}

/**
 * Sets attributes as `element` does; what is null or false goes away.
 *
 * @param {Element} made
 * @param {Attributes} attributes
 */
export function dress(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") {
      const name = key.slice(2);
      listeners.set(made, { ...listeners.get(made), [name]: /** @type {EventListener} */ (value) });
      made.addEventListener(name, heard);
    } else if (key === "key") {
      keys.set(made, value);
    } else if (key === "data") {
      Object.assign(/** @type {HTMLElement} */ (made).dataset, value);
    } else if (value === null || value === undefined || value === false) {
      made.removeAttribute(key);
    } else {
      const text = value === true ? "" : String(value);
      if (made.getAttribute(key) !== text) made.setAttribute(key, text);
    }
  }
}

/**
 * Hides an element, or not. What is written once more costs the page as much as the first time.
 * @param {HTMLElement} node @param {boolean} isHidden
 */
export function hide(node, isHidden) {
  if (node.hidden !== isHidden) node.hidden = isHidden;
}

/**
 * Puts other children in the place of those that are there.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodesOf(children));
}

/**
 * What children are as nodes.
 * @param {(Child | Child[])[]} children @returns {Node[]}
 */
export function nodesOf(children) {
  return children.flat().filter(isThere).map((child) =>
    child instanceof Node ? child : document.createTextNode(String(child))
  );
}

/** By which render.js finds an element again. @param {Node} node */
export function keyOf(node) {
  return keys.get(node);
}

/** An element does from now on what another would, and nothing else. @param {Element} node @param {Element} other */
export function doAs(node, other) {
  const wanted = listeners.get(other);
  if (!wanted && !listeners.has(node)) return;
  listeners.set(node, wanted ?? {});
  for (const name of Object.keys(wanted ?? {})) node.addEventListener(name, heard);
}

/** @param {Event} event */
function heard(event) {
  const node = /** @type {Element} */ (event.currentTarget);
  listeners.get(node)?.[event.type]?.call(node, event);
}

/** @param {Child} child @returns {child is Node | string | number} */
function isThere(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}
