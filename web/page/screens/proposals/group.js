/** One proposal: who made it and why, what it would come to, and what can be done with it. */
import { refuse } from "../../deeds.js";
import { keeper, listNamed, outline } from "../../desk.js";
import { ask } from "../../dialogs/question.js";
import { element } from "../../element.js";
import { toast } from "../../parts/toast.js";
import { render } from "../../render.js";
import { inSentence, momentName } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { words } from "../../words/words.js";
import { undo } from "../history/deeds.js";
import { Rows } from "../history/rows.js";
import { besides, isSameAlone, partsOf, sentences } from "./lines.js";

const w = later.proposals;

/**
 * @typedef {object} Proposal
 * @property {string} id @property {{id: string, name: string}} device @property {string} madeAt
 * @property {string} expiresAt @property {string | null} note @property {number} count
 */
/** @typedef {import("./lines.js").Shown} Shown */
/** @typedef {import("./lines.js").Part} Part */

export class ProposalGroup {
  #parts = element("ul", { class: "group-body" });
  #foot = element("div", { class: "answers" });
  #said = element("p", { class: "note", role: "status" });
  /** @type {Shown | null} */
  #shown = null;
  /** Of which it is shown; null are all. @type {Set<number> | null} */
  #places = null;
  /** What is not to be done. @type {Set<number>} */
  #left = new Set();
  #isBusy = false;
  #hasEnded = false;

  /** @param {Proposal} proposal @param {(said: string) => void} over  it waits no longer */
  constructor(proposal, over) {
    this.proposal = proposal;
    this.over = over;
    const { device, madeAt, expiresAt, note } = proposal;
    const [today, zone] = [outline.value?.today ?? "", String(outline.value?.settings.timeZone ?? "UTC")];
    const moment = (/** @type {string} */ at) => inSentence(momentName(at, today, zone));
    this.about = { today, zone, listName: (/** @type {string} */ id) => listNamed(id)?.name ?? null };
    this.name = w.from(device.name);
    this.node = element(
      "section",
      { key: proposal.id, class: "group proposal", "aria-label": this.name },
      element("h2", {}, this.name),
      note && element("p", { class: "padded" }, w.note(note)),
      this.#parts,
      element("p", { class: "note" }, w.made(moment(madeAt), moment(expiresAt))),
      this.#said,
      this.#foot,
    );
    this.#tell(w.asking);
    this.#look(null);
  }

  end() {
    this.#hasEnded = true;
  }

