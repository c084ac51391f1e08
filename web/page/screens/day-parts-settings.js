/** Whether somebody plans by parts of the day, how much these take, and what becomes of what was not done. */
import { perform } from "../deeds.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { check, group, setting } from "../parts/page.js";
import { prefer } from "../preferences.js";
import { buckets, hasDayParts, regionLimits } from "../regions.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.dayPartsSettings;

const most = 1000;

export function dayPartsGroups() {
  const account = outline.value?.settings;
  if (!account) return [];
  const shown = setting(w.show, check(hasDayParts(), (dayParts) => prefer({ dayParts })), w.showMore);
  return [group(w.title, [shown], words.settings.hereOnly), rulesGroup(account)];
}

/** @param {Record<string, unknown>} account  its settings */
function rulesGroup(account) {
  const keep = (/** @type {Record<string, unknown>} */ fields) => perform({ act: "settings", fields });
  const limits = regionLimits();
  return group(
    w.rules,
    [
      setting(
        w.rollover,
        check(account.rollover === "backlog", (on) => keep({ rollover: on ? "backlog" : "off" })),
        w.rolloverMore,
      ),
      hasDayParts() && setting(
        w.unlock,
        check(account.complementaryAfterMustDo === true, (on) => keep({ complementaryAfterMustDo: on })),
        w.unlockMore,
      ),
      hasDayParts() && buckets.map((bucket) =>
        setting(
          w.limit(words.dayParts.buckets[bucket]),
          amount(limits[bucket], (limit) => limit !== null && keep({ regionLimits: { [bucket]: limit } })),
          w.limitMore[bucket],
        )
      ),
      hasDayParts() && setting(
        w.backlogLimit,
        amount(
          /** @type {number | null} */ (account.backlogLimit ?? null),
          (backlogLimit) => keep({ backlogLimit }),
        ),
        w.backlogLimitMore,
      ),
    ].flat(),
    words.settings.everywhere,
  );
}

/**
 * A number of tasks; null where none is said.
 * @param {number | null} value @param {(value: number | null) => void} chosen
 */
function amount(value, chosen) {
  return element("input", {
    type: "number",
    class: "time",
    min: 0,
    max: most,
    inputmode: "numeric",
    value: value === null ? "" : String(value),
    onchange: (/** @type {Event} */ { currentTarget }) => {
      const field = /** @type {HTMLInputElement} */ (currentTarget);
      if (field.validity.valid) chosen(field.value === "" ? null : Number(field.value));
    },
  });
}
