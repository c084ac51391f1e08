/**
 * Joining another device: its code is scanned, typed or came with the address, then its owner confirms the number shown
 * here.
 */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { awaitEvent } from "../news.js";
import { form } from "../parts/form.js";
import { page } from "../parts/page.js";
import { go } from "../router.js";
import { pairingCodeIn } from "../scan/pairing-code.js";
import { Scanner } from "../scan/scanner.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { goOn } from "./way-on.js";

const w = words.pairing;

export class PairPage {
  #page = page(w.join, { screen: "view", view: { kind: "today" } });
  #form;
  #scanner;

  /** @param {string} code */
  constructor(code) {
    this.node = this.#page.node;
    this.#form = form(
      [{ name: "code", label: w.code, value: code }],
      w.next,
      (values) => this.#claim(values.code),
    );
    this.focus = () => this.#form.focus();
    this.#scanner = new Scanner((code) => this.#send(code), () => this.#form.focus());
    this.#page.show(element("div", { class: "card" }, element("p", {}, w.how), this.#form.node, this.#scanner.node));
    if (code) history.replaceState(history.state, "", location.pathname);
  }

  end() {
    this.#scanner.end();
    awaitEvent("paired", null);
    awaitEvent("pairingOver", null);
  }

  /** As if it had been typed. @param {string} code */
  #send(code) {
    const field = this.#form.node.querySelector("input");
    if (field) field.value = code;
    this.#form.node.requestSubmit();
  }

  /** @param {string} written  a code, or the whole address that has it */
  async #claim(written) {
    const found = pairingCodeIn(written.trim(), location.origin);
    if (found && "host" in found) return { code: "", field: "code", sentence: later.scan.elsewhere(found.host) };
    const code = (found?.code ?? written).trim().toUpperCase().replace(/[^A-Z0-9]/g, "").replace(/^(.{4})/, "$1-");
    awaitEvent("paired", () => this.#arrived());
    awaitEvent("pairingOver", () => this.#over());
    const answer = await keeper.session({ act: "claim", code });
    if (answer.kind === "refused") return { ...answer, field: "code" };
    const number = String(answer.with?.number ?? "");
    say(w.numberIs(number));
    this.#page.show(element(
      "div",
      { class: "card" },
      element("p", {}, w.sayNumber),
      element("p", { class: "number" }, number),
      element("p", { role: "status" }, w.waits),
    ));
    return null;
  }

  #arrived() {
    say(w.joined);
    goOn();
  }

  #over() {
    this.#page.show(element(
      "div",
      { class: "card" },
      element("p", { class: "problem", role: "alert" }, words.refusal("pairing_over")),
      element(
        "button",
        { class: "strong", onclick: () => go({ screen: "pair", code: "" }, { instead: true }) },
        words.tryAgain,
      ),
    ));
  }
}
