/**
 * The keyboard. Single keys act only where no text is written, and can be switched off; keys are matched by what they
 * write, so every layout works. A held key does its deed once.
 *
 * @import { ListDeeds } from "./list/list-deeds.js"
 * @import { List } from "./list/list.js"
 */
import { commands } from "./commands.js";
import { isComposed } from "./composed.js";
import { opened } from "./desk.js";
import { preferences } from "./preferences.js";
import * as screen from "./screen.js";

const patience = 1500;

/** Listens to the whole page. */
export class Keys {
  /** The first of two keys, until the second comes. */
  #begun = "";
  #begunAt = 0;

  /** @param {() => void} closeTask  leaves the task that is open */
  constructor(closeTask) {
    this.closeTask = closeTask;
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("keydown", noticeKeyboard, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // What is open has keys of its own, also where it has not got the focus.
    if (event.defaultPrevented || isComposed(event) || document.querySelector("dialog[open], .popover")) return;
    const deeds = screen.deeds();
    const onRow = deeds !== null && deeds.list.rows.contains(document.activeElement);
    if (onRow && deeds.selecting) {
      // Nothing is deleted, or moved, before all that it is meant for is chosen.
      deeds.selecting.then(() => this.#act(event, deeds));
      event.preventDefault();
    } else if (this.#act(event, onRow ? deeds : null)) event.preventDefault();
  }

  /**
   * Answers whether the key meant something.
   * @param {KeyboardEvent} event @param {ListDeeds | null} deeds  where a row of it has the focus
   */
  #act(event, deeds) {
    // The second of two keys is not one of those that go from row to row.
    const isSecond = this.#begun !== "" && event.timeStamp - this.#begunAt < patience;
    const taken = deeds
      ? (deeds.carry ? deeds.carry.pressed(event) : !isSecond && this.#walk(deeds.list, event))
      : !isSecond && this.#enter(event);
    return taken || this.#perform(event, deeds !== null);
  }

  /**
   * Where nothing has the focus, the first key that goes from row to row goes to the current one.
   * @param {KeyboardEvent} event
   */
  #enter({ key, altKey, ctrlKey, metaKey }) {
    if (altKey || ctrlKey || metaKey) return false;
    if (key === "Escape" && opened.value !== null) {
      this.closeTask();
      return true;
    }
    const list = screen.list();
    const isFree = document.activeElement === document.body || document.activeElement === list?.scroller;
    const steps = preferences.value.singleKeys ? ["ArrowDown", "ArrowUp", "j", "k"] : ["ArrowDown", "ArrowUp"];
    return isFree && steps.includes(key) && list !== null && list.focus() !== null;
  }

  /** @param {KeyboardEvent} event @param {boolean} onRow */
  #perform(event, onRow) {
    const key = written(event);
    // An empty field has nothing of its own to take back.
    const inText = isText(event.target) && !(key.startsWith("Ctrl+") && isEmptyField(event.target));
    const two = this.#begun && event.timeStamp - this.#begunAt < patience ? `${this.#begun} ${key}` : "";
    this.#begun = "";
    const command = commands().find(({ keys, where }) => {
      if (where === "row" && !onRow) return false;
      if (inText && !(where === "text" && key.includes("+"))) return false;
      if (isSingle(key) && !preferences.value.singleKeys && where !== "row") return false;
      return keys.includes(two || key);
    });
    if (!command) return !inText && key === "g" && preferences.value.singleKeys && this.#begin(event);
    if (!event.repeat || command.keys.some((one) => one.startsWith("Alt+"))) command.run();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #begin({ timeStamp }) {
    this.#begun = "g";
    this.#begunAt = timeStamp;
    return true;
  }

  /**
   * Going from row to row, and selecting on the way.
   * @param {List} list @param {KeyboardEvent} event
   */
  #walk(list, event) {
    if (event.altKey || event.ctrlKey || event.metaKey || isText(event.target)) return false;
    const single = preferences.value.singleKeys;
    const at = list.currentIndex;
    const total = list.picture?.total ?? 0;
    // How many rows a page has, the browser is asked only where that counts.
    const page = event.key.startsWith("Page") ? list.window.perScreen : 0;
    /** @type {Record<string, number>} */
    const places = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: total - 1,
      PageDown: at + page,
      PageUp: at - page,
      ...(single && !event.shiftKey && { j: at + 1, k: at - 1 }),
    };
    if (event.key === "Escape" && list.selection.size > 0) list.selection.clear();
    else if (event.key === "Escape") opened.value === null ? screen.leaveRows() : this.closeTask();
    else if (event.key in places) {
      if (event.shiftKey && list.selection.anchor === null) list.selection.anchor = at;
      list.focusAt(places[event.key]);
      if (event.shiftKey) list.selectTo(Math.max(0, Math.min(total - 1, places[event.key])));
    } else return false;
    return true;
  }
}

/** What a screen's own keys do not write shows that there is a keyboard. @param {KeyboardEvent} event */
function noticeKeyboard({ key, ctrlKey, metaKey, altKey, target }) {
  const isNone = key === "Unidentified" || key === "Process" || isText(target) && !(ctrlKey || metaKey || altKey);
  if (!isNone) document.documentElement.classList.add("has-keyboard");
}

/** A key as it is written in the list of commands. @param {KeyboardEvent} event */
function written({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const named = key === " " ? "Space" : key;
  const isSign = named.length === 1 && named.toLowerCase() === named.toUpperCase();
  const letter = named.length === 1 && (ctrlKey || metaKey || shiftKey) ? named.toUpperCase() : named;
  return [ctrlKey || metaKey ? "Ctrl" : "", altKey ? "Alt" : "", shiftKey && !isSign ? "Shift" : "", letter]
    .filter(Boolean).join("+");
}

/** @param {string} key */
function isSingle(key) {
  return key.length === 1 || key === "Shift+M";
}

/** @param {EventTarget | null} target */
function isEmptyField(target) {
  return target instanceof HTMLTextAreaElement && target.value === "";
}

/** @param {EventTarget | null} target */
function isText(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
