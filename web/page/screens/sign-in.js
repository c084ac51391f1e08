/** Signing in: with email and password, a recovery code, a passkey, or by a provider. What is here already comes along. */
import { say } from "../announce.js";
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { element, fill } from "../element.js";
import { form } from "../parts/form.js";
import { page } from "../parts/page.js";
import { showPasskey, takesPasskeys } from "../parts/passkey.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { goOn } from "./way-on.js";

const w = words.signIn;

/** A computer of somebody else keeps nothing. */
const notMine = { name: "forgets", label: w.notMine, type: "checkbox", more: w.notMineMore };

/**
 * Whether what is on this device would come along as it stands now: what was not sent, and what nobody could sign in to
 * again. The keeper decides when it is so far, by the same rule.
 */
function comesAlong() {
  const { account, waiting = 0 } = standing.value ?? {};
  return waiting > 0 || Boolean(account && !account.isClaimed);
}

/** @typedef {Extract<import("../../types/messages.js").SessionAct, {act: "signIn" | "recover"}>} Entering */

export class SignInPage {
  #page = page(w.title, { screen: "view", view: { kind: "today" } });
  #providers = element("div", { class: "ways" });
  #form = this.#withPassword();
  #sentence = element("p", {});
  #hint = element("p", { class: "note" });

  constructor() {
    this.node = this.#page.node;
    this.focus = () => this.#form.focus();
    this.#show();
    this.#askProviders();
    this.end = standing.watch(() => {
      fill(this.#sentence, comesAlong() ? w.comesAlong : w.line);
      this.#drawHint();
    });
  }

  #show() {
    const other = element("button", { class: "soft", onclick: () => this.#recover() }, w.recover);
    const pair = element(
      "button",
      { class: "soft", onclick: () => go({ screen: "pair", code: "" }) },
      words.welcome.pair,
    );
    this.#page.show(element(
      "div",
      { class: "card" },
      this.#sentence,
      this.#form.node,
      this.#providers,
      element("div", { class: "ways" }, other, pair),
      this.#hint,
    ));
  }

  /** For who has no sign-in, and looks for a way to one here. */
  #drawHint() {
    const { ready, account } = standing.value ?? {};
    if (!ready || account?.isClaimed) return fill(this.#hint);
    const add = element("button", { class: "way", onclick: () => go({ screen: "account" }) }, w.addOne);
    fill(this.#hint, ...(account ? [w.addsOne, " ", add] : [w.newHere]));
  }

  #withPassword() {
    return form(
      [
        { name: "login", label: w.email, type: "email", autocomplete: "username", inputmode: "email" },
        { name: "password", label: w.password, type: "password", autocomplete: "current-password" },
        notMine,
      ],
      w.title,
      ({ login, password, forgets }) => this.#enter({ act: "signIn", login, password, forgets: forgets === "yes" }),
    );
  }

  #recover() {
    this.#form = form(
      [
        { name: "login", label: w.email, type: "email", autocomplete: "username", inputmode: "email" },
        { name: "recoveryCode", label: w.recoveryCode, more: w.recoveryCodeMore },
        { name: "password", label: w.newPassword, type: "password", autocomplete: "new-password", minlength: 10 },
      ],
      w.title,
      ({ login, recoveryCode, password }) => this.#enter({ act: "recover", login, recoveryCode, password }),
    );
    this.#show();
    this.#form.focus();
  }

  /** @param {Entering} act */
  async #enter(act) {
    const answer = await signIn(act);
    if (answer?.code !== "second_factor_required") return answer;
    this.#askSecond(act);
    return null;
  }

  /** The account asks for more than what was typed. @param {Entering} act */
  #askSecond(act) {
    this.#form = form(
      [
        {
          name: "second",
          label: w.second,
          autocomplete: "one-time-code",
          more: act.act === "signIn" ? w.secondMore : undefined,
        },
        // Somebody else's computer is not to be trusted.
        ...(act.forgets ? [] : [{ name: "trust", label: w.trust, type: "checkbox", more: w.trustMore }]),
      ],
      w.title,
      async ({ second, trust }) => {
        const answer = await signIn({ ...act, second, trust: trust === "yes" });
        return answer?.code === "invalid_fields" ? { code: "second_factor_failed" } : answer;
      },
    );
    this.#show();
    this.#form.focus();
  }

  async #byPasskey() {
    const forgets = this.#form.node.querySelector("[name=forgets]");
    const begun = await keeper.session({ act: "passkeyOptions" });
    if (begun.kind === "refused") return refuse(begun.code);
    const shown = await showPasskey(begun.with?.publicKey);
    // Whoever thought better of it is told nothing.
    if (shown.kind === "refused") return;
    const failed = await signIn({
      act: "passkeySignIn",
      credential: shown.credential,

      forgets: forgets instanceof HTMLInputElement && forgets.checked,
    });
    if (failed) refuse(failed.code);
  }

  async #askProviders() {
    const answer = await keeper.session({ act: "providers" });
    const found = answer.kind === "done" ? answer.with?.providers : null;
    if (!Array.isArray(found)) return;
    const passkey = takesPasskeys(answer.kind === "done" && answer.with?.passkeys) &&
      element("button", { class: "soft", onclick: () => this.#byPasskey() }, w.passkey);
    fill(
      this.#providers,
      passkey,
      ...found.map(({ name, title }) =>
        element("button", {
          class: "soft",
          onclick: () => leaveFor(String(name)),
        }, w.by(String(title ?? name)))
      ),
    );
  }
}

/** @param {Entering | Extract<import("../../types/messages.js").SessionAct, {act: "passkeySignIn"}>} act */
async function signIn(act) {
  const answer = await keeper.session(act);
  if (answer.kind === "refused") return answer;
  // Whoever has found out a password may have added some.
  const passkeys = Number(answer.with?.passkeys ?? 0);
  say(passkeys > 0 ? w.lookAtPasskeys(passkeys) : w.done);
  goOn();
  return null;
}

/** @param {string} provider */
async function leaveFor(provider) {
  const answer = await keeper.session({ act: "provider", provider });
  if (answer.kind === "done" && typeof answer.with?.url === "string") location.assign(answer.with.url);
}
