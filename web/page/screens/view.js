/**
 * The screen of a view or a list: its name, the field for new tasks, and its rows.
 *
 * @import { Picture, Place, View } from "../../types/messages.js"
 * @import { Pointer } from "../list/pointer.js"
 */
import { drawWith } from "../by-frame.js";
import { filterOf, listNamed, outline, standing } from "../desk.js";
import { placeName } from "../deeds.js";
import { element, fill, hide } from "../element.js";
import { Clicks } from "../list/clicks.js";
import { ListDeeds } from "../list/list-deeds.js";
import { headingWords } from "../list/headings.js";
import { askKeptDays } from "../kept-days.js";
import { List } from "../list/list.js";
import { bindPull } from "../list/pull.js";
import { BucketChoice } from "../parts/bucket-choice.js";
import { Capture } from "../parts/capture.js";
import { dayStrip } from "../parts/day-strip.js";
import { emptyState, isFirstVisit } from "../parts/empty.js";
import { head } from "../parts/head.js";
import { more } from "../parts/later.js";
import { HeldLines } from "../parts/held-lines.js";
import { changeFilter } from "../parts/list-menu.js";
import { selectionBar } from "../parts/selection-bar.js";
import { bindSwipeViews } from "../parts/swipe-views.js";
import { quietLines } from "../parts/quiet-lines.js";
import { notAccepted } from "../not-accepted.js";
import { preferences } from "../preferences.js";
import { render } from "../render.js";
import { atReviewTime } from "../review-time.js";
import { path } from "../router.js";
import { words } from "../words/words.js";

/** Whether anything but what lay on the disk was shown. */
let isLive = false;

const takesTasks = ["inbox", "today", "upcoming", "list", "region", "backlog"];

export class ViewScreen {
  #empty = element("div", { class: "empty", hidden: true });
  #pinned = element("div", { class: "pinned", "aria-hidden": "true", hidden: true });
  #scroller = element("div", { class: "scroller", tabindex: -1 });
  /** What was deleted and is no task. */
  #above = element("div", {});
  /** @type {import("../parts/deleted-lists.js").DeletedLists | null} */
  #deletedLists = null;
  #hasEnded = false;
  /** What rows say of what stands around them, as they were drawn last. */
  #drawnAround = "";

