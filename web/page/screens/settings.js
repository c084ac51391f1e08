/** What a person can choose: how things look here, how the day goes everywhere, and how this device stands. */
import { commands } from "../commands.js";
import { perform } from "../deeds.js";
import { keeper, outline, standing } from "../desk.js";
import { showKeys } from "../dialogs/keys.js";
import { ask } from "../dialogs/question.js";
import { element } from "../element.js";
import { install, offered } from "../install.js";
import { icon } from "../parts/icons.js";
import { check, group, linkLine, page, segments, select, setting } from "../parts/page.js";
import { prefer, preferences } from "../preferences.js";
import { hasDayParts } from "../regions.js";
import { render } from "../render.js";
import { ago, bytes, sayDate } from "../words/forms.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { addingGroup } from "./adding-settings.js";
import { dayPartsGroups } from "./day-parts-settings.js";
import { languageSetting } from "./language.js";

const w = words.settings;

export class SettingsPage {
  #page = page(w.title, null);
  #chosen = element("div", { class: "groups" });
  #sync = element("div", { class: "groups" });

  constructor() {
    keeper.session({ act: "waysIn" });
    this.#page.show(this.#chosen, this.#sync, placesGroup());
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    const stops = [
      outline.watch(() => this.#draw()),
      preferences.watch(() => this.#draw()),
      standing.watch(() => this.#draw()),
    ];
    this.end = () => stops.forEach((stop) => stop());
  }

  #draw() {
    render(this.#sync, syncGroup());
    // What is being chosen is not drawn anew under the hand.
    if (this.node.querySelector("select:focus, input:focus")) return;
    render(
      this.#chosen,
      accountGroup(),
      dayGroup(),
      addingGroup(),
      dayPartsGroups(),
      lookGroup(),
      handGroup(),
    );
  }
}

function accountGroup() {
  const { account, onlyHere, proposals = 0 } = standing.value ?? {};
  const more = account ? signInOf(account) : w.noAccount;
  return group(w.account, [
    standing.value && !account && (onlyHere ? staysLine() : goesLine()),
    linkLine({ screen: "account" }, more, "person"),
    linkLine({ screen: "devices" }, w.devices, "device"),
    linkLine({ screen: "notifications" }, w.notifications, "bell"),
    linkLine({ screen: "apps" }, w.apps, "date"),
    linkLine({ screen: "data" }, w.data, "down"),
    // The server tells of them a moment later, and nothing that somebody is about to press moves for it.
    proposals > 0 && linkLine({ screen: "proposals" }, words.proposalsLine(proposals), "edit"),
  ]);
}

function goesLine() {
  const stay = () => keeper.session({ act: "stayHere" });
  return setting(w.goes(location.host), element("button", { class: "soft", onclick: stay }, w.stayHere), w.goesMore);
}

function staysLine() {
  // Nothing takes back what was sent.
  const send = async () => await ask(w.sendQuestion(location.host)) && keeper.session({ act: "sendAll" });
  return setting(w.stays, element("button", { class: "soft", onclick: send }, w.send), w.staysMore);
}

/** @param {import("../../types/messages.js").Account} account */
function signInOf({ login, providers, isClaimed }) {
  if (isClaimed === false) return w.noLogin;
  return login ?? (providers.length > 0 ? words.account.signsInWith(providers) : w.account);
}

function dayGroup() {
  const account = outline.value?.settings;
  if (!account) return null;
  const keep = (/** @type {string} */ name) => (/** @type {unknown} */ value) =>
    perform({ act: "settings", fields: { [name]: value } });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([String(account.timeZone), here, ...Intl.supportedValuesOf("timeZone")])];
  const days = [1, 2, 3, 4, 5, 6, 7].map((
    day,
  ) => /** @type {[string, string]} */ ([String(day), sayDate(`2024-01-0${day}`, { weekday: "long" })]));
  const start = element("input", {
    type: "time",
    class: "time",
    value: String(account.dayStart ?? "00:00"),
    onchange: (/** @type {Event} */ { currentTarget }) => {
      const { value } = /** @type {HTMLInputElement} */ (currentTarget);
      if (value) keep("dayStart")(value);
    },
  });
  return group(w.day, [
    setting(
      w.zone,
      select(zones.map((zone) => [zone, zone.replaceAll("_", " ")]), String(account.timeZone), keep("timeZone")),
      w.zoneMore,
    ),
    account.timeZone !== here && zoneHere(here, keep("timeZone")),
    setting(
      w.firstWeekday,
      select(days, String(account.firstWeekday ?? 1), (day) => keep("firstWeekday")(Number(day))),
      w.firstWeekdayMore,
    ),
    setting(w.dayStart, start, w.dayStartMore),
    setting(
      w.inboxRule,
      segments(
        w.inboxRule,
        [["unscheduled", w.unscheduled], ["unlisted", w.unlisted]],
        account.inboxRule === "unscheduled" ? "unscheduled" : "unlisted",
        keep("inboxRule"),
      ),
      w.inboxRuleMore,
    ),
  ], w.everywhere);
}

/** @param {string} zone @param {(zone: string) => void} keep */
function zoneHere(zone, keep) {
  return element(
    "button",
    { class: "link-line", onclick: () => keep(zone) },
    w.useZone(zone.replaceAll("_", " ")),
  );
}

function lookGroup() {
  const now = preferences.value;
  return group(w.appearance, [
    setting(
      w.theme,
      segments(
        w.theme,
        [["system", w.system], ["light", w.light], ["dark", w.dark]],
        now.theme,
        (theme) => prefer({ theme }),
      ),
    ),
    setting(
      w.text,
      segments(
        w.text,
        [["small", w.small], ["normal", w.normal], ["large", w.large], ["larger", w.larger]],
        now.text,
        (text) => prefer({ text }),
      ),
    ),
    setting(w.calm, check(now.calm === "always", (on) => prefer({ calm: on ? "always" : "system" })), w.calmMore),
    languageSetting(),
  ], w.hereOnly);
}

/** @type {["board" | "backlog", string][]} */
const dayPartStarts = [["board", words.views.board], ["backlog", words.views.backlog]];

function handGroup() {
  const now = preferences.value;
  return group(w.hand, [
    setting(
      w.start,
      segments(
        w.start,
        [
          ["inbox", words.views.inbox],
          ["today", words.views.today],
          ["upcoming", words.views.upcoming],
          ...(hasDayParts() ? dayPartStarts : []),
        ],
        now.start,
        (start) => prefer({ start }),
      ),
    ),
    setting(
      w.click,
      segments(w.click, [["open", w.opens], ["state", w.changes]], now.click, (click) => prefer({ click })),
    ),
    setting(w.singleKeys, check(now.singleKeys, (singleKeys) => prefer({ singleKeys })), w.singleKeysMore),
    setting(
      w.messages,
      segments(
        w.messages,
        [["normal", w.normal], ["long", w.long], ["stay", w.stay]],
        now.messages,
        (messages) => prefer({ messages }),
      ),
    ),
    element("button", { class: "link-line", onclick: () => showKeys(commands()) }, words.commands.keys),
  ]);
}

function syncGroup() {
  const now = standing.value;
  if (!now) return element("div", {});
  // It is counted from when the app was opened here.
  const notYet = now.account ? w.notYetSynced : w.neverSynced;
  const last = now.lastSync ? w.lastSync(ago(now.lastSync, Date.now())) : notYet;
  const again = element("button", { class: "soft", onclick: () => keeper.sync() }, words.tryAgain);
  return group(w.sync, [
    setting(now.readingAll ? words.readingAgain : last, now.account ? again : null, w.waiting(now.waiting)),
    now.waiting > 0 && linkLine({ screen: "unsent" }, later.history.notSent.title, "edit"),
    now.storage &&
    setting(
      w.storage,
      element("span", {}, bytes(now.storage.usage)),
      now.forgets ? w.forgets : now.storage.persisted ? w.persisted : w.notPersisted,
    ),
    faultsLine(),
    !isSecureContext && setting(w.noHttps, null, w.noHttpsMore),
  ]);
}

function faultsLine() {
  const { faults, faultAt } = preferences.value;
  const forget = element("button", { class: "soft", onclick: () => prefer({ faults: 0 }) }, w.forgetFaults);
  return faults > 0 && setting(w.faults(faults), forget, w.faultsMore(ago(faultAt, Date.now())));
}

function placesGroup() {
  return group(w.more, [
    offered.value && element("button", { class: "link-line", onclick: install }, icon("device"), w.install),
    linkLine({ screen: "captureWays" }, w.capture, "plus"),
    linkLine({ screen: "widget", size: "medium" }, w.widget, "today"),
    linkLine({ screen: "history" }, words.views.history, "edit"),
    linkLine({ screen: "view", view: { kind: "deleted" } }, words.views.deleted, "deleted"),
    linkLine({ screen: "view", view: { kind: "gaveWay" } }, words.views.gaveWay, "repeat"),
    linkLine({ screen: "view", view: { kind: "notAccepted" } }, words.views.notAccepted, "overdue"),
  ], w.version(document.documentElement.dataset.version ?? ""));
}
