import * as assert from "../assert.js";
import { comingDates } from "../../page/calendar/coming.js";
import { daysOf } from "../../page/calendar/days.js";
import { Place } from "../../page/calendar/place.js";
import { firstOf, turned, walked, weeksAround } from "../../page/calendar/spans.js";
import { placeNamed, screenOf } from "../../page/list/drop-names.js";
import { path, read } from "../../page/router.js";

Deno.test("a month has as many weeks as it needs", () => {
  const count = (/** @type {string} */ month, firstWeekday = 1) =>
    weeksAround("month", `${month}-15`, firstWeekday).length;
  assert.equal(count("2027-02"), 4);
  assert.equal(count("2027-02", 7), 5);
  assert.equal(count("2027-03"), 5);
  assert.equal(count("2027-05"), 6);
  assert.equal(count("2026-02", 7), 4);
  const weeks = weeksAround("month", "2028-02-29", 1);
  assert.equal([weeks[0][0], weeks[4][1], weeks[4][6]], ["2028-01-31", "2028-02-29", "2028-03-05"]);
});

Deno.test("a week goes over the end of a year, from the account's first weekday", () => {
  assert.equal(weeksAround("week", "2027-01-01", 1)[0][0], "2026-12-28");
  assert.equal(weeksAround("week", "2027-01-01", 7)[0], [
    "2026-12-27",
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
    "2027-01-02",
  ]);
  assert.equal(firstOf("week", "2027-01-03", 1), "2026-12-28");
  assert.equal(firstOf("week", "2027-01-03", 7), "2027-01-03");
  assert.equal(firstOf("month", "2027-01-03", 7), "2027-01-01");
});

Deno.test("a month on is the same day, or the last where there is none", () => {
  assert.equal(turned("month", "2027-01-31", 1), "2027-02-28");
  assert.equal(turned("month", "2028-01-31", 1), "2028-02-29");
  assert.equal(turned("month", "2027-01-15", -1), "2026-12-15");
  assert.equal(turned("week", "2026-12-30", 1), "2027-01-06");
});

Deno.test("keys walk through days and weeks, and from right to left the other way", () => {
  assert.equal(walked("ArrowRight", "2026-12-31", 1), "2027-01-01");
  assert.equal(walked("ArrowRight", "2026-12-31", 1, { isRightToLeft: true }), "2026-12-30");
  assert.equal(walked("ArrowUp", "2028-03-07", 1), "2028-02-29");
  assert.equal(walked("Home", "2027-01-03", 1), "2026-12-28");
  assert.equal(walked("Home", "2027-01-03", 7), "2027-01-03");
  assert.equal(walked("End", "2027-01-03", 7), "2027-01-09");
  assert.equal(walked("x", "2027-01-03", 7), null);
  assert.equal(walked("toString", "2027-01-03", 7), null);
});

Deno.test("what repeats comes back until it ends", () => {
  const days = weeksAround("month", "2027-03-01", 1).flat();
  const coming = (/** @type {unknown} */ recurrence, scheduledDate = "2027-03-01", more = {}) =>
    comingDates(/** @type {any} */ ({ recurrence, scheduledDate, state: "notStarted", ...more }), days, "2027-02-20");
  assert.equal(coming({ rrule: "FREQ=WEEKLY" }), ["2027-03-08", "2027-03-15", "2027-03-22", "2027-03-29"]);
  assert.equal(coming({ days: [3], except: ["2027-03-10"] }), [
    "2027-03-03",
    "2027-03-17",
    "2027-03-24",
    "2027-03-31",
  ]);
  assert.equal(coming({ rrule: "FREQ=DAILY;COUNT=3" }), ["2027-03-02", "2027-03-03"]);
  assert.equal(coming({ rrule: "FREQ=DAILY;COUNT=3" }, "2027-02-27"), ["2027-03-01"]);
  assert.equal(coming({ rrule: "FREQ=DAILY;UNTIL=20270303" }), ["2027-03-02", "2027-03-03"]);
  assert.equal(coming({ rrule: "FREQ=MONTHLY" }, "2026-01-31"), ["2027-03-31"]);
  assert.equal(coming({ rrule: "FREQ=WEEKLY" }, "2027-03-01", { state: "completed" }), []);
  assert.equal(coming(null), []);
  assert.equal(coming({ rrule: "FREQ=NEVER" }), []);
  // What lies behind does not come back.
  const late = comingDates(
    /** @type {any} */ ({ recurrence: { days: [1] }, scheduledDate: "2027-03-01", state: "notStarted" }),
    days,
    "2027-03-16",
  );
  assert.equal(late, ["2027-03-22", "2027-03-29"]);
});

