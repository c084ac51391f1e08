/** Putting the app among the others of a device, where its browser can. */
import { Signal } from "./signal.js";

/** @typedef {Event & {prompt(): Promise<unknown>, userChoice: Promise<{outcome: string}>}} Offer */

/** What the browser would ask, once it says that it can. @type {Signal<Offer | null>} */
export const offered = new Signal(/** @type {Offer | null} */ (null));

/** Hears what the browser offers; it asks nobody by itself then, in the middle of something else. */
export function hearOffers() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered.value = /** @type {Offer} */ (event);
  });
  addEventListener("appinstalled", () => offered.value = null);
}

/** Asks the person; a browser lets it be asked once. Answers whether it is installed now. */
export async function install() {
  const offer = offered.value;
  if (!offer) return false;
  offered.value = null;
  await offer.prompt();
  return (await offer.userChoice).outcome === "accepted";
}

/** How it can be installed here. @returns {"asked" | "byHand" | null} */
export function wayToInstall() {
  if (matchMedia("(display-mode: standalone)").matches) return null;
  if (offered.value) return "asked";
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return isApple ? "byHand" : null;
}
