import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { lateness } = await import("../../page/screens/notifications/log.js");

Deno.test("what came late says by how much, in whole units, and what came in time says nothing", () => {
  equal([null, 0, 999].map(lateness), [false, false, false]);
  equal([1_000, 59_999, 60_000, 7_300_000, 90_000_000].map(lateness), [
    "1 second late",
    "59 seconds late",
    "1 minute late",
    "2 hours late",
    "1 day late",
  ]);
});
