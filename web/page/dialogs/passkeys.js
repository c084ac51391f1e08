/** The passkeys of an account: adding one, its name, and removing it. */
import { say } from "../announce.js";
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { deviceName } from "../device-name.js";
import { makePasskey } from "../parts/passkey.js";
import { later } from "../words/later.js";
import { editText } from "./edit-text.js";
import { askOwner, proofFields } from "./prove.js";

const { passkeys: w, second: secondWords } = later.owner;

/** @typedef {{id: string, name: string, createdAt: string, lastUsedAt: string | null}} Passkey */

/** Answers whether one was added. @param {boolean} asksSecond  whether the account asks for more than its password */
export async function addPasskey(asksSecond) {
  /** Made once, however often the password is mistyped. @type {unknown} */
  let credential = null;
  const fields = [
    { name: "name", label: w.name, value: deviceName(navigator.userAgent), maxlength: 100 },
    ...proofFields(),
    ...(asksSecond ? [{ name: "second", label: secondWords.codeOrRecovery, autocomplete: "one-time-code" }] : []),
  ];
  const isDone = await askOwner(w.addLong, [w.how], fields, w.goOn, async ({ name, proof, second }) => {
    if (credential === null) {
      const begun = await keeper.server("beginPasskey");
      if (begun.kind === "refused") return begun;
      const made = await makePasskey(begun.with?.publicKey);
      if (made.kind === "refused") return { ...made, field: "name", sentence: w.refusal(made.code) };
      credential = made.credential;
    }
    const answer = await keeper.session({ act: "addPasskey", credential, name, password: proof, second });
    if (answer.kind === "done") return answer;
    if (answer.code.startsWith("passkey_")) return { ...answer, field: "name", sentence: w.refusal(answer.code) };
    const isEither = asksSecond && ["proof_failed", "invalid_fields"].includes(answer.code);
    return isEither ? { ...answer, field: "second", sentence: secondWords.oneWrong } : answer;
  });
  if (isDone) say(w.added);
  return isDone;
}

/** Answers whether it has another name. @param {Passkey} passkey */
export async function renamePasskey({ id, name }) {
  const wanted = await editText(w.rename, w.name, name);
  if (!wanted || wanted === name) return false;
  const answer = await keeper.server("renamePasskey", { passkey: id, name: wanted });
  if (answer.kind === "refused") refuse(answer.code);
  return answer.kind === "done";
}

/** Answers whether it is gone. @param {Passkey} passkey */
export async function removePasskey({ id, name }) {
  const isDone = await askOwner(
    w.removeQuestion(name),
    [w.removeMore, standing.value?.account?.login ? null : w.removeProof],
    proofFields(),
    w.removeYes,
    ({ proof }) => keeper.session({ act: "removePasskey", id, password: proof }),
    { danger: true },
  );
  if (isDone) say(w.removed);
  return isDone;
}
