/** @import { Board, Outline, Row } from "../../types/messages.js" */
import { outline } from "../../page/desk.js";
import { dropNameOf, placeNamed, screenOf } from "../../page/list/drop-names.js";
import { prefer } from "../../page/preferences.js";
import { fullSentence, hasDayParts, isFull, newcomers, wantedRegion } from "../../page/regions.js";
import { cellName } from "../../page/words/en/board.js";
import { equal, ok } from "../assert.js";

const today = "2026-11-24";
const limits = { mustDo: 1, complementary: 3, misc: 5 };
/** @param {object} settings */
const stands = (settings) =>
  outline.value = /** @type {Outline} */ (/** @type {unknown} */ ({ today, lists: [], settings }));
const cell = {
  region: "morning",
  mustDo: null,
  fills: {
    mustDo: { open: 1, limit: 1, text: "1/1" },
    complementary: { open: 2, limit: 3, text: "2/3" },
    misc: { open: 3, limit: 5, text: "3/5" },
  },
  progress: { done: 6, total: 12, percent: 50, text: "6/12" },
  locked: false,
};
const board = /** @type {Board} */ (/** @type {unknown} */ ({ regions: [cell] }));

Deno.test("the board is there where days end in the backlog, until somebody chooses", () => {
  stands({ rollover: "off" });
  equal(hasDayParts(), false);
  stands({ rollover: "backlog" });
  equal(hasDayParts(), true);
  prefer({ dayParts: false });
  equal(hasDayParts(), false);
  prefer({ dayParts: null });
});

Deno.test("a card is read as one sentence", () => {
  equal(cellName(board.regions[0]), "Morning region, 1 Must-Do, 2 Complementary, 3 Misc, 50% complete");
});

Deno.test("why there is no room is said with the account's limits", () => {
  stands({ regionLimits: limits, backlogLimit: 20 });
  equal(fullSentence("morning"), "Morning region full (1 Must-Do, 3 Complementary, 5 Misc)");
  equal(
    fullSentence({ kind: "region", region: "evening" }),
    "Evening region full (1 Must-Do, 3 Complementary, 5 Misc)",
  );
  equal(fullSentence({ kind: "backlog" }), "Backlog full (20 tasks)");
  equal(fullSentence({ kind: "inbox" }), null);
  stands({ regionLimits: { ...limits, misc: 8 } });
  equal(fullSentence("afternoon"), "Afternoon region full (1 Must-Do, 3 Complementary, 8 Misc)");
});

Deno.test("what stands in a bucket already, or is done, takes no more of its room", () => {
  stands({ regionLimits: limits });
  const row = (/** @type {object} */ more) => /** @type {Row} */ (/** @type {unknown} */ ({
    id: "a",
    state: "notStarted",
    region: "morning",
    bucket: "misc",
    date: today,
    ...more,
  }));
  equal(newcomers(["a"], [row({})], "morning", "misc"), 0);
  equal(newcomers(["a"], [row({})], "morning", "complementary"), 1);
  equal(newcomers(["a"], [row({ state: "completed" })], "evening", "misc"), 0);
  equal(newcomers(["a"], [row({ date: "2026-11-25" })], "morning", "misc"), 1);
  equal(newcomers(["a", "unknown"], [row({})], "morning", "misc"), 1);
  ok(isFull(board, "morning", "mustDo"));
  ok(!isFull(board, "morning", "complementary"));
  ok(isFull(board, "morning", "complementary", 2));
  ok(!isFull(board, "morning", "mustDo", 0));
});

Deno.test("a refused gesture names the region that it wanted", () => {
  const rows = /** @type {Row[]} */ (/** @type {unknown} */ ([{ id: "a", region: "evening" }]));
  const place = /** @type {const} */ ({ kind: "region", region: "morning" });
  equal(wantedRegion({ act: "add", titles: ["A"], place }, rows), "morning");
  equal(wantedRegion({ act: "add", titles: ["A"], place, fields: { region: "evening" } }, rows), "evening");
  equal(
    wantedRegion({ act: "add", titles: ["A"], place: { kind: "today" }, fields: { region: "morning" } }, rows),
    "morning",
  );
  equal(wantedRegion({ act: "edit", ids: ["a"], fields: { state: "notStarted" } }, rows), "evening");
  equal(wantedRegion({ act: "move", ids: ["a"], place: { kind: "backlog" } }, rows), "backlog");
  equal(wantedRegion({ act: "edit", ids: ["b"], fields: { state: "notStarted" } }, rows), null);
});

Deno.test("places have names where things are dropped on them, and some a screen that opens meanwhile", () => {
  for (const name of ["inbox", "today", "upcoming", "backlog", "list:home", `date:${today}`, "region:evening"]) {
    const place = placeNamed(name);
    ok(place);
    equal(dropNameOf(/** @type {NonNullable<typeof place>} */ (place)), name);
  }
  equal(placeNamed("region:morning:mustDo"), { kind: "region", region: "morning", bucket: "mustDo" });
  equal(placeNamed("board"), null);
  equal(placeNamed("elsewhere"), undefined);
  equal(screenOf("board"), { screen: "board" });
  equal(screenOf("region:evening"), { screen: "view", view: { kind: "region", region: "evening" } });
  equal(screenOf("region:evening:misc"), null);
  equal(screenOf(`date:${today}`), null);
});
