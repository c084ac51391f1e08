/** Back from a provider: the keeper takes what it brought, which signs in, adds a way in, or confirms the owner. */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { page } from "../parts/page.js";
import { toast } from "../parts/toast.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { goOn } from "./way-on.js";

const { ownerRefusal, ways } = later.owner;

export class ArrivePage {
  #page = page(words.signIn.title, null);
  #query = location.search;

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(element("p", { role: "status" }, words.signIn.arriving));
    history.replaceState(history.state, "", location.pathname);
    this.#arrive();
  }

  end() {}

  async #arrive() {
    const answer = await keeper.session({ act: "arrive", query: this.#query });
    if (answer.kind === "done") return arrived(answer.with?.purpose);
    const purpose = answer.with?.purpose;
    if (answer.code === "proof_required" && purpose === "link") return this.#askPassword();
    const back = purpose
      ? element(
        "button",
        { class: "strong", onclick: () => go({ screen: "account" }, { instead: true }) },
        ways.toAccount,
      )
      : element(
        "button",
        { class: "strong", onclick: () => go({ screen: "signIn" }, { instead: true }) },
        words.welcome.signIn,
      );
    const sentence = ownerRefusal(answer.code) ?? words.refusal(answer.code);
    this.#page.show(
      element("div", { class: "card" }, element("p", { class: "problem", role: "alert" }, sentence), back),
    );
  }

  /** Another way into the account wants to know that its owner adds it. */
  #askPassword() {
    const { node, focus } = form(
      [{ name: "password", label: ways.now, type: "password", autocomplete: "current-password" }],
      ways.goOn,
      async ({ password }) => {
        const answer = await keeper.session({ act: "arrive", query: this.#query, password });
        if (answer.kind === "refused") return { ...answer, sentence: ownerRefusal(answer.code) ?? undefined };
        arrived("link");
        return null;
      },
    );
    this.#page.show(element("div", { class: "card" }, element("p", {}, ways.linking), node));
    focus();
  }
}

/** @param {unknown} purpose */
function arrived(purpose) {
  if (!purpose) return goOn({ instead: true });
  const sentence = purpose === "link" ? ways.addedAny : ways.confirmed;
  go({ screen: "account" }, { instead: true });
  say(sentence);
  toast(sentence, "long");
}
