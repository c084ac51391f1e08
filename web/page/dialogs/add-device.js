/**
 * Adding a device: a code and its picture, then the number that the new device shows. The picture holds an address of
 * this server with the code behind `#`, so that it reaches no log.
 */
import { interrupt } from "../announce.js";
import { keeper } from "../desk.js";
import { element, fill } from "../element.js";
import { awaitEvent } from "../news.js";
import { form } from "../parts/form.js";
import { qrPicture } from "../parts/qr-picture.js";
import { openDialog } from "./dialog.js";
import { words } from "../words/words.js";

const w = words.pairing;

/**
 * Answers whether a device came in.
 * @param {{title: string, sentence: string}} [terminal]  what is said where it has no camera, and so is shown no picture
 */
export async function addDevice(terminal) {
  const body = element("div", { class: "form" }, element("p", { role: "status" }, w.asking));
  let offer = "";
  const answer = await openDialog(terminal?.title ?? w.add, (close) => {
    begin(body, close, terminal?.sentence).then((id) => offer = id);
    return [
      body,
      element(
        "div",
        { class: "answers" },
        element("button", { class: "soft", autofocus: true, onclick: () => close() }, words.cancel),
      ),
    ];
  });
  awaitEvent("pairing", null);
  awaitEvent("pairingOver", null);
  if (!answer && offer) await keeper.session({ act: "cancel", id: offer });
  return answer === "joined";
}

/**
 * @param {HTMLElement} body @param {(answer?: string) => void} close @param {string} [sentence]
 * @returns {Promise<string>} the offer's id
 */
async function begin(body, close, sentence) {
  const answer = await keeper.session({ act: "offer" });
  if (answer.kind === "refused") {
    fill(body, element("p", { class: "problem", role: "alert" }, words.refusal(answer.code)));
    return "";
  }
  const id = String(answer.with?.id);
  const code = String(answer.with?.code);
  const address = `${location.origin}/app/pair#${code}`;
  fill(
    body,
    element("p", {}, sentence ?? w.scan(`${location.host}/app/pair`)),
    !sentence && element("div", { class: "qr" }, qrPicture(address, w.picture)),
    element("p", { class: "code" }, code),
    element("p", { role: "status" }, w.waitsForIt),
  );
  awaitEvent("pairing", (event) => claimed(body, id, event.with ?? {}, close));
  awaitEvent(
    "pairingOver",
    () => fill(body, element("p", { class: "problem", role: "alert" }, words.refusal("pairing_over"))),
  );
  return id;
}

/**
 * @param {HTMLElement} body @param {string} id @param {Record<string, unknown>} state @param {(answer?: string) => void} close
 */
function claimed(body, id, state, close) {
  if (state.state === "confirmed") return close("joined");
  if (state.state !== "claimed" || body.querySelector("form")) return;
  if (state.contested) interrupt(w.contested);
  const asked = form(
    [{ name: "number", label: w.number, inputmode: "numeric", autocomplete: "one-time-code" }],
    w.confirm,
    async ({ number }) => {
      const answer = await keeper.session({ act: "confirm", id, number: number.trim() });
      if (answer.kind === "refused") return { ...answer, field: "number" };
      close("joined");
      return null;
    },
  );
  fill(body, element("p", { role: "status" }, w.claimedBy(String(state.deviceName ?? w.aDevice))), asked.node);
  asked.focus();
}
