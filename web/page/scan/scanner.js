/**
 * Scanning the picture that adds a device, inside the app: an app on a phone's home screen is not what the phone's own
 * camera opens. Where there is no camera, the code is typed.
 */
import { interrupt, say } from "../announce.js";
import { element, fill } from "../element.js";
import { later } from "../words/later.js";
import { words as common } from "../words/words.js";
import { Camera, hasCamera } from "./camera.js";
import { pairingCodeIn } from "./pairing-code.js";

const words = later.scan;

export class Scanner {
  node = element("div", { class: "scanner" });
  /** @type {Camera | null} */
  #camera = null;

  /** @param {(code: string) => void} found @param {() => void} type  leads to where the code is typed */
  constructor(found, type) {
    this.found = found;
    this.type = type;
    this.#offer();
  }

  end() {
    this.#camera?.end();
    this.#camera = null;
  }

  /** @param {string} [problem]  why it cannot be done */
  #offer(problem) {
    this.end();
    const button = element("button", { class: "soft", type: "button", onclick: () => this.#begin() }, words.begin);
    fill(
      this.node,
      hasCamera() ? button : element("p", { class: "note" }, words.none),
      problem && element("p", { class: "problem" }, problem),
    );
    if (!problem) return;
    interrupt(problem);
    this.type();
  }

  async #begin() {
    const camera = this.#camera = new Camera();
    const status = element("p", { role: "status" }, words.asking);
    const video = element("video", { class: "camera", "aria-label": words.picture, muted: true, playsinline: true });
    const cancel = element("button", { class: "soft", type: "button", onclick: () => this.#cancel() }, common.cancel);
    fill(this.node, video, status, element("div", { class: "answers" }, cancel));
    cancel.focus();
    try {
      const lost = () => this.#camera === camera && this.#offer(words.missing);
      await camera.begin(video, (text) => this.#read(text, status), lost);
      if (this.#camera === camera) status.textContent = words.looking;
    } catch (error) {
      if (this.#camera !== camera) return;
      const isForbidden = error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
      this.#offer(isForbidden ? words.forbidden : words.missing);
    }
  }

  #cancel() {
    this.#offer();
    this.type();
  }

  /** @param {string} text @param {HTMLElement} status */
  #read(text, status) {
    const found = pairingCodeIn(text, location.origin);
    const sentence = !found ? words.other : "host" in found ? words.elsewhere(found.host) : words.read;
    if (status.textContent !== sentence) status.textContent = sentence;
    if (!found || !("code" in found)) return;
    this.#offer();
    say(words.read);
    this.found(found.code);
  }
}
