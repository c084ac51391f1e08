/**
 * Files from the server and to it. They may be as large as the platform allows and take as long as they need: they are
 * passed on as they are, and no clock ends them.
 *
 * @import { AskServer } from "../types/messages.js"
 * @import { Leader } from "./leader.js"
 */
import { Refusal, refusalOf } from "./api.js";
import { requestOf } from "./operations.js";
import { manners, parsed } from "./server.js";

/** From one word of how far it is to the next, in milliseconds. */
const between = 250;

/** @param {AskServer["operation"]} operation @returns {operation is "export" | "import"} */
export function isFile(operation) {
  return operation === "export" || operation === "import";
}

/** @param {Leader} leader @param {string} tab  that asks @param {AskServer} message */
export async function passFile({ access, say }, tab, { operation, values }) {
  const { token } = access;
  if (!token) throw new Refusal("alone");
  const tell = (/** @type {Record<string, number>} */ how) => say(tab, { kind: "event", name: "progress", with: how });
  if (operation === "export") {
    return await bring(requestOf(operation, values).path, token, (received) => tell({ received }));
  }
  const { file, ...query } = values;
  /** @param {number} sent @param {number} of */
  const onProgress = (sent, of) => tell({ sent, of });
  return await send(`/v1/import?${new URLSearchParams(named(query))}`, token, /** @type {Blob} */ (file), onProgress);
}

/** @param {string} path @param {string} token @param {(received: number) => void} onProgress */
async function bring(path, token, onProgress) {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(path, { headers, cache: "no-store", ...manners });
    if (answer.ok) {
      return { file: await received(answer, onProgress), name: nameOf(answer.headers.get("content-disposition")) };
    }
    const retryAfter = Number(answer.headers.get("retry-after") ?? NaN);
    throw refusalOf({ status: answer.status, json: parsed(await answer.text()), retryAfter });
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("offline");
  }
}

/** How large it becomes nobody knows before its end. @param {Response} answer @param {(received: number) => void} onProgress */
async function received({ body, headers }, onProgress) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let [size, last] = [0, -Infinity];
  for (const reader = body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.byteLength;
    if (performance.now() - last < between) continue;
    last = performance.now();
    onProgress(size);
  }
  return new Blob(pieces, { type: headers.get("content-type") ?? "" });
}

/**
 * In the older way, which tells how much has gone out.
 * @param {string} path @param {string} token @param {Blob} file @param {(sent: number, of: number) => void} onProgress
 */
function send(path, token, file, onProgress) {
  return new Promise((/** @type {(answer: Record<string, unknown>) => void} */ answer, refuse) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      const { status } = request;
      const json = parsed(request.responseText);
      if (status < 300 && json) return answer({ ...json, status });
      refuse(refusalOf({ status, json, retryAfter: Number(request.getResponseHeader("retry-after") ?? NaN) }));
    };
    request.onerror = request.onabort = () => refuse(new Refusal("offline"));
    request.send(file);
  });
}

/** @param {string | null} disposition */
function nameOf(disposition) {
  return disposition?.match(/filename="([^"]+)"/)?.[1] ?? "Daybook-Export";
}

/** @param {Record<string, unknown>} values */
function named(values) {
  return Object.entries(values).filter(([, value]) => value !== undefined).map((
    [name, value],
  ) => [name, String(value)]);
}
