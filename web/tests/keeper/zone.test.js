import { searched, spans } from "../../wasm/zone.js";
import { equal, ok } from "../assert.js";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "America/Santiago",
  "UTC",
];

Deno.test("a zone's offset is right at every hour of some years, and one second around each change", () => {
  for (const zone of zones) {
    const { starts, offsets } = searched(zone, 2009, 2031);
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const told = (/** @type {number} */ second) => {
      const text = format.formatToParts(second * 1000).find((part) => part.type === "timeZoneName")?.value ?? "";
      const [, sign, hours, minutes] = text.match(/([+-])(\d\d):(\d\d)/) ?? ["", "+", "0", "0"];
      return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
    };
    const ours = (/** @type {number} */ second) => offsets[starts.findLastIndex((start) => start <= second)];
    for (let second = starts[0]; second < Date.UTC(2030, 0, 1) / 1000; second += 86_400 * 3 + 3600) {
      equal(ours(second), told(second), `${zone} at ${second}`);
    }
    for (const start of starts.slice(1)) {
      equal(ours(start), told(start), `${zone} at its change ${start}`);
      equal(ours(start - 1), told(start - 1), `${zone} before its change ${start}`);
    }
  }
});

Deno.test("what the browser tells of a zone and what is searched for is the same", () => {
  if (!("Temporal" in globalThis)) return;
  for (const zone of zones) equal(spans(zone, { from: 2009, until: 2031 }), searched(zone, 2009, 2031), zone);
});

Deno.test("a start does not wait for it", () => {
  // The shortest of three: the others may have waited for the machine.
  const took = [1, 2, 3].map(() => {
    const begun = performance.now();
    ok(spans("Europe/Berlin").starts.length > 100);
    return performance.now() - begun;
  });
  ok(Math.min(...took) < 2_000, "two seconds and more for one zone");
});
