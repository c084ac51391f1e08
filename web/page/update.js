/**
 * A new version of the app waits until no tab is seen and this one has been hidden for 30 seconds with nothing being
 * written, or until somebody says so.
 */
import { toast } from "./parts/toast.js";
import { words } from "./words/words.js";

const hiddenFor = 30_000;

/** The files of this tab's version stay on the device for as long as the tab is open. */
export function holdVersion() {
  const { version } = document.documentElement.dataset;
  navigator.locks?.request(`app-${version}`, { mode: "shared" }, () => {
    // The version that stood in this tab before may have been the last of its kind.
    navigator.serviceWorker?.controller?.postMessage({ kind: "tidy" });
    return new Promise(() => {});
  });
}

/** @param {ServiceWorkerRegistration} registration */
export function watchUpdates(registration) {
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let isControlled = navigator.serviceWorker.controller !== null;
  const offer = () => {
    // The first worker ever waits for a moment, too; where none is active, no older version is to be replaced.
    if (!registration.waiting || !registration.active) return;
    toast(words.newVersion, "long", { label: words.reload, run: () => insist(registration) });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && offer());
  });
  offer();
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first worker takes over the page that installed it, which is of its version: no need to load it anew.
    if (isControlled) location.reload();
    isControlled = true;
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") registration.update().catch(() => {});
    else timer = setTimeout(() => isWriting() || tell(registration, "takeOver"), hiddenFor);
  });
}

/**
 * What a person said goes to the new version once the one before is awake. Chromium asks that one to make room only when
 * the new one says so first; where it is just starting then, it never hears of it, and the new one waits for five minutes.
 * It is said again each second until it is so, in case it was not heard at all.
 * @param {ServiceWorkerRegistration} registration
 */
export async function insist(registration) {
  await awake(registration.active);
  if (!registration.waiting) return;
  tell(registration, "insist");
  setTimeout(() => insist(registration), 1_000);
}

/** Answers once it runs, or after a second: one of a release before says nothing. @param {ServiceWorker | null} worker */
function awake(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    setTimeout(resolve, 1_000);
    worker?.postMessage({ kind: "awake" }, [port2]);
  }).finally(() => port1.close());
}

function isWriting() {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}

/**
 * `takeOver` waits while a tab is seen, `insist` is what the person said.
 * @param {ServiceWorkerRegistration} registration @param {"takeOver" | "insist"} kind
 */
function tell({ waiting }, kind) {
  waiting?.postMessage({ kind });
}
