/** Lists that were deleted. */
import { inSentence } from "../forms.js";

export const title = "Lists";
export const note = "The tasks that were deleted with a list come back with it.";
export const unknown = "Lists that were deleted show here as soon as the server answers.";
/** @param {string} when */
export const when = (when) => `Deleted ${inSentence(when)}`;
/** @param {string} name */
export const restoreOf = (name) => `Restore ${name}`;
/** @param {string} name */
export const restored = (name) => `Restored ${name}`;
