/** Secret addresses under which calendar programs read dates. */
import { interrupt, say } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper, listNamed, outline } from "../../desk.js";
import { makeNamed } from "../../dialogs/make.js";
import { ask } from "../../dialogs/question.js";
import { showOnce } from "../../dialogs/shown-once.js";
import { element } from "../../element.js";
import { accessLine, dayOf } from "../../parts/access-line.js";
import { group, select, setting } from "../../parts/page.js";
import { toast } from "../../parts/toast.js";
import { ago } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { addLine } from "./tokens.js";

const { apps, feeds: w } = later.apps;

/**
 * @typedef {object} Feed
 * @property {string} id @property {string} label @property {string | null} listId
 * @property {string} createdAt @property {string | null} lastReadAt
 */

/** @param {Feed[]} feeds @param {() => void} again */
export function feedsGroup(feeds, again) {
  return group(w.title, [
    element("p", { class: "padded" }, w.more),
    feeds.length === 0 && element("p", { class: "padded" }, w.none),
    ...feeds.map((feed) => line(feed, again)),
    addLine(w.add, () => add(again)),
  ]);
}

/** @param {Feed} feed @param {() => void} again */
function line(feed, again) {
  const { label, listId, createdAt, lastReadAt } = feed;
  const read = lastReadAt ? w.read(ago(Date.parse(lastReadAt), Date.now())) : w.unread;
  const of = listId ? [w.of(listNamed(listId)?.name ?? w.gone)] : [];
  return accessLine("upcoming", label, [...of, read, apps.since(dayOf(createdAt))], apps.more(label), [
    { label: w.renew, icon: "repeat", run: () => renew(feed, again) },
    { label: w.remove, icon: "close", kind: "danger", run: () => remove(feed, again) },
  ]);
}

/** @param {() => void} again */
async function add(again) {
  let listId = "";
  const lists = (outline.value?.lists ?? []).map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
  const choice = setting(w.what, select([["", w.all], ...lists], listId, (chosen) => listId = chosen));
  const made = await makeNamed(
    w.add,
    w.placeholder,
    w.make,
    [choice],
    (label) => keeper.server("makeFeed", { label, listId: listId || undefined }),
  );
  if (!made) return;
  await show(String(made.address));
  again();
}

/** @param {string} address */
async function show(address) {
  const open = element("a", { class: "way", href: address.replace(/^https?:/, "webcal:") }, w.open);
  await showOnce(w.ready, w.how, [[w.address, address]], { scan: address, more: [open] });
}

/** A new address for the same; the old one goes once there is another. @param {Feed} feed @param {() => void} again */
async function renew({ id, label, listId }, again) {
  if (!await ask({ ...w.renewQuestion(label), danger: true })) return;
  const made = await keeper.server("makeFeed", { label, listId: listId ?? undefined });
  if (made.kind === "refused") return refuse(made.code);
  const gone = await keeper.server("removeFeed", { feed: id });
  if (gone.kind === "refused") {
    interrupt(w.both);
    toast(w.both, "long");
  }
  await show(String(made.with?.address));
  again();
}

/** @param {Feed} feed @param {() => void} again */
async function remove({ id, label }, again) {
  if (!await ask({ ...w.removeQuestion(label), danger: true })) return;
  const answer = await keeper.server("removeFeed", { feed: id });
  if (answer.kind === "refused") return refuse(answer.code);
  say(w.removed(label));
  again();
}
