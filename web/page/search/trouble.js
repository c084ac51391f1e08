/** Which word of a filter is not understood: the core says where it begins. */

/** @param {string} query @param {number} offset  in bytes of UTF-8 */
export function wordAt(query, offset) {
  const rest = new TextDecoder().decode(new TextEncoder().encode(query).slice(offset));
  const [, inside, bare] = rest.match(/^-?(?:"([^"]*)"|([^\s()|&,:=<>!"]+))/) ?? [];
  return inside ?? bare ?? null;
}
