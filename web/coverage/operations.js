/** Where a person finds what the server's operations do, by their names in docs/api/openapi.json. */
import { apart, asked, here } from "./entries.js";

const changesBySync =
  "for apps: what is done here goes up with POST /v1/sync, so that it is done without a network too";
const drawnHere = "for places that run no scripts: the app draws its own pictures";

/** @satisfies {Record<string, import("./entries.js").Entry>} */
export const operations = {
  // MARK: The account and its devices
  beginAccount: asked(
    "By itself after the first task; with an invitation, the line above the list",
    "keeper/sign-in.js",
  ),
  getAccount: asked("Before an import, so that it can be undone", "page/screens/data/undo.js", 'server("account"'),
  deleteAccount: asked("Settings, Account, Delete account", "page/dialogs/delete-account.js"),
  rotateToken: asked("By itself, once a week", "keeper/access.js", "/rotation"),
  listDevices: asked("Settings, Devices", "page/screens/devices.js", 'act: "devices"'),
  renameDevice: asked("Settings, Devices, the three dots", "page/screens/devices.js", 'act: "rename"'),
  revokeDevice: asked("Settings, Devices, the three dots", "page/screens/devices.js", 'act: "revoke"'),
  revokeOtherDevices: asked("Settings, Devices, Sign out all others", "page/screens/devices.js"),
  allowDeletion: asked(
    "Settings, Apps and access, the three dots of a calendar app",
    "page/screens/apps/allow-deletion.js",
  ),
  offerPairing: asked("Settings, Devices, Add a device", "page/dialogs/add-device.js", 'act: "offer"'),
  showPairing: asked("Settings, Devices, Add a device", "page/dialogs/add-device.js", '"pairing"'),
  confirmPairing: asked("Settings, Devices, Add a device", "page/dialogs/add-device.js", 'act: "confirm"'),
  cancelPairing: asked("Settings, Devices, Add a device, Cancel", "page/dialogs/add-device.js", 'act: "cancel"'),
  claimPairing: asked("Join another device", "page/screens/pair.js", 'act: "claim"'),
  arriveByPairing: asked("Join another device, when it is confirmed there", "page/screens/pair.js", '"paired"'),

  // MARK: Signing in
  logIn: asked("Sign in", "page/screens/sign-in.js", 'act: "signIn"'),
  mergeAccount: asked(
    "Sign in, Join another device: what is here comes along",
    "page/screens/sign-in.js",
    "comesAlong",
  ),
  logOut: asked("Settings, Account, Sign out", "page/screens/account.js", 'act: "signOut"'),
  claimAccount: asked("Settings, Account, Add a sign-in", "page/screens/account.js", 'act: "setLogin"'),
  showLogin: asked("Settings, Account", "page/screens/account.js", "login"),
  renewRecoveryCodes: asked(
    "Settings, Account, Recovery codes",
    "page/dialogs/second-factor.js",
    'act: "recoveryCodes"',
  ),
  beginSecondFactor: asked(
    "Settings, Account, Authenticator app",
    "page/dialogs/second-factor.js",
    '"beginSecondFactor"',
  ),
  confirmSecondFactor: asked(
    "Settings, Account, Authenticator app",
    "page/dialogs/second-factor.js",
    '"confirmSecondFactor"',
  ),
  removeSecondFactor: asked(
    "Settings, Account, Authenticator app, Remove",
    "page/dialogs/second-factor.js",
    'act: "removeSecondFactor"',
  ),
  logInByPasskey: asked("Sign in, Sign in with a passkey", "page/screens/sign-in.js", 'act: "passkeySignIn"'),
  beginPasskeySignIn: asked("Sign in, Sign in with a passkey", "page/screens/sign-in.js", 'act: "passkeyOptions"'),
  listPasskeys: asked("Settings, Account", "page/screens/owner/ways-in.js", 'server("passkeys")'),
  addPasskey: asked("Settings, Account, Add a passkey", "page/dialogs/passkeys.js", 'act: "addPasskey"'),
  beginPasskey: asked("Settings, Account, Add a passkey", "page/dialogs/passkeys.js", '"beginPasskey"'),
  beginPasskeyProof: asked(
    "Settings, Account, what the owner alone may do, without a password",
    "page/dialogs/prove.js",
    '"beginPasskeyProof"',
  ),
  renamePasskey: asked("Settings, Account, the three dots of a passkey", "page/dialogs/passkeys.js", '"renamePasskey"'),
  removePasskey: asked(
    "Settings, Account, the three dots of a passkey",
    "page/dialogs/passkeys.js",
    'act: "removePasskey"',
  ),
  listProviders: asked("Sign in", "page/screens/sign-in.js", 'act: "providers"'),
  beginBrowserSignIn: asked("Sign in, a button for each provider", "page/screens/sign-in.js", 'act: "provider"'),
  endBrowserSignIn: asked("Back from a provider", "page/screens/arrive.js", 'act: "arrive"'),
  listIdentities: asked("Settings, Account", "page/screens/account.js", "providers"),
  returnFromProvider: apart("for browsers: providers send them here, and the server sends them on to /app/session"),
  changeEmail: asked("Settings, Account", "page/dialogs/change-login.js"),
  changePassword: asked("Settings, Account", "page/dialogs/change-login.js"),
  beginBrowserLink: asked("Settings, Account, Add with a provider", "page/screens/owner/ways-in.js", 'act: "link"'),
  endBrowserLink: asked("Back from a provider, to add it", "page/screens/arrive.js", "link"),
  unlinkIdentity: asked("Settings, Account, a provider, Remove", "page/screens/owner/ways-in.js", 'act: "unlink"'),
  makeNonce: apart("for apps that ask a provider themselves: a browser goes there by a link"),
  signInWithToken: apart("for apps that ask a provider themselves: a browser goes there by a link"),
  linkWithToken: apart("for apps that ask a provider themselves: a browser goes there by a link"),

  // MARK: Tasks
  sync: asked("By itself; Settings, Sync, Try now", "keeper/sync.js", "/v1/sync"),
  listen: asked("By itself, while the app is open", "keeper/live.js", "/v1/live"),
  listTasks: here("Every view", "page/list/list.js", "look("),
  readTask: here("Enter on a task", "page/screens/detail.js", 'kind: "task"'),
  createTask: here("The field of a view, n", "page/parts/capture.js", 'act: "add"'),
  patchTask: here("Enter on a task; e", "page/deeds.js", 'act: "edit"'),
  deleteTask: here("Delete", "page/deeds.js", 'act: "delete"'),
  completeTask: here("The circle, Shift+Space", "page/commands.js", 'setState(ids, "completed")'),
  reopenTask: here("The circle of a completed task, its menu", "page/list/menu.js", 'setState(ids, "notStarted")'),
  startTask: here("The circle, a", "page/commands.js", 'setState(ids, "active")'),
  scheduleTask: here("t, m, d and i; dragged to a view", "page/commands.js", 'move(ids, { kind: "today" })'),
  moveTask: here("l; Alt+Up and Alt+Down; dragged", "page/deeds.js", 'act: "arrange"'),
  restoreTask: here("Recently deleted, Restore; Ctrl+Z", "page/deeds.js", 'act: "restore"'),
  eraseTask: asked("Recently deleted, the menu of a task, Erase for good", "page/dialogs/erase.js"),
  capture: apart("for Shortcuts and other programs: Settings, Capture from elsewhere, makes them a token for it"),
  putTask: apart(changesBySync),
  changeTasks: apart(changesBySync),

  // MARK: Lists
  listLists: here("The sidebar", "page/parts/sidebar.js", "lists"),
  readList: here("The sidebar", "page/parts/sidebar.js", "lists"),
  createList: here("New List", "page/dialogs/edit-list.js", 'act: "addList"'),
  patchList: here("A list's menu, Edit", "page/dialogs/edit-list.js", 'act: "editList"'),
  deleteList: here("A list's menu, Delete", "page/parts/list-menu.js", 'act: "deleteList"'),
  moveList: here("A list's menu, up and down", "page/parts/list-menu.js", 'act: "arrangeList"'),
  restoreList: asked(
    "Recently deleted, Restore on a list; Undo in the message, Ctrl+Z",
    "page/parts/deleted-lists.js",
    "bringBackList",
  ),
  putList: apart(changesBySync),

  // MARK: Settings and views
  readSettings: here("Settings", "page/screens/settings.js", "settings"),
  patchSettings: here("Settings", "page/screens/settings.js", 'act: "settings"'),
  viewInbox: here("Inbox: 1, g i", "page/commands.js", 'goTo("inbox")'),
  viewToday: here("Today: 2, g t", "page/commands.js", 'goTo("today")'),
  viewUpcoming: here("Upcoming: 3, g u", "page/commands.js", 'goTo("upcoming")'),
  viewPast: here("Past: g p", "page/commands.js", 'goTo("past")'),
  viewOverdue: here("Overdue: g o", "page/commands.js", 'goTo("overdue")'),
  viewCompleted: here("Logbook: g h", "page/commands.js", 'view("logbook")'),
  viewBoard: here("Board: g b", "page/screens/board.js", '"board"'),
  viewRegion: here("A card of the board", "page/commands.js", 'kind: "region"'),
  viewBacklog: here("Backlog: g k", "page/commands.js", 'view("backlog")'),
  viewWidget: here("Settings, Widget; the widget in the palette", "page/screens/widget.js", "WidgetPage"),
  // Answered by what lies on this device, so that it finds without a network too, and also what has not been sent.
  searchTasks: here("The magnifier, /", "page/screens/search.js", "turnTo(view)"),
  viewList: here("The sidebar; its name in the palette", "page/commands.js", 'kind: "list"'),

  // MARK: History
  readHistory: asked(
    "The sidebar; History in the palette; the menus of a task, a list, a device and an app",
    "page/screens/history/feed.js",
    'server("history"',
  ),
  listProposals: asked("Settings, Apps and access, Proposals", "page/screens/proposals.js", 'server("proposals"'),
  propose: apart("for assistants: what they propose is for the person to do"),
  readProposal: asked("Settings, Apps and access, Proposals", "page/screens/proposals/group.js"),
  applyProposal: asked("Settings, Apps and access, Proposals, Apply", "page/screens/proposals/group.js"),
  dismissProposal: asked("Settings, Apps and access, Proposals, Dismiss", "page/screens/proposals/group.js"),
  undoChange: asked("History, Undo on a line", "page/screens/history/deeds.js"),
  takeBack: asked("Settings, Devices, the three dots", "page/dialogs/take-back.js", 'server("takeBack"'),
  readConflicts: asked("History, Conflicts", "page/screens/history/open-conflicts.js", 'server("conflicts"'),
  resolveConflict: asked("History, Conflicts: Use mine, Keep", "page/screens/history/open-conflicts.js"),
  restoreTaskTo: asked("History of a task, Look back", "page/screens/history/deeds.js", "restoreTask"),
  restoreListTo: asked("History, Look back, of a list", "page/screens/history/deeds.js", "restoreList"),
  restoreAccount: asked("History, Look back, of everything", "page/screens/history/deeds.js"),

  // MARK: Statistics
  readSummary: asked("Analytics: g s", "page/statistics/source.js", "statisticsSummary"),
  readDaily: asked("Analytics: g s", "page/statistics/source.js", "statisticsDaily"),
  readDistribution: asked("Analytics, the balance", "page/statistics/source.js", "statisticsDistribution"),
  readRhythm: asked("Analytics, the rhythm", "page/statistics/source.js", "statisticsRhythm"),
  readPostponements: asked("Analytics, postponed", "page/statistics/source.js", "statisticsPostponements"),
  readCompletionTime: asked("Analytics, how long", "page/statistics/source.js", "statisticsCompletionTime"),
  readReview: asked("Analytics, a week", "page/statistics/source.js", "statisticsReview"),
  drawDaily: apart(drawnHere),
  drawYear: apart(drawnHere),
  drawBalance: apart(drawnHere),

  // MARK: Reminders
  showAct: apart("for notifications elsewhere: their links open a page of the server's own"),
  act: apart("for notifications elsewhere: their links open a page of the server's own"),
  listChannels: asked("Settings, Notifications", "page/screens/notifications/channels.js", "channels"),
  createChannel: asked("Settings, Notifications", "page/screens/notifications/channel-dialogs.js", "addChannel"),
  changeChannel: asked("Settings, Notifications, the three dots", "page/screens/notifications/channels.js"),
  removeChannel: asked("Settings, Notifications, the three dots", "page/screens/notifications/channels.js"),
  testChannel: asked("Settings, Notifications, the three dots", "page/screens/notifications/channels.js"),
  replayChanges: asked(
    "Settings, Notifications, the three dots of a webhook",
    "page/screens/notifications/channel-dialogs.js",
    "replayChannel",
  ),
  listDeliveries: asked("Settings, Notifications, the three dots", "page/screens/notifications/log.js", "deliveries"),
  readPush: asked("Settings, Notifications", "page/reminders/this-device.js", 'server("push")'),
  listReminders: asked(
    "Settings, Notifications, What comes next",
    "page/screens/notifications/coming.js",
    "nextReminders",
  ),

  // MARK: In and out
  export: asked("Settings, Export and import", "page/screens/data/export.js"),
  importFile: asked("Settings, Export and import", "page/screens/data/sending.js", 'server("import"'),

  // MARK: Apps
  listTokens: asked("Settings, Apps and access", "page/screens/apps.js", "tokens"),
  createToken: asked("Settings, Apps and access", "page/screens/apps/tokens.js", "makeToken"),
  revokeToken: asked("Settings, Apps and access", "page/screens/apps/tokens.js"),
  listFeeds: asked("Settings, Apps and access", "page/screens/apps.js", "feeds"),
  createFeed: asked("Settings, Apps and access", "page/screens/apps/feeds.js", "makeFeed"),
  revokeFeed: asked("Settings, Apps and access", "page/screens/apps/feeds.js", "removeFeed"),

  // MARK: Calendars and the server
  readFeed: apart("for calendar programs: the address is all that they know"),
  greeting: asked(
    "The first visit, where the server asks for an invitation, is closed, or nobody has decided who may register",
    "keeper/registration.js",
  ),
  describe: apart("for apps: what the server can do"),
  getLimits: asked(
    "Recently deleted, and Settings, Account, Your data: how long something is kept",
    "page/kept-days.js",
    'server("limits")',
  ),
};
