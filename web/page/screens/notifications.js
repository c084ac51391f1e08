/** Where reminders ring, what else is told and when, and what comes next. */
import { outline, standing } from "../desk.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { preferences } from "../preferences.js";
import { render } from "../render.js";
import { Channels } from "./notifications/channels.js";
import { Coming } from "./notifications/coming.js";
import { hereGroup } from "./notifications/here.js";
import { toldGroup } from "./notifications/told.js";
import { words } from "../words/words.js";

export class NotificationsPage {
  #page = page(words.settings.notifications, { screen: "settings" });
  #here = element("div", { class: "groups" });
  #told = element("div", { class: "groups" });
  #coming = new Coming();
  #channels = new Channels();
  #account = "";

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(this.#here, this.#told, this.#channels.node, this.#coming.node);
    const draw = () => this.#draw();
    const stops = [outline.watch(draw), standing.watch(draw), preferences.watch(() => this.#drawHere())];
    this.end = () => stops.forEach((stop) => stop());
  }

  #draw() {
    const account = standing.value?.account?.device ?? "";
    // The server is asked once, and again where the account is another.
    if (standing.value && (account !== this.#account || !this.#coming.node.hasChildNodes())) {
      this.#account = account;
      this.#ask();
    }
    this.#drawHere();
    // What is being typed is not drawn anew under the hand.
    if (!this.#told.querySelector("input[type=time]:focus")) render(this.#told, toldGroup(outline.value?.settings));
  }

  #drawHere() {
    render(this.#here, hereGroup(() => this.#channels.ask()));
  }

  #ask() {
    this.#channels.ask();
    this.#coming.ask();
  }
}
