/** How tasks are written down: whether plain words are read, and where quick ones go. */
import { perform } from "../deeds.js";
import { outline } from "../desk.js";
import { group, segments, select, setting } from "../parts/page.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";

const w = later.plainWords.settings;

export function addingGroup() {
  const account = outline.value?.settings;
  if (!account) return null;
  const keep = (/** @type {string} */ name) => (/** @type {unknown} */ value) =>
    perform({ act: "settings", fields: { [name]: value } });
  const languages = /** @type {[string, string][]} */ ([["", w.off], ...Object.entries(w.languages)]);
  return group(w.title, [
    setting(
      w.read,
      select(languages, String(account.captureLanguage ?? ""), (name) => keep("captureLanguage")(name || null)),
      w.readMore,
    ),
    setting(
      w.quickAdd,
      segments(
        w.quickAdd,
        [["inbox", words.views.inbox], ["today", words.views.today]],
        account.quickAdd === "today" ? "today" : "inbox",
        keep("quickAdd"),
      ),
      w.quickAddMore,
    ),
  ]);
}
