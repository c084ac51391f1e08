import "./dom.js";
import { equal, ok } from "../assert.js";

const { keeper } = await import("../../page/desk.js");
const { askWhatIsKept, privacyGroup } = await import("../../page/screens/owner/privacy.js");
const { later } = await import("../../page/words/later.js");

Object.assign(globalThis, { location: { host: "todo.example.org" } });

/** What is said of an account. @param {boolean} demo */
async function said(demo) {
  const counts = { tasks: 1, lists: 0, devices: 1, bytes: 1_000 };
  keeper.server = () => Promise.resolve(/** @type {any} */ ({ kind: "done", with: { counts, claimed: true, demo } }));
  return privacyGroup(await askWhatIsKept()).textContent ?? "";
}

Deno.test("a demo account says that it is one, and no other does", async () => {
  ok((await said(true)).includes(later.owner.privacy.demo), "that it is one");
  ok(!(await said(false)).includes(later.owner.privacy.demo), "that it is none");
});

Deno.test("where the server does not answer, nothing is said of the account", async () => {
  keeper.server = () => Promise.resolve(/** @type {any} */ ({ kind: "refused", code: "offline" }));
  equal(await askWhatIsKept(), null);
});
