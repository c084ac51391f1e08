/**
 * What the keeper says by itself, and what the page does about it.
 *
 * @import { Event } from "../types/messages.js"
 */
import { keeper, standing } from "./desk.js";
import { massDelete } from "./dialogs/mass-delete.js";
import { toast } from "./parts/toast.js";
import { isAnyRefused } from "./refused-texts.js";
import { goTo } from "./router.js";
import { leaveField } from "./leave-field.js";
import { keepApp } from "./start-keeper.js";
import { holdVersion, watchUpdates } from "./update.js";
import { language } from "./words/language.js";
import { words } from "./words/words.js";

/** Pages that wait for an event of their own. @type {Map<string, (event: Event) => void>} */
const waiting = new Map();

/** @param {string} name @param {((event: Event) => void) | null} listener */
export function awaitEvent(name, listener) {
  if (listener) waiting.set(name, listener);
  else waiting.delete(name);
}

export function hearNews() {
  keeper.on("event", heard);
  const askAgain = askWhatIsMeant();
  standing.watch(askAgain);
  addEventListener("visibilitychange", askAgain);
  // What was not sent, or is not on the disk yet, would be gone with the tab.
  addEventListener("beforeunload", (event) => {
    leaveField();
    const { forgets, waiting: unsent } = standing.value ?? { forgets: false, waiting: 0 };
    if (forgets && unsent > 0 || isAnyRefused() || keeper.isKeeping) event.preventDefault();
  });
  // A telephone ends what is not seen without asking.
  addEventListener("visibilitychange", () => document.hidden && leaveField());
  holdVersion();
  keepApp().then((registration) => registration && watchUpdates(registration));
  // The service worker keeps English with the app, and another language where it is told.
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ kind: "keep", extra: language }));
}

/** @param {Event} event */
function heard(event) {
  const listener = waiting.get(event.name);
  if (listener) return listener(event);
  if (event.name === "newVersion") {
    navigator.serviceWorker?.getRegistration("/app/").then((found) => found?.update()).catch(() => {});
  } else if (event.name === "olderApp") {
    toast(words.refusal("older_app"), "long", { label: words.reload, run: () => location.reload() });
  } else if (event.name === "signedOut") goTo("today");
}

/**
 * Asks about a mass deletion where somebody sees it, and again where much is deleted while the last answer is on its way
 * to the server.
 */
function askWhatIsMeant() {
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    for (;;) {
      const trouble = standing.value?.trouble;
      if (trouble?.code !== "mass_delete" || document.hidden) break;
      await massDelete(Number(trouble.with?.deletions ?? 0), Number(trouble.with?.tasks ?? 0));
    }
    isAsking = false;
  };
}
