/** Back from a provider: the keeper takes what it brought. */
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { go } from "../router.js";
import * as words from "../words/en.js";

export class ArrivePage {
  #page = page(words.signIn.title, null);

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(element("p", { role: "status" }, words.signIn.arriving));
    this.#arrive();
  }

  end() {}

  async #arrive() {
    const query = location.search;
    history.replaceState(history.state, "", location.pathname);
    const answer = await keeper.session({ act: "arrive", query });
    if (answer.kind === "done") return go({ screen: "view", view: { kind: "today" } }, { instead: true });
    this.#page.show(element(
      "div",
      { class: "card" },
      element("p", { class: "problem", role: "alert" }, words.refusal(answer.code)),
      element(
        "button",
        { class: "strong", onclick: () => go({ screen: "signIn" }, { instead: true }) },
        words.welcome.signIn,
      ),
    ));
  }
}
