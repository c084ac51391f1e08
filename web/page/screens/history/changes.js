/**
 * The lines of the history: of everything, of one task, one list or one device, or of what came from elsewhere while
 * somebody was away.
 *
 * @import { Entry } from "./told.js"
 */
import { keeper, outline, standing } from "../../desk.js";
import { takeBack } from "../../dialogs/take-back.js";
import { element } from "../../element.js";
import { prefer, preferences } from "../../preferences.js";
import { render } from "../../render.js";
import { go } from "../../router.js";
import { toldApart } from "../../told-apart.js";
import { inSentence, momentName } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { words as common } from "../../words/words.js";
import { restore, undo } from "./deeds.js";
import { Feed } from "./feed.js";
import { days } from "./days.js";
import { latestOfGone } from "./gather.js";
import { Rows } from "./rows.js";
import { trail } from "./trail.js";
import { trouble } from "./trouble.js";
import { seen, visited } from "./visit.js";

const words = later.history;

/** No task has it: whoever looks at it hears of each change, and of nothing else. */
const none = "00000000-0000-0000-0000-000000000000";
const pulse = "history pulse";

export class Changes {
  node = element("div", { class: "changes" });
  #rows = new Rows(() => this.#draw());
  /** Names that tell devices apart, by their ids. @type {Map<string, string>} */
  #devices = new Map();
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  /** @type {Feed} */
  #feed;
  /** What this is the history of, once it is known. @type {(title: string) => void} */
  named = () => {};

