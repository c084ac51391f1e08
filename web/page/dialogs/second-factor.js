/** Codes of an authenticator app beside the password: setting it up, and doing without again. */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { qrPicture } from "../parts/qr-picture.js";
import { most } from "../qr.js";
import { later } from "../words/later.js";
import { openDialog } from "./dialog.js";
import { askOwner, proofFields } from "./prove.js";
import { showRecoveryCodes } from "./recovery-codes.js";
import { copied } from "./shown-once.js";

const { ownerRefusal, second: w } = later.owner;

/** @type {import("../parts/form.js").Field} */
const secondField = { name: "second", label: w.codeOrRecovery, autocomplete: "one-time-code" };

/** @typedef {{secret: string, address: string, recoveryCodesLeft: number}} Begun */

/** Answers whether it is set up. */
export async function setUpSecondFactor() {
  /** @type {Begun | null} */
  let begun = null;
  const isBegun = await askOwner(w.setUpLong, [w.how], proofFields(), w.goOn, async ({ proof }) => {
    const answer = await keeper.server("beginSecondFactor", { password: proof });
    if (answer.kind === "done") begun = /** @type {Begun} */ (answer.with);
    return answer;
  });
  if (!isBegun || !begun || !await confirm(begun)) return false;
  say(w.done);
  return true;
}

/** @param {Begun} begun */
async function confirm({ secret, address, recoveryCodesLeft }) {
  const answer = await openDialog(w.setUpLong, (close) => {
    const cancel = element("button", { class: "soft", onclick: () => close() }, w.cancel);
    const { node } = form(
      [{ name: "code", label: w.code, inputmode: "numeric", autocomplete: "one-time-code" }],
      w.confirm,
      async ({ code }) => {
        const answer = await keeper.server("confirmSecondFactor", { code });
        if (answer.kind === "done") return close("done"), null;
        const isWrong = answer.code === "proof_failed" || answer.code === "invalid_fields";
        return { code: answer.code, sentence: isWrong ? w.wrong : ownerRefusal(answer.code) ?? undefined };
      },
      [cancel],
    );
    return [
      element(
        "div",
        { class: "shown-once" },
        element("p", {}, w.scan),
        address.length <= most && element("div", { class: "qr" }, qrPicture(address, w.picture)),
        copied(w.secret, secret),
        recoveryCodesLeft === 0 && element("p", {}, w.noCodes),
      ),
      node,
    ];
  }, { staysOpen: true, isRead: true });
  return answer === "done";
}

/** Answers whether it is gone. */
export async function removeSecondFactor() {
  const isDone = await askOwner(
    w.removeLong,
    [w.removeMore],
    [...proofFields(), secondField],
    w.remove,
    async ({ proof, second }) =>
      refusedAs(await keeper.session({ act: "removeSecondFactor", password: proof, second })),
    { danger: true },
  );
  if (isDone) say(w.removed);
  return isDone;
}

/**
 * New recovery codes by the password; where that is not enough, more is asked for. Answers the refusal, if any.
 * @param {string} password
 */
export async function makeRecoveryCodes(password) {
  const answer = await keeper.session({ act: "recoveryCodes", password });
  if (answer.kind === "refused" && answer.code === "proof_required") return await renewCodes(password), null;
  if (answer.kind === "refused") return answer;
  showRecoveryCodes(/** @type {unknown[]} */ (answer.with?.recoveryCodes ?? []).map(String));
  return null;
}

/** New recovery codes, where the password is not enough. @param {string} password */
async function renewCodes(password) {
  /** @type {unknown[]} */
  let codes = [];
  const isDone = await askOwner(w.codes, [w.codesMore], [secondField], w.goOn, async ({ second }) => {
    const answer = await keeper.session({ act: "recoveryCodes", password, second });
    if (answer.kind === "done") codes = /** @type {unknown[]} */ (answer.with?.recoveryCodes ?? []);
    return refusedAs(answer);
  });
  if (isDone) await showRecoveryCodes(codes.map(String));
}

/**
 * Which of the two was wrong is not told.
 * @param {import("../mailbox.js").Answer} answer
 */
function refusedAs(answer) {
  if (answer.kind === "done" || !["proof_failed", "invalid_fields"].includes(answer.code)) return answer;
  return { ...answer, field: "second", sentence: w.oneWrong };
}
