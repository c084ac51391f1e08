/**
 * Asks the keeper for what has a date between two, and hears of every change of it. It is a search in the language of
 * filters, so that only the days that are shown are asked for, offline too.
 *
 * @import { Picture, Row, View } from "../../types/messages.js"
 */
import { keeper } from "../desk.js";

/** So many rows a picture may have, and so many pictures are asked for at most: of more the first days are whole. */
const perPicture = 500;
const mostPictures = 6;

/**
 * What stands on these days by the day that it is scheduled for, or else due on; and before them what repeats, whose
 * next dates may be among them.
 * @param {string} first @param {string} last
 */
export function queryOf(first, last) {
  const days = `${first}..${last}`;
  return `(date:${days} or (date:none due:${days}) or (open repeating date<${first})) sort:date,order`;
}

/** What stands on one day, in the order of its list. @param {string} date */
export function queryOfDay(date) {
  return `(date:${date} or (date:none due:${date})) sort:state,due,order`;
}

export class Source {
  /** @type {View} */
  #view = { kind: "search", text: "" };
  /** @type {Picture[]} */
  #pictures = [];
  #asked = 0;

  /** @param {(rows: Row[], missing: number) => void} shown  `missing` are more than are asked for */
  constructor(shown) {
    this.shown = shown;
  }

  /** Shows these days from now on. @param {string} first @param {string} last */
  turnTo(first, last) {
    const text = queryOf(first, last);
    if (this.#view.kind === "search" && this.#view.text === text) return;
    this.end();
    this.#view = { kind: "search", text };
    this.#askFor(1);
  }

  end() {
    for (let at = 0; at < this.#asked; at += 1) keeper.leave(nameOf(at));
    this.#asked = 0;
    this.#pictures = [];
  }

  /** @param {number} count  of pictures */
  #askFor(count) {
    while (this.#asked > count) keeper.leave(nameOf(this.#asked -= 1));
    this.#pictures.length = Math.min(this.#pictures.length, count);
    while (this.#asked < count) {
      const at = this.#asked;
      this.#asked += 1;
      keeper.look(nameOf(at), this.#view, at * perPicture, perPicture, (picture) => this.#take(at, picture));
    }
  }

  /** Pictures of one moment are shown together. @param {number} at @param {Picture} picture */
  #take(at, picture) {
    if (picture.fromDisk) return;
    this.#pictures[at] = picture;
    this.#askFor(Math.max(1, Math.min(mostPictures, Math.ceil(picture.total / perPicture))));
    const { version, total } = picture;
    for (let other = 0; other < this.#asked; other += 1) if (this.#pictures[other]?.version !== version) return;
    const rows = this.#pictures.flatMap((one) => one.rows);
    this.shown(rows, total - rows.length);
  }
}

/** @param {number} at */
function nameOf(at) {
  return at === 0 ? "calendar" : `calendar:${at}`;
}
