import { Proposals } from "../../keeper/proposals.js";
import { equal } from "../assert.js";
import { standStill } from "../page/clock.js";

/** @param {(proposals: Proposals, said: number[], pass: (milliseconds: number) => void) => void} run */
function heard(run) {
  const clock = standStill();
  /** @type {number[]} */
  const said = [];
  const proposals = new Proposals(() => said.push(proposals.waiting));
  try {
    run(proposals, said, clock.pass);
  } finally {
    proposals.end();
    clock.goOn();
  }
}

Deno.test("how many wait is what the stream says, and nothing is said twice", () =>
  heard((proposals, said, pass) => {
    proposals.stands(true);
    proposals.told('{"waiting":2}');
    pass(60_000);
    proposals.told('{"waiting":2}');
    proposals.told('{"waiting":0}');
    equal(said, [2, 0]);
  }));

Deno.test("while the stream is away what it said stays; one that says nothing means none", () =>
  heard((proposals, said, pass) => {
    proposals.stands(true);
    proposals.told('{"waiting":1}');
    proposals.stands(false);
    pass(60_000);
    equal(said, [1]);
    proposals.stands(true);
    pass(1_000);
    equal(said, [1]);
    pass(1_000);
    equal(said, [1, 0]);
  }));

Deno.test("a stream that comes back and says the same changes nothing", () =>
  heard((proposals, said, pass) => {
    proposals.stands(true);
    proposals.told('{"waiting":3}');
    proposals.stands(false);
    proposals.stands(true);
    proposals.told('{"waiting":3}');
    pass(60_000);
    equal(said, [3]);
  }));
