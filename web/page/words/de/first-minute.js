/** Einmal gesagt, nach der ersten Aufgabe eines Browsers. */

export const sentences = {
  asked: "Daybook lässt sich auf diesem Gerät installieren.",
  byHand: "Um Daybook zu installieren: Teilen, dann „Zum Home-Bildschirm“.",
  none: "Aufgaben können auch aus anderen Apps kommen.",
};
export const install = "Installieren";
export const elsewhere = "Aus anderen Apps";
export const notNow = "Nicht jetzt";
export const onlyHere = "Nur auf diesem Gerät";
export const change = "Ändern";
