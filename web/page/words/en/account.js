/** Accounts, devices, and the ways to them. */
import { plural } from "../forms.js";

export const signIn = {
  title: "Sign in",
  line: "Your tasks come to this device.",
  comesAlong: "What is on this device comes along.",
  email: "Email",
  password: "Password",
  newPassword: "New password, at least 10 characters",
  recover: "Forgot the password? Use a recovery code",
  newHere: "New here? No sign-in is needed: write down a task, and add one later under Settings, Account.",
  addsOne: "What is here has no sign-in of its own yet.",
  addOne: "Add one instead",
  notMine: "This is not my computer",
  notMineMore: "Nothing is kept here. Closing or reloading this tab ends it.",
  recoveryCode: "Recovery code",
  recoveryCodeMore: "One of those that were shown when the sign-in was added. Each works once.",
  /** @param {string} provider */
  by: (provider) => `Continue with ${provider}`,
  passkey: "Sign in with a passkey",
  /** @param {number} count */
  lookAtPasskeys: (count) =>
    plural(count, { one: "Signed in. # passkey signs in as well", other: "Signed in. # passkeys sign in as well" }) +
    ": see under Settings, Account, whether you know them all.",
  second: "Code of your authenticator app",
  secondMore: "Or one of your recovery codes, which works once.",
  trust: "Do not ask here again for 30 days",
  trustMore: "Also after signing out. Only on a device that is yours.",
  done: "Signed in",
  arriving: "Signing in ...",
};

export const pairing = {
  join: "Join another device",
  how: "On the other device, open Settings, Devices, Add a device. Scan the picture that it shows, or type its code.",
  code: "Code",
  next: "Go on",
  sayNumber: "Type this number on the other device:",
  /** @param {string} number */
  numberIs: (number) => `The number is ${number.split("").join(" ")}. Type it on the other device.`,
  waits: "Waits for the other device ...",
  joined: "This device is in",
  add: "Add a device",
  asking: "Asking the server ...",
  /** @param {string} place */
  scan: (place) => `Scan this with the new device's camera, or open ${place} there and type the code.`,
  picture: "QR code with the pairing address",
  waitsForIt: "Waits for the new device ...",
  aDevice: "A device",
  /** @param {string} name */
  claimedBy: (name) => `${name} wants to join. Type the number that it shows.`,
  number: "Number",
  confirm: "Let it in",
  contested: "Another device claimed this code. Cancel it if that was not you.",
};

export const devices = {
  title: "Devices with access",
  asking: "Asking the server ...",
  add: "Add a device",
  added: "A device was added",
  thisOne: "This device",
  /** @param {string} when */
  seen: (when) => `Last seen ${when}`,
  /** @param {string} day */
  since: (day) => `here since ${day}`,
  /** @param {string} when @param {string} more  what it has, or what waits */
  synced: (when, more) => `Synced ${when}. ${more}`,
  upToDate: "It has everything.",
  /** @param {number} count */
  behind: (count) =>
    plural(count, { one: "# change is still to come to it.", other: "# changes are still to come to it." }),
  neverSynced: "Never synced",
  /** @param {number} count  of an assistant */
  changed: (count) =>
    plural(count, {
      one: "An AI assistant: # change in the last 24 hours",
      other: "An AI assistant: # changes in the last 24 hours",
    }),
  /** @param {string} name */
  more: (name) => `What can be done with ${name}`,
  rename: "Rename...",
  name: "Name",
  changes: "What it changed",
  takeBack: "Take everything back since ...",
  revoke: "Take its access away...",
  /** @param {string} name */
  revokeQuestion: (name) => ({
    title: `Take away the access of ${name}?`,
    sentence:
      "It keeps what it has read, and cannot read or send anything more. What it did stays, and the history can take it back.",
    yes: "Take it away",
  }),
  /** @param {string} name */
  revoked: (name) => `${name} has no access any more`,
  /** @param {number} count */
  feedsStay: (count) =>
    plural(count, {
      one: "# calendar feed goes on, whoever has its address. It is under Apps and access.",
      other: "# calendar feeds go on, whoever has their addresses. They are under Apps and access.",
    }),
  revokeOthers: "Sign out all others...",
  revokeOthersQuestion: {
    title: "Sign out everything but this device?",
    sentence:
      "All other devices, and the apps that have access, keep what they have read and get nothing more. Calendar feeds end.",
    yes: "Sign them out",
  },
  /** @param {number} count @param {number} feeds  that ended */
  revokedOthers: (count, feeds) =>
    plural(count, { one: "# device or app was signed out", other: "# devices and apps were signed out" }) +
    (feeds > 0 ? plural(feeds, { one: ", # calendar feed ended", other: ", # calendar feeds ended" }) : ""),
};

export const account = {
  none: "An account begins with the first task. It needs no name and no email.",
  noneHere: "Everything stays on this device, as the settings say: there is no account.",
  join: "Go on with another account",
  signIn: "Signs in with",
  /** @param {string[]} providers */
  signsInWith: (providers) => `Signs in with ${providers.join(", ")}`,
  add: "Add a sign-in",
  addMore: "With an email and a password you can come back from any device. No mail is ever sent.",
  claim: "Add",
  codes: "Recovery codes",
  codesMore: "The codes from before stop working.",
  newCodes: "New codes",
  codesOnce: "Each of these replaces a forgotten password once. They are shown only now.",
  copy: "Copy",
  copied: "Copied",
  download: "Download",
  written: "I have kept them",
  signOut: "Sign out",
  signOutQuestion: "Sign out of this device?",
  signOutMore: "Everything is removed from this browser and stays in your account.",
  signOutLost: "This account has no sign-in. Without another device in it, nobody can reach it again.",
  signOutUnknown:
    "Everything is removed from this browser. If the account has no sign-in and no other device, it is lost.",
  /** @param {number} count */
  changesWait: (count) => ({
    title: plural(count, { one: "# change was not sent.", other: "# changes were not sent." }),
    sentence: "They would be lost.",
    yes: "Sign out and lose them",
  }),
};

/** What a device is called until somebody renames it. @param {string} browser @param {string} system */
export const deviceOn = (browser, system) => `${browser} on ${system}`;
