/**
 * Draws what follows signals: at once, and from then on once a frame, however often they change in it. Each drawing may
 * cost the page a layout, and one change of a task brings several pieces of news. A page that nobody sees has no frames,
 * and draws at once.
 *
 * @import { Signal } from "./signal.js"
 */

/** @param {Signal<any>[]} signals @param {() => void} draw @returns {() => void}  stops it */
export function drawWith(signals, draw) {
  let frame = 0;
  let isFirst = true;
  const now = () => {
    frame = 0;
    draw();
  };
  const soon = () => {
    if (isFirst) return;
    if (document.hidden) now();
    else frame ||= requestAnimationFrame(now);
  };
  const stops = signals.map((signal) => signal.watch(soon));
  isFirst = false;
  draw();
  return () => {
    cancelAnimationFrame(frame);
    stops.forEach((stop) => stop());
  };
}
