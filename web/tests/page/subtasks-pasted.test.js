import "./dom.js";
import { equal, ok } from "../assert.js";

const { keeper } = await import("../../page/desk.js");
const { clear, toasts } = await import("../../page/parts/toast.js");
const { isAnyRefused } = await import("../../page/refused-texts.js");
const { addList, offerList } = await import("../../page/subtasks/pasted.js");
const { words } = await import("../../page/words/words.js");

/** What was asked for, while the disk has room or not. @type {any[]} */
const asked = [];
let hasRoom = true;
/** @type {typeof keeper.do} */
keeper.do = (gesture) => {
  asked.push(gesture);
  return Promise.resolve(
    /** @type {any} */ (hasRoom ? { kind: "done", ids: [] } : { kind: "refused", code: "disk_full" }),
  );
};

async function tryAgain() {
  const ways = [...toasts.querySelectorAll("button")];
  ways.find(({ textContent }) => textContent === words.tryAgain)?.click();
  await new Promise((done) => setTimeout(done, 0));
}

Deno.test("a pasted list that is refused is offered again, whole, until it is kept", async () => {
  hasRoom = false;
  await addList("Journey", { titles: ["Tickets", "Bags"], completed: ["Passport"] });
  ok(toasts.textContent?.includes("Tickets, Bags, Passport"), "what is offered");
  ok(isAnyRefused(), "a tab asks before it is closed");
  await tryAgain();
  ok(isAnyRefused(), "it was refused again");
  // Its message has gone; what is pasted and refused later comes along.
  clear();
  await addList("Journey", { titles: ["Map"], completed: [] });
  clear();
  hasRoom = true;
  asked.length = 0;
  offerList("Journey");
  await tryAgain();
  const [{ act, titles, completed, place }] = asked;
  equal({ act, titles, completed, place }, {
    act: "add",
    titles: ["Tickets", "Bags", "Map"],
    completed: ["Passport"],
    place: { kind: "under", id: "Journey" },
  });
  ok(!isAnyRefused(), "nothing is left");
  asked.length = 0;
  clear();
  offerList("Journey");
  equal([toasts.childNodes.length, asked.length], [0, 0]);
});

Deno.test("a list that is kept is offered to nobody", async () => {
  await addList("Journey", { titles: ["Camera"], completed: [] });
  ok(!isAnyRefused(), "nothing is left");
  offerList("Journey");
  equal(toasts.childNodes.length, 0);
});
