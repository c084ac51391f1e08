/** Tasks that come from elsewhere: the page that takes them, and the ways to it. */

export const newTask = {
  title: "New task",
  brought: "Another app or page filled this in. Nothing is saved before you press Enter.",
  /** @param {string} place */
  saved: (place) => `Added to ${place}.`,
  place: "It goes to",
  places: { inbox: "Inbox", today: "Today" },
  /** @param {number} count */
  waiting: (count) => count === 1 ? "One more is not saved yet" : `${count} more are not saved yet`,
  /** @param {string} name */
  continueWith: (name) => `Go on with ${name}`,
  /** @param {string} place */
  show: (place) => `Show ${place}`,
  close: "Close this window",
};

export const ways = {
  title: "Capture from elsewhere",
  share: "The share menu",
  shareMore:
    "Once installed with Chrome or Edge, Daybook is in the share menu of phones and computers that have one. What you share " +
    "fills in a new task, and Enter saves it.",
  bookmark: "A bookmark",
  bookmarkMore: "On any page it opens a new task with the page's name, its address and what you selected.",
  bookmarkHere: "Drag this to your bookmarks:",
  bookmarkName: "Add to Daybook",
  bookmarkDrag: "Drag it to your bookmarks, or copy its text into a new one.",
  bookmarkText: "Text of the bookmark",
  link: "A link",
  linkMore: "A link opens a new task with a title, text and url. It saves nothing by itself: you do, with Enter.",
  linkAddress: "Link",
  shortcuts: "Shortcuts on iPhone, iPad and Mac",
  shortcutsMore: "A shortcut, a button or your voice adds a task without opening Daybook.",
  steps: [
    "Make a token below. It can add tasks, and see nothing.",
    "In Shortcuts, make a shortcut with Ask for Input, or let it receive text from the share sheet.",
    "Add Get Contents of URL with the address below. Method: POST.",
    "Under Headers, add Authorization. Its text is Bearer, a space, and the token.",
    "Under Request Body, choose JSON and add the text title: the input of the shortcut.",
    "To hear what was added, get sentence from the answer with Get Dictionary Value, and speak it.",
  ],
  address: "Address",
  make: "Make a token",
  placeholder: "Shortcut on my phone",
  ready: "The token for the shortcut",
  how: "Copy it, or scan it with the phone that has the shortcut. It is shown only now.",
  token: "Token",
  qr: "QR code with the token",
  end: "Its access can be taken away under Apps and access.",
};
