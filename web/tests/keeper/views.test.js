import { Views } from "../../keeper/views.js";
import { equal } from "../assert.js";

/** @import { Book } from "../../keeper/book.js" */

Deno.test("the next start begins with the list that a tab showed, and not with what was asked beside it", () => {
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    queue: { run: (/** @type {() => void} */ paint) => paint() },
    core: {
      ask: () => ({ answer: { rows: [], until: Infinity } }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  const views = new Views(book, () => {});
  views.joins("tab", true);
  const look = (/** @type {string} */ subscription, /** @type {"today" | "past"} */ kind) =>
    views.look("tab", { kind: "look", subscription, book: "own", view: { kind }, from: 0, count: 60 });
  look("list", "today");
  look("gather", "past");
  equal(views.toKeep()?.picture.view, { kind: "today" });
  look("list", "past");
  equal(views.toKeep()?.picture.view, { kind: "past" });
  views.end();
});
