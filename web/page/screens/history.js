/** What was changed, by whom and when. */
import { page } from "../parts/page.js";

export class HistoryPage {
  /** @param {string} [task]  of which; of everything without one */
  constructor(task) {
    const { node, focus, show } = page("History", null);
    show(task ?? "");
    Object.assign(this, { node, focus });
  }
  node = document.createElement("div");
  focus() {}
  end() {}
}
