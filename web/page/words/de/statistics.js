/** What was done, in words: sentences, names of pictures, and what is read out of them. */
import { number, plural } from "../forms.js";
import { tasks } from "./statistics-read.js";

export * from "../statistics-forms.js";
export * from "./statistics-read.js";

export const today = "Heute";
export const thisWeek = "Diese Woche";
export const thisMonth = "Dieser Monat";
export const trends = "Entwicklung";
export const days = "Die letzten 30 Tage";
export const year = "Das letzte Jahr";
export const balance = "Balance";
export const rhythm = "Rhythmus";
export const postponed = "Verschoben";
export const time = "Wie lange es dauert";
export const review = "Eine Woche";

export const asking = "Der Server wird gefragt ...";
export const stillAsking = "Der Server braucht länger. Was er zählt, erscheint, sobald er antwortet.";
export const countedHere = "Aus den Aufgaben auf diesem Gerät gezählt: Gelöschtes und Aufgeschobenes fehlt darin.";
export const none = "Noch keine Daten";
export const noneMore = "Was du erledigst, wird hier gezählt, nach Tag, Liste und Stunde.";
export const noAccount = "Was du erledigst, zählt der Server, von der ersten Aufgabe an.";
export const laterMore = "Was du inzwischen erledigst, wird trotzdem gezählt.";
/** @param {string} moment */
export const asOf = (moment) => `Zuletzt gezählt: ${moment}.`;
export const howToRead = "Die Pfeiltasten gehen von einem zum nächsten.";
export const showTable = "Als Tabelle zeigen";
export const hideTable = "Tabelle ausblenden";
/** @param {string} name */
export const tableOf = (name) => `${name}, als Tabelle`;

/** @type {Record<"today" | "thisWeek" | "thisMonth", string>} */
const spans = { today: "heute", thisWeek: "diese Woche", thisMonth: "diesen Monat" };

/** `3 Aufgaben heute erledigt`. @param {number} count @param {keyof typeof spans} span */
export function completed(count, span) {
  return plural(count, { one: `# Aufgabe ${spans[span]} erledigt`, other: `# Aufgaben ${spans[span]} erledigt` });
}
/** @param {number} count */
export const ever = (count) =>
  plural(count, { one: "# Aufgabe insgesamt erledigt", other: "# Aufgaben insgesamt erledigt" });

export const directions = { up: "Mehr", down: "Weniger", same: "Gleich" };

/**
 * How this month stands beside the last; no direction where there is nothing beside it.
 * @param {{ever: number, thisMonth: number, lastMonth: number}} counts
 * @returns {{direction: keyof typeof directions | null, sentence: string}}
 */
export function trend({ ever, thisMonth, lastMonth }) {
  if (ever === 0) return { direction: null, sentence: none };
  if (lastMonth === 0) return { direction: null, sentence: "Keine Daten vom letzten Monat" };
  const here = plural(thisMonth, { one: "# Aufgabe in diesem Monat", other: "# Aufgaben in diesem Monat" });
  if (thisMonth === lastMonth) return { direction: "same", sentence: `${here}, so viele wie im letzten` };
  const direction = thisMonth > lastMonth ? "up" : "down";
  const beside = direction === "up" ? "mehr" : "weniger";
  return { direction, sentence: `${here}, ${beside} als die ${number(lastMonth)} im letzten` };
}

export const period = "Zeitraum";
export const periodMore = "Für die Balance, den Rhythmus, was verschoben wurde und wie lange es dauert";
export const periods = {
  ever: "Die ganze Zeit",
  days: "Die letzten 30 Tage",
  year: "Dieses Jahr",
  lastYear: "Letztes Jahr",
};
export const noneThen = "Damals wurde nichts erledigt.";

export const by = "Balance nach";
export const kinds = { list: "Liste", category: "Kategorie", region: "Tagesteil", tag: "Tag" };
export const without = { list: "Keine Liste", category: "Keine Kategorie", region: "Kein Tagesteil", tag: "Kein Tag" };
export const goneList = "Eine Liste, die es nicht mehr gibt";
/** @param {number} count @param {number} percent */
export const share = (count, percent) => `${number(count)} (${percent} %)`;
/** @param {number} count */
export const others = (count) => plural(count, { one: "# weitere in der Tabelle", other: "# weitere in der Tabelle" });

/** @param {number} count @param {number} tasksMoved @param {number} days */
export function postponedTold(count, tasksMoved, days) {
  if (count === 0) return "Nichts wurde auf einen späteren Tag verschoben.";
  const moves = plural(count, { one: "einmal", other: "#-mal" });
  const along = plural(days, { one: "# Tag", other: "# Tage" });
  return `${tasks(tasksMoved)} ${moves} auf einen späteren Tag verschoben, um insgesamt ${along}.`;
}
/** @param {number} count */
export const times = (count) => plural(count, { one: "einmal", other: "#-mal" });
export const goneTask = "Eine gelöschte Aufgabe";

export const half = "Die Hälfte innerhalb von";
export const mostOfThem = "Neun von zehn innerhalb von";
export const average = "Im Durchschnitt";
/** @param {number} count */
export const timeTold = (count) =>
  `Vom Aufschreiben bis zum Erledigen, bei ${plural(count, { one: "# Aufgabe", other: "# Aufgaben" })}.`;

export const weekBefore = "Die Woche davor";
export const weekAfter = "Die Woche danach";
/**
 * A week in a sentence.
 * @param {{done: number, before: number, waiting: number}} week
 * @param {boolean} isPresent  whether it is the present one
 */
export function weekTold({ done, before, waiting }, isPresent) {
  if (done === 0) return waiting > 0 ? "Eine ruhige Woche. Was wartet, darf warten." : "Eine ruhige Woche.";
  const here = `Du hast ${isPresent ? "diese Woche" : "in dieser Woche"} ${tasks(done)} erledigt`;
  if (before === 0) return `${here}.`;
  if (done === before) return `${here}, so viele wie in der Woche davor.`;
  const beside = done > before ? `${number(done - before)} mehr` : `${number(before - done)} weniger`;
  return `${here}, ${beside} als in der Woche davor.`;
}

export const facts = {
  completed: "Erledigt",
  before: "Die Woche davor",
  added: "Hinzugefügt",
  postponed: "Verschoben",
  waiting: "Wartet noch",
};

export const heads = {
  day: "Tag",
  hour: "Stunde",
  tasks: "Aufgaben",
  task: "Aufgabe",
  share: "Anteil",
  moves: "Verschoben",
  time: "Dauer",
};
export const legend = ["Weniger", "Mehr"];
