/** What can be done with a list: another name, another colour, another place, deletion after a question. */
import { say } from "../announce.js";
import { perform, tell } from "../deeds.js";
import { address, listNamed, outline } from "../desk.js";
import { editList } from "../dialogs/edit-list.js";
import { ask } from "../dialogs/question.js";
import { sightOf } from "../hidden-lists.js";
import { go, goTo } from "../router.js";
import { openMenu } from "./menu.js";
import { words } from "../words/words.js";

/** @param {string} id @param {HTMLElement | {x: number, y: number}} anchor */
export function openListMenu(id, anchor) {
  const list = listNamed(id);
  if (!list) return;
  openMenu(anchor, list.name, [
    { label: words.lists.edit, icon: "settings", run: () => editList(list) },
    list.filter !== undefined &&
    { label: words.lists.changeFilter, icon: "filter", run: () => changeFilter(id, list.filter ?? "") },
    list.filter === undefined &&
    { label: words.lists.history, icon: "undo", run: () => go({ screen: "history", list: id }) },
    list.filter === undefined &&
    { label: words.lists.lookBack, icon: "past", run: () => go({ screen: "history", part: "back", list: id }) },
    list.filter === undefined &&
    {
      label: list.hiddenFromAgents ? words.lists.showToAgents : words.lists.hideFromAgents,
      icon: "lock",
      run: () => hideFromAgents(list, !list.hiddenFromAgents),
    },
    { label: words.lists.up, icon: "up", run: () => shift(id, -1) },
    { label: words.lists.down, icon: "down", run: () => shift(id, 1) },
    {
      label: list.filter === undefined ? words.lists.delete : words.lists.deleteFilter,
      icon: "deleted",
      kind: "danger",
      run: () => deleteList(id),
    },
  ]);
}

/** In the search, where what it finds is seen. @param {string} list @param {string} text */
export function changeFilter(list, text) {
  go({ screen: "view", view: { kind: "search", text, list } });
}

/** @param {string} id @param {number} places */
async function shift(id, places) {
  const ids = (outline.value?.lists ?? []).map((list) => list.id);
  const at = ids.indexOf(id) + places;
  const others = ids.filter((other) => other !== id);
  if (at < 0 || at > others.length) return;
  const done = await perform({ act: "arrangeList", id, above: others[at - 1] ?? null, below: others[at] ?? null });
  if (done) say(words.nowAt(at + 1, ids.length));
}

/** @param {import("../../types/messages.js").ListRow} list @param {boolean} hiddenFromAgents */
async function hideFromAgents({ id, name }, hiddenFromAgents) {
  const done = await perform({ act: "editList", id, hiddenFromAgents });
  tell(done, sightOf(name, hiddenFromAgents), "long");
}

/** @param {string} id */
async function deleteList(id) {
  const list = listNamed(id);
  if (!list) return;
  const question = list.filter === undefined ? words.lists.deleteQuestion : words.lists.deleteFilterQuestion;
  const meant = await ask({ ...question(list.name), danger: true });
  if (!meant) return;
  const done = await perform({ act: "deleteList", id });
  if (!done) return;
  const { value } = address;
  if (value.screen === "view" && value.view.kind === "list" && value.view.id === id) goTo("today");
  tell(done, words.lists.deleted(list.name), "long");
}
