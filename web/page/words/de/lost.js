/** Changes that gave way and changes that were not accepted. */

export const lost = {
  aTask: "Eine Aufgabe",
  /** @param {string} field */
  youWrote: (field) => `Du hast geschrieben (${field})`,
  itSays: "Jetzt steht da",
  useMine: "Meine nehmen",
  usedMine: "Deine Fassung gilt",
  keep: "So lassen",
  kept: "So gelassen",
  edit: "Bearbeiten",
  takeBack: "Zurücknehmen",
  takenBack: "Zurückgenommen",
  /** @param {string} sentence */
  reason: (sentence) => `Nicht angenommen: ${sentence}`,
  nothing: "nichts",
  goneList: "eine Liste, die es nicht mehr gibt",
};
