/**
 * The keyboard. Single keys act only where no text is written, and can be switched off; keys are matched by what they
 * write, so every layout works. A held key does its deed once.
 *
 * @import { ListDeeds } from "./list/list-deeds.js"
 */
import { commands } from "./commands.js";
import { opened } from "./desk.js";
import { preferences } from "./preferences.js";
import * as screen from "./screen.js";
import { closePane } from "./shell.js";

const patience = 1500;
/** The first of two keys, until the second comes. */
let begun = "";
let begunAt = 0;

/** Listens to the whole page. */
export function listenToKeys() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("keydown", noticeKeyboard, { capture: true });
}

/** What a screen's own keys do not write shows that there is a keyboard. @param {KeyboardEvent} event */
function noticeKeyboard({ key, ctrlKey, metaKey, altKey, target }) {
  const isNone = key === "Unidentified" || key === "Process" || isText(target) && !(ctrlKey || metaKey || altKey);
  if (!isNone) document.documentElement.classList.add("has-keyboard");
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  const list = screen.list();
  const onRow = list !== null && list.rows.contains(document.activeElement);
  if (onRow && list.selecting) {
    // Nothing is deleted, or moved, before all that it is meant for is chosen.
    list.selecting.then(() => act(event, list));
    event.preventDefault();
  } else if (act(event, onRow ? list : null)) event.preventDefault();
}

/**
 * Answers whether the key meant something.
 * @param {KeyboardEvent} event @param {ListDeeds | null} list  where a row of it has the focus
 */
function act(event, list) {
  const taken = list ? (list.carry ? list.carry.pressed(event) : walk(list, event)) : enter(event);
  return taken || perform(event, list !== null);
}

/** Where nothing has the focus, the keys that go from row to row begin with the current one. @param {KeyboardEvent} event */
function enter({ key, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return false;
  if (key === "Escape" && opened.value !== null) return leave();
  const list = screen.list();
  const isFree = document.activeElement === document.body || document.activeElement === list?.scroller;
  const steps = preferences.value.singleKeys ? ["ArrowDown", "ArrowUp", "j", "k"] : ["ArrowDown", "ArrowUp"];
  return isFree && steps.includes(key) && list !== null && list.focus() !== null;
}

function leave() {
  closePane();
  return true;
}

/** @param {KeyboardEvent} event @param {boolean} onRow */
function perform(event, onRow) {
  const key = written(event);
  // An empty field has nothing of its own to take back.
  const inText = isText(event.target) && !(key.startsWith("Ctrl+") && isEmptyField(event.target));
  const two = begun && event.timeStamp - begunAt < patience ? `${begun} ${key}` : "";
  begun = "";
  const command = commands().find(({ keys, where }) => {
    if (where === "row" && !onRow) return false;
    if (inText && !(where === "text" && key.includes("+"))) return false;
    if (isSingle(key) && !preferences.value.singleKeys && where !== "row") return false;
    return keys.includes(two || key);
  });
  if (!command) return !inText && key === "g" && preferences.value.singleKeys && begin(event);
  if (!event.repeat || command.keys.some((one) => one.startsWith("Alt+"))) command.run();
  return true;
}

/** @param {KeyboardEvent} event */
function begin({ timeStamp }) {
  begun = "g";
  begunAt = timeStamp;
  return true;
}

/**
 * Going from row to row, and selecting on the way.
 * @param {ListDeeds} list @param {KeyboardEvent} event
 */
function walk(list, event) {
  if (event.altKey || event.ctrlKey || event.metaKey || isText(event.target)) return false;
  const single = preferences.value.singleKeys;
  const at = list.currentIndex;
  const total = list.picture?.total ?? 0;
  /** @type {Record<string, number>} */
  const places = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: total - 1,
    PageDown: at + list.window.perScreen,
    PageUp: at - list.window.perScreen,
    ...(single && !event.shiftKey && { j: at + 1, k: at - 1 }),
  };
  if (event.key === "Escape" && list.selection.size > 0) list.selection.clear();
  else if (event.key === "Escape") opened.value === null ? screen.focusCapture() : closePane();
  else if (event.key in places) {
    if (event.shiftKey && list.selection.anchor === null) list.selection.anchor = at;
    list.focusAt(places[event.key]);
    if (event.shiftKey) list.selectTo(Math.max(0, Math.min(total - 1, places[event.key])));
  } else return false;
  return true;
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
