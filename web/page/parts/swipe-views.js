/**
 * A swipe that begins on no row turns to the view beside: Inbox, Today, Upcoming. The content follows the finger.
 *
 * @import { View } from "../../types/messages.js"
 */
import { edge } from "../list/press.js";
import { goTo } from "../router.js";

const order = /** @type {const} */ (["inbox", "today", "upcoming"]);
const slack = 12;
const enough = 64;

/** @param {HTMLElement} node  the screen @param {View} view @returns {() => void} */
export function bindSwipeViews(node, view) {
  const at = order.findIndex((kind) => kind === view.kind);
  if (at < 0) return () => {};
  /** @type {{x: number, y: number, id: number, turns: boolean} | null} */
  let start = null;
  const down = (/** @type {PointerEvent} */ { pointerType, clientX: x, clientY: y, target, pointerId: id }) => {
    const onRow = /** @type {Element} */ (target).closest(".row, .swipe-under, textarea, input");
    if (pointerType !== "touch" || onRow || x < edge || x > innerWidth - edge) return;
    start = { x, y, id, turns: false };
  };
  const moved = (/** @type {PointerEvent} */ { clientX, clientY, pointerId }) => {
    if (!start || start.id !== pointerId) return;
    const across = clientX - start.x;
    if (!start.turns && Math.abs(clientY - start.y) > slack) return void (start = null);
    if (!start.turns && Math.abs(across) < slack) return;
    start.turns = true;
    node.classList.add("turning");
    node.style.transform = `translateX(${neighbour(node, at, across) ? across : across / 4}px)`;
  };
  const up = (/** @type {PointerEvent} */ { clientX, pointerId }) => {
    if (!start || start.id !== pointerId) return;
    const across = clientX - start.x;
    const next = start.turns && Math.abs(across) > enough ? neighbour(node, at, across) : undefined;
    rest();
    if (next) goTo(next);
  };
  const rest = () => {
    start = null;
    node.classList.replace("turning", "turned");
    node.style.transform = "";
    setTimeout(() => node.classList.remove("turned"), 260);
  };
  const over = new AbortController();
  const how = { signal: over.signal };
  node.addEventListener("pointerdown", down, how);
  node.addEventListener("pointermove", moved, how);
  node.addEventListener("pointerup", up, how);
  node.addEventListener("pointercancel", () => start && rest(), how);
  return () => over.abort();
}

/** The view to which a swipe leads. @param {HTMLElement} node @param {number} at @param {number} across */
function neighbour(node, at, across) {
  const step = (across < 0 ? 1 : -1) * (getComputedStyle(node).direction === "rtl" ? -1 : 1);
  return order[at + step];
}
