/** What ../en/scan.js has, in German. */
export const begin = "Mit der Kamera scannen";
export const asking = "Der Browser fragt nach der Kamera ...";
export const looking = "Halte das Bild, das das andere Gerät zeigt, vor die Kamera.";
export const picture = "Was die Kamera sieht";
export const read = "Das Bild ist gelesen";
export const other = "Das ist ein QR-Code, aber keiner, der ein Gerät hinzufügt.";
/** @param {string} host */
export const elsewhere = (host) => `Dieser Code gehört zu ${host}. Öffne ${host} und kopple dort.`;
export const none = "Hier gibt der Browser keine Kamera her. Gib stattdessen den Code ein.";
export const forbidden =
  "Die Kamera wurde nicht erlaubt. Gib den Code ein, oder erlaube sie in den Browsereinstellungen.";
export const missing = "Es gibt keine Kamera, die benutzt werden kann. Gib stattdessen den Code ein.";
