/**
 * What was understood of a line that is being typed: a chip for each part, which a press takes back.
 *
 * @import { Place } from "../../types/messages.js"
 * @import { Line, LineReader, Span } from "./line-reader.js"
 */
import { say } from "../announce.js";
import { perform } from "../deeds.js";
import { homes, outline } from "../desk.js";
import { askAbout } from "../dialogs/edit-list.js";
import { element } from "../element.js";
import { levelOf } from "../levels.js";
import { icon } from "../parts/icons.js";
import { render } from "../render.js";
import { readRule } from "../repeat/rule.js";
import { dayName, momentName, timeOf } from "../words/forms.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { lineReader } from "./line-reader.js";
import { unknownLists } from "./unknown-lists.js";

const w = later.plainWords;
/** Whoever goes on typing is not spoken to. */
const rest = 900;
const icons = {
  when: "date",
  due: "overdue",
  recurrence: "repeat",
  reminder: "bell",
  tag: "tag",
  list: "list",
  priority: "priority",
  region: "morning",
  bucket: "board",
};

export class Understood {
  node = element("div", { class: "understood", role: "group", "aria-label": w.understood, hidden: true });
  #text = "";
  #said = "";
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /**
   * @param {LineReader} reader @param {Set<string>} takenBack
   * @param {() => void} changed  after something was taken back: keeps that, and goes to the field
   * @param {() => Place} place  where a task goes that says nothing else
   */
  constructor(reader, takenBack, changed, place) {
    this.reader = reader;
    this.takenBack = takenBack;
    this.changed = changed;
    this.place = place;
  }

  /** @param {Set<string>} takenBack @param {() => void} changed @param {() => Place} place */
  static async begin(takenBack, changed, place) {
    return new Understood(await lineReader(), takenBack, changed, place);
  }

  /** The task that a line says. @param {string} text @returns {Line} */
  read(text) {
    const line = this.#lineOf(text);
    return { ...line, sentence: line.spans.length > 0 ? w.added(line.title, line.spans.map(nameOf)) : "" };
  }

  /** @param {string} text  of several lines, each would be a task of its own, and nothing is read */
  show(text) {
    this.#text = text;
    this.#draw();
  }

  /** @param {string} text */
  #lineOf(text) {
    return this.reader.read(text, this.takenBack, this.place().kind === "region");
  }

  #draw() {
    const text = this.#text;
    const isLine = text.trim() !== "" && !text.includes("\n");
    const { spans } = isLine ? this.#lineOf(text) : { spans: [] };
    const missing = isLine ? unknownLists(text, spans, homes().map(({ name }) => name)) : [];
    this.node.hidden = spans.length + missing.length === 0;
    render(this.node, spans.map((span) => this.#chip(span)), missing.map((name) => this.#offer(name)));
    clearTimeout(this.#timer);
    const understood = spans.length > 0 ? [w.all(spans.map(nameOf))] : [];
    const sentence = [...understood, ...missing.map(w.noList)].join(". ");
    if (sentence === "") this.#said = "";
    else if (sentence !== this.#said) this.#timer = setTimeout(() => say(this.#said = sentence), rest);
  }

  /** @param {Span} span */
  #chip(span) {
    const name = nameOf(span);
    return element(
      "button",
      {
        class: "understood-chip",
        key: `${span.from} ${name}`,
        type: "button",
        "aria-label": w.takeBack(name, span.text),
        title: w.takeBackShort(span.text),
        onclick: () => this.#takeBack(span),
      },
      icon(icons[span.kind]),
      element("span", {}, name),
      icon("close", "small"),
    );
  }

  /** To make the list that is not there; without it the name stays in the title. @param {string} name */
  #offer(name) {
    const make = async () => {
      const answer = await askAbout(undefined, { name });
      if (answer) await perform({ act: "addList", name: answer.name, colorHex: answer.colour });
      this.changed();
    };
    return element(
      "span",
      { key: `list ${name}`, class: "no-list" },
      element("span", { dir: "auto" }, w.noList(name)),
      element("button", { class: "way", type: "button", onclick: make }, words.lists.new),
    );
  }

  /** @param {Span} span */
  #takeBack(span) {
    this.takenBack.add(span.text);
    this.#draw();
    say(w.stays(span.text));
    this.changed();
  }
}

/** What a part means, in a few words. @param {Span} span */
function nameOf({ kind, scheduledDate, dueAt, reminderAt, recurrence, tag, list, priority, region, bucket }) {
  const today = outline.value?.today ?? "";
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  switch (kind) {
    case "when":
      return dueAt ? momentName(dueAt, today, zone) : dayName(scheduledDate ?? today, today);
    case "due":
      return words.due(momentName(dueAt ?? "", today, zone));
    case "reminder":
      return words.remind(momentName(reminderAt ?? "", today, zone));
    case "recurrence":
      return words.capital(words.repeats(recurrence ? readRule(recurrence) : null)) +
        (dueAt ? `, ${timeOf(dueAt, zone)}` : "");
    case "tag":
      return `#${tag}`;
    case "list":
      return w.inList(homes().find(({ name }) => name.toLowerCase() === list?.toLowerCase())?.name ?? list ?? "");
    case "priority":
      return words.capital(words.priorityOf[levelOf(priority ?? 9) ?? "low"]);
    case "region":
      return words.dayParts.regions[region ?? "morning"];
    case "bucket":
      return words.dayParts.buckets[bucket ?? "misc"];
  }
}
