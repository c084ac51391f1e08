/** What was changed, and bringing it back. */
import { plural } from "../forms.js";
import { field } from "./fields.js";

export * from "./fields.js";

export const title = "Verlauf";
/** @param {string} task  or list */
export const ofTask = (task) => `Verlauf von ${task}`;
/** @param {string} name  of a device or an app */
export const ofDevice = (name) => `Was ${name} geändert hat`;
export const ofThisDevice = "Was dieses Gerät geändert hat";
export const parts = {
  all: "Alles",
  away: "Während du weg warst",
  conflicts: "Konflikte",
  back: "Zurückblicken",
};
export const aTask = "Eine Aufgabe";
export const aList = "Eine Liste";
export const goneList = "eine Liste, die es nicht mehr gibt";
export const settings = "Einstellungen";
export const thisDevice = "Dieses Gerät";
export const byItself = "Von selbst";
export const asking = "Der Server wird gefragt ...";
export const more = "Mehr zeigen";
export const tryAgain = "Noch einmal versuchen";
export const offline =
  "Den Verlauf bewahrt der Server auf, und der antwortet gerade nicht. Er steht hier, sobald er es wieder tut.";
export const alone = "Noch wurde nichts geändert. Der Verlauf beginnt mit der ersten Aufgabe.";
/** @param {number} count */
export const unsent = (count) =>
  plural(count, {
    one: "# Änderung dieses Geräts wurde noch nicht gesendet. Sie steht hier, sobald der Server sie hat.",
    other: "# Änderungen dieses Geräts wurden noch nicht gesendet. Sie stehen hier, sobald der Server sie hat.",
  });
export const nothing = "Noch wurde nichts geändert.";
export const nothingAway = "Seit du zuletzt hier warst, wurde anderswo nichts geändert.";
/** @param {string | null} when */
export const away = (when) =>
  when === null
    ? "Was deine anderen Geräte getan haben und was von selbst kam."
    : `Was deine anderen Geräte getan haben und was von selbst kam, seit du zuletzt hier warst: ${when}.`;
/** @param {string} what @param {string} did */
export const undoOf = (what, did) => `Rückgängig: ${what}, ${did}`;
/** @param {string} when */
export const madeAt = (when) => `geschehen ${when}`;
/** @param {string} name */
export const proposedBy = (name) => `vorgeschlagen von ${name}`;

// One change, in words. Values come as words.

export const did = {
  added: "Hinzugefügt",
  next: "Die nächste ihrer Reihe",
  scheduled: "Der Tag brachte die nächste ihrer Reihe",
  withdrawn: "Zurückgenommen, weil die davor wieder offen ist",
  deleted: "Gelöscht",
  deletedWithList: "Mit ihrer Liste gelöscht",
  deletedWithTask: "Mit der Aufgabe gelöscht, zu der sie gehört",
  restored: "Wiederhergestellt",
  completed: "Erledigt",
  started: "Begonnen",
  reopened: "Wieder geöffnet",
  stopped: "Nicht mehr in Arbeit",
  notesAdded: "Notizen hinzugefügt",
  notesRemoved: "Notizen entfernt",
  moved: "Nach oben oder unten verschoben",
  repeats: "Wiederholt sich von jetzt an",
  repeatsNoMore: "Wiederholt sich nicht mehr",
  repeatsOtherwise: "Wiederholt sich anders",
  part: "Zum Teil einer anderen Aufgabe gemacht",
  noPart: "Nicht mehr Teil einer anderen Aufgabe",
  colour: "Farbe geändert",
  remembers: "Ihre Reihe merkt sich, wo sie stand",
  changed: "Geändert",
  /** @param {string} place */
  carriedTo: (place) => `Der Tag ging zu Ende: weitergetragen: ${place}`,
  /** @param {string} before @param {string} after */
  renamed: (before, after) => `Umbenannt von „${before}“ in „${after}“`,
  /** @param {string} before @param {string} after */
  notes: (before, after) => `Notizen geändert von „${before}“ in „${after}“`,
  /** @param {string | null} before @param {string | null} after */
  date: (before, after) => {
    if (after === null) return `Datum entfernt, vorher ${before}`;
    return before === null ? `Geplant für ${after}` : `Verschoben von ${before} auf ${after}`;
  },
  /** @param {string | null} before @param {string | null} after */
  list: (before, after) => {
    if (after === null) return `Aus ${before} genommen`;
    return before === null ? `Verschoben: ${after}` : `Verschoben: ${before} → ${after}`;
  },
  /** @param {string | null} before @param {string | null} after */
  region: (before, after) => after === null ? `Aus ${before} genommen` : `In ${after} gelegt`,
  /** @param {string} field @param {string | null} before @param {string | null} after */
  field: (field, before, after) => {
    const name = field.charAt(0).toUpperCase() + field.slice(1);
    if (after === null) return `${name} entfernt, vorher ${before}`;
    return before === null ? `${name}: ${after}` : `${name}: ${after}, vorher ${before}`;
  },
  /** @param {string} name */
  inList: (name) => `in ${name}`,
  /** @param {string} day */
  forDay: (day) => `für ${day}`,
  /** @param {string} when */
  due: (when) => `fällig ${when}`,
  repeating: "wiederholt sich",
  /** @param {string} field @param {string} mine @param {string} theirs @param {string | null} why */
  gaveWay: (field, mine, theirs, why) => `${field}: gewollt war ${mine}; ${theirs} blieb${why ? ` (${why})` : ""}`,
  waits: "Wartet auf das, wozu es gehört",
};
export const nobody = "nichts";
export const yes = "ja";
export const no = "nein";
/** @param {string[]} names @param {number} carries */
export const trail = (names, carries) =>
  names.join(" → ") + (carries === 0 ? "" : `, ${plural(carries, { one: "einmal", other: "#-mal" })} verschoben`);
