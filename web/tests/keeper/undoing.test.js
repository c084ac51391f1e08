/** @import { Do, Done, Refused } from "../../types/messages.js" */
import { Undoing } from "../../keeper/undoing.js";
import { equal } from "../assert.js";

/** One tab's gestures; each deed is named by its number. */
class Tab {
  undoing = new Undoing();
  request = 0;
  deeds = 0;

  /** @param {"move" | "delete"} act */
  do(act) {
    this.request += 1;
    this.undoing.begins(
      /** @type {Do} */ ({ kind: "do", request: this.request, book: "own", at: 0, gesture: { act, ids: [] } }),
    );
    return this.#done();
  }

  /** @param {"undo" | "redo"} kind @param {string} [deed] */
  again(kind, deed) {
    this.request += 1;
    const asked = this.undoing.ask({ kind, request: this.request, book: "own", at: 0, deed });
    if ("code" in asked) return asked.code;
    return [asked.deed, this.#done().gesture];
  }

  #done() {
    this.deeds += 1;
    const deed = `deed ${this.deeds}`;
    return /** @type {Done} */ (this.undoing.answered(
      { kind: "done", request: this.request, ids: [], undoable: true, deed },
    ));
  }
}

Deno.test("gestures are taken back from the last one on, and done again from the first one on", () => {
  const tab = new Tab();
  equal(tab.again("undo"), "nothing_to_undo");
  tab.do("move");
  tab.do("delete");
  equal(tab.again("undo"), ["deed 2", "delete"]);
  equal(tab.again("undo"), ["deed 1", "move"]);
  equal(tab.again("undo"), "nothing_to_undo");
  // What is done again is the undoing of the undoing.
  equal(tab.again("redo"), ["deed 4", "move"]);
  equal(tab.again("redo"), ["deed 3", "delete"]);
  equal(tab.again("redo"), "nothing_to_redo");
  equal(tab.again("undo"), ["deed 6", "delete"]);
});

Deno.test("after a new gesture there is nothing to do again", () => {
  const tab = new Tab();
  tab.do("move");
  tab.again("undo");
  tab.do("delete");
  equal(tab.again("redo"), "nothing_to_redo");
  equal(tab.again("undo"), ["deed 3", "delete"]);
});

Deno.test("one that is named is taken back, and is not the last one after that", () => {
  const tab = new Tab();
  equal([tab.do("move").deed, tab.do("delete").deed], ["deed 1", "deed 2"]);
  equal(tab.again("undo", "deed 1"), ["deed 1", "move"]);
  equal(tab.again("undo", "of another tab"), ["of another tab", "edit"]);
  equal(tab.again("undo"), ["deed 2", "delete"]);
  equal(tab.again("undo"), "nothing_to_undo");
});

Deno.test("fifty are remembered, and what changed nothing is none of them", () => {
  const tab = new Tab();
  for (let number = 0; number < 60; number += 1) tab.do("move");
  tab.undoing.begins(
    /** @type {Do} */ ({ kind: "do", request: 1000, book: "own", at: 0, gesture: { act: "delete", ids: [] } }),
  );
  tab.undoing.answered({ kind: "done", request: 1000, ids: [], undoable: false, deed: null });
  let count = 0;
  while (tab.again("undo") !== "nothing_to_undo") count += 1;
  equal(count, 50);
});

Deno.test("a refusal is passed on and remembered by nobody", () => {
  const tab = new Tab();
  tab.undoing.begins(
    /** @type {Do} */ ({ kind: "do", request: 1, book: "own", at: 0, gesture: { act: "delete", ids: [] } }),
  );
  const refused = /** @type {Refused} */ ({ kind: "refused", request: 1, code: "disk_full" });
  equal(tab.undoing.answered(refused), refused);
  equal(tab.again("undo"), "nothing_to_undo");
});