Deno.test("the tasks of a day stand by state and time, and else in their order", () => {
  const row = (/** @type {string} */ id, more = {}) => /** @type {any} */ ({
    id,
    state: "notStarted",
    scheduledDate: "2027-03-01",
    date: "2027-03-01",
    dueAt: null,
    recurrence: null,
    ...more,
  });
  const rows = [
    row("done", { state: "completed" }),
    row("second"),
    row("first", { state: "active" }),
    row("late", { dueAt: "2027-03-01T20:00:00.000Z" }),
    row("third"),
    row("early", { dueAt: "2027-03-01T06:00:00.000Z" }),
    row("other day", { dueAt: "2027-03-02T06:00:00.000Z" }),
    row("elsewhere", { date: "2027-05-01" }),
    row("due alone", { scheduledDate: null, date: "2027-03-02", dueAt: "2027-03-01T23:30:00.000Z" }),
  ];
  const days = daysOf(rows, ["2027-03-01", "2027-03-02"], "2027-03-01", "Europe/Berlin");
  const [one, other] = ["2027-03-01", "2027-03-02"].map((date) => days.get(date));
  assert.equal(one?.entries.map((entry) => entry.row.id), [
    "first",
    "early",
    "late",
    "second",
    "third",
    "other day",
    "done",
  ]);
  assert.equal(one?.done, 1);
  assert.equal(one?.entries.filter(({ dueAt }) => dueAt).map((entry) => entry.row.id), ["early", "late"]);
  assert.equal(other?.entries.map((entry) => [entry.row.id, entry.dueAt]), [["due alone", "2027-03-01T23:30:00.000Z"]]);
});

Deno.test("addresses of the calendar are read as they are written, and others are none", () => {
  for (const address of ["calendar", "calendar/week", "calendar/month/2027-03", "calendar/week/2028-02-29"]) {
    const where = read(`/app/${address}`);
    assert.equal(where?.screen, "calendar");
    assert.equal(where && path(where), `/app/${address}`);
  }
  const wrong = ["year", "month/2027-13", "month/2027", "week/2027-02-29", "week/2027-03-01/x", "month/2027-03-01"];
  for (const address of wrong) assert.equal(read(`/app/calendar/${address}`)?.screen, "unknown");
});

Deno.test("what is dragged opens the calendar, and its months", () => {
  assert.equal(placeNamed("calendar"), null);
  assert.equal(screenOf("calendar"), { screen: "calendar" });
  assert.equal(screenOf("calendar:month:2027-03-01"), { screen: "calendar", span: "month", date: "2027-03-01" });
});

Deno.test("the chosen day is today until somebody chooses one, also when the day turns", () => {
  const place = new Place("2027-03-31", 1, { screen: "calendar" }, "month");
  assert.equal([place.span, place.current], ["month", "2027-03-31"]);
  place.turnOfDay("2027-04-01", 7);
  assert.equal([place.current, place.weeks[0][0]], ["2027-04-01", "2027-03-28"]);
  place.choose("2027-04-09");
  place.turnOfDay("2027-04-02", 7);
  assert.equal(place.current, "2027-04-09");
  assert.equal(place.turned(1), { screen: "calendar", span: "month", date: "2027-05-01", day: "2027-05-09" });
  place.seek({ screen: "calendar", span: "week", date: "2027-03-28" }, "month");
  assert.equal([place.current, place.holds("2027-04-03"), place.holds("2027-04-04")], ["2027-04-02", true, false]);
  place.seek({ screen: "calendar", span: "month", date: "2027-09-01" }, "month");
  assert.equal(place.current, "2027-09-01");
  place.follow();
  place.turnOfDay("2027-04-03", 7);
  assert.equal(place.current, "2027-04-03");
});
