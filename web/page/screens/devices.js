/** The devices that have access, and the way to add one. */
import { say } from "../announce.js";
import { refuse, remark } from "../deeds.js";
import { clockIn } from "../dates.js";
import { keeper, outline, standing } from "../desk.js";
import { addDevice } from "../dialogs/add-device.js";
import { editText } from "../dialogs/edit-text.js";
import { ask } from "../dialogs/question.js";
import { takeBack } from "../dialogs/take-back.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { group, page } from "../parts/page.js";
import { toast } from "../parts/toast.js";
import { render } from "../render.js";
import { go } from "../router.js";
import { toldApart } from "../told-apart.js";
import { ago, sayDate } from "../words/forms.js";
import { words } from "../words/words.js";

const w = words.devices;

/**
 * @typedef {{id: string, name: string, current: boolean, createdAt: string, lastSeenAt: string,
 *   lastSyncAt: string | null, behind: number, recentChanges: number | null}} Device
 */

export class DevicesPage {
  #page = page(words.settings.devices, { screen: "settings" });
  #body = element("div", { class: "groups" });
  /** As the server told them last. @type {Device[]} */
  #devices = [];
  #turn = 0;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    render(this.#body, element("p", { role: "status" }, w.asking));
    this.#page.show(this.#body);
    this.#ask();
    let [lastSync, here] = [standing.value?.lastSync, outline.value];
    const stops = [
      standing.watch((now) => {
        this.#draw();
        if (now?.lastSync !== lastSync) this.#soon();
        lastSync = now?.lastSync;
      }),
      outline.watch((now) => {
        if (now !== here) this.#soon();
        here = now;
      }),
    ];
    this.end = () => {
      clearTimeout(this.#timer);
      stops.forEach((stop) => stop());
    };
  }

  /** How far the others are behind what was sent from here, or came just now, the server knows: asked once for many. */
  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), 300);
  }

  async #ask() {
    const turn = this.#turn += 1;
    const answer = await keeper.session({ act: "devices" });
    if (turn !== this.#turn) return;
    if (answer.kind === "done") this.#devices = /** @type {Device[]} */ (answer.with?.devices ?? []);
    // What was told before stays, where the server does not answer any more.
    else if (this.#devices.length === 0) {
      render(this.#body, element("p", { class: "problem" }, words.refusal(answer.code)));
    }
    this.#draw();
  }

  #draw() {
    const devices = this.#devices;
    if (devices.length === 0) return;
    const names = toldApart(devices);
    const add = element("button", { class: "strong", onclick: () => this.#add() }, icon("plus"), w.add);
    const others = element("button", { class: "soft warn", onclick: () => this.#revokeOthers() }, w.revokeOthers);
    render(
      this.#body,
      group(w.title, devices.map((device) => this.#line(device, names))),
      element("div", { class: "device-ways" }, add, devices.length > 1 && others),
    );
  }

  /** @param {Device} device @param {Map<string, string>} names  that tell them apart */
  #line(device, names) {
    const { id, current, createdAt, lastSeenAt, recentChanges } = device;
    const name = names.get(id) ?? device.name;
    const menu = (/** @type {Event} */ { currentTarget }) =>
      this.#menu(/** @type {HTMLElement} */ (currentTarget), device, name);
    const more = element(
      "button",
      { class: "quiet", "aria-label": w.more(name), onclick: menu },
      icon("more"),
    );
    const seen = current ? w.thisOne : w.seen(ago(Date.parse(lastSeenAt), Date.now()));
    const since = w.since(dayOf(createdAt));
    return element(
      "div",
      { class: "setting", key: id },
      icon("device"),
      element(
        "span",
        { class: "label-text" },
        name,
        element("small", {}, `${seen}, ${since}`),
        // An assistant does not sync; what it did is what one wants to know of it.
        element("small", {}, typeof recentChanges === "number" ? w.changed(recentChanges) : syncOf(device)),
      ),
      more,
    );
  }

  /** @param {HTMLElement} anchor @param {Device} device @param {string} name */
  #menu(anchor, device, name) {
    openMenu(anchor, name, [
      { label: w.rename, icon: "note", run: () => this.#rename(device) },
      { label: w.changes, icon: "past", run: () => go({ screen: "history", device: device.id }) },
      { label: w.takeBack, icon: "undo", run: () => takeBack(device, name) },
      !device.current && { label: w.revoke, icon: "close", kind: "danger", run: () => this.#revoke(device, name) },
    ]);
  }

  /** @param {Device} device */
  async #rename({ id, name }) {
    const wanted = await editText(w.rename, w.name, name);
    if (!wanted || wanted === name) return;
    await this.#done(keeper.session({ act: "rename", id, name: wanted }), words.saved);
  }

  /** @param {Device} device @param {string} name */
  async #revoke({ id }, name) {
    if (!await ask({ ...w.revokeQuestion(name), danger: true })) return;
    if (!await this.#done(keeper.session({ act: "revoke", id }), w.revoked(name))) return;
    // Nobody can tell which device made one.
    const answer = await keeper.server("feeds");
    const feeds = answer.kind === "done" ? /** @type {unknown[]} */ (answer.with?.feeds ?? []).length : 0;
    if (feeds === 0) return;
    say(w.feedsStay(feeds));
    toast(w.feedsStay(feeds), "long");
  }

  async #revokeOthers() {
    if (!await ask({ ...w.revokeOthersQuestion, danger: true })) return;
    const answer = await keeper.server("revokeOtherDevices");
    if (answer.kind === "refused") return refuse(answer.code);
    remark(w.revokedOthers(Number(answer.with?.revoked ?? 0), Number(answer.with?.feeds ?? 0)));
    this.focus();
    this.#ask();
  }

  async #add() {
    if (await addDevice()) say(w.added);
    this.#ask();
  }

  /** @param {ReturnType<import("../mailbox.js").Mailbox["session"]>} asked @param {string} sentence */
  async #done(asked, sentence) {
    const answer = await asked;
    if (answer.kind === "refused") return refuse(answer.code), false;
    say(sentence);
    this.#ask();
    return true;
  }
}

/**
 * What a device has of the account. The server knows what each had read when it last asked; of this one the keeper knows
 * it better, but for what was before the app was opened.
 * @param {Device} device
 */
function syncOf({ current, lastSyncAt, behind }) {
  const { lastSync, waiting } = standing.value ?? { lastSync: null, waiting: 0 };
  const last = (current && lastSync) || (lastSyncAt && Date.parse(lastSyncAt));
  if (!last) return w.neverSynced;
  const rest = current ? words.settings.waiting(waiting) : behind > 0 ? w.behind(behind) : w.upToDate;
  return w.synced(ago(last, Date.now()), rest);
}

/** @param {string} at */
function dayOf(at) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  return sayDate(clockIn(at, zone).slice(0, 10), { day: "numeric", month: "short", year: "numeric" });
}
