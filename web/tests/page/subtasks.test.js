import { branchesOf, sizeOf, spotAt, spotOf, without } from "../../page/subtasks/tree.js";
import { equal } from "../assert.js";

const row = (/** @type {string} */ id) => /** @type {import("../../types/messages.js").Row} */ ({ id });

// a, b (b1, b2 (b2x)), c
const tree = branchesOf(
  "root",
  new Map([
    ["root", [row("a"), row("b"), row("c")]],
    ["b", [row("b1"), row("b2")]],
    ["b2", [row("b2x")]],
  ]),
);
const names = (/** @type {typeof tree} */ branches) => branches.map(({ row, depth }) => `${row.id}${depth}`).join(" ");
const spot = (
  /** @type {string} */ parent,
  /** @type {string | null} */ above,
  /** @type {string | null} */ below,
) => ({
  parent,
  above,
  below,
});

Deno.test("subtasks stand below what they are part of, and move with it", () => {
  equal(names(tree), "a0 b0 b11 b21 b2x2 c0");
  equal(sizeOf(tree, 1), 4);
  equal(sizeOf(tree, 5), 1);
  equal(names(without(tree, "b")), "a0 c0");
  equal(names(without(tree, "nobody")), names(tree));
});

Deno.test("what is part of something folded is not there, and the folded one moves whole", () => {
  const rows = new Map([["root", [row("a"), row("b"), row("c")]], ["b", [row("b1"), row("b2")]], ["b2", [row("b2x")]]]);
  const folded = branchesOf("root", rows, (id) => id === "b");
  equal(names(folded), "a0 b0 c0");
  equal(spotOf("root", folded, "c", "up"), spot("root", "a", "b"));
  equal(spotOf("root", folded, "c", "in"), spot("b", null, null));
  equal(names(branchesOf("root", rows, (id) => id === "b2")), "a0 b0 b11 b21 c0");
});

Deno.test("up and down lead past those beside it", () => {
  equal(spotOf("root", tree, "c", "up"), spot("root", "a", "b"));
  equal(spotOf("root", tree, "a", "down"), spot("root", "b", "c"));
  equal(spotOf("root", tree, "b1", "down"), spot("b", "b2", null));
  equal(spotOf("root", tree, "a", "up"), null);
  equal(spotOf("root", tree, "b2", "down"), null);
});

Deno.test("in makes it part of the one above, out puts it behind what it was part of", () => {
  equal(spotOf("root", tree, "c", "in"), spot("b", "b2", null));
  equal(spotOf("root", tree, "b2", "in"), spot("b1", null, null));
  equal(spotOf("root", tree, "a", "in"), null);
  equal(spotOf("root", tree, "b1", "in"), null);
  equal(spotOf("root", tree, "b2x", "out"), spot("b", "b2", null));
  equal(spotOf("root", tree, "b1", "out"), spot("root", "b", "c"));
  equal(spotOf("root", tree, "a", "out"), null);
});

Deno.test("a gap holds it as deep as can be", () => {
  const others = without(tree, "c");
  equal(spotAt("root", others, 0, 3), spot("root", null, "a"));
  equal(spotAt("root", others, 1, 1), spot("a", null, null));
  // Between b1 and b2 it is beside them, or part of the first.
  equal(spotAt("root", others, 3, 0), spot("b", "b1", "b2"));
  equal(spotAt("root", others, 3, 2), spot("b1", null, null));
  equal(spotAt("root", others, 5, 0), spot("root", "b", null));
  equal(spotAt("root", others, 5, 9), spot("b2x", null, null));
});
