/**
 * Whether a key belongs to what an input method composes: it chooses there, or ends that, and does nothing else. Safari has
 * ended it before it tells of the key, which then has the number that stands for all such keys.
 * @param {KeyboardEvent} event
 */
export function isComposed({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}
