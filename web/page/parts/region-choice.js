/**
 * Chooses a part of the day for tasks, and then how large they are in it. What has no room is shown as full and cannot
 * be chosen.
 *
 * @import { Board, Bucket, DayRegion, Row } from "../../types/messages.js"
 */
import { move, perform, tell } from "../deeds.js";
import { outline } from "../desk.js";
import { buckets, fullSentence, isFull, newcomers, regions, withBoard } from "../regions.js";
import { openMenu } from "./menu.js";
import { words } from "../words/words.js";

const w = words.dayParts;

/** @typedef {HTMLElement | {x: number, y: number}} Anchor */

/**
 * Of many rows not all are known here, so that `rows` only say what is chosen now.
 * @param {Anchor} anchor @param {string[]} ids @param {Row[]} rows
 */
export function chooseRegion(anchor, ids, rows) {
  withBoard((board) => openRegions(board, anchor, ids, rows));
}

/** @param {Board} board @param {Anchor} anchor @param {string[]} ids @param {Row[]} rows */
function openRegions(board, anchor, ids, rows) {
  const current = common(rows, ({ region }) => region);
  const { backlog, backlogLimit } = board;
  const coming = ids.length - rows.filter(({ region }) => region === "backlog").length;
  const noRoom = backlogLimit !== null && coming > 0 && backlog + coming > backlogLimit;
  openMenu(anchor, w.regionMenu.region, [
    ...regions.map((region) => {
      const { progress } = board.regions.find((cell) => cell.region === region) ?? { progress: null };
      const full = buckets.every((bucket) => isFull(board, region, bucket, newcomers(ids, rows, region, bucket)));
      return {
        label: w.regions[region],
        icon: region,
        checked: current === region,
        beside: full ? w.full : progress && progress.total > 0 ? w.doneOf(progress.done, progress.total) : "",
        refused: full ? fullSentence(region) : null,
        run: () => chooseBucket(anchor, ids, rows, region),
      };
    }),
    {
      label: w.regions.backlog,
      icon: "backlog",
      checked: current === "backlog",
      beside: noRoom ? w.full : "",
      refused: noRoom ? fullSentence("backlog") : null,
      run: () => move(ids, { kind: "backlog" }),
    },
    rows.some(({ region }) => region) &&
    { label: w.regionMenu.none, icon: "close", kind: "apart", run: () => takeOut(ids) },
  ]);
}

/** Of the region of these tasks; of another, where they have none. */
export function chooseBucket(
  /** @type {Anchor} */ anchor,
  /** @type {string[]} */ ids,
  /** @type {Row[]} */ rows,
  /** @type {DayRegion | null} */ wanted = null,
) {
  const own = /** @type {Row["region"]} */ (common(rows, ({ region }) => region));
  const region = wanted ?? (own === "backlog" ? null : own);
  if (!region) return chooseRegion(anchor, ids, rows);
  withBoard((board) => openBuckets(board, region, anchor, ids, rows));
}

function openBuckets(
  /** @type {Board} */ board,
  /** @type {DayRegion} */ region,
  /** @type {Anchor} */ anchor,
  /** @type {string[]} */ ids,
  /** @type {Row[]} */ rows,
) {
  const isHere = rows.length > 0 && rows.every((row) => row.region === region && row.date === outline.value?.today);
  const current = isHere ? common(rows, ({ bucket }) => bucket) : null;
  openMenu(anchor, w.regions[region], [...buckets].reverse().map((bucket) => bucketItem(bucket, current === bucket)));

  function bucketItem(/** @type {Bucket} */ bucket, /** @type {boolean} */ checked) {
    const { open, limit } = board.regions.find((cell) => cell.region === region)?.fills[bucket] ??
      { open: 0, limit: 0 };
    const place = /** @type {const} */ ({ kind: "region", region, bucket });
    const full = isFull(board, region, bucket, newcomers(ids, rows, region, bucket));
    return {
      label: w.buckets[bucket],
      beside: full ? `${w.fill(open, limit)} ${w.full}` : w.fill(open, limit),
      checked,
      refused: full ? fullSentence(region) : null,
      run: () => move(ids, place),
    };
  }
}

/** @param {string[]} ids */
async function takeOut(ids) {
  tell(await perform({ act: "edit", ids, fields: { region: null } }), w.regionMenu.noneDone, "short");
}

/** What all of these have in common; null where they differ. */
function common(/** @type {Row[]} */ rows, /** @type {(row: Row) => any} */ of) {
  return rows.length > 0 && rows.every((row) => of(row) === of(rows[0])) ? of(rows[0]) : null;
}
