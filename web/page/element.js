/** Builds elements. Text is always text here: nothing in the page is ever read as HTML. */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * An element with attributes and children: `element('li', { class: 'row', onclick: open }, title)`.
 * Functions under `on...` listen, `data` sets data attributes, true sets an empty attribute, and null, undefined and
 * false leave one out, so that conditions stand where the attribute does.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  dress(made, attributes);
  made.append(...children.flat().filter(isThere).map(asNode));
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
      made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
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
 * Puts other children in the place of those that are there.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(isThere).map(asNode));
}

/**
 * The same for what is drawn again and again: a child that would stand there as it does is not touched, so that no key and
 * no finger loses what it is on; otherwise the focus goes to the control of the same place. So what does something else
 * must not look the same to the letter: an attribute tells them apart.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function refill(parent, ...children) {
  const fresh = document.createElement("div");
  fill(fresh, ...children);
  const controls = () => [...parent.querySelectorAll("a, button, input, select, textarea")];
  const at = controls().indexOf(/** @type {Element} */ (document.activeElement));
  const [made, old] = [[...fresh.childNodes], [...parent.childNodes]];
  made.forEach((node, place) => {
    if (!old[place]) parent.append(node);
    else if (!staysAs(old[place], node)) old[place].replaceWith(node);
  });
  old.slice(made.length).forEach((node) => node.remove());
  const control = at < 0 ? null : controls()[at];
  if (control instanceof HTMLElement && !parent.contains(document.activeElement)) {
    control.focus({ preventScroll: true });
  }
}

/** @param {ChildNode} old @param {ChildNode} fresh */
function staysAs(old, fresh) {
  const controls = old instanceof Element ? [old, ...old.querySelectorAll("input, select")] : [];
  return old.isEqualNode(fresh) && !controls.some(isTurned);
}

/** Whether it was turned to something else than it was drawn with. Text is left to who writes it. @param {Element} control */
function isTurned(control) {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.defaultSelected === false;
  return control instanceof HTMLInputElement && control.checked !== control.defaultChecked;
}

/** @param {Child} child @returns {child is Node | string | number} */
function isThere(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** @param {Node | string | number} child */
function asNode(child) {
  return child instanceof Node ? child : String(child);
}