  /** @param {string} sentence */
  #tell(sentence) {
    this.#said.textContent = sentence;
  }

  /** @param {Set<number> | null} places @param {string} [sentence]  why it is shown once more */
  async #look(places, sentence = "") {
    const answer = await this.#read(places);
    if (this.#hasEnded) return;
    if (!answer) return this.#draw();
    [this.#shown, this.#places, this.#left] = [answer, places, new Set()];
    this.#tell(sentence);
    this.#draw();
  }

  /** @param {Set<number> | null} places @returns {Promise<Shown | null>} */
  async #read(places) {
    const { id } = this.proposal;
    const answer = await keeper.server("readProposal", {
      proposal: id,
      places: places ? [...places].sort((one, other) => one - other).join(",") : undefined,
    });
    if (answer.kind === "done") return /** @type {Shown} */ (/** @type {unknown} */ (answer.with));
    if (answer.code === "not_found") this.over(w.gone);
    else this.#tell(words.refusal(answer.code));
    return null;
  }

  #draw() {
    const shown = this.#shown;
    const parts = shown ? partsOf(shown) : [];
    const possible = parts.filter(({ refused }) => refused === null);
    const chosen = possible.filter(({ place }) => !this.#left.has(place));
    render(this.#parts, parts.map((part) => this.#part(part, possible.length > 1)), shown && this.#besides(shown));
    const isPart = chosen.length < possible.length;
    const apply = () => this.#inTurn(() => this.#apply(new Set(chosen.map(({ place }) => place)), isPart));
    render(
      this.#foot,
      element(
        "button",
        { key: "dismiss", class: "soft", onclick: () => this.#inTurn(() => this.#dismiss()) },
        w.dismiss,
      ),
      this.#places && element("button", { key: "all", class: "soft", onclick: () => this.#look(null) }, w.all),
      !shown && element("button", { key: "again", class: "soft", onclick: () => this.#look(null) }, words.tryAgain),
      shown && chosen.length > 0 &&
        element(
          "button",
          { key: "apply", class: "strong", onclick: apply },
          isPart ? w.applySome(chosen.length) : w.apply,
        ),
    );
    if (shown && possible.length === 0 && !this.#said.textContent) this.#tell(w.nothing);
  }

  /** @param {Part} part @param {boolean} isChosen  whether there is anything to choose among */
  #part({ place, lines, followed, refused }, isChosen) {
    const told = lines.map((line) => ({ title: line.title ?? "", did: sentences(line, this.about) }));
    const title = told[0]?.title ?? this.#titleOf(place);
    const did = refused === null ? told.flatMap((one) => one.did) : [w.refused(words.refusal(refused))];
    const toggle = () => {
      if (!this.#left.delete(place)) this.#left.add(place);
      this.#draw();
    };
    const box = isChosen && refused === null &&
      element("input", {
        type: "checkbox",
        checked: !this.#left.has(place),
        "aria-label": `${title}: ${did.join(", ")}`,
        onchange: toggle,
      });
    const text = element(
      "div",
      { class: "change-words" },
      element("p", { class: "change-name" }, title),
      did.map((sentence) => element("p", {}, sentence)),
    );
    const below = followed.length > 0 && element("ul", { class: "followed" }, followed.map((line) => this.#line(line)));
    const head = element(box ? "label" : "div", { class: "change" }, box, text);
    return element("li", { key: place, class: "change-line" }, head, below);
  }

  /** Of what cannot be done: what its task was called when it was proposed is not known any more. @param {number} place */
  #titleOf(place) {
    const action = this.#shown?.actions[place];
    return action?.fields?.title ?? later.history.aTask;
  }

  /** @param {import("./lines.js").Line} line */
  #line(line) {
    return element(
      "li",
      { key: line.id },
      element(
        "div",
        { class: "change-words" },
        element("p", { class: "change-name" }, line.title ?? later.history.aTask),
        sentences(line, this.about).map((sentence) => element("p", {}, sentence)),
      ),
    );
  }

  /** @param {Shown} shown */
  #besides(shown) {
    const lines = besides(shown);
    return lines.length > 0 &&
      element("li", { key: "besides", class: "change-line" }, lines.map((one) => this.#line(one)));
  }

  /** @param {() => Promise<void>} deed */
  async #inTurn(deed) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await deed();
    this.#isBusy = false;
  }

  /** @param {Set<number>} places @param {boolean} isPart */
  async #apply(places, isPart) {
    let [shown, sent] = [/** @type {Shown} */ (this.#shown), this.#places];
    if (isPart) {
      const alone = await this.#read(places);
      if (!alone || alone.revision !== shown.revision && !await this.#isAsShown(shown)) return;
      // What was not shown so is looked at first.
      if (!isSameAlone(shown, alone, places)) {
        [this.#shown, this.#places, this.#left] = [alone, places, new Set()];
        this.#tell(w.alone);
        return this.#draw();
      }
      [shown, sent] = [alone, places];
    }
    const deletions = shown.changes.filter(({ kind }) => kind === "delete").length;
    let answer = await this.#send(shown.tag, sent, false);
    if (answer.kind === "refused" && answer.code === "mass_delete_unconfirmed") {
      if (!await ask({ ...w.deletes(deletions), danger: true })) return;
      answer = await this.#send(shown.tag, sent, true);
    }
    if (answer.kind === "refused") {
      if (answer.code === "proposal_changed") return await this.#look(this.#places, w.changed);
      if (answer.code === "not_found") return this.over(w.gone);
      return refuse(answer.code);
    }
    const { id } = this.proposal;
    toast(w.applied, "long", { label: words.undo, run: () => undo({ opId: id }, new Rows(() => {})) });
    this.over(w.applied);
    await keeper.sync();
  }

  /**
   * Whether the account would still come to what is on the screen; else that is shown as it would be now.
   * @param {Shown} shown
   */
  async #isAsShown(shown) {
    const now = await this.#read(this.#places);
    if (!now || now.tag === shown.tag) return now !== null;
    [this.#shown, this.#left] = [now, new Set()];
    this.#tell(w.changed);
    this.#draw();
    return false;
  }

  /** @param {string} tag @param {Set<number> | null} places @param {boolean} confirmMassDelete */
  #send(tag, places, confirmMassDelete) {
    const { id } = this.proposal;
    return keeper.server("applyProposal", {
      proposal: id,
      tag,
      places: places ? [...places] : undefined,
      ...(confirmMassDelete && { confirmMassDelete }),
    });
  }

  async #dismiss() {
    if (!await ask(w.dismissQuestion)) return;
    const answer = await keeper.server("dismissProposal", { proposal: this.proposal.id });
    if (answer.kind === "refused" && answer.code !== "not_found") return refuse(answer.code);
    this.over(w.dismissed);
  }
}
