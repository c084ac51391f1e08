/**
 * Signing in with a provider: the browser goes there and comes back to /app/session with a code. What was begun here is
 * kept on the disk meanwhile, for the page is another when it comes back.
 *
 * @import { OwnerAttempt } from "./owner.js"
 * @import { SignInOptions } from "./sign-in.js"
 * @import { Leader } from "./leader.js"
 */
import { asked, Refusal } from "./api.js";
import { backFromProvider } from "./owner.js";
import { needRoom, signInWith } from "./sign-in.js";

export async function providers() {
  const { providers, passkeys } = await asked("GET", "/v1/identity/providers", null);
  return { providers, passkeys };
}

/** @param {Leader} leader @param {string} name @param {SignInOptions} options */
export async function provider(leader, name, { forgets }) {
  const body = { returnTo: `${location.origin}/app/session` };
  const { url, attempt } = await asked("POST", `/v1/identity/${name}/authorization`, null, body);
  await leader.book.keep({ attempt: { attempt, forgets } });
  return { url };
}

/** @param {Leader} leader @param {string} query @param {string} [password]  of the owner, where it is asked for */
export async function arrive(leader, query, password) {
  const brought = new URLSearchParams(query);
  const error = brought.get("error");
  /** @type {unknown} */
  const kept = await leader.document("attempt");
  const begun = /** @type {({attempt: string} & SignInOptions) | OwnerAttempt | undefined} */ (kept);
  const code = brought.get("code");
  if (begun && "purpose" in begun) {
    if (error) throw new Refusal(error, { with: { purpose: begun.purpose } });
    return await backFromProvider(leader, begun, code ?? "", password);
  }
  if (error) throw new Refusal(error);
  if (!begun || !code) throw new Refusal("attempt_over");
  await needRoom(leader);
  const { zone: timeZone, deviceName } = leader;
  const signedIn = await asked("POST", "/v1/identity/session", null, {
    attempt: begun.attempt,
    code,
    timeZone,
    deviceName,
  });
  await leader.book.keep({ attempt: undefined });
  await signInWith(leader, signedIn, begun);
  return {};
}
