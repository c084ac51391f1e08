/** Who this account is: its sign-in, its recovery codes, and leaving this device. */
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { showRecoveryCodes } from "../dialogs/recovery-codes.js";
import { ask } from "../dialogs/question.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { group, linkLine, page } from "../parts/page.js";
import * as words from "../words/en.js";

const w = words.account;

export class AccountPage {
  #page = page(words.settings.account, { screen: "settings" });
  #drawn = "";

  constructor() {
    keeper.session({ act: "waysIn" });
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.end = standing.watch(() => this.#draw());
  }

  #draw() {
    const { account } = standing.value ?? {};
    // How the device stands changes with each exchange: what is written here, or held by a key or a finger, stays.
    const drawn = JSON.stringify([account?.id, account?.login, account?.providers, account?.isClaimed]);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    if (!account) return this.#page.show(element("p", {}, w.none), group(w.join, joinLines()));
    this.#page.show(
      account.isClaimed ? group(w.signIn, waysIn(account)) : null,
      account.login ? codes() : account.isClaimed === false ? claim() : null,
      account.isClaimed ? null : group(w.join, joinLines()),
      element("div", {}, element("button", { class: "soft warn", onclick: signOut }, w.signOut)),
    );
  }
}

/** @param {import("../../types/messages.js").Account} account */
function waysIn({ login, providers }) {
  return [login, ...providers].filter((way) => way !== null).map((way) => element("p", { class: "setting" }, way));
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
      { name: "password", label: words.signIn.password, type: "password", autocomplete: "new-password", minlength: 10 },
    ],
    w.claim,
    async ({ login, password }) => {
      const answer = await keeper.session({ act: "setLogin", login, password });
      if (answer.kind === "refused") return answer;
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
      const answer = await keeper.session({ act: "recoveryCodes", password });
      if (answer.kind === "refused") return answer;
      showRecoveryCodes(/** @type {unknown[]} */ (answer.with?.recoveryCodes ?? []).map(String));
      return null;
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
