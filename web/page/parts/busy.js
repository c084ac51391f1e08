/** A press that takes a while: it cannot be made twice, and says so where it takes long. */
import { say } from "../announce.js";
import { element, fill } from "../element.js";

/** Shorter than this nobody waits. */
const short = 500;

/**
 * A button that does this, one at a time.
 * @typedef {<T>(question: () => Promise<T>) => Promise<T>} Asking  what the person is asked, while nothing runs
 * @param {string} label @param {string} running  what it says after half a second
 * @param {(asking: Asking) => Promise<unknown>} work @param {string} [kind]
 */
export function busyButton(label, running, work, kind = "strong") {
  const button = element("button", { class: kind, onclick: run }, label);
  async function run() {
    button.disabled = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const begin = () =>
      timer = setTimeout(() => {
        fill(button, element("span", { class: "busy", "aria-hidden": true }), running);
        say(running);
      }, short);
    const rest = () => {
      clearTimeout(timer);
      fill(button, label);
    };
    begin();
    try {
      await work(async (question) => {
        rest();
        const answer = await question();
        begin();
        return answer;
      });
    } finally {
      rest();
      button.disabled = false;
      // A button that could not be pressed has lost the focus.
      if (document.activeElement === document.body) button.focus();
    }
  }
  return button;
}
