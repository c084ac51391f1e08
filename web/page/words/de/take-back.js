/** What ../en/take-back.js has, in German. */
import { language, plural } from "../forms.js";

/** @param {string} name */
export const title = (name) => `Zurücknehmen, was ${name} getan hat`;
export const what =
  "Alles, was es seit diesem Zeitpunkt getan hat, wird auf allen Geräten zurückgenommen. Was andere seither geändert haben, bleibt, und du kannst es rückgängig machen.";
export const asking = "Der Server wird gefragt ...";
export const nothing = "Seither gibt es davon nichts mehr zurückzunehmen.";

/** @typedef {{restored: number, deleted: number, changed: number}} Counts */
/** @param {{tasks: Counts, lists: Counts, settings: boolean}} report */
export const comes = ({ tasks, lists, settings }) => {
  const parts = [
    tasks.restored > 0 && plural(tasks.restored, { one: "# Aufgabe kommt zurück", other: "# Aufgaben kommen zurück" }),
    tasks.deleted > 0 && plural(tasks.deleted, { one: "# Aufgabe wird gelöscht", other: "# Aufgaben werden gelöscht" }),
    tasks.changed > 0 &&
    plural(tasks.changed, { one: "# Aufgabe wird zurückgesetzt", other: "# Aufgaben werden zurückgesetzt" }),
    lists.restored > 0 && plural(lists.restored, { one: "# Liste kommt zurück", other: "# Listen kommen zurück" }),
    lists.deleted > 0 && plural(lists.deleted, { one: "# Liste wird gelöscht", other: "# Listen werden gelöscht" }),
    lists.changed > 0 &&
    plural(lists.changed, { one: "# Liste wird zurückgesetzt", other: "# Listen werden zurückgesetzt" }),
    settings && "die Einstellungen werden zurückgesetzt",
  ].filter((part) => part !== false);
  return `${new Intl.ListFormat(language(), { type: "conjunction" }).format(parts)}.`;
};
/** @param {number} count */
export const kept = (count) =>
  plural(count, {
    one: "An # Aufgabe oder Liste haben andere seither etwas geändert; das bleibt.",
    other: "An # Aufgaben und Listen haben andere seither etwas geändert; das bleibt.",
  });
export const yes = "Zurücknehmen";
export const busy = "Wird zurückgenommen ...";
/** @param {string} name */
export const done = (name) => `Zurückgenommen: was ${name} getan hat`;
export const undone = "Rückgängig gemacht";
