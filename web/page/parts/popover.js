/**
 * Something small that opens beside what was pressed (on a phone, from the lower edge) and goes with Escape or a press
 * elsewhere. The focus goes back to where it was.
 */
const gap = 6;

/**
 * @param {HTMLElement} node
 * @param {HTMLElement | {x: number, y: number}} anchor
 * @param {() => void} [closed]
 * @returns {() => void} closes it
 */
export function openPopover(node, anchor, closed = () => {}) {
  const before = document.activeElement;
  node.popover = "auto";
  node.classList.add("popover");
  document.body.append(node);
  node.showPopover();
  place(node, anchor);
  node.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    const hadFocus = node.contains(document.activeElement) || document.activeElement === document.body;
    node.remove();
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    closed();
  });
  return () => {
    if (node.isConnected) node.hidePopover();
  };
}

/** @param {HTMLElement} node @param {HTMLElement | {x: number, y: number}} anchor */
function place(node, anchor) {
  if (matchMedia("(max-width: 639px)").matches) return;
  const at = anchor instanceof HTMLElement
    ? anchor.getBoundingClientRect()
    : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
  const { offsetWidth: width, offsetHeight: height } = node;
  const isRightToLeft = getComputedStyle(node).direction === "rtl";
  const side = isRightToLeft ? at.right - width : at.left;
  const below = at.bottom + gap + height <= innerHeight;
  const top = below ? at.bottom + gap : Math.max(gap, at.top - gap - height);
  node.style.left = `${Math.max(gap, Math.min(side, innerWidth - width - gap))}px`;
  node.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
}
