/**
 * What the page may ask of the server (AskServer in ../types/messages.js): the names, and the operations of the API that
 * they stand for.
 */

/** @satisfies {Record<string, [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string]>} */
export const operations = {
  history: ["GET", "/v1/history"],
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

/**
 * What is sent for an operation.
 * @param {keyof typeof operations} operation @param {Record<string, unknown>} values
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
