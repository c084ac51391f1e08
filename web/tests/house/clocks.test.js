import { equal } from "../assert.js";
import { modules, textOf } from "./modules.js";

Deno.test("no date is read from the clock of events, which stands still while a machine sleeps", () => {
  equal(modules().filter((file) => textOf(file).includes("timeOrigin")), []);
});
