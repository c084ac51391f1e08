/** Everything out of the account into a file, and files of other apps into it. */
import { page } from "../parts/page.js";
import { words } from "../words/words.js";
import { exportGroup } from "./data/export.js";
import { ImportCard } from "./data/import.js";

export class DataPage {
  #page = page(words.settings.data, { screen: "settings" });
  #import = new ImportCard();

  constructor() {
    this.#page.show(exportGroup(), this.#import.node);
    this.node = this.#page.node;
    this.focus = this.#page.focus;
  }

  end() {
    this.#import.end();
  }
}
