import { equal, ok } from "../assert.js";
import { Numbers } from "../../page/statistics/numbers.js";
import { datesOf } from "../../page/statistics/dates-of.js";
import { Pace } from "../../page/statistics/pace.js";

/** A server that answers what it was asked, under a revision. */
function server() {
  const here = { revision: 1, code: "", asked: /** @type {string[]} */ ([]) };
  /** @type {import("../../page/statistics/source.js").Ask} */
  const ask = (question, values) => {
    here.asked.push(`${question} ${Object.values(values).join(" ")}`.trim());
    if (here.code) return Promise.resolve({ code: here.code });
    const told = /** @type {any} */ ({ date: "2026-11-28", revision: here.revision, ...values });
    return Promise.resolve({ told });
  };
  return { here, ask };
}

const everything = [
  "summary",
  "days 2025-11-29 2026-11-28",
  "balance list",
  "rhythm",
  "postponed",
  "time",
  "review",
];

Deno.test("everything is asked once, and again only after a change", async () => {
  const { here, ask } = server();
  const numbers = new Numbers(ask, () => 42);
  numbers.of("one");
  await numbers.renew();
  equal(here.asked.splice(0), everything);
  equal(numbers.told.value.at, 42);
  await numbers.renew();
  equal(here.asked.splice(0), ["summary"]);
  here.revision = 2;
  await numbers.renew();
  equal(here.asked.splice(0), everything);
  numbers.choose({ by: "tag" });
  await numbers.renew();
  equal(here.asked.splice(0), ["summary", "balance tag"]);
  numbers.choose({ week: "2026-11-10" });
  await numbers.renew();
  equal(here.asked.splice(0), ["summary", "review 2026-11-10"]);
});

Deno.test("what is of a time is asked for of the one that was chosen, and says of which it is", async () => {
  const { here, ask } = server();
  const numbers = new Numbers(ask);
  numbers.of("one");
  await numbers.renew();
  here.asked.splice(0);
  numbers.choose({ period: "lastYear" });
  equal([numbers.told.value.period, numbers.told.value.of], ["lastYear", "ever"]);
  await numbers.renew();
  const dates = "2025-01-01 2025-12-31";
  const ofPeriod = [`balance list ${dates}`, `rhythm ${dates}`, `postponed ${dates}`, `time ${dates}`];
  equal(here.asked.splice(0), ["summary", ...ofPeriod]);
  equal(numbers.told.value.of, "lastYear");
  // It is kept for another account, whose numbers are all asked for.
  numbers.of("two");
  equal([numbers.told.value.period, numbers.told.value.rhythm], ["lastYear", null]);
});

Deno.test("where a time is answered in part, nothing is said to be of it, nor of the one before", async () => {
  let refuses = "";
  const numbers = new Numbers((question) =>
    Promise.resolve(
      question === refuses
        ? { code: "offline" }
        : { told: /** @type {any} */ ({ date: "2026-11-28", revision: 1, count: 0 }) },
    )
  );
  numbers.of("one");
  await numbers.renew();
  numbers.choose({ period: "year" });
  refuses = "summary";
  await numbers.renew();
  equal(numbers.told.value.of, "ever", "nothing is of the new one");
  refuses = "time";
  await numbers.renew();
  equal(numbers.told.value.of, null);
  numbers.choose({ period: "ever" });
  refuses = "";
  await numbers.renew();
  equal([numbers.told.value.of, numbers.told.value.code], ["ever", null]);
});

Deno.test("periods are dates of the account, from the first to the last", () => {
  equal(datesOf("ever", "2026-03-01"), {});
  equal(datesOf("days", "2026-03-01"), { from: "2026-01-31", to: "2026-03-01" });
  equal(datesOf("year", "2026-03-01"), { from: "2026-01-01", to: "2026-03-01" });
  equal(datesOf("lastYear", "2026-03-01"), { from: "2025-01-01", to: "2025-12-31" });
});

Deno.test("without an answer the last numbers stay, with their time and the reason", async () => {
  const { here, ask } = server();
  let now = 1;
  const numbers = new Numbers(ask, () => now);
  numbers.of("one");
  await numbers.renew();
  here.code = "offline";
  now = 2;
  await numbers.renew();
  equal([numbers.told.value.code, numbers.told.value.at, numbers.told.value.summary?.revision], ["offline", 1, 1]);
  here.code = "";
  await numbers.renew();
  equal([numbers.told.value.code, numbers.told.value.at], [null, 2]);
});

Deno.test("the numbers of another account are gone, also those that come late", async () => {
  const { ask } = server();
  const numbers = new Numbers(ask);
  numbers.of("one");
  const asking = numbers.renew();
  numbers.of("two");
  await asking;
  equal(numbers.told.value.summary, null);
  await numbers.renew();
  ok(numbers.told.value.summary);
  numbers.of("");
  equal(numbers.told.value.summary, null);
});

/** A clock that goes when it is told to. */
function handClock() {
  let time = 0;
  /** @type {{at: number, run: () => void}[]} */
  let timers = [];
  return {
    now: () => time,
    /** @param {number} milliseconds @param {() => void} run */
    after(milliseconds, run) {
      const timer = { at: time + milliseconds, run };
      timers.push(timer);
      return () => timers = timers.filter((one) => one !== timer);
    },
    /** @param {number} milliseconds */
    async go(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        time = next.at;
        next.run();
        await Promise.resolve();
        await Promise.resolve();
      }
      time = end;
    },
  };
}

Deno.test("many changes are one question in three seconds, and none while nobody looks", async () => {
  const clock = handClock();
  /** @type {number[]} */
  const asked = [];
  const pace = new Pace(() => Promise.resolve(asked.push(clock.now())), clock);
  await pace.now();
  for (let turn = 0; turn < 100; turn += 1) {
    pace.wake();
    await clock.go(100);
  }
  await clock.go(10_000);
  equal(asked, [0, 3_000, 6_000, 9_000, 12_000]);
  pace.wake();
  await clock.go(10_000);
  equal(asked.splice(0).at(-1), 20_300, "after a rest it is soon");
  pace.see(false);
  pace.wake();
  await clock.go(60_000);
  equal(asked, []);
  pace.see(true);
  await clock.go(300);
  equal(asked.length, 1, "what changed meanwhile is asked about once somebody looks");
  pace.wake();
  pace.end();
  await clock.go(60_000);
  equal(asked.length, 1);
});

Deno.test("who chooses something does not wait for the pace", async () => {
  const clock = handClock();
  let asked = 0;
  const pace = new Pace(() => Promise.resolve(asked += 1), clock);
  const first = pace.now();
  pace.now();
  await first;
  await clock.go(1);
  equal(asked, 2);
});

Deno.test("a question that failed is asked again with the next change", async () => {
  let asked = 0;
  const clock = {
    now: () => 0,
    after: (/** @type {number} */ _wait, /** @type {() => void} */ run) => (run(), () => {}),
  };
  const pace = new Pace(() => (asked += 1) === 1 ? Promise.reject(new Error("no")) : Promise.resolve(), clock);
  await pace.now().catch(() => {});
  pace.wake();
  await Promise.resolve();
  equal(asked, 2);
});

Deno.test("what was chosen while a question failed is asked about all the same", async () => {
  let asked = 0;
  const pace = new Pace(() => (asked += 1) === 1 ? Promise.reject(new Error("no")) : Promise.resolve(), handClock());
  const first = pace.now();
  pace.now();
  await first.catch(() => {});
  equal(asked, 2);
});
