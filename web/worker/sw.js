/// <reference path="../types/built.d.ts" />
/**
 * The service worker: the app's files of one version, on this device. It never touches /v1, and caches nothing by the
 * way: all files of its version are there before it is, and none is ever mixed with another's.
 *
 * A tab holds a lock of its version's name while it lives (../page/update.js or whoever opens it); the files of a
 * version go when no tab holds it any more and no newer one waits.
 *
 * A new version waits until it is wanted. A person who wants it gets it whether or not the browser lets its worker take
 * over at once, which Chromium may put off for minutes: the one that waits writes down that it was chosen, and from then
 * on the one before serves its files to whoever opens the app.
 */

import { hearReminders } from "./reminders.js";

/** Put in by scripts/web.sh. */
const { version, files, extras } = WEB;

const cacheName = `app-${version}`;
const shell = "/app/";
/** Where it is written down which version is wanted. Nobody ever asks for such a file. */
const choice = { cacheName: "chosen", path: "/app/chosen-version" };
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  if (event.data?.kind === "takeOver") event.waitUntil(takeOver());
  if (event.data?.kind === "insist") event.waitUntil(insist(event.ports[0]));
  if (event.data?.kind === "keep") event.waitUntil(keep(event.data.extra));
  if (event.data?.kind === "tidy") event.waitUntil(dropOthers());
  // So it is awake, too.
  if (event.data?.kind === "awake") event.ports[0]?.postMessage(version);
});
hearReminders(worker);
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(shell)) return;
  event.respondWith(answer(event.request, url.pathname));
});

/** All files, or none: a file that does not come keeps the version before. */
async function install() {
  const cache = await caches.open(cacheName);
  const others = await kept();
  // Names of content are good from any cache; the others are asked for anew.
  await cache.addAll(
    [...files, ...others].map((path) =>
      new Request(path, { cache: path.startsWith("/app/a/") ? "default" : "reload" })
    ),
  );
}

/** Of what came with the version before though not everybody wants it, this version's files. */
async function kept() {
  const known = Object.values(extras).flat();
  const before = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const names = new Set(before.flat().map(({ url }) => kind(new URL(url).pathname)));
  return known.filter((path) => names.has(kind(path)));
}

/** What a file is whatever is in it: its name without the digest. @param {string} path */
function kind(path) {
  return path.replace(/\.[^.]+(?=\.\w+$)/, "");
}

/** What a tab wants and not everybody has: the words of a language, or what reads plain words. @param {string} extra */
async function keep(extra) {
  const cache = await caches.open(cacheName);
  for (const path of extras[extra] ?? []) if (!await cache.match(path)) await cache.add(path);
}

async function activate() {
  await choose();
  await worker.clients.claim();
  await dropOthers();
}

/** Somebody wants this version, which waits. Answers once its files are served, by whichever worker is there. @param {MessagePort} [port] */
async function insist(port) {
  port?.postMessage(await choose() ? version : null);
  worker.skipWaiting();
}

/** Writes down that it is this version that is wanted. Answers whether the disk has taken it. */
async function choose() {
  try {
    await (await caches.open(choice.cacheName)).put(choice.path, new Response(version));
    return true;
  } catch {
    return false;
  }
}

/** The cache of the version that is written down, while it is there. */
async function chosen() {
  const written = await caches.match(choice.path, { cacheName: choice.cacheName });
  const name = written && `app-${await written.text()}`;
  return name && await caches.has(name) ? name : null;
}

/** Of whose files screens are made: of this version, unless another is chosen that waits, or has taken over meanwhile. */
async function wanted() {
  const isNewest = !worker.registration.waiting && worker.serviceWorker?.state !== "redundant";
  return isNewest ? cacheName : await chosen() ?? cacheName;
}

/** Versions that no tab runs any more. While one is on its way nothing goes: no tab runs that one yet. */
async function dropOthers() {
  const names = await caches.keys();
  // No tab may run yet what has just taken over from this one, either.
  const kept = [cacheName, await chosen()];
  const { installing, waiting } = worker.registration;
  if (installing || waiting) return;
  for (const name of names) {
    if (!name.startsWith("app-") || kept.includes(name)) continue;
    await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock ? caches.delete(name) : undefined);
  }
}

/** Where no tab is seen, a tab that has been hidden for a while may bring the new version. */
async function takeOver() {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.every((tab) => tab.visibilityState === "hidden")) await worker.skipWaiting();
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  const isScreen = request.mode === "navigate";
  // What is named by its content is the same in each version that has it.
  const name = path.startsWith("/app/a/") ? cacheName : await wanted();
  const found = await caches.match(isScreen ? shell : path, { cacheName: name }) ??
    // Of the version that was chosen; or of the one before, in which a tab may still start its keeper anew.
    (isScreen ? undefined : await caches.match(path));
  if (isScreen) dropOthers();
  return found ?? fetch(request);
}
