/** The dates of a period, as the server is asked for them. */
import { plusDays } from "../dates.js";

/** @typedef {"ever" | "days" | "year" | "lastYear"} Period */

/**
 * The first date and the last one, as the server is asked for them; none of all time.
 * @param {Period} period @param {string} today @returns {{from?: string, to?: string}}
 */
export function datesOf(period, today) {
  const year = Number(today.slice(0, 4));
  switch (period) {
    case "ever":
      return {};
    case "days":
      return { from: plusDays(today, -29), to: today };
    case "year":
      return { from: `${year}-01-01`, to: today };
    case "lastYear":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}
