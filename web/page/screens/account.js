/** Whose account this is: ways in, recovery codes, what is kept of it, leaving this device, and its end. */
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { deleteAccount } from "../dialogs/delete-account.js";
import { showRecoveryCodes } from "../dialogs/recovery-codes.js";
import { makeRecoveryCodes } from "../dialogs/second-factor.js";
import { ask } from "../dialogs/question.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { group, linkLine, page } from "../parts/page.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { askWhatIsKept, privacyGroup } from "./owner/privacy.js";
import { askWaysIn, waysInGroup } from "./owner/ways-in.js";

const { end, ownerRefusal } = later.owner;

const w = words.account;

export class AccountPage {
  #page = page(words.settings.account, { screen: "settings" });
  #drawn = "";
  /** @type {Awaited<ReturnType<typeof askWaysIn>>} */
  #ways = null;
  /** @type {Awaited<ReturnType<typeof askWhatIsKept>>} */
  #kept = null;
  // Made once: what is typed in them stays when the rest is drawn again.
  #claim = claim();
  #codes = codes();

  constructor() {
    keeper.session({ act: "waysIn" });
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.end = standing.watch(() => this.#draw());
    this.#ask();
  }

  async #ask() {
    // Without an account there is nothing that the server could say of it.
    if (!standing.value?.account) return;
    [this.#ways, this.#kept] = await Promise.all([askWaysIn(), askWhatIsKept()]);
    this.#draw();
  }

  #draw() {
    const { account } = standing.value ?? {};
    // How the device stands changes with each exchange: what is written here, or held by a key or a finger, stays.
    const known = [standing.value?.onlyHere, account?.id, account?.login, account?.providers, account?.isClaimed];
    const drawn = JSON.stringify([known, this.#ways, this.#kept]);
    if (this.#drawn === drawn) return;
    // Ways in that came or went since are other identities, too.
    if (this.#drawn && JSON.stringify(known) !== JSON.stringify(JSON.parse(this.#drawn)[0])) this.#ask();
    this.#drawn = drawn;
    if (!account) {
      const none = standing.value?.onlyHere ? w.noneHere : w.none;
      return this.#page.show(element("p", {}, none), group(w.join, joinLines()), privacyGroup(null));
    }
    const isClaimed = account.isClaimed === true;
    this.#page.show(
      waysInGroup(account, this.#ways, () => this.#ask()),
      account.login ? this.#codes : account.isClaimed === false ? this.#claim : null,
      isClaimed ? null : group(w.join, joinLines()),
      privacyGroup(this.#kept),
      element("div", {}, element("button", { class: "soft warn", onclick: signOut }, w.signOut)),
      group(end.title, [
        element("p", { class: "padded" }, end.more),
        element(
          "div",
          { class: "padded" },
          element("button", { class: "soft warn", onclick: deleteAccount }, end.open),
        ),
      ]),
    );
  }
}

function joinLines() {
  return [
    linkLine({ screen: "signIn" }, words.welcome.signIn, "person"),
    linkLine({ screen: "pair", code: "" }, words.welcome.pair, "device"),
  ];
}

function claim() {
  const { node } = form(
    [
      { name: "login", label: words.signIn.email, type: "email", autocomplete: "username", inputmode: "email" },
      {
        name: "password",
        label: words.signIn.newPassword,
        type: "password",
        autocomplete: "new-password",
        minlength: 10,
      },
    ],
    w.claim,
    async ({ login, password }) => {
      const answer = await keeper.session({ act: "setLogin", login, password });
      if (answer.kind === "refused") return { ...answer, sentence: ownerRefusal(answer.code) ?? undefined };
      if (Array.isArray(answer.with?.recoveryCodes)) showRecoveryCodes(answer.with.recoveryCodes.map(String));
      return null;
    },
  );
  const body = element("div", { class: "padded" }, node);
  return group(w.add, [body], w.addMore);
}

function codes() {
  const { node } = form(
    [
      { name: "password", label: words.signIn.password, type: "password", autocomplete: "current-password" },
    ],
    w.newCodes,
    async ({ password }) => {
      const refusal = await makeRecoveryCodes(password);
      return refusal && { ...refusal, sentence: ownerRefusal(refusal.code) ?? undefined };
    },
  );
  return group(w.codes, [element("div", { class: "padded" }, node)], w.codesMore);
}

async function signOut() {
  const { isClaimed } = standing.value?.account ?? { isClaimed: null };
  const first = await ask({
    title: w.signOutQuestion,
    sentence: isClaimed ? w.signOutMore : isClaimed === false ? w.signOutLost : w.signOutUnknown,
    yes: w.signOut,
    danger: true,
  });
  if (!first) return;
  const answer = await keeper.session({ act: "signOut", evenSo: false });
  if (answer.kind === "done") return;
  if (answer.code !== "changes_wait") return refuse(answer.code);
  const even = await ask({ ...w.changesWait(Number(answer.with?.waiting ?? 0)), danger: true });
  if (!even) return;
  const again = await keeper.session({ act: "signOut", evenSo: true });
  if (again.kind === "refused") refuse(again.code);
}
