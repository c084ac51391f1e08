/**
 * What the page may ask of the server (AskServer in ../types/messages.js): the names, and the operations of the API that
 * they stand for.
 */

/** @satisfies {Record<string, [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string]>} */
export const operations = {
  history: ["GET", "/v1/history"],
  proposals: ["GET", "/v1/proposals"],
  readProposal: ["GET", "/v1/proposals/{proposal}"],
  applyProposal: ["POST", "/v1/proposals/{proposal}/application"],
  dismissProposal: ["DELETE", "/v1/proposals/{proposal}"],
  undoChange: ["POST", "/v1/history/{opId}/undo"],
  takeBack: ["POST", "/v1/history/takeback"],
  conflicts: ["GET", "/v1/conflicts"],
  resolveConflict: ["POST", "/v1/conflicts/{opId}/resolution"],
  restoreAccount: ["POST", "/v1/account/restoration"],
  restoreList: ["POST", "/v1/lists/{id}/restoration"],
  restoreTask: ["POST", "/v1/tasks/{id}/restoration"],
  readTask: ["GET", "/v1/tasks/{id}"],
  readList: ["GET", "/v1/lists/{id}"],
  lists: ["GET", "/v1/lists"],
  bringBackList: ["POST", "/v1/lists/{id}/restore"],
  eraseTask: ["POST", "/v1/tasks/{id}/erasure"],
  statisticsSummary: ["GET", "/v1/analytics/summary"],
  statisticsDaily: ["GET", "/v1/analytics/daily"],
  statisticsDistribution: ["GET", "/v1/analytics/distribution"],
  statisticsRhythm: ["GET", "/v1/analytics/rhythm"],
  statisticsPostponements: ["GET", "/v1/analytics/postponements"],
  statisticsCompletionTime: ["GET", "/v1/analytics/completion-time"],
  statisticsReview: ["GET", "/v1/analytics/review"],
  export: ["GET", "/v1/export"],
  import: ["POST", "/v1/import"],
  feeds: ["GET", "/v1/feeds"],
  makeFeed: ["POST", "/v1/feeds"],
  removeFeed: ["DELETE", "/v1/feeds/{feed}"],
  tokens: ["GET", "/v1/tokens"],
  makeToken: ["POST", "/v1/tokens"],
  revokeToken: ["DELETE", "/v1/tokens/{token}"],
  allowDeletion: ["POST", "/v1/devices/{device}/deletion-consent"],
  revokeOtherDevices: ["DELETE", "/v1/devices/others"],
  identities: ["GET", "/v1/account/identities"],
  account: ["GET", "/v1/account"],
  limits: ["GET", "/v1/limits"],
  greeting: ["GET", "/v1"],
  changeEmail: ["PUT", "/v1/account/email"],
  changePassword: ["PUT", "/v1/account/password"],
  login: ["GET", "/v1/account/login"],
  beginSecondFactor: ["POST", "/v1/account/second-factor"],
  confirmSecondFactor: ["POST", "/v1/account/second-factor/confirmation"],
  passkeys: ["GET", "/v1/account/passkeys"],
  beginPasskey: ["POST", "/v1/account/passkeys/options"],
  beginPasskeyProof: ["POST", "/v1/account/passkeys/proof"],
  renamePasskey: ["PATCH", "/v1/account/passkeys/{passkey}"],
  channels: ["GET", "/v1/channels"],
  addChannel: ["POST", "/v1/channels"],
  changeChannel: ["PATCH", "/v1/channels/{channel}"],
  removeChannel: ["DELETE", "/v1/channels/{channel}"],
  testChannel: ["POST", "/v1/channels/{channel}/test"],
  replayChannel: ["POST", "/v1/channels/{channel}/replay"],
  deliveries: ["GET", "/v1/channels/{channel}/deliveries"],
  push: ["GET", "/v1/push"],
  nextReminders: ["GET", "/v1/reminders"],
};

/** What takes the server longer than other things, in milliseconds. @type {Partial<Record<Operation, number>>} */
export const patience = { restoreAccount: 15 * 60_000, takeBack: 15 * 60_000 };

/** @typedef {keyof typeof operations} Operation */

/**
 * What is sent for an operation.
 * @param {Operation} operation @param {Record<string, unknown>} values
 */
export function requestOf(operation, values) {
  const [method, template] = /** @type {[string, string]} */ (operations[operation]);
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (method !== "GET" && method !== "DELETE") return { method, path, body: Object.fromEntries(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return { method, path: query ? `${path}?${query}` : path, body: undefined };
}
