/** Was Assistenten gern getan hätten. */
import { plural } from "../forms.js";

export const title = "Vorschläge";
export const asking = "Der Server wird gefragt ...";
export const none = "Nichts ist vorgeschlagen. Was ein Assistent gern ändern würde, wartet hier auf dich.";
/** @param {string} name */
export const from = (name) => `${name} schlägt vor`;
/** @param {string} note */
export const note = (note) => `„${note}“`;
/** @param {string} made @param {string} until */
export const made = (made, until) => `Noch ist nichts geändert. Vorgeschlagen ${made}; es wartet bis ${until}.`;
export const apply = "Anwenden";
/** @param {number} count */
export const applySome = (count) =>
  plural(count, { one: "Das eine Gewählte anwenden", other: "Die # Gewählten anwenden" });
export const dismiss = "Verwerfen...";
export const dismissQuestion = {
  title: "Diesen Vorschlag verwerfen?",
  sentence: "Geändert wird nichts. Wer ihn gemacht hat, kann ihn wieder machen.",
  yes: "Verwerfen",
};
export const dismissed = "Verworfen";
export const applied = "Angewendet";
export const gone = "Diesen Vorschlag gibt es nicht mehr.";
export const changed = "Inzwischen hat sich etwas geändert, also wurde nichts getan. Das würde jetzt daraus.";
export const alone = "Ohne die anderen würde das daraus. Noch ist nichts getan.";
export const all = "Alles davon zeigen";
export const nothing = "Nichts davon lässt sich noch tun.";
/** @param {string} why */
export const refused = (why) => `Lässt sich nicht tun: ${why}`;
/** @param {number} count */
export const deletes = (count) => ({
  title: plural(count, {
    one: "Eine Aufgabe auf allen Geräten löschen?",
    other: "# Aufgaben auf allen Geräten löschen?",
  }),
  sentence: "Das ist das meiste von dem, was da ist. Ein Rückgängig bringt alles zurück.",
  yes: "Anwenden",
});
export const more =
  "Was KI-Assistenten gern ändern würden, wird dir erst gezeigt. Du wendest es an, oder du tust es nicht.";
export const open = "Vorschläge ansehen";
