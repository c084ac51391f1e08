/**
 * A finger that pulls a list down from its top asks the server now. What it would bring is brought without it, too: it
 * is for those who want to be sure.
 */
import { say } from "../announce.js";
import { remark } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { element } from "../element.js";
import { knock } from "../haptics.js";
import { icon } from "../parts/icons.js";
import { words } from "../words/words.js";
import { enough, pulled } from "./pull-way.js";

/** So long an answer is waited for, in milliseconds. */
const patience = 8_000;

/** @param {HTMLElement} scroller @returns {() => void} ends it */
export function bindPull(scroller) {
  const sign = element("div", { class: "pull", "aria-hidden": "true", hidden: true }, icon("repeat"));
  scroller.prepend(sign);
  const over = new AbortController();
  const how = { signal: over.signal, passive: true };
  /** @type {{x: number, y: number} | null} */
  let start = null;
  let far = 0;
  const draw = (/** @type {number} */ way) => {
    if (far < enough && way >= enough) knock();
    far = way;
    sign.hidden = way === 0;
    sign.style.transform = `translateY(${way}px) rotate(${way * 3}deg)`;
    sign.classList.toggle("is-enough", way >= enough);
  };
  const rest = () => {
    start = null;
    sign.classList.remove("is-asking");
    draw(0);
  };
  scroller.addEventListener("touchstart", ({ touches, target }) => {
    const isField = /** @type {Element} */ (target).closest("textarea, input");
    const isFree = touches.length === 1 && scroller.scrollTop <= 0 && !isField && !sign.matches(".is-asking");
    start = isFree ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }, how);
  scroller.addEventListener("touchmove", ({ touches: [{ clientX, clientY }] }) => {
    if (!start) return;
    // What drags a row, or swipes, is no pull.
    const isOther = document.documentElement.classList.contains("dragging") || scroller.scrollTop > 0;
    const way = isOther ? null : pulled(clientX - start.x, clientY - start.y, far > 0);
    if (way === null) return rest();
    draw(way);
  }, how);
  scroller.addEventListener("touchend", async () => {
    if (!start || far < enough) return start && rest();
    start = null;
    draw(enough);
    sign.classList.add("is-asking");
    await ask();
    rest();
  }, how);
  scroller.addEventListener("touchcancel", () => start && rest(), how);
  return () => over.abort();
}

async function ask() {
  say(words.pull.asking);
  const before = standing.value?.lastSync;
  keeper.sync();
  const isAnswered = await new Promise((/** @type {(yes: boolean) => void} */ answer) => {
    const timer = setTimeout(() => end(false), navigator.onLine ? patience : 0);
    const stop = standing.watch((now) => now?.lastSync !== before && end(true));
    function end(/** @type {boolean} */ yes) {
      clearTimeout(timer);
      // The signal may tell at once, before it has answered how to stop.
      queueMicrotask(() => stop());
      answer(yes);
    }
  });
  if (isAnswered) say(words.pull.done);
  else remark(words.refusal(standing.value?.account ? "offline" : "alone"));
}
