/** Das Widget: was heute ansteht, in einem kleinen Fenster. */
import { plural } from "../forms.js";

export const title = "Heute";
export const nothing = "Heute steht nichts an";
export const asking = "Gleich bereit ...";
/** @param {number} count */
export const open = (count) => plural(count, { one: "# offen", other: "# offen" });
/** @param {number} count */
export const more = (count) => plural(count, { one: "# weitere in Daybook", other: "# weitere in Daybook" });
export const menu = "Was du mit dem Widget tun kannst";
export const sizes = { small: "Klein: 3 Aufgaben", medium: "Mittel: 8 Aufgaben" };
export const chooseLists = "Aus Listen...";
export const allLists = "Es zeigt Aufgaben der Listen, die eingeschaltet sind, und aller, wenn es keine ist.";
export const add = "Neue Aufgabe";
export const ownWindow = "In einem eigenen Fenster";
export const leave = "Daybook öffnen";
/** @param {string} title */
export const show = (title) => `${title} öffnen`;
