/** What else has access to the account: calendar apps, feeds, and programs with a token. */
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { group, linkLine, page } from "../parts/page.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { calendarAppsGroup } from "./apps/calendar-apps.js";
import { feedsGroup } from "./apps/feeds.js";
import { tokensGroup } from "./apps/tokens.js";

const { apps: w } = later.apps;
const { proposals: ofProposals } = later;

export class AppsPage {
  #page = page(words.settings.apps, { screen: "settings" });

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(element("p", { role: "status" }, w.asking));
    this.#ask();
  }

  end() {}

  async #ask() {
    const asked = [keeper.server("tokens"), keeper.server("feeds"), keeper.server("proposals")];
    const [tokens, feeds, proposals] = await Promise.all(asked);
    const again = () => this.#ask();
    for (const answer of [tokens, feeds]) {
      if (answer.kind === "done") continue;
      return this.#page.show(
        element("p", { class: "problem" }, words.refusal(answer.code)),
        element("div", {}, element("button", { class: "soft", onclick: again }, words.tryAgain)),
      );
    }
    const all = /** @type {import("./apps/tokens.js").Token[]} */ (tokens.with?.tokens ?? []);
    // A device's own token has no name: that is what Devices shows.
    const named = all.filter(({ label }) => label !== null);
    this.#page.show(
      calendarAppsGroup(named.filter(({ scope }) => scope === "caldav"), again),
      feedsGroup(/** @type {import("./apps/feeds.js").Feed[]} */ (feeds.with?.feeds ?? []), again),
      tokensGroup(named.filter(({ scope }) => scope !== "caldav"), again),
      proposals.kind === "done" && proposalsGroup(/** @type {unknown[]} */ (proposals.with?.proposals ?? []).length),
    );
  }
}

/** @param {number} count  how many wait */
function proposalsGroup(count) {
  return group(ofProposals.title, [
    element("p", { class: "padded" }, ofProposals.more),
    linkLine({ screen: "proposals" }, count > 0 ? words.proposalsLine(count) : ofProposals.open, "edit"),
  ]);
}
