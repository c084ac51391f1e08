import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { keeper, outline } = await import("../../page/desk.js");
const { Coming } = await import("../../page/screens/notifications/coming.js");
const { later } = await import("../../page/words/later.js");
const { words } = await import("../../page/words/words.js");

const { notifications: w } = later.notifications;

/** A server with so many reminders. @param {number} count */
function serve(count) {
  outline.value = /** @type {any} */ ({ today: "2026-12-01", settings: {} });
  keeper.server = (_, values) => {
    const { limit, cursor = "0" } = /** @type {any} */ (values);
    const [from, to] = [Number(cursor), Math.min(Number(cursor) + limit, count)];
    const reminders = Array.from({ length: to - from }, (_, at) => ({
      taskId: String(from + at),
      title: `Task ${from + at}`,
      dueAt: "2026-12-01T10:00:00.000Z",
    }));
    return Promise.resolve(
      /** @type {any} */ ({
        kind: "done",
        with: { reminders, nextCursor: to < count ? String(to) : null },
      }),
    );
  };
}

/** @param {InstanceType<typeof Coming>} coming */
const shown = ({ node }) => node.querySelectorAll(".coming").length;
/** @param {InstanceType<typeof Coming>} coming */
const more = ({ node }) => [...node.querySelectorAll("button")].find(({ textContent }) => textContent === w.moreNext);

Deno.test("ten come at first, and more where somebody wants them, with the focus on the first of those", async () => {
  serve(75);
  const coming = new Coming();
  document.body.append(coming.node);
  await coming.ask();
  equal(shown(coming), 10);
  for (const count of [60, 75]) {
    const before = shown(coming);
    more(coming)?.click();
    await new Promise((done) => setTimeout(done, 0));
    equal(shown(coming), count);
    ok(document.activeElement === coming.node.querySelectorAll(".coming")[before], "the first that came");
  }
  equal(more(coming), undefined);
  await coming.ask();
  equal(shown(coming), 10);
  coming.node.remove();
});

Deno.test("none is said, and so is why nothing is known", async () => {
  serve(0);
  const coming = new Coming();
  await coming.ask();
  ok(coming.node.textContent?.includes(w.nothingNext), "that none is set");
  for (const [code, sentence] of [["alone", w.nothingNext], ["offline", words.refusal("offline")]]) {
    keeper.server = () => Promise.resolve(/** @type {any} */ ({ kind: "refused", code }));
    await coming.ask();
    ok(coming.node.textContent?.includes(sentence), code);
  }
});
