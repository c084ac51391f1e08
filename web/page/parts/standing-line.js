/**
 * How this device stands with its server, in one line that never covers anything; only what a person may want to know,
 * and only when it has lasted.
 *
 * @import { Standing } from "../../types/messages.js"
 */
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { editText } from "../dialogs/edit-text.js";
import { element, fill } from "../element.js";
import { go } from "../router.js";
import * as words from "../words/en.js";
import { keepWaiting } from "./keep-waiting.js";

const patience = 10_000;

/** A line of its own for each screen; it follows the standing until its screen goes. */
export function standingLine() {
  const node = element("div", { class: "standing", hidden: true });
  let timer = 0;
  const stop = standing.watch((now) => {
    if (timer && !node.isConnected && node.dataset.shown) return stop();
    clearTimeout(timer);
    const since = now?.trouble?.since ?? 0;
    const wait = now?.trouble?.passes ? since + patience - Date.now() : 0;
    if (wait > 0) timer = setTimeout(() => draw(node, standing.value), wait);
    draw(node, wait > 0 && now ? { ...now, trouble: null } : now);
    node.dataset.shown = "yes";
  });
  return node;
}

/** @param {HTMLElement} node @param {Standing | null} now */
function draw(node, now) {
  const said = now && lineOf(now);
  node.hidden = !said;
  if (!said) return;
  node.dataset.kind = said.kind;
  fill(node, element("span", {}, said.sentence), said.ways);
}

/** @param {Standing} now */
function lineOf({ trouble, waiting, gaveWay, notAccepted, readingAll }) {
  if (trouble && !["alone", "mass_delete"].includes(trouble.code)) {
    const isOut = ["signed_out", "account_merged", "account_deleted", "account_disabled"].includes(trouble.code);
    const sentence = words.trouble(trouble.code, waiting);
    if (isOut) return { kind: "out", sentence, ways: [signIn(), waiting > 0 && way(words.downloadThem, keepWaiting)] };
    return {
      kind: "waits",
      sentence,
      ways: [trouble.code === "offline" && way(words.tryAgain, () => keeper().sync())],
    };
  }
  if (trouble?.code === "alone" && waiting > 0) {
    const registration = trouble.with?.registration;
    if (registration === "invite") {
      return { kind: "out", sentence: words.inviteNeeded, ways: [way(words.enterInvite, askInvite), signIn()] };
    }
    if (registration === "closed") return { kind: "out", sentence: words.registrationClosed, ways: [signIn()] };
  }
  if (readingAll) return { kind: "waits", sentence: words.readingAgain, ways: [] };
  if (notAccepted > 0) {
    const show = () => go({ screen: "view", view: { kind: "notAccepted" } });
    return { kind: "out", sentence: words.notAcceptedLine(notAccepted), ways: [way(words.show, show)] };
  }
  if (gaveWay > 0) {
    const show = () => go({ screen: "view", view: { kind: "gaveWay" } });
    return { kind: "waits", sentence: words.gaveWayLine(gaveWay), ways: [way(words.show, show)] };
  }
  return null;
}

async function askInvite() {
  const invite = await editText(words.inviteNeeded, words.invite, "");
  if (!invite) return;
  const answer = await keeper().session({ act: "begin", invite });
  // What is no invitation at all is asked for once more.
  if (answer.kind === "refused") refuse(answer.code === "invite_required" ? "invite_refused" : answer.code);
}

function signIn() {
  return way(words.welcome.signIn, () => go({ screen: "signIn" }));
}

/** @param {string} label @param {() => void} onclick */
function way(label, onclick) {
  return element("button", { class: "way", type: "button", onclick }, label);
}
