/**
 * Something small that opens beside what was pressed (on a phone, from the lower edge) and goes with Escape or a press
 * elsewhere, which does nothing else then. The focus goes back to where it was.
 *
 * The browser's own dismissal (`popover=auto`) would take away a menu that a resting finger has opened, when it is lifted.
 */
import { isComposed } from "../composed.js";
import { spot } from "./spot.js";

/** @typedef {HTMLElement | {x: number, y: number}} Anchor */

/**
 * @param {HTMLElement} node @param {Anchor} anchor @param {() => void} [closed]
 * @returns {() => void} closes it
 */
export function openPopover(node, anchor, closed = () => {}) {
  const before = document.activeElement;
  const over = new AbortController();
  const how = { capture: true, signal: over.signal };
  const close = () => {
    if (over.signal.aborted) return;
    over.abort();
    // Its screen may be gone, and it with that.
    if (!node.isConnected) return closed();
    const hadFocus = node.contains(document.activeElement) || document.activeElement === document.body;
    node.hidePopover();
    node.remove();
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    closed();
  };
  node.popover = "manual";
  node.classList.add("popover");
  // What lies under an open task takes no presses, nor does anything in it.
  const free = ["dialog[open]", "#main:not([inert])", ".pane:not([hidden])", "body"].map((one) =>
    document.querySelector(one)
  );
  free.find((one) => one !== null)?.append(node);
  node.showPopover();
  place(node, anchor);
  document.addEventListener(
    "pointerdown",
    (event) => node.isConnected ? node.contains(asNode(event.target)) || dismiss(event, close) : close(),
    how,
  );
  document.addEventListener("keydown", (event) => {
    if (!node.isConnected) return close();
    if (event.key !== "Escape" || isComposed(event)) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  }, how);
  addEventListener("popstate", close, how);
  addEventListener("resize", close, how);
  return close;
}

/** A press elsewhere only closes. @param {Event} event @param {() => void} close */
function dismiss(event, close) {
  event.stopPropagation();
  event.preventDefault();
  const swallow = (/** @type {Event} */ click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerup", () => setTimeout(() => removeEventListener("click", swallow, { capture: true })), {
    once: true,
  });
  close();
}

/** @param {EventTarget | null} target */
function asNode(target) {
  return target instanceof Node ? target : null;
}

/** @param {HTMLElement} node @param {Anchor} anchor */
function place(node, anchor) {
  if (matchMedia("(max-width: 639px)").matches) return;
  const at = anchor instanceof HTMLElement
    ? anchor.getBoundingClientRect()
    : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
  const size = { width: node.offsetWidth, height: node.offsetHeight };
  const isRightToLeft = getComputedStyle(node).direction === "rtl";
  const { left, top } = spot(size, at, { width: innerWidth, height: innerHeight }, titleOf(anchor), isRightToLeft);
  node.style.left = `${left}px`;
  node.style.top = `${top}px`;
}

/** Where the title stands of the task that something opens about. @param {Anchor} anchor */
function titleOf(anchor) {
  const under = anchor instanceof HTMLElement ? anchor : document.elementFromPoint(anchor.x, anchor.y);
  const title = under?.closest(".row, .detail")?.querySelector(".title, #detail-title");
  if (!title) return null;
  const text = document.createRange();
  text.selectNodeContents(title);
  return title instanceof HTMLTextAreaElement ? title.getBoundingClientRect() : text.getBoundingClientRect();
}
