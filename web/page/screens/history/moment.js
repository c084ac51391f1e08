/**
 * A moment of the past, chosen on a line of the last 30 days or written as a date and a time.
 */
import { clockIn, instantIn } from "../../dates.js";
import { dress, element } from "../../element.js";
import { momentName } from "../../words/forms.js";
import { later } from "../../words/later.js";

const words = later.history;

const w = words.lookBack;
const hour = 3_600_000;
/** Hours of 30 days. */
const reach = 720;

export class Moment {
  #slider = element("input", {
    type: "range",
    class: "slider",
    min: 0,
    max: reach,
    step: 1,
    "aria-label": w.slider,
    oninput: () => this.#slid(),
    onchange: () => this.chosen(),
  });
  #date = element("input", { type: "date", class: "input", "aria-label": w.date, onchange: () => this.#written() });
  #time = element("input", { type: "time", class: "time", "aria-label": w.time, onchange: () => this.#written() });
  #name = element("p", { class: "moment-name" });

  /** @param {string} zone @param {string} today @param {() => void} chosen */
  constructor(zone, today, chosen) {
    this.zone = zone;
    this.today = today;
    this.chosen = chosen;
    /** The hours of the line are counted from here. */
    this.latest = Math.floor(Date.now() / hour) * hour;
    this.at = this.latest - 24 * hour;
    this.node = element(
      "div",
      { class: "moment" },
      this.#name,
      this.#slider,
      element("div", { class: "moment-fields" }, this.#date, this.#time),
    );
    this.#date.max = today;
    this.#show();
  }

  /** As people say it. */
  get name() {
    return momentName(new Date(this.at).toISOString(), this.today, this.zone);
  }

  get instant() {
    return new Date(this.at).toISOString();
  }

  #slid() {
    this.at = this.latest - (reach - Number(this.#slider.value)) * hour;
    this.#show();
  }

  #written() {
    if (!this.#date.value || !this.#time.value) return;
    this.at = Date.parse(instantIn(this.#date.value, this.#time.value, this.zone));
    this.#show();
    this.chosen();
  }

  #show() {
    const clock = clockIn(this.at, this.zone);
    this.#slider.value = String(reach - Math.round((this.latest - this.at) / hour));
    dress(this.#slider, { "aria-valuetext": this.name });
    this.#date.value = clock.slice(0, 10);
    this.#time.value = clock.slice(11, 16);
    this.#name.textContent = this.name;
  }
}
