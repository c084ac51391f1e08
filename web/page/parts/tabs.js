/** The three views at the lower edge of a phone; the rest is in the menu. */
import { address, outline } from "../desk.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { goTo } from "../router.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

export const tabs = element("nav", { class: "tabs", "aria-label": words.tabs });

// A press on a tab takes the focus from no field: whether the next view keeps it depends on that.
tabs.addEventListener("mousedown", (event) => event.preventDefault());

export function drawTabs() {
  const { counts } = outline.value ?? {};
  const now = address.value;
  render(
    tabs,
    (/** @type {const} */ (["inbox", "today", "upcoming"])).map((kind) => {
      const isHere = now.screen === "view" && now.view.kind === kind;
      const count = kind === "upcoming" ? 0 : counts?.[kind] ?? 0;
      return element(
        "button",
        {
          class: `tab of-${kind}`,
          "aria-current": isHere ? "page" : null,
          data: { drop: kind },
          onclick: () => goTo(kind),
        },
        icon(kind),
        element("span", {}, words.views[kind]),
        count > 0 && element("span", { class: "unseen" }, `, ${words.openCount(count)}`),
      );
    }),
  );
}
