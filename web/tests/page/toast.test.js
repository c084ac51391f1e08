import "./dom.js";
import { clear, toast, toasts } from "../../page/parts/toast.js";
import { equal } from "../assert.js";
import { standStill } from "./clock.js";
import { shown } from "../../page/screen.js";

/** @param {(pass: (milliseconds: number) => void, happens: (name: string) => void) => void} test */
function told(test) {
  const clock = standStill();
  try {
    toast("Done", "normal");
    test(clock.pass, (name) => toasts.childNodes[0].dispatchEvent(new Event(name)));
  } finally {
    clear();
    clock.goOn();
  }
}

Deno.test("a message goes when its time is over", () =>
  told((pass) => {
    pass(4_999);
    equal(toasts.childNodes.length, 1);
    pass(1);
    equal(toasts.childNodes.length, 0);
  }));

Deno.test("a message stays while the focus is on it, though the pointer has left", () =>
  told((pass, happens) => {
    happens("focusin");
    happens("pointerenter");
    happens("pointerleave");
    pass(60_000);
    equal(toasts.childNodes.length, 1);
    happens("focusout");
    pass(5_000);
    equal(toasts.childNodes.length, 0);
  }));

Deno.test("what stops a message twice takes its time from it once", () =>
  told((pass, happens) => {
    pass(1_500);
    happens("pointerenter");
    pass(10_000);
    happens("focusin");
    happens("focusout");
    happens("pointerleave");
    pass(3_499);
    equal(toasts.childNodes.length, 1);
    pass(1);
    equal(toasts.childNodes.length, 0);
  }));

/** A press by a key on a button of the message that stands there: the focus came to it from elsewhere. */
Deno.test("the focus goes back to where it was when a message with it is answered, closed or replaced", () => {
  const row = document.createElement("li");
  const others = document.createElement("li");
  document.body.append(toasts, row, others);
  shown.value = /** @type {any} */ ({ list: { focus: () => others.focus() } });
  const reach = () => {
    toast("Done", "normal", { label: "Undo", run() {} });
    const [undo, close] = toasts.querySelectorAll("button");
    const arrived = Object.assign(new Event("focusin"), { relatedTarget: row });
    toasts.childNodes[0].dispatchEvent(arrived);
    undo.focus();
    return { undo, close };
  };
  reach().undo.click();
  equal(document.activeElement === row, true, "answered");
  reach().close.click();
  equal(document.activeElement === row, true, "closed");
  reach();
  toast("Another", "normal");
  equal(document.activeElement === row, true, "replaced");
  const { undo } = reach();
  row.remove();
  undo.click();
  equal(document.activeElement === others, true, "to the list, where it is gone");
  clear();
  shown.value = null;
});
