import { Backoff } from "../../keeper/backoff.js";
import { Queue } from "../../keeper/queue.js";
import { Sleeper } from "../../keeper/sleeper.js";
import { equal, ok } from "../assert.js";

Deno.test("one thing at a time, in order, and what fails fails for itself", async () => {
  const queue = new Queue();
  /** @type {string[]} */
  const seen = [];
  let running = 0;
  const things = ["a", "b", "c", "d"].map((name, index) =>
    queue.run(async () => {
      running += 1;
      equal(running, 1);
      await new Promise((resolve) => setTimeout(resolve, 5 - index));
      running -= 1;
      seen.push(name);
      if (name === "b") throw new Error(name);
      return name;
    }).catch((error) => `failed ${error.message}`)
  );
  equal(await Promise.all(things), ["a", "failed b", "c", "d"]);
  equal(seen, ["a", "b", "c", "d"]);
});

Deno.test("a wake between two sleeps is not lost, and ends one sleep alone", async () => {
  const sleeper = new Sleeper();
  sleeper.wake();
  await sleeper.sleep(60_000);
  let isOver = false;
  const sleep = sleeper.sleep(60_000).then(() => isOver = true);
  await Promise.resolve();
  ok(!isOver, "the wake counted twice");
  sleeper.wake();
  await sleep;
  await sleeper.sleep(1);
});

Deno.test("each failure in a row waits about twice as long, up to the longest", () => {
  const backoff = new Backoff(1_000, 40_000);
  for (const most of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 40_000, 40_000]) {
    const wait = backoff.afterFailure();
    ok(wait >= most / 2 && wait <= most, `${wait} of ${most}`);
  }
  backoff.succeed();
  ok(backoff.afterFailure() <= 1_000);
});
