/**
 * Draws a subtask by its grip to another place: up and down between the others, and to the side as deep as it is to be.
 *
 * @import { Branch, Spot } from "./tree.js"
 */
import { spotAt, without } from "./tree.js";

/** So far to the side is one step deeper, as the rows are drawn. */
const step = 24;
const slack = 4;

/**
 * @param {PointerEvent} event @param {HTMLElement} list @param {{root: string, branches: Branch[], id: string}} from
 * @param {(spot: Spot) => void} put
 */
export function dragSubtask(event, list, { root, branches, id }, put) {
  const grip = /** @type {HTMLElement} */ (event.currentTarget);
  const others = without(branches, id);
  const { depth } = /** @type {Branch} */ (branches.find(({ row }) => row.id === id));
  const isRightToLeft = getComputedStyle(list).direction === "rtl";
  const start = { x: event.clientX, y: event.clientY };
  const over = new AbortController();
  let hasBegun = false;
  /** @type {Spot | null} */
  let spot = null;
  event.preventDefault();
  grip.setPointerCapture(event.pointerId);

  const node = (/** @type {string} */ of) => list.querySelector(`[data-id="${CSS.escape(of)}"]`);
  const clear = () =>
    list.querySelectorAll(".lifted, .gap-above, .gap-below, .taking").forEach((one) => {
      one.classList.remove("lifted", "gap-above", "gap-below", "taking");
    });
  const end = (/** @type {boolean} */ isPut) => {
    over.abort();
    clear();
    if (isPut && spot) put(spot);
  };
  const show = (/** @type {number} */ gap) => {
    clear();
    node(id)?.classList.add("lifted");
    const below = others[gap] && node(others[gap].row.id);
    const above = others[gap - 1] && node(others[gap - 1].row.id);
    if (below) below.classList.add("gap-above");
    else above?.classList.add("gap-below");
    if (spot && spot.parent !== root) node(spot.parent)?.classList.add("taking");
  };
  grip.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!hasBegun && Math.hypot(clientX - start.x, clientY - start.y) < slack) return;
    hasBegun = true;
    const gap = others.filter(({ row }) => middle(node(row.id)) < clientY).length;
    const aside = Math.round((clientX - start.x) / step) * (isRightToLeft ? -1 : 1);
    spot = spotAt(root, others, gap, depth + aside);
    show(gap);
  }, { signal: over.signal });
  grip.addEventListener("pointerup", () => end(hasBegun), { signal: over.signal });
  grip.addEventListener("pointercancel", () => end(false), { signal: over.signal });
  document.addEventListener("keydown", (key) => {
    if (key.key !== "Escape") return;
    key.stopPropagation();
    key.preventDefault();
    end(false);
  }, { capture: true, signal: over.signal });
}

/** @param {Element | null} node */
function middle(node) {
  if (!node) return 0;
  const { top, height } = node.getBoundingClientRect();
  return top + height / 2;
}
