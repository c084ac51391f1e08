/**
 * A text is kept when its field is left (parts/written.js, list/edit-in-place.js, screens/subtasks.js), which a page that goes
 * does not tell it. The focus stays where it is: the page may come back.
 */
export function leaveField() {
  document.activeElement?.dispatchEvent(new FocusEvent("blur"));
}
