/** Was ../en/let-in.js hat, auf Deutsch. */
export const title = "Ein Terminal hereinlassen";
export const line =
  "Für ein Terminal, in dem du gerade daybook login --browser gestartet hast: Es fragt nach einem Code.";
export const careful =
  "Gib den Code nirgends sonst ein und niemandem weiter. Wer ihn hat, und wessen Zahl du bestätigst, ist in deinem Konto.";
export const show = "Code zeigen";
export const type = "Gib diesen Code im Terminal ein:";
export const signInFirst = "Melde dich erst an, bei dem Konto, zu dem das Terminal kommen soll.";
export const ownAccount = "Es kommt zu dem, was in diesem Browser liegt und noch keine eigene Anmeldung hat.";
export const otherAccount = "Erst bei einem anderen Konto anmelden";
export const done = "Das Terminal ist dabei. Dieser Tab wird nicht mehr gebraucht.";
