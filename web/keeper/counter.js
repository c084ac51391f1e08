/**
 * Where the tabs are served: each thing that a tab says, and its one answer.
 *
 * @import { Do, Done, Refused, ToPage } from "../types/messages.js"
 * @import { Calls } from "../types/core.js"
 * @import { Office, ToOffice } from "./office.js"
 */
import { CoreRefused } from "./core.js";
import { perform, Refusal } from "./session.js";
import { standingOf } from "./standing.js";
import { NotMyTurn } from "./store.js";

/** @param {Office} office @param {string} tab @param {ToOffice} message */
export function serve(office, tab, message) {
  switch (message.kind) {
    case "hello":
      office.sits(tab, message.visible);
      return office.say(tab, standingOf(office));
    case "visible":
      office.sits(tab, message.visible);
      if (message.visible) office.sync.wake("hope");
      return;
    case "gone":
      return office.leaves(tab);
    case "look":
      return office.views.look(tab, message);
    case "leave":
      return office.views.leave(tab, message.seat);
    case "ping":
    case "undo":
    case "redo":
      return;
    default:
      answer(office, tab, message);
  }
}

/** @typedef {Extract<ToOffice, {kind: "do" | "undoDeed" | "draft" | "massDelete" | "sync" | "session"}>} Wish */

/** @param {Office} office @param {string} tab @param {Wish} wish */
async function answer(office, tab, wish) {
  try {
    office.say(tab, await fulfil(office, tab, wish));
  } catch (error) {
    if (error instanceof CoreRefused) return office.say(tab, refusal(wish.wish, error.refused));
    if (error instanceof Refusal) return office.say(tab, refusal(wish.wish, error.code, error.more));
    // Whoever has the turn now is asked again.
    if (!(error instanceof NotMyTurn)) throw error;
  }
}

/** @param {Office} office @param {string} tab @param {Wish} message @returns {Promise<ToPage>} */
async function fulfil(office, tab, message) {
  const { wish } = message;
  switch (message.kind) {
    case "do":
      return await gesture(office, tab, message);
    case "undoDeed":
      return await change(office, tab, wish, "undo", { now: moment(message.at), deed: message.deed });
    case "draft":
      await office.book.keepDraft(message.where, message.draft);
      office.tell({ kind: "draft", where: message.where, draft: message.draft }, tab);
      return done(wish);
    case "massDelete":
      await office.book.take("decide", { now: Date.now(), deletes: message.meant });
      await office.sync.wake("insist");
      return done(wish);
    case "sync":
      office.live.renew();
      await office.sync.wake("insist");
      return done(wish);
    case "session":
      return { ...done(wish), with: await perform(office, message.act) };
  }
}

/** @param {Office} office @param {string} tab @param {Do} message */
async function gesture(office, tab, { wish, at, gesture }) {
  const done = await change(office, tab, wish, "do", { now: moment(at), gesture });
  if (!office.access.papers && done.kind === "done") office.beginning.begin();
  return done;
}

/**
 * @template {"do" | "undo"} Name
 * @param {Office} office @param {string} tab @param {number} wish
 * @param {Name} call @param {Parameters<Calls[Name]>[0]} head
 */
async function change(office, tab, wish, call, head) {
  const done = await office.book.perform(tab, wish, call, head);
  if (done.kind === "done") office.sync.wake("change").catch(() => {});
  return done;
}

/** @param {number} wish @returns {Done} */
function done(wish) {
  return { kind: "done", wish, ids: [], undoable: false };
}

/** @param {number} wish @param {string} code @param {object} [more] @returns {Refused} */
function refusal(wish, code, more) {
  return { kind: "refused", wish, code, ...more };
}

/** When a gesture was made: never later than now, whatever the page's clock says. @param {number} at */
function moment(at) {
  return Math.min(Math.round(at), Date.now());
}
