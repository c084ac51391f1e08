/**
 * What the push service brings while no tab may be open, and what is pressed in notifications: a tab does it where there
 * is one, also without a network; else the links that came along do, or the app is opened.
 *
 * @typedef {{title: string, url: string}} Action
 * @typedef {{tag: string, title: string, body?: string, urgent?: boolean, actions?: Action[], withdrawn?: boolean}} Told
 * @typedef {{task?: string | null, links?: Record<string, string>, isOwn?: boolean}} Data
 */

/** A message about what was just answered here is late. */
const justNow = 60_000;
/** When something with a tag was answered here. @type {Map<string, number>} */
const answeredAt = new Map();

/** @param {ServiceWorkerGlobalScope} worker */
export function hearReminders(worker) {
  worker.addEventListener("push", (event) => event.waitUntil(pushed(worker, event.data)));
  worker.addEventListener("notificationclick", (event) => event.waitUntil(pressed(worker, event)));
  // Only where the person closed it.
  worker.addEventListener(
    "notificationclose",
    (event) => event.waitUntil(answer(worker, event.notification, "dismiss")),
  );
}

/** @param {ServiceWorkerGlobalScope} worker @param {PushMessageData | null} data */
async function pushed({ registration }, data) {
  /** @type {Told} */
  const { tag, title, body, urgent, actions = [], withdrawn } = data?.json() ?? {};
  const shown = await registration.getNotifications({ tag });
  if (withdrawn) return shown.forEach((one) => one.close());
  // The app's own clock has shown it already, and it may have been answered.
  if (shown.some((one) => one.data?.isOwn) || Date.now() - (answeredAt.get(tag) ?? 0) < justNow) return;
  const ways = ["done", "snooze", "dismiss"];
  const isReminder = tag.startsWith("task-") && actions.length === ways.length;
  /** @type {Data} */
  const own = {
    task: tag.startsWith("task-") ? tag.slice("task-".length) : null,
    links: isReminder ? Object.fromEntries(ways.map((way, at) => [way, actions[at].url])) : {},
  };
  await registration.showNotification(
    title,
    /** @type {NotificationOptions} */ ({
      body,
      tag,
      icon: "/app/icons/icon-192.png",
      badge: "/app/icons/icon-192.png",
      renotify: true,
      requireInteraction: urgent === true,
      data: own,
      // Browsers show two; to close it dismisses it.
      actions: isReminder ? ways.slice(0, 2).map((way, at) => ({ action: way, title: actions[at].title })) : [],
    }),
  );
}

/** @param {ServiceWorkerGlobalScope} worker @param {NotificationEvent} event */
async function pressed(worker, { notification, action }) {
  notification.close();
  if (action && await answer(worker, notification, action)) return;
  const { tag, data } = notification;
  const said = { kind: "reminder", answer: action || "open", tag, task: data?.task ?? null };
  const [tab] = await tabs(worker);
  await tab?.focus().catch(() => {});
  const opened = tab ?? await worker.clients.openWindow(said.task ? `/app/task/${said.task}` : "/app/today");
  opened?.postMessage(said);
}

/**
 * Answers whether somebody could be told.
 * @param {ServiceWorkerGlobalScope} worker @param {Notification} notification @param {string} way
 */
async function answer(worker, { tag, data }, way) {
  answeredAt.set(tag, Date.now());
  const [tab] = await tabs(worker);
  tab?.postMessage({ kind: "reminder", answer: way, tag, task: data?.task ?? null });
  if (tab) return true;
  const link = /** @type {Data | null} */ (data)?.links?.[way];
  if (!link) return false;
  // The address may be the server's other name; the path is the same on this one.
  const done = await fetch(new URL(link).pathname, { method: "POST" }).catch(() => null);
  return done?.ok === true;
}

/** Those of the app, one that is seen first. @param {ServiceWorkerGlobalScope} worker */
async function tabs(worker) {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const own = all.filter(({ url }) => new URL(url).pathname.startsWith("/app/"));
  return own.sort((one, other) => seen(other) - seen(one));
}

/** @param {WindowClient} tab */
function seen({ visibilityState }) {
  return visibilityState === "visible" ? 1 : 0;
}
