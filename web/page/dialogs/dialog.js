/** A dialog: the rest of the page waits, Escape closes it, and the focus goes back to where it was. */
import { element } from "../element.js";

/**
 * @param {string} title  or what opened it: the dots that announced a dialog are left out
 * @param {(close: (answer?: string) => void) => import("../element.js").Child[]} content
 * @param {{kind?: string, role?: string, staysOpen?: boolean, isRead?: boolean}} [how]  `staysOpen`: only its buttons
 *   close it; `isRead`: what it says is read before anything is pressed, and it begins at its title
 * @returns {Promise<string>} what it was closed with; empty for Escape
 */
export function openDialog(title, content, { kind = "", role, staysOpen, isRead } = {}) {
  const name = title.replace(/\.\.\.$/, "");
  const before = document.activeElement;
  return new Promise((answer) => {
    const closedby = staysOpen ? "none" : null;
    const node = element("dialog", { class: `dialog ${kind}`.trim(), role, "aria-label": name, closedby });
    const close = (value = "") => node.close(value);
    node.append(
      element("h2", { tabindex: isRead ? -1 : null, autofocus: isRead }, name),
      .../** @type {(Node | string)[]} */ (content(close).flat().filter(Boolean)),
    );
    if (staysOpen) node.addEventListener("cancel", (event) => event.preventDefault());
    else node.addEventListener("click", (event) => event.target === node && isOutside(event, node) && close());
    node.addEventListener("keydown", (event) => event.stopPropagation());
    node.addEventListener("close", () => {
      node.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      answer(node.returnValue);
    });
    document.body.append(node);
    node.showModal();
    // What stands in a field already is mostly written anew: a key replaces it.
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.type === "text") field.select();
  });
}

/**
 * Of what can never be looked at again: no single key loses it, neither Escape nor the one that opened it and is pressed
 * once more. Only the button closes it that says it was kept.
 * @param {string} title @param {import("../element.js").Child[]} content @param {string} kept  what its button says
 * @param {import("../element.js").Child[]} [ways]  of keeping it, beside that button @param {string} [kind]
 */
export async function openOnce(title, content, kept, ways = [], kind = "") {
  await openDialog(title, (close) => [
    ...content,
    element("div", { class: "answers" }, ways, element("button", { class: "strong", onclick: () => close() }, kept)),
  ], { kind, staysOpen: true, isRead: true });
}

/** @param {MouseEvent} event @param {HTMLElement} node */
function isOutside({ clientX, clientY }, node) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