  /** @param {{task?: string, list?: string, device?: string, isAway?: boolean}} what */
  constructor({ task, list, device, isAway = false }) {
    this.task = task;
    this.list = list;
    this.device = device;
    this.isAway = isAway;
    const { account } = standing.value ?? {};
    this.own = account?.device;
    this.visit = visited(preferences.value.historyVisit, account?.id ?? "", Date.now());
    const since = isAway ? this.visit.from : null;
    const keeps = (/** @type {Entry} */ { device, recordedAt }) =>
      !isAway || (device?.id !== this.own && recordedAt > (since ?? ""));
    this.#feed = new Feed({ task, list, device, since, keeps, limit: task ? 200 : 50 }, () => this.#arrived());
    this.#feed.more();
    this.#draw();
    this.#askDevices();
    keeper.look(pulse, { kind: "task", id: task ?? none }, 0, 1, () => this.#soon());
    let last = standing.value?.lastSync;
    this.stop = standing.watch((now) => {
      if (now?.lastSync === last) return;
      last = now?.lastSync;
      this.#soon();
    });
  }

  end() {
    clearTimeout(this.#timer);
    keeper.leave(pulse);
    this.#feed.changed = () => {};
    this.#rows.end();
    this.stop();
  }

  /** Changes come in numbers: the server is asked once for those that come together. */
  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#rows.forget();
      this.#feed.fresh();
    }, 300);
  }

  async #askDevices() {
    const answer = await keeper.session({ act: "devices" });
    if (answer.kind === "refused") return;
    this.#devices = toldApart(/** @type {import("../devices.js").Device[]} */ (answer.with?.devices ?? []));
    this.#draw();
  }

  #arrived() {
    this.#rows.learn(this.#feed.entries);
    if (this.#feed.refused === null && !this.#isOfOne) {
      this.visit = seen(this.visit, this.#feed.newest, Date.now());
      prefer({ historyVisit: this.visit });
    }
    this.#draw();
  }

  #draw() {
    const { entries, refused, isAsking, isWhole } = this.#feed;
    const today = outline.value?.today ?? "";
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    const about = { today, zone, listName: (/** @type {string} */ id) => this.#rows.listName(id) };
    const waiting = standing.value?.waiting ?? 0;
    const title = this.#title();
    if (title) this.named(title);
    const way = this.task && isWhole ? trail(entries, today) : null;
    const gone = this.#latestOfGone();
    const around = {
      rows: this.#rows,
      about,
      who: (/** @type {Entry["device"]} */ device) => this.#who(device),
      ofOne: this.task !== undefined,
      undo: (/** @type {Entry} */ entry) => undo(entry, this.#rows),
      takeBack: (/** @type {Entry} */ entry) => {
        const { device } = entry;
        return device && gone.has(entry) ? () => takeBack(device, this.#who(device)) : null;
      },
    };
    render(
      this.node,
      this.isAway && element("p", { class: "note" }, words.away(this.#since(today, zone))),
      way && element("p", { class: "trail" }, way),
      this.device && entries.length > 0 && this.#wayBack(this.device),
      waiting > 0 && !this.isAway && (!this.device || this.device === this.own) &&
        element("p", { class: "note", key: "unsent" }, words.unsent(waiting), " ", wayToUnsent()),
      days(entries, around, today, zone, this.task ? this.#toHere : null),
      refused !== null && trouble(refused, () => entries.length > 0 ? this.#feed.fresh() : this.#feed.more()),
      refused === null && isAsking && entries.length === 0 && element("p", { role: "status" }, words.asking),
      refused === null && !isAsking && entries.length === 0 && isWhole &&
        element("p", { class: "note" }, this.isAway ? words.nothingAway : words.nothing),
      refused === null && !isWhole && !(isAsking && entries.length === 0) &&
        element("button", { key: "more", class: "soft", onclick: () => this.#feed.more() }, words.more),
    );
  }

  /** @param {Entry} entry  of the task, which becomes what it was right after it */
  #toHere = async ({ revision, at }) => {
    const { today, zone } = {
      today: outline.value?.today ?? "",
      zone: String(outline.value?.settings.timeZone ?? "UTC"),
    };
    const sentence = words.lookBack.restored(inSentence(momentName(at, today, zone)));
    await restore({ kind: "task", id: this.task ?? "" }, revision, sentence, () => Promise.resolve(true));
  };

  /** @param {string} today @param {string} zone */
  #since(today, zone) {
    return this.visit.from && momentName(this.visit.from, today, zone);
  }

  /** A device that has no access any more stands in no list: what it did is taken back from here. */
  #latestOfGone() {
    if (this.#isOfOne || this.#devices.size === 0) return new Set();
    return latestOfGone(this.#feed.entries, (device) => this.#devices.has(device));
  }

  /** Whether these are the changes of one task, one list or one device. */
  get #isOfOne() {
    return Boolean(this.task || this.list || this.device);
  }

  /** What this is the history of; null for everything, and while nobody knows what it is called. */
  #title() {
    if (this.task) return words.ofTask(this.#rows.name("task", this.task));
    if (this.list) return words.ofTask(this.#rows.name("list", this.list));
    if (!this.device) return null;
    if (this.device === this.own) return words.ofThisDevice;
    const name = this.#nameOfDevice(this.device);
    return name === null ? null : words.ofDevice(name);
  }

  /** As the list of devices calls it; as its changes do, where it is in no list any more. @param {string} id */
  #nameOfDevice(id) {
    return this.#devices.get(id) ?? this.#feed.entries.find(({ device }) => device?.id === id)?.device?.name ?? null;
  }

  /** Whoever looked at what a device did can take it back from here. @param {string} id */
  #wayBack(id) {
    const name = this.#nameOfDevice(id);
    const onclick = () => takeBack({ id }, name ?? common.devices.thisOne);
    return element("button", { key: "back", class: "soft", onclick }, common.devices.takeBack);
  }

  /** @param {Entry["device"]} device */
  #who(device) {
    if (device === null) return words.byItself;
    return device.id === this.own ? words.thisDevice : this.#devices.get(device.id) ?? device.name;
  }
}

function wayToUnsent() {
  return element("button", { class: "way", onclick: () => go({ screen: "unsent" }) }, common.show);
}
