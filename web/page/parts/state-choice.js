/**
 * Chooses the state of a task, also one that a tap on its circle would pass over.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { setState } from "../deeds.js";
import { words } from "../words/words.js";
import { openMenu } from "./menu.js";

/** @param {HTMLElement | {x: number, y: number}} anchor @param {Row} row */
export function chooseState(anchor, { id, title, state }) {
  openMenu(
    anchor,
    title,
    /** @type {Row["state"][]} */ (["notStarted", "active", "completed"]).map((one) => ({
      label: words.stateNames[one],
      checked: one === state,
      run: () => one === state || setState([id], one),
    })),
  );
}
