/**
 * Asks for a proof that it is the owner: the password, or, where there is none, a passkey, or the confirmation of a
 * provider, for which the browser goes there and comes back.
 */
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { showPasskey } from "../parts/passkey.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { openDialog } from "./dialog.js";
import { ask } from "./question.js";

const { ownerRefusal, ways: w } = later.owner;

/**
 * @typedef {import("../mailbox.js").Answer} Answer
 * @typedef {import("../parts/form.js").Field} Field
 */

/** The field for the password, where there is one to ask for. @returns {Field[]} */
export function proofFields() {
  if (!standing.value?.account?.login) return [];
  return [{ name: "proof", label: w.now, type: "password", autocomplete: "current-password" }];
}

/**
 * A form in a dialog for something that the owner alone may do. Answers whether it was done.
 * @param {string} title @param {import("../element.js").Child[]} sentences @param {Field[]} fields @param {string} yes
 * @param {(values: Record<string, string>) => Promise<Answer | {kind: "refused", code: string, field: string, sentence: string}>} send
 * @param {{danger?: boolean}} [how]
 */
export async function askOwner(title, sentences, fields, yes, send, { danger = false } = {}) {
  let wantsProvider = false;
  const answer = await openDialog(title, (close) => {
    const cancel = element("button", { class: "soft", onclick: () => close() }, words.cancel);
    const { node, focus } = form(fields, yes, async (values) => {
      let answer = await send(values);
      if (isWanted(answer) && await proveByPasskey()) answer = await send(values);
      if (answer.kind === "done") return close("done"), null;
      if (isWanted(answer)) {
        wantsProvider = true;
        return close(), null;
      }
      const field = answer.field ?? (answer.code === "proof_failed" ? "proof" : undefined);
      const sentence = "sentence" in answer ? answer.sentence : ownerRefusal(answer.code) ?? undefined;
      return { code: answer.code, field, sentence };
    }, [cancel]);
    if (danger) node.querySelector("[type=submit]")?.setAttribute("class", "danger");
    queueMicrotask(focus);
    const said = sentences.map((sentence) => sentence instanceof Node ? sentence : element("p", {}, sentence));
    return [said.length > 0 && element("div", { class: "shown-once" }, said), node];
  });
  if (wantsProvider) await confirmWithProvider();
  return answer === "done";
}

/** A proof is wanted, and there is no password for one. @param {{kind: string, code?: string}} answer */
function isWanted(answer) {
  return answer.kind === "refused" && answer.code === "proof_required" && !standing.value?.account?.login;
}

/** Has a passkey shown for what is about to be done; false where there is none, or none was shown. */
async function proveByPasskey() {
  if (!standing.value?.account?.passkeys) return false;
  const begun = await keeper.server("beginPasskeyProof");
  if (begun.kind === "refused") return false;
  const shown = await showPasskey(begun.with?.publicKey);
  if (shown.kind === "refused") return false;
  return (await keeper.session({ act: "proveByPasskey", credential: shown.credential })).kind === "done";
}

/** Where nothing but a provider knows the owner. */
async function confirmWithProvider() {
  const [linked, known] = await Promise.all([keeper.server("identities"), keeper.session({ act: "providers" })]);
  if (linked.kind === "refused") return refuse(linked.code);
  const identities = /** @type {{provider: string | null}[]} */ (linked.with?.identities ?? []);
  const provider = identities.find(({ provider }) => provider !== null)?.provider;
  if (!provider) return refuse("identity_provider_unknown");
  const titles =
    /** @type {{name: string, title: string}[]} */ (known.kind === "done" ? known.with?.providers ?? [] : []);
  const title = titles.find(({ name }) => name === provider)?.title ?? provider;
  if (await ask({ title: w.confirmTitle, sentence: w.confirmMore(title), yes: w.confirm(title) })) {
    await leaveFor(keeper.session({ act: "confirmWith", provider }));
  }
}

/** Goes to a provider. @param {Promise<Answer>} begun */
export async function leaveFor(begun) {
  const answer = await begun;
  if (answer.kind === "done" && typeof answer.with?.url === "string") location.assign(answer.with.url);
  else if (answer.kind === "refused" && answer.code === "proof_required") await confirmWithProvider();
  else if (answer.kind === "refused") refuse(answer.code);
}
