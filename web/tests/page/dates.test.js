import * as assert from "../assert.js";
import * as dates from "../../page/dates.js";
import { wantedDays } from "../../page/parts/wanted-days.js";
import { dayHeading, dayName, momentName, timeOf } from "../../page/words/forms.js";

Deno.test("days are counted by the calendar, over leap days and years", () => {
  assert.equal(dates.plusDays("2028-02-28", 1), "2028-02-29");
  assert.equal(dates.plusDays("2026-12-31", 1), "2027-01-01");
  assert.equal(dates.daysBetween("2026-11-24", "2027-11-24"), 365);
  assert.equal(dates.weekday("2026-11-22"), 7);
  assert.equal(dates.plusMonths("2026-11-24", 2), "2027-01-01");
  assert.equal(dates.nextSaturday("2026-11-28"), "2026-12-05");
  assert.equal(dates.nextMonday("2026-11-23"), "2026-11-30");
});

Deno.test("a month is six weeks, from the first weekday of the account", () => {
  const weeks = dates.weeksOf("2026-11-24", 1);
  assert.equal(weeks[0][0], "2026-10-26");
  assert.equal(weeks.length, 6);
  assert.equal(dates.weeksOf("2026-11-24", 7)[0][0], "2026-11-01");
});

Deno.test("a time of a zone becomes its instant, in summer and in winter", () => {
  assert.equal(dates.instantIn("2026-07-01", "09:00", "Europe/Berlin"), "2026-07-01T07:00:00.000Z");
  assert.equal(dates.instantIn("2026-12-01", "09:00", "Europe/Berlin"), "2026-12-01T08:00:00.000Z");
  assert.equal(dates.instantIn("2026-12-01", "00:30", "Pacific/Kiritimati"), "2026-11-30T10:30:00.000Z");
  assert.equal(dates.clockIn("2026-11-30T10:30:00.000Z", "Pacific/Kiritimati"), "2026-12-01T00:30:00");
});

Deno.test("near days have names, far ones have their year", () => {
  assert.equal(dayName("2026-11-24", "2026-11-24"), "Today");
  assert.equal(dayName("2026-11-23", "2026-11-24"), "Yesterday");
  assert.equal(dayName("2026-11-28", "2026-11-24"), "Saturday");
  assert.match(dayName("2028-11-28", "2026-11-24"), /2028/);
  assert.equal(dayHeading("2026-11-25", "2026-11-24").name, "Tomorrow");
});

Deno.test("a day earlier never leads into the past, and a day later out of it", () => {
  const today = "2026-11-28";
  assert.equal(dates.stepped("2026-11-30", -1, today), "2026-11-29");
  assert.equal(dates.stepped("2026-11-29", -1, today), today);
  assert.equal(dates.stepped(today, -1, today), null);
  assert.equal(dates.stepped("2026-11-20", -1, today), null);
  assert.equal(dates.stepped(null, -1, today), null);
  assert.equal(dates.stepped(today, 1, today), "2026-11-29");
  assert.equal(dates.stepped("2026-11-20", 1, today), today);
  assert.equal(dates.stepped(null, 1, today), today);
});

Deno.test("this weekend is the one that comes; on a Saturday and a Sunday it is today, and the next one has its own name", () => {
  const wanted = (/** @type {string} */ today) =>
    wantedDays(today, dates.plusDays(today, 1)).map(({ name, date }) => `${name} ${date.slice(8)}`);
  assert.equal(wanted("2026-11-26"), ["Today 26", "Tomorrow 27", "This weekend 28", "Next week 30"]);
  assert.equal(wanted("2026-11-27"), ["Today 27", "Tomorrow 28", "Next week 30"]);
  assert.equal(wanted("2026-11-28"), ["Today 28", "Tomorrow 29", "Next weekend 05", "Next week 30"]);
  assert.equal(wanted("2026-11-29"), ["Today 29", "Tomorrow 30", "Next weekend 05"]);
});

Deno.test("times have the hours of the person's own language", () => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, "language");
  const said = (/** @type {string} */ language) => {
    Object.defineProperty(Navigator.prototype, "language", { configurable: true, get: () => language });
    return timeOf("2026-11-24T20:05:00.000Z", "Europe/Berlin").replace("\u202f", " ");
  };
  try {
    assert.equal(said("de-DE"), "21:05");
    assert.equal(said("en-GB"), "21:05");
    assert.equal(said("en-US"), "9:05 PM");
  } finally {
    if (own) Object.defineProperty(Navigator.prototype, "language", own);
  }
});

Deno.test("a day has its instants from when it begins", () => {
  assert.equal(dates.dayIn("2026-11-28T23:30:00Z", "Europe/Berlin", "00:00"), "2026-11-29");
  assert.equal(dates.dayIn("2026-11-28T23:30:00Z", "Europe/Berlin", "04:00"), "2026-11-28");
  assert.equal(dates.dayIn("2026-11-29T03:00:00Z", "Europe/Berlin", "04:00"), "2026-11-29");
  assert.equal(dates.dayIn(Date.parse("2026-11-29T03:00:00Z") - 1, "Europe/Berlin", "04:00"), "2026-11-28");
});

Deno.test("the time that is offered for a day is still to come", () => {
  const on = (/** @type {string} */ now) => dates.usualTime("2026-11-29", now);
  assert.equal(
    ["2026-11-28T15:10:00", "2026-11-29T08:59:59", "2026-11-29T09:00:00", "2026-11-29T15:10:00"].map(on),
    ["09:00", "09:00", "10:00", "16:00"],
  );
  assert.equal(on("2026-11-29T23:10:00"), "23:59");
});

Deno.test("an instant has its day also where years are counted from elsewhere", () => {
  const { languages } = navigator;
  Object.defineProperty(navigator, "languages", { value: ["en-u-ca-buddhist"], configurable: true });
  try {
    const [day] = momentName("2026-11-24T18:00:00.000Z", "2026-11-24", "UTC").split(",");
    assert.equal(day, dayName("2026-11-24", "2026-11-24"));
  } finally {
    Object.defineProperty(navigator, "languages", { value: languages, configurable: true });
  }
});
