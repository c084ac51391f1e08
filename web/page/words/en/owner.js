/** Whose account this is: ways in, what is kept, and its end. */
import { bytes, plural } from "../forms.js";

export const ways = {
  email: "Email",
  password: "Password",
  change: "Change...",
  changeEmail: "Change the email",
  newEmail: "New email",
  emailChanged: "The email was changed",
  changePassword: "Change the password",
  /** What the password field of a proof is called. */
  now: "Your password now",
  next: "New password, at least 10 characters",
  others: "Sign out all other devices",
  othersMore:
    "They keep what they have read, and have to sign in again. Passkeys, calendar feeds and recovery codes of before end, too.",
  passwordChanged: "The password was changed",
  addLogin: "Add an email and a password",
  forgotten: "Forgotten? Sign out, and sign in with a recovery code.",
  /** @param {string} provider */
  add: (provider) => `Add ${provider}`,
  /** @param {string} provider */
  added: (provider) => `${provider} was added`,
  addedAny: "The sign-in was added",
  remove: "Remove...",
  /** @param {string} provider */
  more: (provider) => `What can be done with ${provider}`,
  /** @param {string} day */
  since: (day) => `added ${day}`,
  /** @param {string} provider */
  removeQuestion: (provider) => `Remove ${provider} as a way in?`,
  removeMore: "You can no longer sign in with it. Devices that are in stay in.",
  removed: "The sign-in was removed",
  confirmTitle: "Confirm that it is you",
  /** @param {string} provider */
  confirmMore: (provider) => `${provider} asks you once more who you are. Then come back here and do it again.`,
  /** @param {string} provider */
  confirm: (provider) => `Go to ${provider}`,
  confirmed: "Confirmed. For ten minutes you can do what you came for.",
  linking: "Give your password, so that the new sign-in is added.",
  goOn: "Go on",
  toAccount: "To the account",
};

/** Codes beside the password. */
export const second = {
  name: "Authenticator app",
  isOff: "The password alone signs in.",
  isOn: "Signing in with the password asks for a code of the app.",
  setUp: "Set up...",
  setUpLong: "Set up an authenticator app",
  how: "An app on your phone shows another code every half minute. Signing in with your password then asks for it.",
  goOn: "Go on",
  cancel: "Cancel",
  scan: "Scan this with the app, or type the key there. It is shown only now.",
  picture: "QR code with the key",
  secret: "Key",
  noCodes: "You have no recovery codes left. Make new ones first, or a lost phone locks you out.",
  code: "The six digits that the app shows now",
  confirm: "Turn on",
  wrong: "That is not what the app shows now. Is the phone's clock right?",
  done: "Signing in asks for a code from now on",
  codeOrRecovery: "Code of the app, or a recovery code",
  remove: "Remove",
  removeLong: "Remove the authenticator app",
  removeMore: "The password alone signs in again.",
  removed: "The password alone signs in again",
  oneWrong: "The password or the code is wrong, or the code was used already.",
  codes: "New recovery codes",
  codesMore: "Your account asks for a code as well.",
};

/** Keys that a phone, a computer or a security key holds. */
export const passkeys = {
  one: "passkey",
  add: "Add a passkey",
  addLong: "Add a passkey",
  how:
    "Your phone, computer or security key keeps a key of its own, and signs you in with your finger, your face or its PIN: " +
    "no email, no password, no code.",
  name: "What it is called",
  goOn: "Go on",
  added: "The passkey was added",
  rename: "Rename...",
  /** @param {string} day */
  used: (day) => `last used ${day}`,
  unused: "not used yet",
  /** @param {string} name */
  removeQuestion: (name) => `Remove the passkey “${name}”?`,
  removeMore: "It no longer signs in. Devices that are in stay in.",
  removeProof: "Show one of your passkeys once more, so that the server knows that it is you.",
  removeYes: "Remove",
  removed: "The passkey was removed",
  /** @param {string} code */
  refusal: (code) =>
    code === "passkey_there"
      ? "This account has a passkey there already."
      : code === "passkey_none"
      ? "No passkey was made. Try again if you want one."
      : "The passkey was not accepted. Please try again.",
};

/** @param {number} days */
const forDays = (days) => plural(days, { one: "# day", other: "# days" });

export const privacy = {
  title: "Your data",
  demo: "This is a demo account, with sample tasks. Others may have its email and password, too.",
  /** @param {string} host */
  where: (host) =>
    `Your tasks lie in this browser, on your other devices, and on ${host}. They go nowhere else, except ` +
    "to the reminders, feeds and apps that you set up.",
  /** @param {{history: number | null, deleted: number | null} | null} kept  in days; null where nobody said it */
  history: (kept) =>
    "The server keeps what was changed, when and by which device" +
    (kept?.history ? `, for ${forDays(kept.history)}` : "") +
    ", so that everything can be taken back. What you delete " +
    `can be restored${kept?.deleted ? ` for ${forDays(kept.deleted)}` : ""} and stays in that history ` +
    "unless you erase it for good.",
  who:
    "There is no end-to-end encryption: whoever runs the server can read what is on it. Its log holds no titles, notes, names " +
    "or emails.",
  none:
    "An email is never asked for. A password is kept as a hash from which nobody can read it. Nothing is counted about you.",
  /** @param {{tasks: number, lists: number, devices: number, bytes: number}} counts @param {number | null} room */
  held: ({ tasks, lists, devices, bytes: size }, room) =>
    `On the server: ${plural(tasks, { one: "# task", other: "# tasks" })}, ` +
    `${plural(lists, { one: "# list", other: "# lists" })}, ` +
    `${plural(devices, { one: "# device or app", other: "# devices and apps" })}, ${bytes(size)}` +
    (room === null ? "." : ` of ${bytes(room)}.`),
  /** @param {string} host */
  notice: (host) => `Privacy notice of ${host}`,
};

export const end = {
  title: "Delete the account",
  more: "Everything in it, on the server and on every device.",
  open: "Delete Account...",
  what:
    "All tasks, lists, settings and their history are deleted from the server, and your devices and apps lose access. " +
    "Nobody can bring this back.",
  backups: "Copies in the server's backups remain until those backups are deleted.",
  export: "Export everything first",
  word: "delete",
  /** @param {string} word */
  type: (word) => `Type ${word} to confirm`,
  wrongWord: "Type the word as it stands there.",
  yes: "Delete Account",
  deleting: "Deleting ...",
  done: "The account was deleted. Nothing of it is left here or on the server.",
};

/** @param {string} code @returns {string | null} */
export function ownerRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    proof_failed: "That is not your password.",
    proof_required: "The server wants to know first that it is you.",
    identity_taken: "This sign-in belongs to another account.",
    sign_in_over: "This took too long. Please begin again.",
    attempt_over: "This took too long. Please begin again.",
    sign_in_code_wrong: "The provider brought another code. Please begin again.",
    authorization_refused: "The provider refused it.",
    return_address_not_allowed: "Whoever runs this server has to allow this address first.",
    identity_provider_unavailable: "The provider does not answer now. Try again in a while.",
    identity_provider_unusable: "The provider's answer was not understood. Tell whoever runs this server.",
    merge_under_way: "Another account is being merged into this one. Try again when that is done.",
  };
  return sentences[code] ?? null;
}
