import { visited } from "../../page/visits.js";
import { equal } from "../assert.js";

Deno.test("who was away for some days comes back, and who was here yesterday does not", () => {
  const seen = (/** @type {string} */ seenOn) => visited({ seenOn }, "2027-03-02");
  equal(seen("2027-03-02"), null);
  equal(seen(""), { seenOn: "2027-03-02" });
  equal(seen("2027-02-26"), { seenOn: "2027-03-02" });
  equal(seen("2027-02-25"), { seenOn: "2027-03-02", backOn: "2027-03-02" });
});
