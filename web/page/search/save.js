/** A search that is kept as a list: a saved filter. Another gesture like any, so it works offline and can be undone. */
import { perform, sayRefused, tell } from "../deeds.js";
import { listNamed } from "../desk.js";
import { askAbout } from "../dialogs/edit-list.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { savedFilter } from "./terms.js";

const w = later.search;

/** Whether a list can keep it; says why not. @param {string} query @param {boolean} isBroken */
function canKeep(query, isBroken) {
  if (query.trim() !== "" && !isBroken) return true;
  sayRefused(isBroken ? w.mendFirst : w.nothingToSave);
  return false;
}

/** @param {string} query @param {boolean} isBroken @param {string} name  that may be meant */
export async function saveSearch(query, isBroken, name) {
  if (!canKeep(query, isBroken)) return;
  const answer = await askAbout(undefined, { title: w.saveTitle, name, note: w.saveHint, does: words.save });
  if (!answer) return;
  const filter = savedFilter(query);
  const done = await perform({ act: "addList", name: answer.name, colorHex: answer.colour, filter });
  if (!done) return;
  tell(done, w.saved(answer.name), "normal");
  open(done.ids[0]);
}

/** @param {string} id  of the list @param {string} query @param {boolean} isBroken */
export async function changeFilter(id, query, isBroken) {
  if (!canKeep(query, isBroken)) return;
  const done = await perform({ act: "editList", id, filter: savedFilter(query) });
  if (!done) return;
  tell(done, w.changed(listNamed(id)?.name ?? ""), "normal");
  open(id);
}

/** @param {string} id */
function open(id) {
  go({ screen: "view", view: { kind: "list", id } });
}
