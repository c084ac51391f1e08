/**
 * The first rows that a restoration would change, each with what it would be again.
 *
 * @import { Entry } from "./told.js"
 * @import { Extent } from "./deeds.js"
 * @import { Difference } from "./differences.js"
 */
import { element } from "../../element.js";
import { later } from "../../words/later.js";
import { differences } from "./differences.js";
import { say } from "./values.js";

const words = later.history;

const w = words.lookBack;
/** So many are looked through by eye. */
const most = 12;

/**
 * @param {Entry[]} since @param {import("./rows.js").Rows} rows @param {Extent} extent
 * @param {import("./values.js").About} about
 */
export function differenceLines(since, rows, extent, about) {
  const all = differencesWithin(since, rows, extent);
  if (all.length === 0) return null;
  const shown = all.slice(0, most);
  return element(
    "section",
    { key: "lines", class: "group", "aria-label": w.lines },
    element("h2", {}, w.lines),
    element(
      "ul",
      { class: "group-body" },
      shown.map((one) =>
        element(
          "li",
          { key: one.id, class: "change-line" },
          element(
            "div",
            { class: "change-words" },
            element("p", { class: "change-name" }, rows.name(one.entity, one.id)),
            sentences(one, about).map((sentence) => element("p", {}, sentence)),
          ),
        )
      ),
    ),
    all.length > most && element("p", { class: "note" }, w.others(all.length - most)),
  );
}

/**
 * What a restoration of so much would change.
 * @param {Entry[]} since @param {import("./rows.js").Rows} rows @param {Extent} extent
 */
function differencesWithin(since, rows, extent) {
  return differences(since).filter((one) => isWithin(one, rows, extent));
}

/** @param {Difference} difference @param {import("./rows.js").Rows} rows @param {Extent} extent */
function isWithin({ entity, id, listThen }, rows, extent) {
  if (extent.kind === "account") return true;
  if (extent.kind === "task") return id === extent.id;
  if (entity === "list") return id === extent.id;
  return entity === "task" && (listThen === extent.id || rows.task(id)?.listId === extent.id);
}

/** @param {Difference} difference @param {import("./values.js").About} about */
function sentences({ kind, fields }, about) {
  const first = { made: [w.goes], deleted: [w.comesBack], restored: [w.wasDeleted], changed: [] }[kind];
  const changed = fields.map(({ field, now, then }) => {
    const [isNow, wasThen] = [now, then].map((value) => say(field, value, about) ?? words.nobody);
    return isNow === wasThen ? words.did.changed : w.field(words.field(field), isNow, wasThen);
  });
  const all = [...first, ...new Set(changed)];
  return all.length > 0 ? all : [words.did.moved];
}
