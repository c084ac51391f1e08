/** Was von einfachen Worten gesagt wird: Tage, Listen und mehr in der Zeile, die jemand schreibt. */
export const understood = "Verstanden";
/** @param {string[]} names */
export const all = (names) => `Verstanden: ${names.join(", ")}`;
/** @param {string} name */
export const inList = (name) => `In ${name}`;
/** @param {string} name */
export const noList = (name) => `Es gibt keine Liste „${name}“`;
/** @param {string} name @param {string} text */
export const takeBack = (name, text) => `${name}. „${text}“ im Titel lassen`;
/** @param {string} text */
export const takeBackShort = (text) => `„${text}“ im Titel lassen`;
/** @param {string} text */
export const stays = (text) => `„${text}“ bleibt im Titel`;
/** @param {string} title @param {string[]} names */
export const added = (title, names) => `${title} hinzugefügt: ${names.join(", ")}`;

export const settings = {
  title: "Aufgaben hinzufügen",
  read: "Tage und Listen in dem lesen, was ich schreibe",
  readMore:
    "„Mama anrufen Freitag um 9 +Familie“ ist für Freitag um neun, in Familie. Was verstanden wurde, steht darunter und lässt sich zurücknehmen.",
  off: "Nein",
  languages: { en: "Auf Englisch", de: "Auf Deutsch" },
  quickAdd: "Wohin schnelle Aufgaben kommen",
  quickAddMore: "Die aus Kurzbefehlen, per Sprache und aus anderen Apps.",
};
