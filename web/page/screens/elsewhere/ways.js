/** How tasks come here from elsewhere: the share menu, a bookmark, a link, and Shortcuts with a token of its own. */
import { keeper } from "../../desk.js";
import { makeNamed } from "../../dialogs/make.js";
import { copied, showOnce } from "../../dialogs/shown-once.js";
import { remark } from "../../deeds.js";
import { element } from "../../element.js";
import { bookmark, captureAddress, linkOf } from "../../elsewhere/ways.js";
import { icon } from "../../parts/icons.js";
import { group, linkLine, page } from "../../parts/page.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { tokens } = later.apps;
const { ways: w } = later.elsewhere;

const { origin } = location;

export class CaptureWaysPage {
  #page = page(w.title, { screen: "settings" });

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(
      group(w.share, [padded(w.shareMore)]),
      group(w.bookmark, [padded(w.bookmarkMore, bookmarkLink()), once(w.bookmarkText, bookmark(origin))]),
      group(w.link, [padded(w.linkMore), once(w.linkAddress, linkOf(origin))]),
      group(w.shortcuts, [
        padded(w.shortcutsMore, element("ol", { class: "steps" }, w.steps.map((step) => element("li", {}, step)))),
        once(w.address, captureAddress(origin)),
        element(
          "button",
          { class: "link-line", onclick: makeToken },
          icon("plus", "plus"),
          element("span", {}, w.make),
        ),
        linkLine({ screen: "apps" }, words.settings.apps, "keys"),
      ], w.end),
    );
  }

  end() {}
}

/** @param {string} sentence @param {Node} [more] */
function padded(sentence, more) {
  return element("div", { class: "padded stacked" }, element("p", {}, sentence), more);
}

/** @param {string} label @param {string} value */
function once(label, value) {
  return element("div", { class: "padded" }, copied(label, value));
}

/** To be dragged. Here its script may not run, as no script may that stands in a document. */
function bookmarkLink() {
  const stay = (/** @type {Event} */ event) => {
    event.preventDefault();
    remark(w.bookmarkDrag);
  };
  return element(
    "p",
    { class: "for-mouse" },
    w.bookmarkHere,
    element("a", { class: "soft", href: bookmark(origin), onclick: stay, onauxclick: stay }, w.bookmarkName),
  );
}

async function makeToken() {
  const made = await makeNamed(
    w.make,
    w.placeholder,
    tokens.make,
    [],
    (label) => keeper.server("makeToken", { label, scope: "capture" }),
  );
  if (!made) return;
  const token = String(made.token);
  await showOnce(w.ready, w.how, [[w.address, captureAddress(origin)], [w.token, token]], {
    scan: token,
    picture: w.qr,
  });
}
