/** The sources of the app, for rules that all of them keep. */

const root = new URL("../../", import.meta.url);
const rooms = ["keeper", "page", "types", "wasm", "worker"];

/** All modules, by their path from `web/`. @returns {string[]} */
export function modules() {
  return rooms.flatMap(below);
}

/** @param {string} folder @returns {string[]} */
function below(folder) {
  return [...Deno.readDirSync(new URL(`${folder}/`, root))].flatMap(({ name, isDirectory }) =>
    isDirectory ? below(`${folder}/${name}`) : name.endsWith(".js") ? [`${folder}/${name}`] : []
  );
}

/** @param {string} file */
export function textOf(file) {
  return Deno.readTextFileSync(new URL(file, root));
}
