/** What assistants would like to have done: it is looked at here, and then done, in part or whole, or not. */
import { say } from "../announce.js";
import { keeper, standing } from "../desk.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { render } from "../render.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { ProposalGroup } from "./proposals/group.js";

const w = later.proposals;

export class ProposalsPage {
  #page = page(w.title, { screen: "apps" });
  #body = element("div", { class: "changes proposals" });
  /** @type {Map<string, ProposalGroup>} */
  #groups = new Map();
  /** As many as the server has told of. */
  #count = 0;
  #isAsking = false;
  #hasEnded = false;

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    render(this.#body, element("p", { role: "status" }, w.asking));
    this.#page.show(this.#body);
    // Another may come while one is looked at.
    this.stop = standing.watch((now) => {
      if (!this.#isAsking && now && now.proposals > this.#count) this.#ask();
    });
    this.#ask();
  }

  end() {
    this.#hasEnded = true;
    this.stop();
    for (const group of this.#groups.values()) group.end();
  }

  async #ask() {
    this.#isAsking = true;
    const answer = await keeper.server("proposals");
    this.#isAsking = false;
    if (this.#hasEnded) return;
    if (answer.kind === "refused") {
      const again = element("button", { class: "soft", onclick: () => this.#ask() }, words.tryAgain);
      return render(this.#body, element("p", { class: "problem" }, words.refusal(answer.code)), again);
    }
    const all = /** @type {import("./proposals/group.js").Proposal[]} */ (answer.with?.proposals ?? []);
    this.#count = all.length;
    for (const [id, group] of this.#groups) {
      if (all.some((one) => one.id === id)) continue;
      group.end();
      this.#groups.delete(id);
    }
    for (const one of all) {
      if (!this.#groups.has(one.id)) this.#groups.set(one.id, new ProposalGroup(one, (said) => this.#isOver(said)));
    }
    const groups = all.flatMap(({ id }) => this.#groups.get(id)?.node ?? []);
    render(this.#body, groups.length > 0 ? groups : element("p", { class: "note" }, w.none));
  }

  /** The one that had the focus is gone. @param {string} said */
  #isOver(said) {
    say(said);
    this.#page.focus();
    this.#ask();
  }
}
