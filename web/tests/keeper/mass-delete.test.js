import { serve } from "../../keeper/requests.js";
import { equal } from "../assert.js";

/** What a leader decides when tabs answer whether much is meant to be deleted. @param {boolean[]} answers */
async function decided(...answers) {
  /** @type {unknown[]} */
  const taken = [];
  /** @type {string[]} */
  const said = [];
  const book = {
    standing: /** @type {{trouble: {kind: string} | null}} */ ({ trouble: { kind: "wantsConfirmation" } }),
    take: (/** @type {string} */ name, /** @type {{deletes: boolean}} */ { deletes }) => {
      taken.push([name, deletes]);
      book.standing = { trouble: null };
      return Promise.resolve();
    },
  };
  const leader = /** @type {any} */ ({
    book,
    sync: { wake: () => Promise.resolve() },
    say: (/** @type {string} */ tab, /** @type {{kind: string}} */ { kind }) => said.push(`${tab} ${kind}`),
  });
  for (const [at, meant] of answers.entries()) {
    serve(leader, `tab ${at}`, { kind: "massDelete", request: at, book: "own", meant });
    await new Promise((done) => setTimeout(done, 0));
  }
  return { taken, said };
}

Deno.test("much is deleted as the first tab says, and a later answer decides nothing", async () => {
  equal(await decided(true, false), { taken: [["decide", true]], said: ["tab 0 done", "tab 1 done"] });
  equal(await decided(false, true), { taken: [["decide", false]], said: ["tab 0 done", "tab 1 done"] });
});
