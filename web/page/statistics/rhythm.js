/** When things are done: the hours of the weekdays. */
import { PictureGroup } from "./picture-group.js";
import { drawSquares } from "./squares.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** So many hours from one that is named to the next: as few as have room. */
const apart = [2, 3, 4, 6, 12];

export class Rhythm {
  #group = new PictureGroup(words.rhythm, words.rhythmPicture);
  node = this.#group.node;

  /** @param {import("./source.js").Answers["rhythm"]} told @param {number} firstWeekday */
  show({ weekdays, hours, cells }, firstWeekday) {
    const order = Array.from({ length: 7 }, (_, row) => (firstWeekday - 1 + row) % 7);
    const squares = order.flatMap((day, row) =>
      cells[day].map((count, hour) => ({
        key: `${day} ${hour}`,
        count,
        label: words.hourRead(day + 1, hour, count),
        column: hour,
        row,
      }))
    );
    const heads = apart.map((step) =>
      hours.map((_, hour) => ({ text: words.clock(hour), at: hour })).filter(({ at }) => at % step === 0)
    );
    const names = order.map((day) => words.shortWeekday(day + 1));
    const strongest = squares[greatest(squares.map(({ count }) => count))];
    this.#group.show(
      (size) => ({ ...drawSquares(squares, heads, names, size, true), start: strongest.key }),
      words.rhythmTold(greatest(weekdays) + 1, greatest(hours)),
      () => ({
        head: [words.heads.hour, ...names],
        rows: hours.map((_, hour) => [words.clock(hour), ...order.map((day) => cells[day][hour])]),
      }),
    );
  }

  end() {
    this.#group.end();
  }
}

/** Where the greatest is. @param {number[]} counts */
function greatest(counts) {
  return counts.indexOf(Math.max(...counts));
}
