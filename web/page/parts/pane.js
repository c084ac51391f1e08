/** Where a task opens: beside the list where there is room, over it where there is none. */
import { address } from "../desk.js";
import { back, go } from "../router.js";

/** From this width on the list and a task stand side by side. */
const wide = matchMedia("(min-width: 1200px)");

export function isWide() {
  return wide.matches;
}

/** @param {string} id @param {"title" | "notes"} [focus]  what of it is to be written in at once */
export function openTask(id, focus) {
  go({ screen: "task", id, focus }, { instead: address.value.screen === "task" });
}

/** @param {import("../router.js").Address} otherwise  where to go when the tab began at the task */
export function closeTask(otherwise) {
  back(otherwise);
}
