import * as assert from "../assert.js";
import { path, read } from "../../page/router.js";

Deno.test("every address is read as it was written", () => {
  const addresses = [
    "/app/inbox",
    "/app/today",
    "/app/upcoming",
    "/app/past",
    "/app/overdue",
    "/app/logbook",
    "/app/deleted",
    "/app/board",
    "/app/region/morning",
    "/app/backlog",
    "/app/gave-way",
    "/app/not-accepted",
    "/app/settings/unsent",
    "/app/list/7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/task/7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/search",
    "/app/search?q=due%3Atoday+milk&list=7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/history",
    "/app/history/away",
    "/app/history/conflicts",
    "/app/history/back",
    "/app/history/back?list=7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/history/7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/history?list=7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/history?device=7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10",
    "/app/review",
    "/app/review/week",
    "/app/statistics",
    "/app/new",
    "/app/widget",
    "/app/widget?size=small",
    "/app/widget?list=inbox",
    "/app/widget?size=small&list=7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10&list=inbox",
    "/app/settings",
    "/app/settings/devices",
    "/app/settings/account",
    "/app/settings/notifications",
    "/app/settings/capture",
    "/app/sign-in",
    "/app/let-in",
    "/app/pair",
    "/app/session",
  ];
  for (const address of addresses) {
    const [place, query] = address.split("?");
    const where = read(place, "", query);
    assert.ok(where, address);
    assert.equal(path(where), address);
  }
});

Deno.test("the code of a pairing stands behind the number sign", () => {
  assert.equal(read("/app/pair", "#7KQ2-M9XD"), { screen: "pair", code: "7KQ2-M9XD" });
});

Deno.test("the app's own address is none, so that the start view shows", () => {
  for (const address of ["/app/", "/app"]) assert.equal(read(address), null, address);
});

Deno.test("what the screen calls itself is an address of it", () => {
  assert.equal(read("/app/analytics"), { screen: "statistics" });
  assert.equal(path({ screen: "statistics" }), "/app/statistics");
});

Deno.test("what is no id names no task and no list", () => {
  const texts = ["groceries", "7c1f6f0e-90e1-4a58-9a43", "7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10x", "inbox", "%2e%2e"];
  for (const address of texts.flatMap((it) => [`/app/list/${it}`, `/app/task/${it}`, `/app/history/${it}`])) {
    assert.equal(read(address), { screen: "unknown", path: address }, address);
  }
  assert.equal(read("/app/search", "", "q=milk&list=groceries"), read("/app/search", "", "q=milk"));
  assert.equal(read("/app/history/back", "", "list=groceries"), read("/app/history/back"));
  assert.equal(read("/app/history", "", "list=groceries&device=phone"), read("/app/history"));
});

Deno.test("what leads nowhere is known as such, and keeps its address", () => {
  for (const address of ["/app/nowhere", "/app/task/", "/app/list/a/b", "/docs", "/app/%E0%A4%A", "/app/toString"]) {
    assert.equal(read(address), { screen: "unknown", path: address }, address);
    assert.equal(path({ screen: "unknown", path: address }), address);
  }
});
