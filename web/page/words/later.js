/** The words of the screens that are loaded later, by the file that holds them. They come as late as the screens. */
import * as english from "./en-later.js";
import { inLanguage } from "./language.js";

/** @type {typeof english} */
export const later = await inLanguage(english, "later");
