/**
 * How this device stands, in the words of the protocol, from what the core, the disk and the server said.
 *
 * @import { Standing, Trouble } from "../types/messages.js"
 * @import { Trouble as CoreTrouble } from "../types/core.js"
 * @import { Credentials } from "./access.js"
 * @import { Leader } from "./leader.js"
 */

/** @param {Leader} leader @returns {Standing} */
export function standingOf({ book, access, sync, live, troubles, idleWork, registration, proposals }) {
  const standingInCore = book.standing;
  return {
    kind: "standing",
    book: book.name,
    ready: standingInCore !== null,
    syncing: sync.isAsking,
    readingAll: access.credentials !== null && (standingInCore?.isReading ?? false),
    live: live.isHeard,
    lastSync: sync.lastSync,
    waiting: standingInCore?.waiting ?? 0,
    notAccepted: standingInCore?.refused ?? 0,
    gaveWay: standingInCore?.lost ?? 0,
    proposals: proposals.waiting,
    trouble: troubles.since(troubleOf(book, access, registration)),
    account: access.credentials && {
      id: access.credentials.account,
      device: access.credentials.device,
      ...waysIn(access.credentials),
    },
    storage: idleWork.storage,
    forgets: book.forgets,
    onlyHere: registration.onlyHere,
    leads: true,
  };
}

/** How the account can be signed in to, as far as the server has said. @param {Credentials} credentials */
function waysIn({ login, providers, passkeys = 0 }) {
  const isClaimed = login !== null || passkeys > 0 || (providers ? providers.length > 0 : null);
  return { login, providers: providers ?? [], passkeys, isClaimed };
}

/** @typedef {Omit<Trouble, "since">} Plain */

/**
 * @param {Leader["book"]} book @param {Leader["access"]} access @param {Leader["registration"]} registration
 * @returns {Plain | null}
 */
function troubleOf(book, access, registration) {
  if (book.disk.trouble) return { code: "disk", passes: true };
  if (access.refused) {
    const code = access.refused.code === "account_merged" ? "account_merged" : "signed_out";
    return { code, passes: false, ...(access.refused.with ? { with: access.refused.with } : {}) };
  }
  if (!access.credentials) {
    const { refusal, undecided } = registration;
    if (!refusal && !undecided) return { code: "alone", passes: false };
    return { code: "alone", passes: false, with: refusal ? { registration: refusal } : { undecided } };
  }
  return book.standing?.trouble ? fromCore(book.standing.trouble) : null;
}

/** @param {CoreTrouble} trouble @returns {Plain} */
function fromCore(trouble) {
  switch (trouble.kind) {
    case "unreachable":
      return { code: "offline", passes: true };
    case "unwell":
      return { code: "unwell", passes: true, with: { status: trouble.status } };
    case "busy":
    case "unreadable":
      return { code: trouble.kind, passes: true };
    case "revoked":
      return { code: "signed_out", passes: false };
    case "readOnly":
      return { code: "read_only", passes: false };
    case "wantsConfirmation":
      return { code: "mass_delete", passes: false, with: { deletions: trouble.deletions, tasks: trouble.of } };
    case "refused":
      if (trouble.code.endsWith("_quota_exceeded")) {
        return { code: "quota", passes: false, with: { code: trouble.code } };
      }
      return { code: trouble.code, passes: false };
  }
}

/** Remembers since when each trouble is there. */
export class Troubles {
  #code = "";
  #since = 0;

  /** @param {Plain | null} trouble @returns {Trouble | null} */
  since(trouble) {
    if ((trouble?.code ?? "") !== this.#code) {
      this.#code = trouble?.code ?? "";
      this.#since = Date.now();
    }
    return trouble && { ...trouble, since: this.#since };
  }
}
