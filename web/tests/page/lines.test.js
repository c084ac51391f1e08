import { linesOf, longestTitle, pastedList, tooLong } from "../../page/lines.js";
import { equal } from "../assert.js";

const open = (/** @type {string[]} */ ...titles) => ({ titles, completed: [] });

Deno.test("each line is one, without what stands around it", () => {
  equal(linesOf("Bread\r\n\n  Butter \n- Salt"), ["Bread", "Butter", "- Salt"]);
});

Deno.test("a single line is pasted as it is", () => {
  equal(pastedList("1. salt"), null);
  equal(pastedList("- bread\n\n"), null);
  equal(pastedList("-\n- [ ]"), null);
});

Deno.test("several lines lose the marks of their list", () => {
  equal(pastedList("- [ ] bread\n* eggs\n1. salt\n+ oil\n• tea"), open("bread", "eggs", "salt", "oil", "tea"));
  equal(pastedList("Shopping\n  1) bread\n  2) eggs\n"), open("Shopping", "bread", "eggs"));
  equal(pastedList("[ ] one\n☐ two\n1. [ ] three\n- \n- [ ]"), open("one", "two", "three"));
});

Deno.test("what was ticked is done", () => {
  equal(pastedList("- [x] bread\n- [ ] eggs\n* [X] salt\n☑ tea"), {
    titles: ["eggs"],
    completed: ["bread", "salt", "tea"],
  });
});

Deno.test("what only looks like a mark stays", () => {
  equal(
    pastedList("-5 degrees\n*important*\n3.5 litres of oil"),
    open("-5 degrees", "*important*", "3.5 litres of oil"),
  );
  equal(pastedList("24. Dezember\n31. Dezember"), open("24. Dezember", "31. Dezember"));
  equal(pastedList("C++\n[link] read it"), open("C++", "[link] read it"));
});

Deno.test("a title that is too long says how long it is", () => {
  equal(tooLong(["Short", "a".repeat(longestTitle)]), null);
  equal(tooLong(["Short", "a".repeat(longestTitle + 5)]), longestTitle + 5);
});
