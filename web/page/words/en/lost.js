/** Changes that gave way and changes that were not accepted. */

export const lost = {
  aTask: "A task",
  /** @param {string} field */
  youWrote: (field) => `You wrote (${field})`,
  itSays: "It now says",
  useMine: "Use mine",
  usedMine: "Your version counts",
  keep: "Keep it as it is",
  kept: "Kept",
  edit: "Edit",
  takeBack: "Take back",
  takenBack: "Taken back",
  /** @param {string} sentence */
  reason: (sentence) => `Not accepted: ${sentence}`,
  nothing: "nothing",
  goneList: "a list that is gone",
};
