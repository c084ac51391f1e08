/**
 * Shows what rings: as a notification of the system where the person wants that, else as a card at the edge of the app
 * that stays until it is answered.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { interrupt, say } from "../announce.js";
import { remark } from "../deeds.js";
import { toasts } from "../parts/toast.js";
import { prefer, preferences } from "../preferences.js";
import { complete, dismiss, open, snooze } from "./answers.js";
import { cards, question } from "./cards.js";
import { render } from "../render.js";
import { closeOthers, isOn, permission, show } from "./system.js";
import { switchOn } from "./this-device.js";
import { element } from "../element.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const { notifications: w } = later.notifications;

/** What the push service brings has been there before, if the app was not. */
const pushIsFirstFrom = 60_000;

class Ringing {
  /** @type {Ring[]} */
  #open = [];
  /** What stands in the app although the system may show notifications: it did not, or somebody pressed on one. */
  #here = new Set();
  #isAsking = false;
  /** What had the focus before it went to a card. @type {EventTarget | null} */
  #before = null;
  #room = element("section", { class: "ringing", "aria-label": w.reminders, hidden: true });

  constructor() {
    document.body.append(this.#room);
    // Where both have no room beside each other, the cards stand above the message.
    new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => {
      this.#room.style.setProperty("--said", `${blockSize}px`);
    }).observe(toasts);
    this.#room.addEventListener("focusin", ({ relatedTarget }) => {
      if (!this.#room.contains(/** @type {Node | null} */ (relatedTarget))) this.#before = relatedTarget;
    });
    preferences.watch(() => this.#draw());
  }

  /** @param {Ring[]} open  all that is not answered @param {string[]} tags  of what is to ring in this tab */
  async hear(open, tags) {
    this.#open = open;
    for (const ring of open) if (tags.includes(ring.tag)) await this.#ring(ring);
    await closeOthers(this.#open.map(({ tag }) => tag));
    this.#draw();
  }

  /**
   * Somebody pressed something in a notification.
   * @param {{answer: string, tag: string, task: string | null}} said
   */
  async answered({ answer, tag, task }) {
    if (answer === "done" && task) await complete(task);
    else if (answer === "snooze" && task) await snooze(task, "10m");
    else if (answer === "dismiss") dismiss(tag);
    else {
      this.#here.add(tag);
      this.#draw();
      open({ task });
    }
  }

  /** Asks once whether this browser may notify, where somebody has set a time. */
  ask() {
    if (preferences.value.notify !== "unasked" || permission() === "missing") return;
    if (permission() === "granted") switchOn();
    else if (permission() === "denied") refuse();
    else {
      this.#isAsking = true;
      // Whoever goes on without an answer is not asked again after the page is loaded anew.
      prefer({ notify: "asked" });
      say(w.ask);
      this.#draw();
    }
  }

  /** @param {Ring} ring */
  async #ring(ring) {
    if (!isOn()) return interrupt(words.reminder.of(ring.title));
    const isLate = Date.now() - Date.parse(ring.at) > pushIsFirstFrom;
    if (isLate && ring.subject === "reminder" && preferences.value.notifyKind === "webPush") return dismiss(ring.tag);
    this.#here.delete(ring.tag);
    const isShown = await show(ring, () => this.answered({ answer: "open", ...ring }));
    if (!isShown) this.#here.add(ring.tag);
  }

  #draw() {
    const rings = this.#open.filter(({ tag }) => !isOn() || this.#here.has(tag));
    // It may have been answered in another tab.
    const isAsking = this.#isAsking && preferences.value.notify === "asked";
    const asked = isAsking && question((yes) => this.#answerQuestion(yes));
    const hadFocus = this.#room.contains(document.activeElement);
    render(this.#room, asked, cards(rings));
    this.#room.hidden = rings.length === 0 && !asked;
    if (hadFocus && this.#room.hidden && this.#before instanceof HTMLElement) {
      this.#before.focus({ preventScroll: true });
    }
  }

  /** @param {boolean} yes */
  async #answerQuestion(yes) {
    this.#isAsking = false;
    this.#draw();
    if (yes && await switchOn()) remark(w.enabled);
    else refuse();
  }
}

/** What was set is kept; nobody asks again by themselves. */
function refuse() {
  prefer({ notify: "off" });
  remark(w.disabled);
}

export const ringing = new Ringing();
