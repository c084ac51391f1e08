/** Finding by name while it is typed. */

/**
 * What has all the words of a query in its name; names that begin with the first word come first, then those in which each
 * word begins one.
 * @template {{name: string}} Named
 * @param {Named[]} all @param {string} query @returns {Named[]}
 */
export function matching(all, query) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (/** @type {Named} */ { name }) => {
    const text = name.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return -1;
    if (text.startsWith(wanted[0] ?? "")) return 0;
    return wanted.every((word) => new RegExp(`(^|\\W)${escaped(word)}`).test(text)) ? 1 : 2;
  };
  return all.map((one) => ({ one, rank: rank(one) })).filter(({ rank }) => rank >= 0)
    .sort((first, second) => first.rank - second.rank).map(({ one }) => one);
}

/** @param {string} word */
function escaped(word) {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
