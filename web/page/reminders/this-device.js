/**
 * Whether this browser notifies, and by what way its server tells it: the browser's push service, which reaches it while
 * Daybook is closed, or else the live stream of a tab that is open.
 *
 * @import { Channel } from "./channels.js"
 */
import { keeper, standing } from "../desk.js";
import { deviceName } from "../device-name.js";
import { prefer, preferences } from "../preferences.js";
import { language } from "../words/language.js";
import { isOn, registration } from "./system.js";

/** Asks the browser, and then the server. Answers whether this browser notifies now. */
export async function switchOn() {
  const answer = await Notification.requestPermission();
  prefer({ notify: answer === "granted" ? "on" : "off" });
  if (answer === "granted") await keepChannel();
  return answer === "granted";
}

export async function switchOff() {
  prefer({ notify: "off", notifyDevice: "", notifyKind: "" });
  const subscription = await subscribed();
  await subscription?.unsubscribe().catch(() => {});
  for (const { id } of await own()) await keeper.server("removeChannel", { channel: id });
}

/** The server tells this device, over the way that there is now. Before there is an account nobody could. */
export async function keepChannel() {
  const device = standing.value?.account?.device;
  if (!isOn() || !device) return;
  const push = await subscribe();
  const kind = push ? "webPush" : "live";
  const { notifyDevice, notifyKind } = preferences.value;
  if (notifyDevice === device && notifyKind === kind && !push?.isNew) return await keepLanguage();
  const address = push?.address ?? {};
  const answer = await keeper.server("addChannel", { kind, name: deviceName(navigator.userAgent), language, address });
  if (answer.kind === "refused") return;
  prefer({ notifyDevice: device, notifyKind: kind, notifyLanguage: language });
  // Told in both ways, it would ring twice.
  for (const other of await own()) if (other.kind !== kind) await keeper.server("removeChannel", { channel: other.id });
}

/** What is told to this browser is told in the language that the app speaks in it. */
async function keepLanguage() {
  if (preferences.value.notifyLanguage === language) return;
  const channels = await own();
  // None: they could not be asked for.
  if (channels.length === 0) return;
  for (const { id, language: told } of channels) {
    const answer = told === language ? null : await keeper.server("changeChannel", { channel: id, language });
    if (answer?.kind === "refused") return;
  }
  prefer({ notifyLanguage: language });
}

/** The channels of this browser itself. @returns {Promise<Channel[]>} */
async function own() {
  const device = standing.value?.account?.device;
  const answer = device ? await keeper.server("channels") : null;
  if (answer?.kind !== "done") return [];
  const channels = /** @type {Channel[]} */ (answer.with?.channels ?? []);
  return channels.filter(({ deviceId, kind }) => deviceId === device && (kind === "live" || kind === "webPush"));
}

/** @returns {Promise<PushSubscription | null | undefined>} */
async function subscribed() {
  return await (await registration())?.pushManager?.getSubscription().catch(() => null);
}

/** With the browser's push service, anew where the server has another key; null where there is none. */
async function subscribe() {
  const workerRegistration = await registration();
  if (!workerRegistration?.pushManager) return null;
  const answer = await keeper.server("push");
  const key = answer.kind === "done" ? answer.with?.vapidPublicKey : null;
  if (typeof key !== "string") return null;
  try {
    let subscription = await workerRegistration.pushManager.getSubscription();
    const isKnown = subscription !== null && sameKey(subscription, key);
    if (subscription && !isKnown) await subscription.unsubscribe();
    if (!subscription || !isKnown) {
      subscription = await workerRegistration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    }
    const { endpoint, keys } = subscription.toJSON();
    return { isNew: !isKnown, address: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } };
  } catch {
    return null;
  }
}

/** @param {PushSubscription} subscription @param {string} key  in the alphabet of addresses */
function sameKey({ options }, key) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text === key.replaceAll("=", "");
}
