/**
 * What a proposal would come to, by its actions.
 *
 * @import { Change } from "../history/told.js"
 */
import { tell } from "../history/told.js";
import { clipped, fieldWords, sayWhole } from "../history/values.js";

/**
 * @typedef {object} Line
 * @property {number | null} action  null where it makes room for several
 * @property {"task"} entity @property {string} id @property {string | null} title
 * @property {"create" | "set" | "delete" | "restore"} kind
 * @property {Change[]} changes
 * @property {boolean} concluded  the server would conclude it
 */
/** @typedef {{action: number, problem: {code: string, detail?: string}}} Refused */
/** @typedef {{action: string, id?: string, fields?: Record<string, any>}} Action */
/**
 * @typedef {object} Shown
 * @property {number} revision @property {string} tag @property {Action[]} actions @property {Line[]} changes @property {Refused[]} refused
 */
/** @typedef {{place: number, lines: Line[], followed: Line[], refused: string | null}} Part */

/**
 * Each action that would do something, or that is refused, in their order.
 * @param {Shown} shown @returns {Part[]}
 */
export function partsOf({ actions, changes, refused }) {
  const parts = actions.map((_, place) => {
    const own = changes.filter(({ action }) => action === place);
    return {
      place,
      lines: own.filter(({ concluded }) => !concluded),
      followed: own.filter(({ concluded }) => concluded),
      refused: refused.find(({ action }) => action === place)?.problem.code ?? null,
    };
  });
  return parts.filter(({ lines, refused }) => lines.length > 0 || refused !== null);
}

/** What comes of several together. @param {Shown} shown */
export function besides({ changes }) {
  return changes.filter(({ action }) => action === null);
}

/**
 * A line in sentences, as the history would tell it, and all that it leaves out: nothing is applied that was not shown.
 * @param {Line} line @param {import("../history/values.js").About} about
 */
export function sentences(line, about) {
  return [...inShort(line, about), ...inFull(line, about)];
}

/** @param {Line} line @param {import("../history/values.js").About} about */
function inFull({ kind, changes, concluded }, about) {
  if (concluded) return [];
  const more = changes.filter(({ field, new: value }) => !ofPlace.includes(field) && !usual.includes(value));
  const whole = changes.filter(({ field }) => ["title", "notes", "recurrence"].includes(field)).flatMap(
    ({ field, new: value }) => {
      const said = sayWhole(field, value, about);
      return said !== null && (field === "recurrence" || said.length > clipped(said).length) ? [said] : [];
    },
  );
  return [...(kind === "create" ? more.flatMap((change) => fieldWords(change, changes, about)) : []), ...whole];
}

/** Of a new task, what its line says already. */
const ofPlace = ["title", "scheduledDate", "region", "bucket", "listId", "dueAt", "recurrence"];
/** What a new task has where nobody says anything. @type {unknown[]} */
const usual = [null, undefined, false, 0, "", "notStarted"];

/** @param {Line} line @param {import("../history/values.js").About} about */
function inShort(line, about) {
  const { entity, id, kind, changes, concluded } = line;
  const device = concluded ? null : { id: "", name: "" };
  const cause = concluded ? id : null;
  return tell({
    ...{ revision: 0, opId: id, entity, id, kind, at: "", recordedAt: "", device, changes, cause },
    ...{ outcome: /** @type {"applied"} */ ("applied"), conflicts: [] },
  }, about);
}

/**
 * Whether some of the actions would come to the same alone as among the others.
 * @param {Shown} whole @param {Shown} alone @param {Set<number>} places
 */
export function isSameAlone(whole, alone, places) {
  const of = (/** @type {Shown} */ { changes, refused }) =>
    JSON.stringify([
      changes.filter(({ action }) => action !== null && places.has(action)).map((line) => [
        line.action,
        line.kind,
        line.concluded && line.kind === "create" ? null : line.id,
        line.changes.filter(({ field }) => !passing.includes(field)),
      ]),
      refused.filter(({ action }) => places.has(action)).map(({ action, problem }) => [action, problem.code]),
    ]);
  return of(whole) === of(alone);
}

/** They are others each time it is looked at. */
const passing = ["completedAt", "createdAt", "deletedAt", "enteredBacklogAt", "sortOrder", "parentRecurringId"];
