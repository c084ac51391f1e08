/**
 * How this device stands with its server, in one line that never covers anything; only what a person may want to know,
 * and only when it has lasted.
 *
 * @import { Standing } from "../../types/messages.js"
 */
import { drawWith } from "../by-frame.js";
import { refuse } from "../deeds.js";
import { address, keeper, standing } from "../desk.js";
import { editText } from "../dialogs/edit-text.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { asked, roomOf } from "./account-room.js";
import { keepWaiting } from "./keep-waiting.js";

const patience = 10_000;
/** A first reading is mostly over before one could read a line about it. */
const patienceWithReading = 1_000;

/** A line of its own for each screen; it follows the standing until its screen goes. */
export function standingLine() {
  const node = element("div", { class: "standing", hidden: true });
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let readingSince = 0;
  const look = () => {
    clearTimeout(timer);
    const now = standing.value;
    readingSince = now?.readingAll ? readingSince || Date.now() : 0;
    const troubleIn = now?.trouble?.passes ? now.trouble.since + patience - Date.now() : 0;
    const readingIn = readingSince && readingSince + patienceWithReading - Date.now();
    const waits = [troubleIn, readingIn].filter((wait) => wait > 0);
    if (waits.length > 0) timer = setTimeout(look, Math.min(...waits));
    draw(
      node,
      now && { ...now, trouble: troubleIn > 0 ? null : now.trouble, readingAll: now.readingAll && readingIn <= 0 },
    );
    node.dataset.shown = "yes";
  };
  const stop = drawWith([standing, asked], () => {
    if (timer && !node.isConnected && node.dataset.shown) return stop();
    look();
  });
  return node;
}

/** @param {HTMLElement} node @param {Standing | null} now */
function draw(node, now) {
  const said = now && lineOf(now);
  node.hidden = !said;
  if (!said) return;
  node.dataset.kind = said.kind;
  render(node, element("span", {}, said.sentence), said.ways);
}

/** @param {Standing} now */
function lineOf({ trouble, waiting, gaveWay, notAccepted, proposals, readingAll }) {
  if (trouble && !["alone", "mass_delete"].includes(trouble.code)) {
    const isOut = ["signed_out", "account_merged", "account_deleted", "account_disabled"].includes(trouble.code);
    const sentence = trouble.code === "quota"
      ? words.full(roomOf(trouble), waiting)
      : words.trouble(trouble.code, waiting);
    if (isOut) return { kind: "out", sentence, ways: [signIn(), waiting > 0 && way(words.downloadThem, keepWaiting)] };
    return {
      kind: "waits",
      sentence,
      ways: [
        waiting > 0 && address.value.screen !== "unsent" && way(words.show, () => go({ screen: "unsent" })),
        trouble.code === "offline" && way(words.tryAgain, () => keeper.sync()),
      ],
    };
  }
  if (trouble?.code === "alone") {
    const registration = trouble.with?.registration;
    if (registration === "invite") {
      return { kind: "out", sentence: words.inviteNeeded, ways: [way(words.enterInvite, askInvite), signIn()] };
    }
    if (registration === "closed") return { kind: "out", sentence: words.registrationClosed, ways: [signIn()] };
  }
  if (readingAll) return { kind: "waits", sentence: words.readingAgain, ways: [] };
  if (notAccepted > 0 && !isAt("notAccepted")) {
    const show = () => go({ screen: "view", view: { kind: "notAccepted" } });
    return { kind: "out", sentence: words.notAcceptedLine(notAccepted), ways: [way(words.show, show)] };
  }
  if (gaveWay > 0 && !isAt("gaveWay")) {
    const show = () => go({ screen: "view", view: { kind: "gaveWay" } });
    return { kind: "waits", sentence: words.gaveWayLine(gaveWay), ways: [way(words.show, show)] };
  }
  if (proposals > 0 && address.value.screen !== "proposals") {
    const show = () => go({ screen: "proposals" });
    return { kind: "waits", sentence: words.proposalsLine(proposals), ways: [way(words.show, show)] };
  }
  return null;
}

/** Whether this is where the line would lead. @param {"gaveWay" | "notAccepted"} kind */
function isAt(kind) {
  return address.value.screen === "view" && address.value.view.kind === kind;
}

async function askInvite() {
  const invite = await editText(words.inviteNeeded, words.invite, "");
  if (!invite) return;
  const answer = await keeper.session({ act: "begin", invite });
  // What is no invitation at all is asked for once more.
  if (answer.kind === "refused") refuse(answer.code === "invite_required" ? "invite_refused" : answer.code);
}

function signIn() {
  return way(words.welcome.signIn, () => go({ screen: "signIn" }));
}

/** @param {string} label @param {() => void} onclick */
function way(label, onclick) {
  return element("button", { class: "way", onclick }, label);
}
