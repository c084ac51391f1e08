/** What is said of plain words: dates, lists and more in the line that somebody types. */
export const understood = "Understood";
/** @param {string[]} names */
export const all = (names) => `Understood: ${names.join(", ")}`;
/** @param {string} name */
export const inList = (name) => `In ${name}`;
/** @param {string} name */
export const noList = (name) => `There is no list “${name}”`;
/** @param {string} name @param {string} text */
export const takeBack = (name, text) => `${name}. Leave “${text}” in the title`;
/** @param {string} text */
export const takeBackShort = (text) => `Leave “${text}” in the title`;
/** @param {string} text */
export const stays = (text) => `“${text}” stays in the title`;
/** @param {string} title @param {string[]} names */
export const added = (title, names) => `Added ${title}: ${names.join(", ")}`;

export const settings = {
  title: "Adding tasks",
  read: "Read dates and lists in what I type",
  readMore:
    "“Call mum fri 9am +Family” is for Friday at nine, in Family. What was understood is shown, and can be taken back.",
  off: "No",
  languages: { en: "In English", de: "In German" },
  quickAdd: "Where quick tasks go",
  quickAddMore: "Those that come from Shortcuts, by voice and from other apps.",
};
