/**
 * Names that tell things apart: of those with one name the oldest keeps it, and each other has a number behind it that no
 * name has yet.
 * @param {{id: string, name: string, createdAt: string}[]} things @returns {Map<string, string>} by id
 */
export function toldApart(things) {
  const taken = new Set(things.map(({ name }) => name));
  const seen = new Set();
  const oldestFirst = [...things].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return new Map(oldestFirst.map(({ id, name }) => {
    let own = name;
    for (let number = 2; seen.has(name) && taken.has(own); number += 1) own = `${name} (${number})`;
    taken.add(own);
    seen.add(name);
    return [id, own];
  }));
}