export const noDate = "kein Datum";

// Taking back.

export const undone = "Rückgängig gemacht";
export const nothingUndone = "Von dieser Änderung ist nichts mehr da, also wurde nichts getan.";
/** @param {string[]} what  each with where it is */
export const kept = (what) => `Das bleibt, weil es seither geändert wurde: ${what.join(", ")}.`;
/** @param {string} key @param {string} name */
export const keptField = (key, name) => key === "deletedAt" ? `dass ${name} da ist` : `${field(key)} von ${name}`;
export const toHere = "Zurück bis hier";
/** @param {string} when */
export const toHereOf = (when) => `Zurück bis hier: wie es nach der Änderung von ${when} war`;
export const nothingToDo = "Es ist so wie damals.";

// Conflicts.

export const conflictsMore =
  "Änderungen eines deiner Geräte, die von späteren überholt wurden. Du musst nichts entscheiden: Was steht, steht.";
export const noConflicts = "Nichts wurde überholt, oder alles ist entschieden.";
export const settledToo = "Auch die abgeschlossenen";
export const settledMore =
  "Worüber jemand entschieden hat oder was seither noch einmal geändert wurde. Der Verlauf nimmt zurück, was entschieden wurde.";
export const noSettled = "Davon ist noch nichts abgeschlossen.";
/** @param {string} device @param {string} field */
export const wrote = (device, field) => `${device} hat geschrieben (${field})`;
/** @param {string | null} device @param {string | null} when */
export const itSays = (device, when) => device && when ? `Jetzt steht da (${device}, ${when})` : "Jetzt steht da";
/** Of what is settled. @param {string | null} device @param {string | null} when */
export const itSaid = (device, when) => device && when ? `Damals stand da (${device}, ${when})` : "Damals stand da";
export const before = "Davor";
export const why = "Warum";
/** Why one gave way, by what the server calls it. */
export const reasons = {
  newer: "eine spätere Änderung",
  completed: "die Aufgabe wurde inzwischen erledigt",
  reopened: "die Aufgabe wurde inzwischen wieder geöffnet",
  deleted: "es wurde danach gelöscht",
  edited: "es wurde nach dem Löschen geändert",
  regionFull: "dieser Teil des Tages war voll",
  listGone: "die Liste ist weg",
  immutable: "das ändert sich nie",
  tangled: "eine Aufgabe kann nicht Teil von sich selbst sein, und nicht von zu vielen anderen",
  place: "darüber entscheidet der Platz der Aufgabe",
};
/** @param {string} what */
export const useMineOf = (what) => `Meine nehmen: ${what}`;
/** @param {string} what */
export const keepOf = (what) => `So lassen: ${what}`;

export { lookBack } from "./look-back.js";

// Was dieses Gerät nicht verlassen hat.

export const notSent = {
  title: "Noch nicht gesendet",
  more:
    "Auf diesem Gerät getan, und noch nicht beim Server. Es geht von selbst hinaus; auch bis dahin lässt es sich zurücknehmen.",
  onlyHere: "Alles bleibt auf diesem Gerät. Was zuletzt getan wurde, lässt sich zurücknehmen.",
  sent: "Alles wurde gesendet.",
  takeBack: "Zurücknehmen",
  /** @param {string} what @param {string} did */
  takeBackOf: (what, did) => `Zurücknehmen: ${what}, ${did}`,
  /** @param {number} count */
  rest: (count) => plural(count, { one: "und # weitere", other: "und # weitere" }),
  /** @param {number} count */
  cancelled: (count) =>
    plural(count, {
      one: "# zurückgenommene Änderung geht mit, damit der Verlauf vollständig ist.",
      other: "# zurückgenommene Änderungen gehen mit, damit der Verlauf vollständig ist.",
    }),
  /** @param {number} count */
  others: (count) =>
    plural(count, { one: "# ältere Änderung wartet ebenfalls.", other: "# ältere Änderungen warten ebenfalls." }),
};
