import { EventStream } from "../../keeper/event-stream.js";
import { equal } from "../assert.js";

const stream = "retry: 731\n:\n\n" +
  'id: 0b6c:42\nevent: revision\ndata: {"revision":42,\ndata: "title":"Äpfel 🍎"}\n\n' +
  ":\n\nevent: reminder\r\ndata:one\r\n\r\ndata: two\rdata\r\rid: 7\n\nevent: unfinished\ndata: lost\n";

const expected = [
  { name: "revision", data: '{"revision":42,\n"title":"Äpfel 🍎"}', id: "0b6c:42" },
  { name: "reminder", data: "one", id: "0b6c:42" },
  { name: "message", data: "two\n", id: "0b6c:42" },
];

Deno.test("events are read from pieces of any size", () => {
  const bytes = new TextEncoder().encode(stream);
  for (let size = 1; size <= bytes.length; size += 1) {
    const events = new EventStream();
    const read = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...events.read(bytes.subarray(at, at + size)));
    equal(read, expected, `in pieces of ${size}`);
    equal(events.retry, 731);
  }
});

Deno.test("an event without an end is not read on", () => {
  const events = new EventStream();
  const piece = new TextEncoder().encode("data: " + "x".repeat(1 << 20));
  let pieces = 0;
  try {
    for (; pieces < 10; pieces += 1) events.read(piece);
  } catch (error) {
    equal(error instanceof RangeError, true);
  }
  equal(pieces < 10, true);
});
