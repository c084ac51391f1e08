/**
 * What can be asked for by a chip, for those who know no language: fields with their answers, as terms of the language.
 */
import { homes, listNamed, outline } from "../desk.js";
import { hasDayParts } from "../regions.js";
import { later } from "../words/later.js";
import { partsOf, valueOf } from "./terms.js";

const w = later.search;

/**
 * @typedef {keyof typeof w.fields} FieldName
 * @typedef {{term: string, name: string, colour?: string | null}} Choice
 */

/** @type {[term: string, field: FieldName, name: string][]} */
const fixed = [
  ["state:open", "state", w.states.open],
  ["state:active", "state", w.states.active],
  ["state:done", "state", w.states.done],
  ["(overdue)", "due", w.days.overdue],
  ["due:today", "due", w.days.today],
  ["due:tomorrow", "due", w.days.tomorrow],
  ["due:today..+7d", "due", w.days.soon],
  ["due:any", "due", w.days.any],
  ["due:none", "due", w.days.none],
  ["date<today", "date", w.days.past],
  ["date:today", "date", w.days.today],
  ["date:tomorrow", "date", w.days.tomorrow],
  ["date:today..+7d", "date", w.days.soon],
  ["date:any", "date", w.days.any],
  ["date:none", "date", w.days.none],
  ["completed:today", "completed", w.days.today],
  ["completed:yesterday", "completed", w.days.yesterday],
  ["completed:week", "completed", w.days.week],
  ["completed:month", "completed", w.days.month],
  ["created:today", "created", w.days.today],
  ["created:week", "created", w.days.week],
  ["created:month", "created", w.days.month],
  ["priority<5", "priority", w.priorities.high],
  ["priority:5", "priority", w.priorities.medium],
  ["priority>5", "priority", w.priorities.low],
  ["priority:any", "priority", w.any],
  ["priority:none", "priority", w.none],
  ["list:inbox", "list", w.noList],
  ["tag:any", "tag", w.any],
  ["tag:none", "tag", w.none],
  ["category:any", "category", w.any],
  ["category:none", "category", w.none],
  ["region:morning", "region", w.regions.morning],
  ["region:afternoon", "region", w.regions.afternoon],
  ["region:evening", "region", w.regions.evening],
  ["region:backlog", "region", w.regions.backlog],
  ["repeats:yes", "other", w.others.repeats],
  ["notes:any", "other", w.others.notes],
  ["parent:none", "other", w.others.whole],
  ["sort:due", "sort", w.orders.due],
  ["sort:date", "sort", w.orders.date],
  ["sort:priority", "sort", w.orders.priority],
  ["sort:-created", "sort", w.orders.created],
  ["sort:title", "sort", w.orders.title],
];

/** Of these several may be asked for at once. @type {FieldName[]} */
const several = ["tag", "other"];

/** Those that mean something here. @returns {FieldName[]} */
export function fieldNames() {
  const all = /** @type {FieldName[]} */ (Object.keys(w.fields));
  return all.filter((name) => name !== "region" || hasDayParts());
}

/** @param {FieldName} field @returns {Choice[]} */
export function choicesOf(field) {
  const named = fixed.filter(([, of]) => of === field).map(([term, , name]) => ({ term, name }));
  if (field === "list") {
    return [...homes().map(({ id, name, colorHex }) => ({ term: `list:${id}`, name, colour: colorHex })), ...named];
  }
  if (field !== "tag" && field !== "category") return named;
  const known = (field === "tag" ? outline.value?.tags : outline.value?.categories) ?? [];
  const begin = field === "tag" ? "#" : "category:";
  return [
    ...known.filter(({ name }) => valueOf(name) !== null)
      .map(({ name }) => ({ term: begin + valueOf(name), name: field === "tag" ? `#${name}` : name })),
    ...named,
  ];
}

/** What a chip says of its term. @param {string} term @returns {{field: FieldName | null, name: string}} */
export function chipOf(term) {
  const known = fixed.find(([one]) => one === term);
  if (known) return { field: known[1], name: known[2] };
  const [, name, text] = term.match(/^(#|[a-z]+:)"?([^"]*)"?$/i) ?? [];
  if (name === "#") return { field: "tag", name: `#${text}` };
  if (name === "category:") return { field: "category", name: text };
  if (name === "list:") return { field: "list", name: listNamed(text)?.name ?? text };
  return { field: null, name: term };
}

/** A chip in words. @param {string} term */
export function chipName(term) {
  const { field, name } = chipOf(term);
  return field && field !== "other" ? w.chip(w.fields[field], name) : name;
}

/** A search as people read it: its words, and then its chips. @param {string} query */
export function readable(query) {
  const { terms, text } = partsOf(query);
  return [text.trim(), ...terms.map(chipName)].filter(Boolean).join(" · ");
}

/** The chips with another one, in the place of one that asks the same. @param {string[]} terms @param {string} term */
export function withTerm(terms, term) {
  const { field } = chipOf(term);
  const at = terms.findIndex((one) => chipOf(one).field === field);
  if (terms.includes(term)) return terms;
  if (field === null || at < 0 || several.includes(field)) return [...terms, term];
  return terms.map((one, place) => place === at ? term : one);
}
