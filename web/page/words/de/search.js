/** The search and its filters. */
import { plural } from "../forms.js";

export const placeholder = "Aufgaben finden";
export const label = "Suchen nach";
export const clear = "Leeren";
export const commands = "Alle Befehle";
export const hint = "Findet Wörter in Titeln, Notizen und Tags, auch in erledigten Aufgaben.";

/** @param {number} count */
export const found = (count) => plural(count, { one: "# Aufgabe gefunden", other: "# Aufgaben gefunden" });
/** @param {string} text */
export const nothing = (text) => text ? `Nichts gefunden für „${text}“` : "Nichts gefunden";
export const tryOther = "Weniger Wörter finden mehr.";
export const tryWithout = "Weniger Filter finden mehr.";
export const withoutFilters = "Ohne Filter suchen";
export const misspelt = "Nichts ist so geschrieben. Das kommt dem nahe:";

export const recent = "Zuletzt gesucht";
export const forget = "Alle vergessen";
/** @param {string} text */
export const remove = (text) => `„${text}“ vergessen`;

export const addFilter = "Filter";
/** @param {string} name @param {string} value */
export const chip = (name, value) => `${name}: ${value}`;
/** @param {string} chip */
export const removeFilter = (chip) => `Den Filter ${chip} entfernen`;
export const filters = "Filter";

export const fields = {
  state: "Status",
  due: "Fällig",
  date: "Geplant",
  priority: "Priorität",
  list: "Liste",
  tag: "Tag (#)",
  category: "Kategorie",
  region: "Tagesteil",
  completed: "Erledigt",
  created: "Aufgeschrieben",
  other: "Mehr",
  sort: "Sortiert nach",
};

export const any = "Beliebig";
export const none = "Ohne";
export const noList = "Keine Liste";
export const states = { open: "Offen", active: "In Arbeit", done: "Erledigt" };
export const days = {
  overdue: "Überfällig",
  today: "Heute",
  tomorrow: "Morgen",
  yesterday: "Gestern",
  soon: "Heute und die nächsten sieben Tage",
  week: "Diese Woche",
  month: "Diesen Monat",
  past: "Vor heute",
  any: "Irgendein Tag",
  none: "Kein Tag",
};
export const priorities = { high: "Hoch", medium: "Mittel", low: "Niedrig" };
export const regions = { morning: "Vormittag", afternoon: "Nachmittag", evening: "Abend", backlog: "Vorrat" };
export const others = { repeats: "Wiederholt sich", notes: "Hat Notizen", whole: "Teil keiner anderen Aufgabe" };
export const orders = {
  due: "Fälligkeit",
  date: "Tag",
  priority: "Priorität",
  created: "Die neuesten zuerst",
  title: "Titel",
};

export const saveAs = "Als Liste sichern...";
export const saveTitle = "Als Liste sichern";
export const saveHint = "Die Liste zeigt, was dieser Filter findet, jetzt und später. Keine Aufgabe wird verschoben.";
/** @param {string} name */
export const saved = (name) => `Gesichert als „${name}“`;
/** @param {string} name */
export const changing = (name) => `Das ändert den Filter von „${name}“.`;
/** @param {string} name */
export const changed = (name) => `Der Filter von „${name}“ wurde geändert`;
export const nothingToSave = "Gib zuerst ein Wort ein oder wähle einen Filter.";

/** Why a text is no filter. */
const reasons = {
  filter_unexpected:
    "Etwas fehlt oder steht an der falschen Stelle, etwa ein Wert, eine Klammer oder ein Anführungszeichen.",
  filter_too_long: "Das ist länger, als ein Filter sein darf.",
};
/** @param {string} name */
const unknownField = (name) =>
  `Aufgaben haben kein Feld „${name}“. Einige, die sie haben: due, date, list, tag, priority.`;
/** @param {string} name */
const invalidValue = (name) => `„${name}“ kann dieses Feld nicht sein. Tage schreibt man wie today, +3d oder fri.`;
/** @param {string} name */
const unknownList = (name) => `Es gibt keine Liste „${name}“.`;

/** @param {string} code @param {string | null} name  what is not understood */
export function broken(code, name) {
  if (code === "filter_unknown_field" && name) return unknownField(name);
  if (code === "filter_unknown_list" && name) return unknownList(name);
  if (code === "filter_invalid_value" && name) return invalidValue(name);
  return reasons[/** @type {keyof typeof reasons} */ (code)] ?? "Dieser Filter ist nicht verständlich.";
}
export const asWords = "Es wird nach den Wörtern gesucht.";
export const mendFirst = "Eine Liste behält nur einen Filter, der verständlich ist.";
