import { Drafts } from "../../page/drafts.js";
import { equal } from "../assert.js";

const draft = (title = "", notes = "") => ({ title, notes });

/** A disk that keeps what it is told, and counts. */
class Shelf {
  /** @type {Record<string, import("../../types/messages.js").Draft>} */
  drafts = {};
  writes = 0;
  keep = (/** @type {string} */ where, /** @type {import("../../types/messages.js").Draft | null} */ draft) => {
    this.writes += 1;
    if (draft) this.drafts[where] = draft;
    else delete this.drafts[where];
  };
}

Deno.test("what is half written goes to the disk, by view, and comes from there", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({});
  drafts.write("/app/today", draft("Buy m"));
  drafts.write("/app/inbox", draft("An idea", "Of mine"));
  drafts.write("/app/today", draft("Buy milk"));
  drafts.flush();
  equal(shelf.drafts, { "/app/today": draft("Buy milk"), "/app/inbox": draft("An idea", "Of mine") });
  equal(shelf.writes, 2);
  const next = new Drafts(shelf.keep);
  /** @type {string[]} */
  const shown = [];
  next.watch("/app/today", ({ title }) => shown.push(title));
  next.begin(shelf.drafts);
  equal(shown, ["", "Buy milk"]);
  equal(next.of("/app/inbox"), draft("An idea", "Of mine"));
  next.flush();
  equal(shelf.writes, 2);
});

Deno.test("what is typed while a task is being made leaves on the disk what it is made of, until it is there", async () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({});
  drafts.write("/app/today", draft("Tea"));
  drafts.flush();
  const made = [Promise.withResolvers(), Promise.withResolvers()];
  for (const { promise } of made) drafts.hold("/app/today", promise);
  drafts.write("/app/today", draft());
  drafts.write("/app/today", draft("Milk"));
  drafts.write("/app/inbox", draft("Elsewhere"));
  drafts.flush();
  equal(shelf.drafts, { "/app/today": draft("Tea"), "/app/inbox": draft("Elsewhere") });
  made[0].resolve(null);
  await Promise.resolve();
  equal(shelf.drafts["/app/today"], draft("Tea"));
  made[1].reject(new Error("refused"));
  for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  equal(shelf.drafts["/app/today"], draft("Milk"));
});

Deno.test("what became a task goes at once, and never reaches the disk where it was quick", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({});
  drafts.write("/app/today", draft("Quick"));
  drafts.write("/app/today", draft());
  equal(shelf.writes, 0);
  drafts.write("/app/today", draft("Slow"));
  drafts.flush();
  drafts.write("/app/today", draft());
  equal(shelf.drafts, {});
});

Deno.test("what lies on the disk is handed over once to the task that it becomes, and written anew where that fails", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  equal(drafts.handOver("/app/today"), null);
  drafts.begin({ "/app/today": draft("Slow") });
  equal(drafts.handOver("/app/today"), { where: "/app/today", draft: draft("Slow") });
  drafts.write("/app/today", draft());
  equal(shelf.writes, 0);
  equal(drafts.handOver("/app/today"), null);
  drafts.giveBack("/app/today", draft("Slow"));
  drafts.flush();
  equal(shelf.drafts, { "/app/today": draft("Slow") });
});

Deno.test("what is typed before the disk was read stands behind what lay there", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.write("/app/today", draft("Typed"));
  drafts.flush();
  equal(shelf.writes, 0);
  drafts.begin({ "/app/today": draft("Kept") });
  equal(shelf.drafts, { "/app/today": draft("Kept\nTyped") });
});

Deno.test("what comes from elsewhere has a place of its own each, and one where it comes twice", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({ "/app/new": draft("Typed"), "/app/today": draft("A page", "Its address") });
  const places = [
    drafts.bring("/app/new", draft("A page", "Its address")),
    drafts.bring("/app/new", draft("Another", "Its own")),
    drafts.bring("/app/new", draft("A page", "Its address")),
  ].map(({ place }) => place);
  equal([places[2], new Set(places).size], [places[0], 2]);
  equal(drafts.under("/app/new").map(([, one]) => one), [
    draft("Another", "Its own"),
    draft("A page", "Its address"),
    draft("Typed"),
  ]);
  drafts.flush();
  equal(Object.values(shelf.drafts).length, 2);
});

