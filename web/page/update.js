/**
 * A new version of the app waits until no tab is seen and this one has been hidden for 30 seconds with nothing being
 * written, or until somebody says so.
 */
import { keeper } from "./desk.js";
import { toast } from "./parts/toast.js";
import { words } from "./words/words.js";

const hiddenFor = 30_000;

/** The files of this tab's version stay on the device for as long as the tab is open. */
export function holdVersion() {
  navigator.locks?.request(`app-${ownVersion()}`, { mode: "shared" }, () => {
    // The version that stood in this tab before may have been the last of its kind.
    navigator.serviceWorker?.controller?.postMessage({ kind: "tidy" });
    return new Promise(() => {});
  });
}

/** @param {ServiceWorkerRegistration} registration */
export function watchUpdates(registration) {
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let isControlled = navigator.serviceWorker.controller !== null;
  const offer = async () => {
    const { waiting } = registration;
    // The first worker ever waits for a moment, too; where none is active, no older version is to be replaced.
    if (!waiting || !registration.active) return;
    // Where this is that version already, served by the one before, nothing is left to choose.
    if (await versionOf(waiting) === ownVersion()) await wantNew(registration);
    else toast(words.newVersion, "long", { label: words.reload, run: () => insist(registration) });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && offer());
  });
  offer();
  navigator.serviceWorker.addEventListener("controllerchange", async () => {
    // The first worker takes over the page that installed it, which is of its version: no need to load it anew. So may
    // one that somebody has chosen, whose files this page has had from the one before.
    const isFirst = !isControlled;
    isControlled = true;
    if (!isFirst && await versionOf(navigator.serviceWorker.controller) !== ownVersion()) loadAnew();
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") registration.update().catch(() => {});
    else timer = setTimeout(() => isWriting() || registration.waiting?.postMessage({ kind: "takeOver" }), hiddenFor);
  });
}

/** With the version that is served, which another tab may have chosen: not under somebody's hands. */
export function loadAnew() {
  if (isWriting() || keeper.isKeeping) setTimeout(loadAnew, 1_000);
  else location.reload();
}

/**
 * A person wants the new version: the app is loaded anew with it, as soon as it has taken over, and a moment later whether
 * or not the browser has let it. It is said again until somebody has heard it.
 * @param {ServiceWorkerRegistration} registration
 */
export async function insist(registration) {
  const isChosen = await wantNew(registration) !== null;
  if (!registration.waiting) return;
  setTimeout(() => isChosen ? location.reload() : insist(registration), 1_000);
}

/**
 * Says it to the new version once the one before is awake. Chromium asks that one to make room only when the new one says
 * so first; where it is just starting then, it never hears of it, and the new one waits for five minutes or more.
 * @param {ServiceWorkerRegistration} registration @returns {Promise<string | null>} which it is, once its files are served
 */
async function wantNew(registration) {
  await asked(registration.active, "awake");
  return await asked(registration.waiting, "insist");
}

/** @param {ServiceWorker | null} worker @returns {Promise<string | null>} */
function versionOf(worker) {
  return asked(worker, "awake");
}

/** Null where nothing is answered for a second: a release before says nothing. @param {ServiceWorker | null} worker @param {"awake" | "insist"} kind */
function asked(worker, kind) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((/** @type {(answer: string | null) => void} */ resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), 1_000);
    if (worker) worker.postMessage({ kind }, [port2]);
    else resolve(null);
  }).finally(() => port1.close());
}

function ownVersion() {
  return document.documentElement.dataset.version;
}

function isWriting() {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}
