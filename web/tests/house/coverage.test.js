/**
 * What the server knows has a screen, or a written reason why not: its operations, their parameters and its fields, as its
 * document names them, are compared with the tables in `web/coverage`, and those with the app.
 */
import * as fields from "../../coverage/fields.js";
import { operations } from "../../coverage/operations.js";
import { ofMany, parameters } from "../../coverage/parameters.js";
import { equal, ok } from "../assert.js";

/** @typedef {import("../../coverage/entries.js").Entry} Entry */
/** @typedef {{what: string, names: string[], entries: Record<string, Entry>}} Subject */

const web = new URL("../../", import.meta.url);
const text = (/** @type {string} */ path) => Deno.readTextFileSync(new URL(path, web));
const api = JSON.parse(text("../docs/api/openapi.json"));

/** The API's operations, with what a request for each looks like: `GET /v1/tasks/{}`. @type {Map<string, string>} */
const requests = new Map(
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, { operationId }]) => operationId).map((
      [method, { operationId }],
    ) => /** @type {const} */ ([operationId, `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "{}")}`]))
  ),
);

/** @typedef {{name: string, in: string}} Parameter */

/** What may be asked of each operation beside what its path names. @type {Map<string, string[]>} */
const asks = new Map(
  Object.values(api.paths).flatMap((methods) =>
    Object.values(methods).filter(({ operationId }) => operationId).map((
      { operationId, parameters = [] },
    ) => /** @type {const} */ ([operationId, parameters.map(parameter).filter(isOptional).map(nameOf)]))
  ),
);

/** @param {Parameter | {$ref: string}} one @returns {Parameter} */
function parameter(one) {
  return "$ref" in one ? api.components.parameters[one.$ref.split("/").at(-1) ?? ""] : one;
}

/** @param {Parameter} parameter */
function isOptional(parameter) {
  return parameter.in !== "path";
}

/** @param {Parameter} parameter */
function nameOf({ name }) {
  return name;
}

const members = (/** @type {string} */ schema) => Object.keys(api.components.schemas[schema].properties);

/** @type {Subject[]} */
const subjects = [
  { what: "operation", names: [...requests.keys()], entries: operations },
  { what: "task's field", names: members("Task"), entries: fields.task },
  { what: "list's field", names: members("List"), entries: fields.list },
  { what: "setting", names: members("Settings"), entries: fields.settings },
];

/** What is wrong with the tables of a subject, beside what the server has. @param {Subject} subject */
function faults({ what, names, entries }) {
  const told = Object.keys(entries);
  return [
    ...names.filter((name) => !told.includes(name)).map((name) => `no screen and no reason: ${what} ${name}`),
    ...told.filter((name) => !names.includes(name)).map((name) => `the server has no ${what} ${name}`),
  ];
}

/**
 * What is wrong with an entry, beside the app.
 * @param {string} name @param {Entry} entry @param {(file: string) => string | null} read @param {Set<string>} asked
 */
function untruths(name, entry, read, asked) {
  if ("why" in entry) return entry.why.length > 20 ? [] : [`${name} has no reason`];
  const { at, file, asks } = entry;
  // What is asked of the server is looked for in the keeper.
  const mention = entry.mention ?? (asks ? "" : name);
  const found = read(file);
  const request = requests.get(name) ?? "";
  return [
    ...(at ? [] : [`${name} is nowhere`]),
    ...(found === null ? [`${name}: there is no ${file}`] : []),
    ...(found === null || found.includes(mention) ? [] : [`${name}: ${file} does not mention ${mention}`]),
    ...(asks && !asked.has(request) ? [`${name}: the keeper does not ask ${request}`] : []),
  ];
}

