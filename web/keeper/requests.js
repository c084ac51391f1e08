/**
 * Every message of a tab to the leader, and the one answer to each request among them.
 *
 * @import { Do, Done, KeptDraft, Refused, ToPage } from "../types/messages.js"
 * @import { Calls } from "../types/core.js"
 * @import { Leader, ToLeader } from "./leader.js"
 */
import { asOwner, Refusal } from "./api.js";
import { CoreRefused } from "./core.js";
import { codeOf } from "./disk.js";
import { isFile, passFile } from "./files.js";
import { patience, requestOf } from "./operations.js";
import { perform } from "./session.js";
import { standingOf } from "./standing.js";
import { NotLeader } from "./store.js";

/** @param {Leader} leader @param {string} tab @param {ToLeader} message */
export function serve(leader, tab, message) {
  switch (message.kind) {
    case "hello":
      leader.joins(tab, message.visible);
      leader.reminders.greet(tab);
      return leader.say(tab, standingOf(leader));
    case "visible":
      leader.joins(tab, message.visible);
      if (message.visible) leader.sync.wake("hope");
      return;
    case "painted":
      return leader.views.frameIsPainted(tab);
    case "gone":
      return leader.leaves(tab);
    case "look":
      return leader.views.look(tab, message);
    case "leave":
      return leader.views.leave(tab, message.subscription);
    case "ping":
    case "undo":
    case "redo":
      return;
    default:
      answer(leader, tab, message);
  }
}

/** @typedef {Extract<ToLeader, {kind: "do" | "undoDeed" | "dismiss" | "draft" | "massDelete" | "sync" | "session" | "server"}>} TabRequest */

/** @param {Leader} leader @param {string} tab @param {TabRequest} request */
async function answer(leader, tab, request) {
  try {
    leader.say(tab, await answerTo(leader, tab, request));
  } catch (error) {
    if (error instanceof CoreRefused) return leader.say(tab, refusal(request.request, error.refused));
    if (error instanceof Refusal) return leader.say(tab, refusal(request.request, error.code, error.more));
    // What the disk did not take is not asked for again. The next keeper begins with what lies there.
    if (error instanceof DOMException) leader.say(tab, refusal(request.request, codeOf(error)));
    // The tab asks the next leader again.
    if (!(error instanceof NotLeader)) throw error;
  }
}

/** @param {Leader} leader @param {string} tab @param {TabRequest} message @returns {Promise<ToPage>} */
async function answerTo(leader, tab, message) {
  const { request } = message;
  switch (message.kind) {
    case "do":
      return await gesture(leader, tab, message);
    case "undoDeed":
      return await change(leader, tab, request, "undo", { now: moment(message.at), deed: message.deed });
    case "draft":
      await leader.book.keepDraft(message.where, message.draft);
      leader.tell({ kind: "draft", where: message.where, draft: message.draft }, tab);
      return done(request);
    case "dismiss":
      leader.reminders.dismiss(message.tag);
      return done(request);
    case "massDelete":
      // Another tab may have answered: what was deleted since is no part of the question any more.
      if (leader.book.standing?.trouble?.kind === "wantsConfirmation") {
        await leader.book.take("decide", { now: Date.now(), deletes: message.meant });
        await leader.sync.wake("insist");
      }
      return done(request);
    case "sync":
      leader.live.renew();
      await leader.sync.wake("insist");
      return done(request);
    case "session":
      return { ...done(request), with: await perform(leader, message.act) };
    case "server": {
      if (isFile(message.operation)) return { ...done(request), with: await passFile(leader, tab, message) };
      const { method, path, body } = requestOf(message.operation, message.values);
      // Asked again, after a keeper fell, it is done once.
      const key = method === "POST" ? `${tab}-${request}` : undefined;
      const answer = await asOwner(leader.access, method, path, body, key, patience[message.operation]);
      if (message.operation === "proposals") leader.proposals.are(answer.proposals.length);
      return { ...done(request), with: answer };
    }
  }
}

/** @param {Leader} leader @param {string} tab @param {Do} message */
async function gesture(leader, tab, { request, at, gesture, draft, paintsFirst }) {
  if (paintsFirst) leader.views.awaitFrame(tab);
  const done = await change(leader, tab, request, "do", { now: moment(at), gesture }, draft);
  if (!leader.access.credentials && done.kind === "done") leader.registration.begin();
  return done;
}

/**
 * @template {"do" | "undo"} Name
 * @param {Leader} leader @param {string} tab @param {number} request
 * @param {Name} call @param {Parameters<Calls[Name]>[0]} head @param {KeptDraft} [draft]  what it was made of
 */
async function change(leader, tab, request, call, head, draft) {
  const done = await leader.book.perform(tab, request, call, head, draft);
  // Answered after the new views went out: by then the page shows what became of it, not what it foresaw.
  await leader.views.painted;
  if (done.kind === "done") leader.sync.wake("change").catch(() => {});
  return done;
}

/** @param {number} request @returns {Done} */
function done(request) {
  return { kind: "done", request, ids: [], undoable: false };
}

/** @param {number} request @param {string} code @param {object} [more] @returns {Refused} */
function refusal(request, code, more) {
  return { kind: "refused", request, code, ...more };
}

/** When a gesture was made: never later than now, also where the clock was set back since. @param {number} at */
function moment(at) {
  return Math.min(Math.round(at), Date.now());
}
