/**
 * Starts the worker that keeps the tasks. The page's one policy for script addresses lets this one through and no other;
 * the address stands in the shell, since files have names of their content.
 */
const address = document.documentElement.dataset.keeper ?? "/app/keeper/keeper.js";

/** @typedef {{createPolicy(name: string, rules: object): {createScriptURL(url: string): unknown}}} Policies */

const policy = /** @type {{trustedTypes?: Policies}} */ (globalThis).trustedTypes?.createPolicy("daybook", {
  /** @param {string} url */
  createScriptURL(url) {
    if (url === address || url === "/app/sw.js") return url;
    throw new TypeError("no script of the app");
  },
});

/** @param {string} url */
function trusted(url) {
  return /** @type {string} */ (policy?.createScriptURL(url) ?? url);
}

export function startKeeper() {
  return new Worker(trusted(address), { type: "module", name: "keeper" });
}

/** The service worker, which keeps the app on the device; without HTTPS browsers give none. */
export async function keepApp() {
  if (!navigator.serviceWorker) return null;
  return await navigator.serviceWorker.register(trusted("/app/sw.js"), { scope: "/app/", updateViaCache: "none" })
    .catch(() => null);
}
