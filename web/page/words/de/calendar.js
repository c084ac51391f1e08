/** Der Kalender der Wochen und Monate. */
import { plural, sayDate } from "../forms.js";

export { month, week } from "../en/calendar.js";

export const spans = { month: "Monat", week: "Woche" };
export const spansLabel = "Was der Kalender zeigt";
export const today = "Heute";
export const before = { month: "Der Monat davor", week: "Die Woche davor" };
export const after = { month: "Der Monat danach", week: "Die Woche danach" };

/** Ein Tag, wie er vorgelesen wird. @param {string} date @param {number} count @param {number} done @param {number} coming */
export const dayNamed = (date, count, done, coming) =>
  [
    sayDate(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    count === 0 ? "keine Aufgaben" : plural(count, { one: "# Aufgabe", other: "# Aufgaben" }),
    done > 0 && `${done} erledigt`,
    coming > 0 && plural(coming, { one: "# kommt wieder", other: "# kommen wieder" }),
  ].filter(Boolean).join(", ");

/** @param {string} date */
export const dayHeading = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long" });
/** @param {number} count */
export const moreOnDay = (count) => `+${count}`;
export const nothing = "Nichts an diesem Tag.";
export const coming = "Kommt an diesem Tag wieder";
/** @param {string} date */
export const comesOn = (date) => `Kommt wieder: ${dayHeading(date)}`;
/** @param {string} task @param {string} date */
export const comesBack = (task, date) => `${task} kommt wieder: ${dayHeading(date)}`;
/** @param {number} count */
export const moreComing = (count) =>
  plural(count, { one: "und # weitere, die sich wiederholt", other: "und # weitere, die sich wiederholen" });
/** @param {number} count */
export const missing = (count) =>
  plural(count, {
    one: "# weitere Aufgabe dieser Tage steht hier nicht. In der Liste eines Tages stehen alle.",
    other: "# weitere Aufgaben dieser Tage stehen hier nicht. In der Liste eines Tages stehen alle.",
  });
