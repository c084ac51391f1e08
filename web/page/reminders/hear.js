/**
 * Hears what rings and what is answered outside of the page. What shows it is loaded when it is first needed; where it
 * does not come, a message says what rang.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { interrupt } from "../announce.js";
import { keeper, standing } from "../desk.js";
import { toast } from "../parts/toast.js";
import { preferences } from "../preferences.js";
import { remindersWanted } from "./wanted.js";
import { words } from "../words/words.js";

/** @type {Promise<typeof import("../more.js")> | null} */
let coming = null;

/** One promise for all who wait for it, so that they are heard in their order: two imports may end in another. */
function load() {
  coming ??= import("../more.js");
  coming.catch(() => coming = null);
  return coming;
}

export function hearReminders() {
  keeper.on("event", (event) => {
    if (event.name !== "reminders") return;
    const { open, ring } = /** @type {{open: Ring[], ring: string[]}} */ (event.with);
    load().then(({ ringing }) => ringing.hear(open, ring), () => remind(open.filter(({ tag }) => ring.includes(tag))));
  });
  // From the service worker: somebody pressed something in a notification.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data?.kind === "reminder") load().then(({ ringing }) => ringing.answered(data), () => {});
  });
  remindersWanted.watch((wanted) => {
    if (wanted && preferences.value.notify === "unasked") load().then(({ ringing }) => ringing.ask(), () => {});
  });
  standing.watch(keepChannel());
}

/** Once for each account that this tab sees: its server tells this device, where the person wants that. */
function keepChannel() {
  let device = "";
  return () => {
    const { account, leads } = standing.value ?? {};
    if (!account || !leads || account.device === device) return;
    device = account.device;
    if (preferences.value.notify === "off" || globalThis.Notification?.permission !== "granted") return;
    load().then((more) => more.keepChannel(), () => {});
  };
}

/** @param {Ring[]} rings */
function remind(rings) {
  for (const { title } of rings) {
    const sentence = words.reminder.of(title);
    interrupt(sentence);
    toast(sentence, "long");
  }
}
