/** Keys that go about rather than do something. */

export const inLists = "In a list";
export const inField = "In the field";
export const next = "The next task";
export const before = "The task before";
export const ends = "The first and the last";
export const screens = "A screen up and down";
export const selects = "Select on the way";
export const leaves = "Out of the selection, the task, the list";
export const keeps = "Write it down";
export const notes = "Go on to its notes";
export const keepsNotes = "Write it down with its notes";
export const toTasks = "To the tasks";
