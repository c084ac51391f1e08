/** What is kept, where and for how long, in plain words, with what this server says of itself. */
import { keeper } from "../../desk.js";
import { element } from "../../element.js";
import { keptDaysOf } from "../../kept-days.js";
import { group } from "../../parts/page.js";
import { later } from "../../words/later.js";

const { privacy: w } = later.owner;

/**
 * @typedef {{tasks: number, lists: number, devices: number, bytes: number}} Counts
 * @typedef {{counts: Counts, room: number | null, notice: string | null, kept: import("../../kept-days.js").KeptDays,
 *   demo: boolean}} Said  `demo`: of samples, for whoever was given its sign-in
 */

/** @returns {Promise<Said | null>} */
export async function askWhatIsKept() {
  const [account, limits, greeting] = await Promise.all(
    /** @type {const} */ (["account", "limits", "greeting"]).map((operation) => keeper.server(operation)),
  );
  if (account.kind === "refused" || limits.kind === "refused" || greeting.kind === "refused") return null;
  const { counts, claimed, demo } = /** @type {{counts: Counts, claimed: boolean, demo: boolean}} */ (
    /** @type {unknown} */ (account.with)
  );
  const rooms = /** @type {Record<string, {bytes: number | null}>} */ (limits.with);
  const links = /** @type {Record<string, string>} */ (greeting.with?.links ?? {});
  return {
    counts,
    room: rooms[claimed ? "account" : "unclaimedAccount"]?.bytes ?? null,
    notice: links.privacy ?? null,
    kept: keptDaysOf(limits.with),
    demo,
  };
}

/** @param {Said | null} said  by the server, as far as it answered */
export function privacyGroup(said) {
  const { host } = location;
  return group(w.title, [
    element(
      "div",
      { class: "padded facts" },
      [
        said?.demo && w.demo,
        w.where(host),
        said && w.held(said.counts, said.room),
        w.history(said?.kept ?? null),
        w.who,
        w.none,
      ].map((
        sentence,
      ) => sentence && element("p", {}, sentence)),
      said?.notice &&
        element("p", {}, element("a", { href: said.notice, target: "_blank", rel: "noopener" }, w.notice(host))),
    ),
  ]);
}