Deno.test("what is brought again before the disk was read stands there once", () => {
  const shelf = new Shelf();
  shelf.drafts = { "/app/new/1": draft("A page", "Its address"), "/app/new/2": draft("Another", "Its own") };
  const before = { ...shelf.drafts, "/app/today": draft("A page", "Its address") };
  const drafts = new Drafts(shelf.keep);
  let heard = 0;
  drafts.hearAll(() => heard += 1);
  const { place } = drafts.bring("/app/new", draft("A page", "Its address"));
  drafts.begin(before);
  drafts.flush();
  equal(drafts.under("/app/new").map(([name]) => name), [place, "/app/new/2"]);
  equal(Object.keys(shelf.drafts).sort(), ["/app/new/2", place]);
  equal([drafts.of("/app/today"), heard > 0], [draft("A page", "Its address"), true]);
});

Deno.test("what was brought and written on before the disk was read stands there once", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  const { place } = drafts.bring("/app/new", draft("A page", "Its address"));
  drafts.write(place, draft("A page, to read", "Its address"));
  drafts.begin({ ...shelf.drafts });
  drafts.flush();
  equal(shelf.drafts, { [place]: draft("A page, to read", "Its address") });
});

Deno.test("what could not become a task stands before what was typed meanwhile", () => {
  const drafts = new Drafts(() => {});
  drafts.write("/app/today", draft("Meanwhile", "Its notes"));
  drafts.giveBack("/app/today", draft("Refused", "Notes"));
  equal(drafts.of("/app/today"), draft("Refused\nMeanwhile", "Notes\nIts notes"));
  drafts.flush();
});

Deno.test("what is no plain word any more stays so", () => {
  const drafts = new Drafts(() => {});
  drafts.begin({ "/app/today": { ...draft("Call fri"), plain: ["fri"] } });
  drafts.giveBack("/app/today", { ...draft("Read tomorrow"), plain: ["tomorrow"] });
  equal(drafts.of("/app/today").plain, ["tomorrow", "fri"]);
  drafts.flush();
});

Deno.test("another tab's draft is news, but not over what was typed here since", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({});
  /** @type {[string, boolean][]} */
  const shown = [];
  drafts.watch("/app/today", ({ title }, isNews) => shown.push([title, isNews]));
  drafts.hear("/app/today", draft("Theirs"));
  drafts.hear("/app/today", null);
  equal(shown, [["", false], ["Theirs", true], ["", true]]);
  drafts.write("/app/today", draft("Mine"));
  drafts.hear("/app/today", draft("Theirs"));
  equal(drafts.of("/app/today"), draft("Mine"));
  drafts.flush();
  equal(shelf.drafts, { "/app/today": draft("Mine") });
});

Deno.test("with the account everything half written goes", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({ "/app/today": draft("Kept") });
  drafts.write("/app/inbox", draft("On its way"));
  drafts.forget();
  equal([drafts.of("/app/today"), drafts.of("/app/inbox"), shelf.drafts], [draft(), draft(), {}]);
});

Deno.test("the task takes what was put on the disk last, and what is typed meanwhile is written as ever", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({});
  drafts.write("/app/today", draft("A ta"));
  drafts.flush();
  drafts.write("/app/today", draft("A task"));
  equal(drafts.handOver("/app/today"), { where: "/app/today", draft: draft("A ta") });
  drafts.write("/app/today", draft());
  drafts.write("/app/today", draft("The next"));
  drafts.flush();
  equal(shelf.drafts["/app/today"], draft("The next"));
  equal(drafts.handOver("/app/today"), { where: "/app/today", draft: draft("The next") });
});

Deno.test("what another tab wrote is what the task takes, where it is made of that", () => {
  const shelf = new Shelf();
  const drafts = new Drafts(shelf.keep);
  drafts.begin({ "/app/today": draft("A task") });
  drafts.hear("/app/today", draft("Theirs"));
  equal(drafts.handOver("/app/today"), { where: "/app/today", draft: draft("Theirs") });
  drafts.hear("/app/today", null);
  equal([drafts.handOver("/app/today"), drafts.of("/app/today")], [null, draft()]);
});
