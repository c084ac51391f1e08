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
 * What a person said is said again each second until it is so. Where a tab asks for something in the moment in which the
 * versions change, Chromium keeps the one before for that, and may leave the new one waiting afterwards.
 * @param {ServiceWorkerRegistration} registration
 */
export function insist(registration) {
  if (!registration.waiting) return;
  tell(registration, "insist");
  setTimeout(() => insist(registration), 1_000);
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
