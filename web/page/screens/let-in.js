/**
 * Letting a terminal in, where `daybook login --browser` leads. The address carries nothing: whoever is in asks for a
 * code here and takes it to the terminal by hand. So a link from somebody else lets nobody in.
 */
import { say } from "../announce.js";
import { standing } from "../desk.js";
import { addDevice } from "../dialogs/add-device.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { signInFirst } from "./way-on.js";

const w = later.letIn;

export class LetInPage {
  #page = page(w.title, { screen: "devices" });
  #shown = "";

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.end = standing.watch(() => this.#draw());
  }

  #draw() {
    const { ready, account, trouble } = standing.value ?? {};
    if (!ready || this.#shown === "done") return;
    const isIn = account && trouble?.code !== "signed_out";
    const wanted = isIn ? (account.isClaimed === false ? "own" : "in") : "out";
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#page.show(element("div", { class: "card" }, ...(isIn ? this.#offer(wanted) : this.#outside())));
  }

  #outside() {
    return [
      element("p", {}, w.signInFirst),
      element("button", { class: "strong", onclick: () => signInFirst({ screen: "letIn" }) }, words.welcome.signIn),
    ];
  }

  /** @param {string} whose */
  #offer(whose) {
    const other = element("button", { class: "way", onclick: () => signInFirst({ screen: "letIn" }) }, w.otherAccount);
    return [
      element("p", {}, w.line),
      element("p", {}, w.careful),
      element("button", { class: "strong", onclick: () => this.#show() }, w.show),
      whose === "own" && element("p", { class: "note" }, w.ownAccount, " ", other),
    ];
  }

  async #show() {
    if (!await addDevice({ title: w.title, sentence: w.type })) return;
    this.#shown = "done";
    say(w.done);
    this.#page.show(element("div", { class: "card" }, element("p", {}, w.done)));
  }
}
