import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
const pressed = new EventTarget();
Object.assign(document, {
  addEventListener: pressed.addEventListener.bind(pressed),
  querySelector: () => document.body,
});
const { element } = await import("../../page/element.js");
const { openPopover } = await import("../../page/parts/popover.js");

function open() {
  const node = Object.assign(element("div"), { showPopover() {}, hidePopover() {}, classList: { add() {} } });
  let closed = 0;
  openPopover(node, { x: 0, y: 0 }, () => closed += 1);
  return {
    node,
    get closed() {
      return closed;
    },
  };
}

/** Somebody does it elsewhere; answers whether it has done nothing else. @param {string} name @param {object} [more] */
function isTaken(name, more) {
  const event = Object.assign(new Event(name, { cancelable: true }), more);
  pressed.dispatchEvent(event);
  return event.defaultPrevented;
}

const escape = { key: "Escape" };

Deno.test("a press elsewhere and Escape close what is open, once, and do nothing else", () => {
  for (const [name, more] of /** @type {[string, object?][]} */ ([["pointerdown"], ["keydown", escape]])) {
    const popover = open();
    equal(isTaken("keydown", { key: "a" }), false);
    equal([isTaken(name, more), popover.closed, popover.node.isConnected], [true, 1, false]);
    equal([isTaken(name, more), popover.closed], [false, 1]);
  }
});

Deno.test("what an input method is told with Escape closes nothing", () => {
  const popover = open();
  equal([isTaken("keydown", { ...escape, isComposing: true }), popover.closed], [false, 0]);
  isTaken("keydown", escape);
});

Deno.test("what is gone with its screen takes no press and no key", () => {
  for (const [name, more] of /** @type {[string, object?][]} */ ([["pointerdown"], ["keydown", escape]])) {
    const popover = open();
    popover.node.remove();
    equal([isTaken(name, more), popover.closed], [false, 1]);
    equal([isTaken(name, more), popover.closed], [false, 1]);
  }
});
