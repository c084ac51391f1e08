/**
 * What hands need to know of that on which tasks stand: a list, or the days of the calendar. Nothing here runs.
 *
 * @import { Picture, Row, View } from "../../types/messages.js"
 * @import { ListDeeds } from "./list-deeds.js"
 *
 * @typedef {object} Sheet
 * @property {HTMLElement} rows  holds the tasks
 * @property {View} view
 * @property {Picture | null} picture
 * @property {{ids: string[], has(id: string): boolean}} selection
 * @property {{node(id: string): HTMLElement | null}} window
 * @property {boolean} swipes  a finger may pull a task to the side
 * @property {(node: HTMLElement) => Row | null} rowOf  what an element shows
 * @property {(id: string) => void} choose  what a menu is opened on
 *
 * @typedef {Pick<ListDeeds, "carry" | "openMenu">} SheetDeeds
 */

export {};
