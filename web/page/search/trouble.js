/** Which word of a filter that is not understood nobody knows: the core says only of what kind the trouble is. */

/** Also the other names that the language knows (docs/use/filters.md). */
const fields = new Set(
  ("state status list project date scheduled due reminder remind created added entry updated modified completed done " +
    "region bucket category priority pri p tag tags label parent carried repeats sticky title notes text search sort")
    .split(" "),
);

/** @param {string} code @param {string} query @param {string[]} lists  their names and ids, and what else may be one */
export function unknownIn(code, query, lists) {
  const terms = [
    ...query.matchAll(
      /([^\s()|&,:=<>!"]+)\s*(?::|!?=|[<>]=?)\s*((?:"[^"]*"|[^\s()|&,"]+)(?:,(?:"[^"]*"|[^\s()|&,"]+))*)?/g,
    ),
  ];
  if (code === "filter_unknown_field") {
    return terms.map(([, field]) => field.replace(/^-/, "")).find((field) => !fields.has(field.toLowerCase())) ?? null;
  }
  if (code !== "filter_unknown_list") return null;
  const known = new Set([...lists, "inbox", "none", "no", "any", "yes"].map((name) => name.toLowerCase()));
  const named = terms.filter(([, field]) => /^-?(list|project)$/i.test(field)).flatMap(([, , values = ""]) =>
    [...values.matchAll(/"([^"]*)"|[^,"]+/g)].map(([whole, inside]) => inside ?? whole)
  );
  return named.find((name) => !known.has(name.toLowerCase())) ?? null;
}
