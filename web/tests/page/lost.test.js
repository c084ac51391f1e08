/** @import { Picture } from "../../types/messages.js" */
import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { keeper } = await import("../../page/desk.js");
const { LostScreen } = await import("../../page/screens/lost.js");
const { words } = await import("../../page/words/words.js");

/** What a picture of the keeper shows. @type {(picture: Picture) => void} */
let show = () => {};
/** @type {typeof keeper.look} */
keeper.look = (_, __, ___, ____, shown) => void (show = shown);
keeper.leave = () => {};

/** Another picture, in which these gave way. @param {string[]} ids */
function picture(...ids) {
  const at = "2026-11-24T10:00:00.000Z";
  const conflicts = [{ field: "title", mine: "One", theirs: "Other" }];
  const items = ids.map((id) => ({ id, title: id, at, row: id, entity: "task", conflicts }));
  show(/** @type {any} */ ({ items }));
}

Deno.test("what gave way keeps the focus over pictures, and hands it on where it goes", () => {
  const screen = new LostScreen({ kind: "gaveWay" });
  document.body.append(screen.node);
  picture("First", "Second");
  const ways = () =>
    [...screen.node.querySelectorAll("button")].filter(({ textContent }) => textContent === words.lost.useMine);
  const [first, second] = ways();
  second.focus();
  picture("First", "Second");
  ok(document.activeElement === second && ways()[1] === second, "the second keeps the focus");
  picture("Third", "First", "Second");
  ok(document.activeElement === second, "it keeps it where another comes before it");
  first.focus();
  picture("Third", "Second");
  ok(document.activeElement === ways()[1], "the way of the next has it");
  picture();
  equal(document.activeElement?.nodeName, "H1");
  screen.end();
  screen.node.remove();
});
