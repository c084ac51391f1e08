/**
 * A new version of the app waits until this tab has been hidden for 30 seconds with nothing being written, or until
 * somebody says so.
 */
import { toast } from "./parts/toast.js";
import * as words from "./words/en.js";

const hiddenFor = 30_000;

/** @param {ServiceWorkerRegistration} registration */
export function watchUpdates(registration) {
  let timer = 0;
  const hadOne = navigator.serviceWorker.controller !== null;
  const offer = () => {
    if (!registration.waiting || !hadOne) return;
    toast(words.newVersion, "long", { label: words.reload, run: () => takeOver(registration) });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && offer());
  });
  offer();
  navigator.serviceWorker.addEventListener("controllerchange", () => hadOne && location.reload());
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") registration.update().catch(() => {});
    else timer = setTimeout(() => isWriting() || takeOver(registration), hiddenFor);
  });
}

function isWriting() {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}

/** @param {ServiceWorkerRegistration} registration */
function takeOver({ waiting }) {
  waiting?.postMessage({ kind: "takeOver" });
}
