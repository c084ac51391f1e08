/**
 * What the tables beside this file say of an operation or a field of the server: where a person finds it, or why nobody
 * does. They run nowhere; a test compares them with the server's own document (../tests/house/coverage.test.js).
 *
 * @typedef {object} Found
 * @property {string} at  where and how a person comes to it
 * @property {string} file  that does it, from `web/`
 * @property {string | undefined} mention  how that file mentions it; by its own name where nothing else is said
 * @property {boolean} asks  the keeper asks the server for it
 *
 * @typedef {Found | {why: string}} Entry
 */

/** The server is asked for it. @param {string} at @param {string} file @param {string} [mention] @returns {Found} */
export function asked(at, file, mention) {
  return { at, file, mention, asks: true };
}

/**
 * It is made of what lies on this device, also without the server.
 * @param {string} at @param {string} file @param {string} [mention] @returns {Found}
 */
export function here(at, file, mention) {
  return { at, file, mention, asks: false };
}

/** A person does not need it here. @param {string} why @returns {Entry} */
export function apart(why) {
  return { why };
}
