/** How the device stands with its server, what was refused, and what is asked. */
import { bytes, number, plural } from "../forms.js";
import { tasks } from "./tasks.js";

// How the device stands.

const waits = (/** @type {number} */ count) =>
  count === 0 ? "" : plural(count, { one: " # change waits.", other: " # changes wait." });

/** @param {string} code @param {number} waiting */
export function trouble(code, waiting) {
  /** @type {Record<string, string>} */
  const sentences = {
    offline: "Offline.",
    unwell: "The server has trouble.",
    busy: "The server is busy.",
    unreadable: "The server's answer cannot be read.",
    signed_out: "This device was signed out.",
    account_merged: "This account was joined with another one. Sign in to go on.",
    account_deleted: "This account was deleted.",
    account_disabled: "This account was switched off.",
    read_only: "This device may only read.",
    disk: "This device has no room for what is new.",
  };
  return (sentences[code] ?? "Changes cannot be sent now.") + waits(waiting);
}

/** @param {import("../../parts/account-room.js").Room | null} room  as far as it is known @param {number} waiting */
export const full = (room, waiting) =>
  (room === null
    ? "The account is full."
    : room.of === "bytes"
    ? `The account is full: ${bytes(room.used)} of ${bytes(room.limit)}.`
    : `The account is full: ${number(room.used)} of ${tasks(room.limit)}.`) + waits(waiting);

export const readingAgain = "Reading everything again";
/** @param {number} count */
export const gaveWayLine = (count) => plural(count, { one: "One change gave way", other: "# changes gave way" });
/** @param {number} count */
export const notAcceptedLine = (count) =>
  plural(count, { one: "One change was not accepted", other: "# changes were not accepted" });
/** @param {number} count  what assistants would like to have done */
export const proposalsLine = (count) =>
  plural(count, { one: "One proposal waits for you", other: "# proposals wait for you" });

export const pull = { asking: "Asking the server ...", done: "Up to date" };

/** @param {string} code @param {string} [act]  of the gesture that was refused */
export function refusal(code, act) {
  if (act === "delete" && code.startsWith("disk")) return "Unable to delete task. Please try again.";
  /** @type {Record<string, string>} */
  const sentences = {
    disk_full: "Unable to save task. Please check device storage.",
    disk: "Failed to save task. Please try again.",
    offline: "This needs the server, which does not answer now.",
    second_tab: "Daybook is open in another tab. Go on there, or close it.",
    older_app: "This tab is older than the app. Reload.",
    not_ready: "This browser has WebAssembly switched off. Daybook needs it.",
    saved_filter: "A filter shows tasks. They cannot be put into it.",
    parts_tangled: "A task cannot be part of itself.",
    complementary_locked: "This opens when the Must-Do is done.",
    unknown_row: "This task is not there any more.",
    invalid_fields: "That cannot be kept.",
    rate_limited: "Too many tries. Please wait a little.",
    too_many_attempts: "Too many tries. Please wait a little.",
    login_failed: "Email or password is wrong.",
    second_factor_failed: "The code is wrong, too old, or was used already.",
    passkey_refused: "The server does not accept this passkey.",
    password_weak: "This password is too easy to guess.",
    email_taken: "Another account has this email.",
    already_claimed: "This account has a sign-in already.",
    merge_source_claimed: "What is here belongs to an account with a sign-in of its own. Sign out of it first.",
    last_way_in: "This is the only way into the account. Add a sign-in first.",
    pairing_over: "This code is not valid any more.",
    pairing_claimed: "Another device has used this code.",
    pairing_unclaimed: "No device has used the code yet.",
    pairing_number_wrong: "That is another number.",
    invite_required: "This server asks for an invitation.",
    invite_refused: "This invitation is unknown, used up or over.",
    registration_closed: "This server takes no new accounts.",
    sign_in_busy: "The server is busy. Please try again.",
    attempt_over: "This sign-in took too long. Please try again.",
    alone: "This device has no account yet.",
    quota_exceeded: "The account is full.",
    history_too_short: "The history does not reach back that far.",
    conflict_resolved: "This was decided already, on another device.",
    region_full: "That part of the day is full.",
    not_found: "It is not there any more.",
    gone: "It was deleted since.",
    erased: "It was erased for good.",
    too_many_channels: "The account has as many channels as it may. Remove one first.",
    too_many_confirmations: "Too many mails were asked for. Please try again tomorrow.",
    confirmation_not_sent: "The mail that asks for confirmation could not be sent.",
    channel_unconfirmed: "Follow the link in the mail that was sent there first.",
    channel_ended: "Nothing gets there any more. Remove it and add it again.",
    channel_address: "This is no address of such a channel.",
    changes_not_wanted: "This channel is not told of changes.",
    host_not_allowed: "The server does not know its own address, so links in mails would lead nowhere.",
  };
  return sentences[code] ?? "That did not work.";
}

/** @param {number} deletions @param {number} of */
export const massDelete = (deletions, of) => ({
  title: `This deletes ${deletions} of ${of} tasks on every device.`,
  sentence: "Nothing is sent until you have chosen.",
  yes: `Delete ${tasks(deletions)}`,
  no: "Put them back",
});

export const keepAccount = "Add a sign-in to keep your tasks";
export const later = "Later";
export const selectionBar = "Selected tasks";
export const clearSelection = "Clear the selection";
export const inviteNeeded = "This server asks for an invitation.";
export const registrationClosed = "This server takes no new accounts.";
export const invite = "Invitation";
export const enterInvite = "Enter it";
