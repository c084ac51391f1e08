/** Letting a terminal in. */
export const title = "Let a terminal in";
export const line = "For a terminal in which you have just started daybook login --browser: it asks for a code.";
export const careful =
  "Type the code nowhere else and give it to nobody. Whoever has it, and whose number you confirm, is in your account.";
export const show = "Show the code";
export const type = "Type this code in the terminal:";
export const signInFirst = "Sign in first, to the account that the terminal is to come into.";
export const ownAccount = "It comes into what is in this browser, which has no sign-in of its own yet.";
export const otherAccount = "Sign in to another account first";
export const done = "The terminal is in. This tab is not needed any more.";
