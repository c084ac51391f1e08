/** Days and moments within a sentence. */
import { inSentence } from "../forms.js";

/** `heute`, `am Freitag`, `am Fr., 4. Dez.`. @param {string} when */
export const on = (when) => inSentence(when) === when ? `am ${when}` : inSentence(when);
