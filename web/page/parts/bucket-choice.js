/**
 * How large a task is that is written down in a part of the day: Misc, unless somebody says more. What has no room left
 * is shown as full and cannot be chosen; but for Misc, whose refusal says why.
 *
 * @import { Bucket, Group } from "../../types/messages.js"
 */
import { element } from "../element.js";
import { render } from "../render.js";
import { buckets } from "../regions.js";
import { words } from "../words/words.js";

const w = words.dayParts;
const inOrder = [...buckets].reverse();

export class BucketChoice {
  /** @type {Bucket} */
  value = "misc";
  /** @type {Group[]} */
  #groups = [];
  node = element("div", { class: "bucket-choice", role: "radiogroup", "aria-label": w.bucket });

  /** @param {() => void} chosen  by a press, after which somebody goes on writing */
  constructor(chosen) {
    this.node.addEventListener("change", ({ target }) => {
      this.value = /** @type {Bucket} */ (/** @type {HTMLInputElement} */ (target).value);
    });
    this.node.addEventListener("click", ({ detail, target }) => {
      if (detail > 0 && target instanceof HTMLInputElement) chosen();
    });
    this.#draw();
  }

  /** @param {Group[]} groups  of the region, with what is taken up */
  show(groups) {
    this.#groups = groups;
    // The choice stays for the next task, unless the region has no more room for one as large.
    if (this.#isFull(this.value)) this.value = "misc";
    this.#draw();
  }

  /** @param {Bucket} bucket */
  #isFull(bucket) {
    const { open = 0, limit = 1 } = this.#groups.find((group) => group.bucket === bucket) ?? {};
    return bucket !== "misc" && open >= limit;
  }

  #draw() {
    render(this.node, inOrder.map((bucket) => this.#one(bucket)));
  }

  /** @param {Bucket} bucket */
  #one(bucket) {
    const { open = 0, limit = 0 } = this.#groups.find((group) => group.bucket === bucket) ?? {};
    const isKnown = this.#groups.length > 0;
    return element(
      "label",
      { key: bucket },
      element("input", {
        type: "radio",
        name: "bucket",
        value: bucket,
        checked: this.value === bucket,
        disabled: this.#isFull(bucket),
        "aria-label": isKnown ? `${w.buckets[bucket]}, ${w.fillSaid(open, limit)}` : w.buckets[bucket],
      }),
      element("span", {}, w.buckets[bucket], isKnown && element("small", {}, w.fill(open, limit))),
    );
  }
}
