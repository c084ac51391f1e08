import { equal } from "../assert.js";
import { qr } from "../../page/qr.js";
import { mended } from "../../page/scan/mended.js";
import { pairingCodeIn } from "../../page/scan/pairing-code.js";
import { textScanned } from "../../page/scan/scanned.js";

const address = "https://todo.example.org/app/pair#7KQ2-M9XD";

/** Angles, the side of a square, how much darker one side is, and the picture's size. */
const plain = { turn: 0, tilt: 0, square: 6, light: 0, noise: 0, width: 480, height: 360 };

/** The same draws in every run. */
function chance(seed = 7) {
  return () => (seed = Math.imul(seed, 1103515245) + 12345 >>> 0) / 2 ** 32;
}

/**
 * What a camera sees of a code: turned, tilted and unevenly lit, with some noise.
 * @param {string} text @param {Partial<typeof plain>} [how]
 */
function seen(text, how = {}) {
  const { turn, tilt, square, light, noise, width, height } = { ...plain, ...how };
  const squares = qr(text);
  const size = squares.length;
  const draw = chance();
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      // The farther up, the farther away.
      const depth = 1 + tilt * v / height;
      const [across, down] = [(u * cosine + v * sine) / depth, (v * cosine - u * sine) / depth];
      const [column, row] = [across / square + size / 2, down / square + size / 2].map(Math.floor);
      const isPaper = column >= -4 && row >= -4 && column < size + 4 && row < size + 4;
      const grey = squares[row]?.[column] ? 30 : isPaper ? 220 : 120;
      const lit = grey * (1 - light * x / width) + (draw() - 0.5) * noise;
      data.set([lit, lit, lit, 255], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

Deno.test("a code is read however it is turned, tilted and lit", () => {
  for (
    const how of [
      {},
      { turn: 0.4 },
      { turn: Math.PI / 4 },
      { turn: 2 },
      { turn: Math.PI, light: 0.7 },
      { turn: -1.2, noise: 60 },
      { tilt: 0.4 },
      { tilt: 0.5, turn: 0.3, noise: 30, light: 0.5 },
      { square: 2.6, turn: 0.1 },
      { square: 9 },
    ]
  ) equal(textScanned(seen(address, how)), address, JSON.stringify(how));
});

Deno.test("codes of every size are read", () => {
  for (const length of [5, 20, 40, 80, 130, 190]) {
    const text = "äx".repeat(100).slice(0, length * 2 / 3);
    equal(textScanned(seen(text, { turn: 0.2, square: 5, width: 480, height: 480 })), text, `${length}`);
  }
});

Deno.test("where there is no code, or half of one, nothing is read", () => {
  equal(textScanned(seen(address, { square: 40 })), null);
  const draw = chance();
  const data = new Uint8ClampedArray(200 * 200 * 4).map(() => draw() * 256);
  equal(textScanned({ data, width: 200, height: 200 }), null);
  equal(textScanned({ data: new Uint8ClampedArray(100 * 100 * 4), width: 100, height: 100 }), null);
});

Deno.test("some wrong words of a block are mended, and more are not guessed", () => {
  // The block of `HELLO WORLD` in version 1, correction M, as the standard's readers know it.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  const block = [...data, 196, 35, 39, 119, 235, 215, 231, 226, 93, 23];
  equal(mended(block, 10), block);
  const draw = chance();
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    const damaged = [...block];
    while (damaged.filter((word, at) => word !== block[at]).length < wrong) {
      damaged[Math.floor(draw() * block.length)] ^= 1 + Math.floor(draw() * 255);
    }
    equal(mended(damaged, 10), block, `${wrong} wrong`);
  }
  const beyond = block.map((word, at) => at % 3 === 0 ? word ^ 0x55 : word);
  equal(mended(beyond, 10), null);
});

Deno.test("a code is one of this server, or another server is named, and other texts are none", () => {
  const here = "https://todo.example.org";
  equal(pairingCodeIn(address, here), { code: "7KQ2-M9XD" });
  equal(pairingCodeIn("https://todo.example.org:8443/app/pair#7KQ2-M9XD", here), { host: "todo.example.org:8443" });
  for (
    const other of [
      "7KQ2-M9XD",
      "https://todo.example.org/app/pair",
      "https://todo.example.org/app/today#7KQ2-M9XD",
      "javascript:alert(1)//app/pair#7KQ2-M9XD",
      "",
    ]
  ) equal(pairingCodeIn(other, here), null, other);
});
