/** The next 14 days along the upper edge, as places for what is dragged. */
import { plusDays } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { sayDate } from "../words/forms.js";

const days = 14;

/** Shows it until the answer is called. @returns {() => void} */
export function showStrip() {
  const today = outline.value?.today;
  if (!today) return () => {};
  const strip = element(
    "div",
    { class: "strip", "aria-hidden": "true" },
    Array.from({ length: days }, (_, at) => {
      const date = plusDays(today, at);
      return element(
        "span",
        { data: { drop: at === 0 ? "today" : `date:${date}` } },
        sayDate(date, { weekday: "short" }),
        element("b", {}, String(Number(date.slice(8)))),
      );
    }),
  );
  // It covers the head of the main view alone, since tasks can be dropped on the views at the side, too.
  const { left, width } = document.getElementById("main")?.getBoundingClientRect() ?? { left: 0, width: innerWidth };
  strip.style.left = `${left}px`;
  strip.style.width = `${width}px`;
  document.body.append(strip);
  return () => strip.remove();
}
