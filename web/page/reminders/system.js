/**
 * Notifications of the system, by the service worker where there is one, so that they have buttons and outlive the tab.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { preferences } from "../preferences.js";
import { bodyOf, titleOf } from "./sentences.js";
import { later } from "../words/later.js";

const { notifications: w } = later.notifications;

const picture = "/app/icons/icon-192.png";

/** What the browser says: `missing` where it has no notifications here. */
export function permission() {
  return isSecureContext && "Notification" in globalThis ? Notification.permission : "missing";
}

/** Whether this browser shows notifications: it may, and the person has not switched it off. */
export function isOn() {
  return permission() === "granted" && preferences.value.notify !== "off";
}

/** @returns {Promise<ServiceWorkerRegistration | null>} one that runs */
export async function registration() {
  const found = await navigator.serviceWorker?.getRegistration("/app/").catch(() => undefined);
  return found?.active ? found : null;
}

/**
 * Answers whether it was shown.
 * @param {Ring} ring @param {() => void} pressed  where no service worker hears it
 */
export async function show(ring, pressed) {
  const { tag, task, subject, at, links } = ring;
  const options = {
    body: bodyOf(ring),
    tag,
    icon: picture,
    badge: picture,
    timestamp: Date.parse(at),
    requireInteraction: subject === "reminder",
    data: { task, links, isOwn: true },
  };
  try {
    const found = await registration();
    if (found) {
      const buttons = [{ action: "done", title: w.done }, { action: "snooze", title: w.snooze }];
      const actions = subject === "reminder" ? buttons : [];
      await found.showNotification(
        titleOf(ring),
        /** @type {NotificationOptions} */ ({
          ...options,
          renotify: true,
          actions,
        }),
      );
    } else {
      const shown = new Notification(titleOf(ring), options);
      shown.onclick = () => (shown.close(), focus(), pressed());
      plain.set(tag, shown);
    }
    return true;
  } catch {
    return false;
  }
}

/** Those without a service worker. @type {Map<string, Notification>} */
const plain = new Map();

/** Takes away what this app has shown by itself, but for these. @param {string[]} tags */
export async function closeOthers(tags) {
  for (const [tag, shown] of plain) {
    if (tags.includes(tag)) continue;
    shown.close();
    plain.delete(tag);
  }
  const shown = await (await registration())?.getNotifications() ?? [];
  for (const one of shown) if (one.data?.isOwn && !tags.includes(one.tag)) one.close();
}
