/** As much of a document as elements are built and drawn with, for tests without a browser. */

class FakeNode extends EventTarget {
  /** @type {FakeNode[]} */
  childNodes = [];
  /** @type {FakeNode | null} */
  parentNode = null;
  nodeName = "";
  /** @type {string | null} */
  nodeValue = null;

  get parentElement() {
    return this.parentNode;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @returns {FakeNode | null} */
  get nextSibling() {
    /** @type {FakeNode[]} */
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  /** @type {string} */
  get textContent() {
    return this.nodeValue ?? this.childNodes.map(({ textContent }) => textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  get isConnected() {
    return page.body.contains(this);
  }

  /** @param {FakeNode | null} node @returns {boolean} */
  contains(node) {
    return node !== null && (node === this || this.contains(node.parentNode));
  }

  remove() {
    const { parentNode } = this;
    if (!parentNode) return;
    // What goes takes the focus with it, also where it comes back at once.
    if (this.contains(page.activeElement)) page.activeElement = page.body;
    parentNode.childNodes.splice(parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  /** @param {FakeNode} node @param {FakeNode | null} before */
  insertBefore(node, before) {
    node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }

  /** @param {...(FakeNode | string)} nodes */
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node instanceof FakeNode ? node : new FakeText(node), null);
  }

  /** @param {...(FakeNode | string)} nodes */
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }
}

class FakeText extends FakeNode {
  /** @param {string} text */
  constructor(text) {
    super();
    this.nodeName = "#text";
    this.nodeValue = text;
  }
}

class FakeElement extends FakeNode {
  style = { cssText: "" };
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {Map<string, string>} */
  #attributes = new Map();

  /** @param {string} name */
  constructor(name) {
    super();
    this.nodeName = name.toUpperCase();
  }

  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.#attributes.has(name);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  /** Every element below that one of these names or classes fits. @param {string} names @returns {FakeElement[]} */
  querySelectorAll(names) {
    const wanted = names.split(", ");
    return this.childNodes.flatMap((node) =>
      node instanceof FakeElement
        ? [...(wanted.some((name) => node.#fits(name)) ? [node] : []), ...node.querySelectorAll(names)]
        : []
    );
  }

  /** @param {string} names */
  querySelector(names) {
    return this.querySelectorAll(names)[0] ?? null;
  }

  /** @param {string} name */
  #fits(name) {
    if (!name.startsWith(".")) return this.nodeName === name.toUpperCase();
    return (this.getAttribute("class") ?? "").split(" ").includes(name.slice(1));
  }

  /** Whether it is what is asked for: a state of the focus is one of keys here. @param {string} name */
  matches(name) {
    return name === ":focus-visible" ? page.activeElement === this : this.#fits(name);
  }

  focus() {
    page.activeElement = this;
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }
}

/** A switch, or a field: what a person turned or wrote is not what it was drawn with. */
class FakeField extends FakeElement {
  /** @type {boolean | null} */
  #turned = null;
  /** @type {string | null} */
  #written = null;

  get checked() {
    return this.#turned ?? this.hasAttribute("checked");
  }

  set checked(checked) {
    this.#turned = checked;
  }

  get value() {
    return this.#written ?? this.getAttribute("value") ?? "";
  }

  set value(value) {
    this.#written = value;
  }
}

class FakeInput extends FakeField {}

class FakeTextArea extends FakeField {}

class FakeSelect extends FakeElement {
  /** @type {string | null} */
  #chosen = null;

  get value() {
    const options = this.querySelectorAll("option");
    return this.#chosen ?? (options.find((one) => one.hasAttribute("selected")) ?? options[0])?.getAttribute("value") ??
      "";
  }

  set value(value) {
    this.#chosen = value;
  }
}

class FakeDialog extends FakeElement {
  returnValue = "";

  showModal() {}

  /** @param {string} value */
  close(value) {
    this.returnValue = value;
    this.dispatchEvent(new Event("close"));
  }
}

/** @type {Record<string, typeof FakeElement>} */
const kinds = { dialog: FakeDialog, input: FakeInput, select: FakeSelect, textarea: FakeTextArea };

const page = {
  body: new FakeElement("body"),
  /** @type {FakeElement} */
  activeElement: new FakeElement("body"),
  /** @param {string} name */
  createElement(name) {
    return new (kinds[name] ?? FakeElement)(name);
  },
  /** @param {string} _ @param {string} name */
  createElementNS: (_, name) => new FakeElement(name),
  /** @param {string} text */
  createTextNode: (text) => new FakeText(text),
};

Object.assign(globalThis, {
  document: page,
  Node: FakeNode,
  Element: FakeElement,
  HTMLElement: FakeElement,
  FocusEvent: Event,
  HTMLInputElement: FakeInput,
  HTMLSelectElement: FakeSelect,
  HTMLTextAreaElement: FakeTextArea,
});
