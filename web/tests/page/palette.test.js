import * as assert from "../assert.js";
import { Selection } from "../../page/list/selection.js";
import { Signal } from "../../page/signal.js";
import { deviceName } from "../../page/device-name.js";
import * as german from "../../page/words/de/account.js";
import { matching } from "../../page/matching.js";

const command = (/** @type {string} */ name) => ({ name });

Deno.test("commands are found by the beginnings of their words first", () => {
  const all = ["Undo", "Go to Today", "Move to Today", "Ask the server now", "Reduce motion"].map(command);
  const names = (/** @type {string} */ query) => matching(all, query).map(({ name }) => name);
  assert.equal(names("mo"), ["Move to Today", "Reduce motion"]);
  assert.equal(names("today go"), ["Go to Today"]);
  assert.equal(names("("), []);
  assert.equal(names("").length, 5);
});

Deno.test("a signal tells changes and only those", () => {
  const signal = new Signal(1);
  /** @type {number[]} */
  const seen = [];
  const stop = signal.watch((value) => seen.push(value));
  signal.value = 1;
  signal.value = 2;
  stop();
  signal.value = 3;
  assert.equal(seen, [1, 2]);
});

Deno.test("a selection toggles, replaces and forgets", () => {
  let changes = 0;
  const selection = new Selection(() => changes += 1);
  selection.toggle("a", 0);
  selection.toggle("b", 1);
  selection.toggle("a", 0);
  assert.equal(selection.ids, ["b"]);
  selection.set(["c", "d"], 2);
  assert.equal(selection.anchor, 2);
  selection.clear();
  selection.clear();
  assert.equal(changes, 5);
});

Deno.test("a device is called by its browser and its system", () => {
  const agents = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604": "Safari on iPhone",
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0": "Edge on Windows",
    "Something": "Browser",
  };
  for (const [agent, name] of Object.entries(agents)) assert.equal(deviceName(agent), name);
  assert.equal(german.deviceOn("Chrome", "Linux"), "Chrome unter Linux");
  assert.equal(german.deviceOn("Safari", "iPhone"), "Safari auf dem iPhone");
});
