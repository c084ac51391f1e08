import { passFile } from "../../keeper/files.js";
import { equal } from "../assert.js";

Deno.test("an export tells how much of it is here, and is whole at the end", async () => {
  const before = globalThis.fetch;
  /** @type {number[]} */
  const told = [];
  globalThis.fetch = () =>
    Promise.resolve(
      new Response(ReadableStream.from(["first ", "second"]).pipeThrough(new TextEncoderStream()), {
        headers: { "content-type": "text/csv", "content-disposition": 'attachment; filename="Tasks.csv"' },
      }),
    );
  try {
    const leader = /** @type {any} */ ({
      access: { token: "a token" },
      say: (/** @type {string} */ _, /** @type {any} */ event) => told.push(event.with.received),
    });
    const asked = /** @type {any} */ ({ kind: "server", request: 1, operation: "export", values: { format: "csv" } });
    const { file, name } = await passFile(leader, "tab", asked);
    equal(await /** @type {Blob} */ (file).text(), "first second");
    equal([/** @type {Blob} */ (file).type, name], ["text/csv", "Tasks.csv"]);
    // The first piece at once, and then now and then.
    equal(told, [6]);
  } finally {
    globalThis.fetch = before;
  }
});
