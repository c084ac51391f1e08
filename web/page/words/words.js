/** What the app says from its first moment, in the language that is spoken here. */
import * as english from "./en.js";
import { inLanguage } from "./language.js";

/** @type {typeof english} */
export const words = await inLanguage(english, "first");