  /** @param {View} view @param {Pointer} pointer */
  constructor(view, pointer) {
    this.view = view;
    this.bucket = view.kind === "region" ? new BucketChoice(() => this.capture?.focus()) : null;
    this.capture = takesTasks.includes(view.kind)
      ? new Capture(
        path({ screen: "view", view }),
        () => this.#place(),
        (ids) => filterOf(view) === null && this.list.newcomer.expect(ids[0]),
        this.bucket?.node,
      )
      : null;
    this.list = new List(view, this.#scroller, {
      shown: (picture, kept) => this.#shown(picture, kept),
      lostFocus: () => this.focus(),
      selected: () => this.bar.draw(),
    });
    this.deeds = new ListDeeds(this.list);
    this.quiet = new HeldLines(this.list.rows, () => quietLines(view));
    if (this.capture) {
      this.capture.below = () => this.list.focusAt(0) !== null;
      this.capture.leave = () => this.list.focus() !== null;
      this.capture.elsewhere = () => filterOf(view) === null ? null : this.#place();
    }
    const top = element("div", { class: "top" }, this.capture?.node, this.#pinned);
    const isPart = view.kind === "region" || view.kind === "backlog";
    this.#scroller.append(
      element(
        "div",
        { class: "column" },
        isPart && dayStrip(view),
        top,
        this.quiet.node,
        this.#above,
        this.list.node,
        this.#empty,
      ),
    );
    this.#scroller.addEventListener("scroll", () => this.#pin(), { passive: true });
    this.head = head(view);
    this.bar = selectionBar(this.list);
    const kind = `screen view-${view.kind}`;
    this.node = element("section", { class: kind }, this.head.node, this.#scroller, this.bar.node);
    const clicks = new Clicks(this.list);
    const unbind = [
      () => clicks.end(),
      atReviewTime(() => this.quiet.draw()),
      pointer.bind(this.list, this.deeds),
      bindSwipeViews(this.node, view),
      bindPull(this.#scroller),
    ];
    this.unbind = () => unbind.forEach((end) => end());
    if (view.kind === "deleted") {
      askKeptDays().then(() => this.#showEmptyAgain());
      this.#showDeletedLists();
    }
    this.stop = drawWith([outline, standing, notAccepted], () => this.#around());
  }

  get name() {
    if (this.view.kind === "list") return listNamed(this.view.id)?.name ?? "";
    if (this.view.kind === "region") return words.dayParts.regions[this.view.region];
    return this.view.kind === "task" ? "" : words.views[this.view.kind];
  }

  /** Where the focus goes when the screen is opened by keys: the field, else the list. */
  focus() {
    if (this.capture) this.capture.focus();
    else this.head.title.focus();
  }

  end() {
    this.#hasEnded = true;
    this.#deletedLists?.end();
    this.stop();
    this.unbind();
    this.capture?.end();
    this.quiet.end();
    this.list.end();
  }

  /** Where a task goes that is written down in this view; a filter shows tasks and holds none. @returns {Place} */
  #place() {
    if (this.view.kind === "today") return { kind: "today" };
    if (this.view.kind === "upcoming") return { kind: "tomorrow" };
    if (this.view.kind === "backlog") return { kind: "backlog" };
    if (this.view.kind === "region") return { kind: "region", region: this.view.region, bucket: this.bucket?.value };
    if (this.view.kind === "list" && filterOf(this.view) === null) return { kind: "list", id: this.view.id };
    return { kind: "inbox" };
  }

  /** What the field asks for: where a task would go, if that is elsewhere. */
  #question() {
    if (filterOf(this.view) !== null) return words.capture.elsewhere(placeName(this.#place()));
    return isFirstVisit() && this.view.kind === "today" ? words.capture.first : words.capture.placeholder;
  }

  /** @param {Picture} picture @param {Picture} kept */
  #shown(picture, kept) {
    // For the budgets: when the first live picture was drawn.
    if (!picture.fromDisk && !isLive) performance.mark("live");
    isLive ||= !picture.fromDisk;
    // Nothing is counted before it is kept.
    this.head.show(kept);
    if (!picture.fromDisk) this.bucket?.show(picture.groups);
    this.#showEmpty(picture);
    this.#pin();
  }

  /** What stands where no task is, or none is left. @param {Picture} picture */
  #showEmpty(picture) {
    // A part of the day says of each bucket that it is empty.
    const isEmpty = picture.total === 0 && !picture.fromDisk && this.view.kind !== "region" && !this.list.hasComing &&
      !this.#deletedLists?.count;
    const isGone = isEmpty && this.#isGone;
    hide(this.#empty, !isEmpty && !this.#isDone(picture));
    if (this.capture) hide(this.capture.node, isGone);
    this.head.mark(isGone);
    const filter = filterOf(this.view);
    if (isGone) render(this.#empty, emptyState("goneList"));
    else if (isEmpty && filter === null) render(this.#empty, emptyState(/** @type {any} */ (this.view.kind)));
    else if (isEmpty && picture.broken) render(this.#empty, emptyState("broken", filter), this.#changeFilter(filter));
    else if (isEmpty) render(this.#empty, emptyState("filter", filter));
    else if (this.#isDone(picture)) render(this.#empty, element("p", { class: "all-done" }, words.allDone));
  }

  #showEmptyAgain() {
    if (this.list.picture) this.#showEmpty(this.list.picture);
  }

  async #showDeletedLists() {
    const { DeletedLists } = await more();
    if (this.#hasEnded) return;
    this.#deletedLists = new DeletedLists(
      () => this.#showEmptyAgain(),
      () => this.list.focusAt(0) ?? this.focus(),
    );
    this.#above.replaceWith(this.#deletedLists.node);
  }

  /** @param {string | null} filter */
  #changeFilter(filter) {
    const { view } = this;
    if (view.kind !== "list" || filter === null) return null;
    return element("button", { class: "soft", onclick: () => changeFilter(view.id, filter) }, words.lists.changeFilter);
  }

  /** A list that nobody knows takes no tasks: they would be in none. */
  get #isGone() {
    if (this.view.kind !== "list" || !outline.value || outline.value.fromDisk) return false;
    return !listNamed(this.view.id) && standing.value?.readingAll === false;
  }

  /** @param {Picture} picture */
  #isDone(picture) {
    return this.view.kind === "today" && picture.total > 0 && picture.open === 0;
  }

  #around() {
    this.head.around(this.name);
    // The list is drawn again where one of these has changed. Counts are not among them: no row shows one.
    const { today, settings, lists } = outline.value ?? {};
    const names = lists?.map(({ id, name, colorHex, filter }) => [id, name, colorHex, filter]);
    const around = JSON.stringify([today, settings, names, preferences.value.dayParts, [...notAccepted.value]]);
    if (around !== this.#drawnAround) this.list.redraw();
    this.#drawnAround = around;
    if (this.capture) this.capture.placeholder = this.#question();
    this.quiet.draw();
    this.#showEmptyAgain();
  }

  /** The name of the day, or of the group, whose tasks stand at the upper edge stays in sight. */
  #pin() {
    // Where there are no groups nothing has to be measured.
    if (!this.list.picture?.groups.length) return hide(this.#pinned, true);
    const covered = this.capture?.node.offsetHeight ?? 0;
    const group = this.list.window.groupAt(this.#scroller.scrollTop + covered - this.list.window.origin);
    hide(this.#pinned, group === null);
    if (group === null) return;
    const { name, beside } = headingWords(group);
    if (this.#pinned.dataset.shown === name + beside) return;
    this.#pinned.dataset.shown = name + beside;
    fill(this.#pinned, name, element("span", {}, beside));
  }
}
