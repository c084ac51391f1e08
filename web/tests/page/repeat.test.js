import { choiceOf, choicesFor, repeating } from "../../page/repeat/choices.js";
import { coming, firstDate, moved, skipped, successor } from "../../page/repeat/dates.js";
import { draftOf, recurrenceOfDraft } from "../../page/repeat/draft.js";
import { readRule, recurrenceOf, ruleOf, textOf } from "../../page/repeat/rule.js";
import { repeats } from "../../page/words/en/repeat.js";
import { sayDate } from "../../page/words/forms.js";
import { equal } from "../assert.js";

const rrule = (/** @type {string} */ rrule) => ({ rrule });
const say = (/** @type {unknown} */ recurrence) => repeats(readRule(recurrence));

Deno.test("rules are read and written as the API has them", () => {
  for (
    const text of [
      "FREQ=DAILY",
      "FREQ=DAILY;INTERVAL=3;COUNT=5",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
      "FREQ=MONTHLY;UNTIL=20261224;BYMONTHDAY=-1",
      "FREQ=MONTHLY;BYDAY=1MO,-1FR",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;WKST=SU",
    ]
  ) equal(textOf(/** @type {never} */ (readRule(rrule(text)))), text);
  equal(
    textOf(/** @type {never} */ (readRule(rrule("rrule:wkst=MO;freq=monthly;bymonthday=5")))),
    "FREQ=MONTHLY;BYMONTHDAY=5",
  );
  equal(readRule({ days: [4, 1] })?.days.map(({ weekday }) => weekday), [1, 4]);
});

Deno.test("what is no rule is none", () => {
  for (const one of [null, 3, {}, rrule(""), rrule("FREQ=HOURLY"), rrule("FREQ=WEEKLY;BYDAY=XX")]) {
    equal(readRule(one), null);
  }
});

Deno.test("days of every week are written as days, and all else as a rule", () => {
  const week = ruleOf("weekly", { days: [{ weekday: 1, ordinal: null }] });
  equal(recurrenceOf(week), { days: [1] });
  equal(recurrenceOf(ruleOf("daily"), { onSchedule: true }), { days: [1, 2, 3, 4, 5, 6, 7], onSchedule: true });
  equal(recurrenceOf({ ...week, interval: 2 }, { except: ["2026-12-24"] }), {
    rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    except: ["2026-12-24"],
  });
});

Deno.test("what a date suggests", () => {
  const texts = (/** @type {string} */ date) => choicesFor(date).map(({ rule }) => textOf(rule));
  equal(texts("2026-11-23").slice(2), [
    "FREQ=WEEKLY;BYDAY=MO",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    "FREQ=MONTHLY;BYMONTHDAY=23",
    "FREQ=MONTHLY;BYDAY=4MO",
    "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=23",
  ]);
  equal(texts("2026-11-30").slice(4, 6), ["FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=-1MO"]);
  equal(texts("2027-02-28")[4], "FREQ=MONTHLY;BYMONTHDAY=28");
  for (const { choice, rule } of choicesFor("2026-11-23")) equal(choiceOf(rule, "2026-11-23"), choice);
  const choice = (/** @type {unknown} */ one, date = "2026-11-23") =>
    choiceOf(/** @type {never} */ (readRule(one)), date);
  equal(choice({ days: [1, 2, 3, 4, 5, 6, 7] }), "daily");
  equal(choice(rrule("FREQ=MONTHLY;COUNT=3")), "monthDay");
  equal(choice({ days: [2] }), null);
});

Deno.test("the dates that follow", () => {
  equal(coming({ days: [1, 4] }, "2026-11-23", 3), ["2026-11-26", "2026-11-30", "2026-12-03"]);
  equal(coming(rrule("FREQ=WEEKLY;INTERVAL=2"), "2026-11-25", 2), ["2026-12-09", "2026-12-23"]);
  equal(coming(rrule("FREQ=MONTHLY;BYMONTHDAY=31"), "2026-10-31", 2), ["2026-12-31", "2027-01-31"]);
  equal(coming(rrule("FREQ=MONTHLY;BYMONTHDAY=-1"), "2027-01-31", 2), ["2027-02-28", "2027-03-31"]);
  equal(coming(rrule("FREQ=MONTHLY;BYDAY=1MO"), "2026-11-02", 2), ["2026-12-07", "2027-01-04"]);
  equal(coming(rrule("FREQ=YEARLY"), "2024-02-29", 2), ["2028-02-29", "2032-02-29"]);
  equal(coming(rrule("FREQ=YEARLY;BYDAY=-1FR"), "2026-12-25", 1), ["2027-12-31"]);
  equal(coming(rrule("FREQ=DAILY;COUNT=3"), "2026-11-23", 9), ["2026-11-24", "2026-11-25"]);
  equal(coming(rrule("FREQ=DAILY;UNTIL=20261125"), "2026-11-23", 9), ["2026-11-24", "2026-11-25"]);
  equal(coming(rrule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "2026-11-23", 1), []);
  equal(firstDate(ruleOf("weekly", { days: [{ weekday: 4, ordinal: null }] }), "2026-11-23"), "2026-11-26");
});

Deno.test("what follows leaves out what is to be left out, and counts it", () => {
  equal(successor({ days: [4], except: ["2026-12-24"] }, "2026-12-17"), {
    date: "2026-12-31",
    recurrence: { days: [4] },
  });
  equal(successor({ ...rrule("FREQ=WEEKLY;COUNT=4"), except: ["2026-12-24", "2027-01-07"] }, "2026-12-17"), {
    date: "2026-12-31",
    recurrence: { rrule: "FREQ=WEEKLY;COUNT=2;BYDAY=TH", except: ["2027-01-07"] },
  });
  equal(successor(rrule("FREQ=WEEKLY;COUNT=1"), "2026-12-17"), null);
  equal(successor({ days: [1], onSchedule: true }, "2026-11-23")?.recurrence, { days: [1], onSchedule: true });
});

