/** Another email, another password, or the first of both for somebody who signs in with a provider. */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { askOwner, proofFields } from "./prove.js";
import { showRecoveryCodes } from "./recovery-codes.js";
import { makeRecoveryCodes } from "./second-factor.js";

const { ways: w } = later.owner;

export async function changeEmail() {
  const fields = [
    { name: "email", label: w.newEmail, type: "email", autocomplete: "username", inputmode: "email" },
    ...proofFields(),
  ];
  const isDone = await askOwner(
    w.changeEmail,
    [],
    fields,
    w.changeEmail,
    ({ email, proof }) => keeper.server("changeEmail", { email, password: proof }),
  );
  if (!isDone) return;
  await keeper.session({ act: "waysIn" });
  say(w.emailChanged);
}

export async function addLogin() {
  /** @type {unknown[]} */
  let codes = [];
  const fields = [
    { name: "email", label: words.signIn.email, type: "email", autocomplete: "username", inputmode: "email" },
    { name: "next", label: w.next, type: "password", autocomplete: "new-password", minlength: 10 },
  ];
  const isDone = await askOwner(w.addLogin, [], fields, words.account.claim, async ({ email, next }) => {
    const answer = await keeper.session({ act: "setLogin", login: email, password: next });
    if (answer.kind === "done") codes = /** @type {unknown[]} */ (answer.with?.recoveryCodes ?? []);
    return answer;
  });
  if (isDone && codes.length > 0) await showRecoveryCodes(codes.map(String));
}

/** Where others are signed out, the recovery codes of before end, and new ones are shown. */
export async function changePassword() {
  let [password, endsOthers] = ["", false];
  const fields = [
    ...proofFields(),
    { name: "next", label: w.next, type: "password", autocomplete: "new-password", minlength: 10 },
    { name: "others", label: w.others, type: "checkbox", more: w.othersMore },
  ];
  const isDone = await askOwner(
    w.changePassword,
    [],
    fields,
    w.changePassword,
    ({ proof, next, others }) => {
      [password, endsOthers] = [next, others === "yes"];
      return keeper.server("changePassword", { password: proof, newPassword: next, endOtherSessions: endsOthers });
    },
  );
  if (!isDone) return;
  say(w.passwordChanged);
  if (endsOthers) await makeRecoveryCodes(password);
}
