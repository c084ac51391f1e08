import "./dom.js";
import { equal } from "../assert.js";

const { keeper, standing } = await import("../../page/desk.js");
const { massDelete } = await import("../../page/dialogs/mass-delete.js");

/** What the keeper was told. @type {boolean[]} */
const answers = [];
/** @type {typeof keeper.massDelete} */
keeper.massDelete = (meant) => {
  answers.push(meant);
  return Promise.resolve(/** @type {any} */ ({ kind: "done" }));
};
/** @param {string | null} code @param {boolean} [ready] */
const stands = (code, ready = true) => standing.value = /** @type {any} */ ({ ready, trouble: code && { code } });
const dialog = () => document.body.querySelector("dialog");

Deno.test("the question goes where another tab has answered it, and answers nothing", async () => {
  stands("mass_delete");
  const asking = massDelete(600, 1_000);
  // A leader that begins has not looked yet.
  stands(null, false);
  stands("mass_delete");
  equal(dialog() !== null, true, "the question");
  stands(null);
  await asking;
  equal([dialog(), answers], [null, []]);
});

Deno.test("the one that is pressed is the answer", async () => {
  for (const [at, meant] of [[0, false], [1, true]]) {
    stands("mass_delete");
    const asking = massDelete(600, 1_000);
    dialog()?.querySelectorAll("button")[Number(at)].click();
    await asking;
    equal(answers.splice(0), [meant]);
  }
});