Deno.test("skipping leads to a day that is not behind", () => {
  equal(skipped({ days: [1] }, "2026-11-23", "2026-11-20")?.date, "2026-11-30");
  equal(skipped({ days: [1] }, "2026-11-02", "2026-11-20")?.date, "2026-11-23");
  equal(skipped(rrule("FREQ=WEEKLY;COUNT=2"), "2026-11-02", "2026-11-20"), null);
});

Deno.test("those that follow can move as this one did", () => {
  equal(moved({ days: [1] }, "2026-11-23"), null);
  equal(moved({ days: [1], onSchedule: true }, "2026-11-24"), { days: [2], onSchedule: true });
  equal(moved({ days: [1, 5] }, "2026-11-26"), { days: [1, 4] });
  equal(moved({ days: [1, 2] }, "2026-11-25"), { days: [1, 3] });
  equal(moved(rrule("FREQ=MONTHLY;BYMONTHDAY=1"), "2026-12-02"), rrule("FREQ=MONTHLY;BYMONTHDAY=2"));
  equal(moved(rrule("FREQ=MONTHLY;BYDAY=1MO"), "2026-12-08"), rrule("FREQ=MONTHLY;BYDAY=2TU"));
  equal(
    moved(rrule("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"), "2027-01-06"),
    rrule("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=6"),
  );
  equal(moved(rrule("FREQ=DAILY;INTERVAL=3"), "2026-11-24"), null);
  equal(moved(rrule("FREQ=MONTHLY;BYMONTHDAY=1,15"), "2026-12-02"), null);
});

Deno.test("a task that is to repeat stands on a date of its rule", () => {
  equal(repeating({ days: [4] }, "2026-11-26", "2026-11-20"), { recurrence: { days: [4] } });
  equal(repeating({ days: [4] }, null, "2026-11-20").scheduledDate, "2026-11-26");
  equal(repeating({ days: [4] }, "2026-11-28", "2026-11-20").scheduledDate, "2026-12-03");
});

Deno.test("a form gives back what it was given", () => {
  for (
    const recurrence of [
      { days: [1, 4], onSchedule: true },
      { days: [1, 2, 3, 4, 5, 6, 7] },
      rrule("FREQ=DAILY;INTERVAL=3;COUNT=5"),
      { ...rrule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"), except: ["2026-12-24"] },
      rrule("FREQ=MONTHLY;UNTIL=20261224;BYMONTHDAY=-1"),
      rrule("FREQ=MONTHLY;BYMONTHDAY=1,15"),
      rrule("FREQ=MONTHLY;BYDAY=-1FR"),
      rrule("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU"),
      rrule("FREQ=YEARLY;BYMONTH=5,6;BYDAY=2SU"),
      rrule("FREQ=DAILY;BYMONTH=5"),
    ]
  ) equal(recurrenceOfDraft(draftOf(recurrence, "2026-11-23")), recurrence);
});

Deno.test("a form begins with what the date suggests, and every answer of it stays", () => {
  const draft = draftOf(null, "2026-11-30");
  equal(recurrenceOfDraft(draft), { days: [1] });
  equal(recurrenceOfDraft({ ...draft, frequency: "monthly" }), rrule("FREQ=MONTHLY;BYMONTHDAY=30"));
  equal(recurrenceOfDraft({ ...draft, frequency: "monthly", by: "weekday" }), rrule("FREQ=MONTHLY;BYDAY=-1MO"));
  const year = { ...draft, frequency: /** @type {const} */ ("yearly"), ends: /** @type {const} */ ("count"), count: 3 };
  equal(recurrenceOfDraft(year), rrule("FREQ=YEARLY;COUNT=3;BYMONTH=11;BYMONTHDAY=30"));
});

Deno.test("in words", () => {
  equal(say({ days: [1, 2, 3, 4, 5, 6, 7] }), "every day");
  equal(say({ days: [1, 2, 3, 4, 5] }), "every weekday");
  equal(say({ days: [1, 4] }), "every Monday and Thursday");
  equal(say(rrule("FREQ=DAILY;INTERVAL=2")), "every other day");
  equal(say(rrule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO")), "every other week on Monday");
  equal(say(rrule("FREQ=WEEKLY;INTERVAL=3")), "every 3 weeks");
  equal(say(rrule("FREQ=MONTHLY;BYMONTHDAY=1")), "every month on the 1st");
  equal(say(rrule("FREQ=MONTHLY;BYMONTHDAY=-1")), "every month on the last day");
  equal(say(rrule("FREQ=MONTHLY;BYDAY=1MO")), "every month on the first Monday");
  equal(say(rrule("FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR")), "every 3 months on the last Friday");
  equal(
    say(rrule("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5")),
    `every year on ${sayDate("2024-01-05", { day: "numeric", month: "long" })}`,
  );
  equal(say(rrule("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU")), "every year on the second Sunday of May");
  equal(say(rrule("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR")), "every month on the 13th, if it is Friday");
  equal(
    say(rrule("FREQ=DAILY;UNTIL=20261224")),
    `every day, until ${sayDate("2026-12-24", { day: "numeric", month: "short", year: "numeric" })}`,
  );
  equal(say(rrule("FREQ=WEEKLY;COUNT=3;BYDAY=TU")), "every Tuesday, 3 times");
  equal(say(rrule("FREQ=WEEKLY;COUNT=1;BYDAY=TU")), "every Tuesday, for the last time");
  equal(say({}), "repeats");
});
