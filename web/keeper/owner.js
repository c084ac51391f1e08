/**
 * What only the owner may do, and not whoever found a device that is in: adding and removing ways into the account, and
 * deleting it. Each wants a fresh proof: the password where there is one; or else a passkey that was just shown, or that a
 * provider has just confirmed who somebody is, which is kept for the few minutes that it counts, since the page is another
 * when it comes back.
 *
 * @import { Leader } from "./leader.js"
 */
import { asOwner, Refusal } from "./api.js";

/** @typedef {{attempt: string, purpose: "link" | "confirm"}} OwnerAttempt */
/** @typedef {{until: number} & ({attempt: string, code: string} | {passkey: unknown})} Vouched */

/** A little less than the server holds on to it. */
export const countsFor = 9 * 60_000;
/** A large account takes long to be deleted. */
const longest = 15 * 60_000;

/**
 * Sends the owner to a provider. @param {Leader} leader @param {string} provider @param {OwnerAttempt["purpose"]} purpose
 */
export async function goToProvider(leader, provider, purpose) {
  // Where no password can be asked for afterwards, the confirmation has to come first.
  if (purpose === "link" && isClaimed(leader) && !leader.access.credentials?.login && !await vouched(leader)) {
    throw new Refusal("proof_required");
  }
  const begun = await asOwner(
    leader.access,
    "POST",
    `/v1/account/identities/${encodeURIComponent(provider)}/authorization`,
    { returnTo: `${location.origin}/app/session` },
  );
  await leader.book.keep({ attempt: { attempt: begun.attempt, purpose } });
  return { url: begun.url };
}

/**
 * The owner is back. Where the server wants a proof first, the same may be said again with the password.
 * @param {Leader} leader @param {OwnerAttempt} begun @param {string} code @param {string} [password]
 */
export async function backFromProvider(leader, { attempt, purpose }, code, password) {
  if (purpose === "confirm") {
    const until = Date.now() + countsFor;
    await leader.book.keep({ attempt: undefined, proof: { attempt, code, until } });
    return { purpose };
  }
  const proof = isClaimed(leader) ? await proofOf(leader, password) : undefined;
  try {
    await asOwner(leader.access, "POST", "/v1/account/identities", { attempt, code, proof });
  } catch (error) {
    if (error instanceof Refusal) error.more = { ...error.more, with: { ...error.more.with, purpose } };
    throw error;
  }
  await leader.book.keep({ attempt: undefined });
  await leader.waysIn.ask();
  return { purpose };
}

/** @param {Leader} leader @param {string} id @param {string} [password] */
export async function unlink(leader, id, password) {
  const proof = await proofOf(leader, password);
  await asOwner(leader.access, "DELETE", `/v1/account/identities/${encodeURIComponent(id)}`, proof);
  await leader.waysIn.ask();
  return {};
}

/** Deletes the account, and then everything here. @param {Leader} leader @param {string} [password] */
export async function deleteAccount(leader, password) {
  const proof = await proofOf(leader, password);
  const receipt = await asOwner(leader.access, "DELETE", "/v1/account", proof, undefined, longest);
  await leader.beginAnew();
  leader.tell({ kind: "event", name: "signedOut" });
  return { deletionId: receipt.deletionId };
}

/** @param {Leader} leader @param {string} email @param {string} password */
export async function setLogin(leader, email, password) {
  const proof = isClaimed(leader) ? await proofOf(leader) : undefined;
  const claimed = await asOwner(leader.access, "POST", "/v1/account/claim", { email, password, proof });
  await leader.access.change({ login: claimed.email, knownDevice: claimed.knownDevice });
  leader.stand();
  return { recoveryCodes: claimed.recoveryCodes };
}

/** What proves that it is the owner; a confirmation counts once. @param {Leader} leader @param {string} [password] */
export async function proofOf(leader, password) {
  if (password) return { password };
  const confirmed = await vouched(leader);
  if (confirmed) {
    await leader.book.keep({ proof: undefined });
    const { until: _, ...proof } = confirmed;
    return proof;
  }
  return isClaimed(leader) ? undefined : { confirm: leader.access.credentials?.account };
}

/** What a provider or a passkey has just confirmed. @param {Leader} leader */
async function vouched(leader) {
  const proof = /** @type {Vouched | undefined} */ (await leader.document("proof"));
  return proof && proof.until > Date.now() ? proof : null;
}

/** Whether anything signs in to the account, as far as is known. @param {Leader} leader */
export function isClaimed({ access: { credentials } }) {
  return Boolean(credentials?.login) || (credentials?.providers ?? []).length > 0 || (credentials?.passkeys ?? 0) > 0;
}
