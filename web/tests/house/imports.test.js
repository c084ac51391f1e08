import { equal, ok } from "../assert.js";
import { modules, textOf } from "./modules.js";

const root = new URL("../../", import.meta.url);

/** What a file imports when it runs; types are gone by then. @param {string} text */
function importsOf(text) {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const from = /^(?:import|export)\s+(?:(?:\*|[\w{][^;"]*?)\s+from\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...code.matchAll(from)].map(([, path, later]) => path ?? later);
}

/** The first way from a module back to itself; null where there is none. @param {Map<string, string[]>} imports */
function circle(imports) {
  const done = new Set();
  /** @param {string} module @param {string[]} way @returns {string[] | null} */
  const walk = (module, way) => {
    if (way.includes(module)) return [...way.slice(way.indexOf(module)), module];
    if (done.has(module)) return null;
    for (const next of imports.get(module) ?? []) {
      const found = walk(next, [...way, module]);
      if (found) return found;
    }
    done.add(module);
    return null;
  };
  for (const module of imports.keys()) {
    const found = walk(module, []);
    if (found) return found.join(" -> ");
  }
  return null;
}

Deno.test("no module of the app imports itself, on whatever way", () => {
  const files = modules();
  const imports = new Map(files.map((file) => {
    const paths = importsOf(textOf(file));
    return [file, paths.map((path) => new URL(path, new URL(file, root)).href.slice(root.href.length))];
  }));
  ok([...imports.values()].flat().length > 200, "few imports were read");
  equal([...imports.values()].flat().filter((path) => !imports.has(path)), [], "imports of nothing:");
  equal(circle(imports), null);
});

Deno.test("a circle is found, and a type is no import", () => {
  equal(circle(new Map([["a", ["b"]], ["b", ["c", "d"]], ["c", []], ["d", ["b"]]])), "b -> d -> b");
  equal(circle(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), null);
  const text = `/** @import { A } from "./a.js" */\nimport { b } from "./b.js";\n// import "./c.js";\nimport {
  d,
} from "./d.js";\nexport * from "./e.js";\nimport "./f.js";\nexport const g = 1;\nuse("h");\nawait import("./i.js");\n`;
  equal(importsOf(text), ["./b.js", "./d.js", "./e.js", "./f.js", "./i.js"]);
});
