/**
 * A picture under its name, with its table.
 *
 * @import { Child } from "../element.js"
 * @import { Size } from "./scales.js"
 * @import { Drawing } from "./picture.js"
 * @import { Table } from "./table.js"
 */
import { group } from "../parts/page.js";
import { Picture } from "./picture.js";
import { AsTable } from "./table.js";

export class PictureGroup {
  #picture;
  #table;

  /** @param {string} name @param {string} label  of the picture @param {Child} [below] */
  constructor(name, label, below) {
    this.#picture = new Picture(label);
    this.#table = new AsTable(label);
    this.node = group(name, [this.#picture.node, below, this.#table.node]);
    this.node.classList.add("pictured");
  }

  /** @param {(size: Size) => Drawing} draw @param {string} sentence @param {() => Table} table */
  show(draw, sentence, table) {
    this.#picture.show(draw, sentence);
    this.#table.show(table);
  }

  end() {
    this.#picture.end();
  }
}
