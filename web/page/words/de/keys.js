/** Tasten, die eher führen als etwas tun. */

export const inLists = "In einer Liste";
export const inField = "Im Feld";
export const next = "Die nächste Aufgabe";
export const before = "Die Aufgabe davor";
export const ends = "Die erste und die letzte";
export const screens = "Einen Bildschirm auf und ab";
export const selects = "Unterwegs auswählen";
export const leaves = "Aus der Auswahl, der Aufgabe, der Liste";
export const keeps = "Aufschreiben";
export const notes = "Weiter zu den Notizen";
export const keepsNotes = "Mit den Notizen aufschreiben";
export const toTasks = "Zu den Aufgaben";
