/**
 * @import { Outline, View } from "../../types/messages.js"
 * @import { List } from "../../page/list/list.js"
 */
import { outline } from "../../page/desk.js";
import { Newcomer } from "../../page/list/newcomer.js";
import { canArrange, peersOf } from "../../page/list/order.js";
import { equal } from "../assert.js";

const rows = [
  { id: "a", state: "notStarted", date: "2026-11-28" },
  { id: "b", state: "active", date: "2026-11-28" },
  { id: "c", state: "notStarted", date: "2026-11-29" },
  { id: "d", state: "notStarted", date: "2026-11-28" },
];

/** @param {View} view @param {object} [more] */
const list = (view, more) => /** @type {List} */ (/** @type {unknown} */ ({ view, picture: { rows }, ...more }));

Deno.test("a person's own order is there where nothing else says one", () => {
  const lists = [{ id: "home", name: "Home" }, { id: "late", name: "Late", filter: "overdue" }];
  outline.value = /** @type {Outline} */ (/** @type {unknown} */ ({ lists }));
  /** @type {View[]} */
  const views = [{ kind: "today" }, { kind: "past" }, { kind: "logbook" }, { kind: "list", id: "home" }, {
    kind: "list",
    id: "late",
  }];
  equal(views.map(canArrange), [true, false, false, true, false]);
});

Deno.test("rows of one state stand in one order, and in Upcoming those of one day", () => {
  const row = /** @type {import("../../types/messages.js").Row} */ (rows[0]);
  equal(peersOf(list({ kind: "today" }), row).map(({ id }) => id), ["a", "c", "d"]);
  equal(peersOf(list({ kind: "upcoming" }), row).map(({ id }) => id), ["a", "d"]);
});

Deno.test("a new task is brought onto the screen where it will be, until its row is there", () => {
  /** @type {number[]} */
  const revealed = [];
  const window = { reveal: (/** @type {number} */ place) => revealed.push(place) };
  let known = -1;
  const newcomer = new Newcomer(
    list({ kind: "inbox" }, {
      picture: { rows, groups: [], open: 3 },
      window,
      node: { isConnected: true },
      indexOf: () => known,
    }),
  );
  newcomer.reveal();
  equal(revealed, []);
  // The frame comes at once.
  globalThis.requestAnimationFrame = (draw) => (draw(0), 0);
  newcomer.expect("new");
  known = 3;
  newcomer.reveal();
  newcomer.reveal();
  equal(revealed, [2, 3]);
});
