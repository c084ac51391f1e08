/** The days that are wanted most, by name; each once. */
import { isWeekend, nextMonday, nextSaturday } from "../dates.js";
import { words } from "../words/words.js";

/** @param {string} today @param {string} tomorrow */
export function wantedDays(today, tomorrow) {
  // On a Saturday and a Sunday this weekend is today, which stands above.
  const weekend = isWeekend(today) ? words.moveTo.nextWeekend : words.moveTo.weekend;
  const days = [
    { name: words.moveTo.today, icon: "today", kind: "of-today", date: today },
    { name: words.moveTo.tomorrow, icon: "tomorrow", kind: "of-tomorrow", date: tomorrow },
    { name: weekend, icon: "upcoming", kind: "of-upcoming", date: nextSaturday(today) },
    { name: words.moveTo.nextWeek, icon: "forward", kind: "of-inbox", date: nextMonday(today) },
  ];
  return days.filter(({ date }, at) => days.findIndex((other) => other.date === date) === at);
}
