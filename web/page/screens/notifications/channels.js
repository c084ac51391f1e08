/**
 * The channels of the account: where its server tells, beside this browser itself.
 *
 * @import { Channel, Kind } from "../../reminders/channels.js"
 */
import { say } from "../../announce.js";
import { refuse, remark } from "../../deeds.js";
import { keeper, standing } from "../../desk.js";
import { editText } from "../../dialogs/edit-text.js";
import { ask } from "../../dialogs/question.js";
import { element } from "../../element.js";
import { icon } from "../../parts/icons.js";
import { openMenu } from "../../parts/menu.js";
import { group } from "../../parts/page.js";
import { addable, placeOf } from "../../reminders/channels.js";
import { render } from "../../render.js";
import { ago } from "../../words/forms.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";
import { addChannel, chooseWishes, replay, showSecret } from "./channel-dialogs.js";
import { showLog } from "./log.js";

const { notifications: w } = later.notifications;

export class Channels {
  node = element("div", { class: "groups" });

  constructor() {
    this.#show([element("p", { class: "padded", role: "status" }, w.asking)]);
  }

  /** Asks the server for them. */
  async ask() {
    const [listed, able] = await Promise.all([keeper.server("channels"), keeper.server("push")]);
    const failed = [listed, able].find((answer) => answer.kind === "refused");
    if (failed?.kind === "refused") {
      return this.#show([element("p", { class: "padded problem" }, words.refusal(failed.code))]);
    }
    const channels = /** @type {Channel[]} */ (listed.kind === "done" ? listed.with?.channels : []);
    const kinds = /** @type {Kind[]} */ (able.kind === "done" ? able.with?.kinds : []);
    this.#show([
      channels.length === 0 && element("p", { class: "padded" }, w.none),
      ...channels.map((channel) => this.#line(channel)),
      element(
        "button",
        { key: "add", class: "link-line", "aria-haspopup": "menu", onclick: this.#add(kinds) },
        icon("plus"),
        element("span", {}, w.add),
      ),
    ]);
  }

  /** @param {import("../../element.js").Child[]} lines */
  #show(lines) {
    render(this.node, group(w.channels, lines, w.channelsMore));
  }

  /** @param {Channel} channel */
  #line(channel) {
    const { id, kind, name, state, deviceId, lastDeliveredAt } = channel;
    const isHere = deviceId === standing.value?.account?.device && (kind === "live" || kind === "webPush");
    const about = [w.kinds[kind], isHere ? w.thisOne : placeOf(channel)].filter(Boolean).join(", ");
    const last = lastDeliveredAt ? w.last(ago(Date.parse(lastDeliveredAt), Date.now())) : w.never;
    const how = state === "off" ? w.offReasons[channel.offReason ?? ""] ?? w.offReasons.switched_off : last;
    const isBroken = state === "off" && channel.offReason !== "switched_off";
    return element(
      "div",
      { key: id, class: state === "off" ? "setting is-off" : "setting" },
      icon(kind === "live" || kind === "webPush" ? "device" : "bell"),
      element(
        "span",
        { class: "label-text" },
        name,
        element("small", {}, about),
        element("small", { class: isBroken ? "problem" : "" }, how),
      ),
      element("button", {
        class: "quiet",
        "aria-label": w.actions(name),
        onclick: (/** @type {Event} */ { currentTarget }) =>
          this.#menu(/** @type {HTMLElement} */ (currentTarget), channel),
      }, icon("more")),
    );
  }

  /** @param {HTMLElement} anchor @param {Channel} channel */
  #menu(anchor, channel) {
    const { kind, name, state } = channel;
    const fields = (/** @type {Record<string, unknown>} */ change) => () => this.#change(channel, change);
    const rename = async () => {
      const wanted = await editText(w.rename, w.name, name);
      if (wanted && wanted !== name) this.#change(channel, { name: wanted });
    };
    const wish = async () => {
      const wants = await chooseWishes(channel);
      if (wants) this.#change(channel, { wants });
    };
    openMenu(anchor, name, [
      { label: w.sendTest, icon: "bell", run: () => this.#test(channel) },
      { label: w.log, icon: "past", run: () => showLog(channel) },
      { label: w.rename, icon: "edit", kind: "apart", run: rename },
      { label: w.wants, icon: "select", run: wish },
      state === "on"
        ? { label: w.pause, icon: "close", run: fields({ state: "off" }) }
        : { label: w.resume, icon: "start", run: fields({ state: "on" }) },
      kind === "webhook" && { label: w.newSecret, icon: "repeat", run: fields({ newSecret: true }) },
      channel.changes && { label: w.replay, icon: "repeat", run: () => replay(channel) },
      { label: w.remove, icon: "deleted", kind: "danger", run: () => this.#remove(channel) },
    ]);
  }

  /** @param {Kind[]} kinds  over which this server can send */
  #add(kinds) {
    return (/** @type {Event} */ { currentTarget }) =>
      openMenu(
        /** @type {HTMLElement} */ (currentTarget),
        w.add,
        addable.filter((kind) => kinds.includes(kind)).map((kind) => ({
          label: w.kinds[kind],
          run: async () => {
            if (await addChannel(kind)) this.ask();
          },
        })),
      );
  }

  /** @param {Channel} channel @param {Record<string, unknown>} change */
  async #change({ id, name }, change) {
    const answer = await keeper.server("changeChannel", { channel: id, ...change });
    if (answer.kind === "refused") return refuse(answer.code);
    say(words.saved);
    this.ask();
    if (typeof answer.with?.secret === "string") await showSecret(name, answer.with.secret);
  }

  /** @param {Channel} channel */
  async #test({ id }) {
    const answer = await keeper.server("testChannel", { channel: id });
    if (answer.kind === "refused") return refuse(answer.code);
    const { state, reason } = answer.with ?? {};
    if (state === "delivered") remark(w.arrived);
    else remark(state === "waiting" ? w.waits : w.failed(String(reason ?? state)));
    this.ask();
  }

  /** @param {Channel} channel */
  async #remove({ id, name }) {
    if (!await ask({ ...w.removeQuestion(name), danger: true })) return;
    const answer = await keeper.server("removeChannel", { channel: id });
    if (answer.kind === "refused") return refuse(answer.code);
    remark(w.removed(name));
    this.ask();
  }
}
