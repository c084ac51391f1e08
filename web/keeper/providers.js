/**
 * Signing in with a provider: the browser goes there and comes back to /app/session with a code. What was begun here is
 * kept on the disk meanwhile, for the page is another when it comes back.
 *
 * @import { Way } from "./entering.js"
 * @import { Office } from "./office.js"
 */
import { enterWith } from "./entering.js";
import { asked, Refusal } from "./session.js";

export async function providers() {
  const { providers } = await asked("GET", "/v1/identity/providers", null);
  return { providers };
}

/** @param {Office} office @param {string} name @param {Way} way */
export async function provider(office, name, { merge, forgets }) {
  const body = { returnTo: `${location.origin}/app/session` };
  const { url, attempt } = await asked("POST", `/v1/identity/${name}/authorization`, null, body);
  await office.book.keep({ attempt: { attempt, merge, forgets } });
  return { url };
}

/** @param {Office} office @param {string} query */
export async function arrive(office, query) {
  const brought = new URLSearchParams(query);
  const error = brought.get("error");
  if (error) throw new Refusal(error);
  const begun = /** @type {({attempt: string} & Way) | undefined} */ (await office.paper("attempt"));
  const code = brought.get("code");
  if (!begun || !code) throw new Refusal("attempt_over");
  const { zone: timeZone, deviceName } = office;
  const entered = await asked("POST", "/v1/identity/session", null, {
    attempt: begun.attempt,
    code,
    timeZone,
    deviceName,
  });
  await office.book.keep({ attempt: undefined });
  await enterWith(office, entered, begun);
  return {};
}