/** What a source asks of the server: `GET /v1/devices`. @param {string} source */
function requestsIn(source) {
  const request = /(?:"(GET|POST|PUT|PATCH|DELETE)",\s*|\b(?:get|fetch)\()(["`])(\/[^"`?]*)(?:\?[^"`]*)?\2/g;
  return [...source.matchAll(request)].map(([, method = "GET", , path]) =>
    `${method} ${path.replaceAll(/\$?\{[^}]*\}/g, "{}")}`
  );
}

/** All sources below a folder, by their paths from `web/`. @param {string} folder @returns {string[]} */
function sources(folder) {
  return [...Deno.readDirSync(new URL(`${folder}/`, web))].flatMap(({ name, isDirectory }) =>
    isDirectory ? sources(`${folder}/${name}`) : name.endsWith(".js") ? [`${folder}/${name}`] : []
  );
}

const kept = new Map([...sources("keeper"), ...sources("page")].map((file) => [file, text(file)]));
const read = (/** @type {string} */ file) => kept.get(file) ?? null;
const keeper = [...kept].filter(([file]) => file.startsWith("keeper/"));
const asked = new Set(keeper.flatMap(([, source]) => requestsIn(source)));

Deno.test("each operation and field of the server has a screen, or a reason why not", () => {
  equal(subjects.flatMap(faults), []);
});

Deno.test("each parameter of an operation that somebody finds is found as well, or has a reason why not", () => {
  const found = Object.entries(/** @type {Record<string, Entry>} */ (operations)).filter(([, one]) => !("why" in one));
  const tables = /** @type {Record<string, Record<string, Entry>>} */ (parameters);
  const own = (/** @type {string} */ operation) => (asks.get(operation) ?? []).filter((name) => !(name in ofMany));
  equal(
    found.flatMap(([operation]) =>
      faults({ what: `parameter of ${operation}`, names: own(operation), entries: tables[operation] ?? {} })
    ),
    [],
  );
  equal(Object.keys(tables).filter((operation) => !found.some(([name]) => name === operation)), []);
  equal(Object.keys(ofMany).filter((name) => ![...asks.values()].flat().includes(name)), [], "nothing has:");
  equal(
    [...Object.values(tables), ofMany].flatMap((table) =>
      Object.entries(table).flatMap(([name, entry]) => untruths(name, entry, read, asked))
    ),
    [],
  );
});

Deno.test("what the tables of the screens say is so", () => {
  equal(
    subjects.flatMap(({ entries }) =>
      Object.entries(entries).flatMap(([name, entry]) => untruths(name, entry, read, asked))
    ),
    [],
  );
});

Deno.test("nothing that a screen asks for has a reason why nobody asks", () => {
  // An operation that no page names yet is none that somebody finds.
  const pages = [...kept].filter(([file]) => file.startsWith("page/")).map(([, source]) => source).join("\n");
  const named = [...text("keeper/operations.js").matchAll(/^ {2}"?(\w+)"?: (\[[^\]]+\])/gm)]
    .filter(([, name]) => new RegExp(`\\bserver\\(\\s*"${name}"`).test(pages)).flatMap(([, , pair]) =>
      requestsIn(pair)
    );
  const others = keeper.filter(([file]) => file !== "keeper/operations.js").flatMap(([, source]) => requestsIn(source));
  const really = new Set([...named, ...others]);
  ok(really.size > 20, "few requests of the keeper were found");
  const silent = [...requests].filter(([name]) =>
    "why" in (/** @type {Record<string, Entry>} */ (operations)[name] ?? {})
  );
  equal(silent.filter(([, request]) => really.has(request)).map(([name]) => `the app asks: ${name}`), []);
});

Deno.test("what is forgotten, gone or untrue is noticed", () => {
  const subject = {
    what: "field",
    names: ["one", "two"],
    entries: { one: { why: "" }, gone: { why: "" } },
  };
  equal(faults(subject), [
    "no screen and no reason: field two",
    "the server has no field gone",
  ]);
  const found = { at: "Somewhere", file: "page/a.js", mention: undefined, asks: false };
  const files = (/** @type {string} */ file) => file === "page/a.js" ? "one" : null;
  equal(untruths("one", found, files, new Set()), []);
  equal(untruths("two", found, files, new Set()), ["two: page/a.js does not mention two"]);
  equal(untruths("one", { ...found, file: "page/b.js" }, files, new Set()), ["one: there is no page/b.js"]);
  equal(untruths("one", { ...found, at: "" }, files, new Set()), ["one is nowhere"]);
  equal(untruths("one", { why: "so" }, files, new Set()), ["one has no reason"]);
  const devices = { ...found, asks: true };
  equal(untruths("listDevices", devices, files, new Set()), ["listDevices: the keeper does not ask GET /v1/devices"]);
  equal(untruths("listDevices", devices, files, new Set(["GET /v1/devices"])), []);
});

Deno.test("requests are found in the keeper's sources", () => {
  const source =
    'a: ["GET", "/v1/a/{id}"],\nawait ask("POST", `/v1/b/${act.id}/c`, {})\nget("/v1/d")\nfetch("/v1/e")\n// "/v1/f"';
  equal(requestsIn(source), ["GET /v1/a/{}", "POST /v1/b/{}/c", "GET /v1/d", "GET /v1/e"]);
});
