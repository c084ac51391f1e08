/**
 * What lies on this device's disk: IndexedDB, in few large pieces. A record per row would be twenty times slower.
 *
 * - `chunk`: the server's rows, in 64 texts that the core makes and reads;
 * - `journal`: what changed since they were written, a text a change;
 * - `paper`: documents by name: who this device is (`own`), its credentials (`access`), what the core wrote beside its
 *   rows (`paper`), which keeper leads (`turn`), the last answers to each tab (`wishes:TAB`);
 * - `picture`: what was last on the screen, to be shown before the core is there, and what is half written in its
 *   fields (`draft:VIEW`).
 *
 * The keys of chunks begin with the name of their book, and entries of the journal hold it. Documents and pictures are
 * those of the only book that there is today; `empty`, and a folding of the journal, take those of every book.
 *
 * The names on the disk are those of the app's first version: another name would need another schema.
 */

export const schema = 1;
const stores = /** @type {const} */ (["chunk", "journal", "paper", "picture"]);

/** @typedef {import("../types/messages.js").Book} Book */
/** @typedef {import("../types/messages.js").Draft} Draft */
/** @typedef {import("../types/messages.js").KeptDraft} KeptDraft */
/** @typedef {import("./memory.js").Memory | Store} Shelf  where a book lies */

/**
 * One change of the disk: all of it or nothing.
 * @typedef {object} Change
 * @property {Book} book
 * @property {string[]} [journal]  is added
 * @property {boolean} [emptiesJournal]  before that
 * @property {[number, string][]} [chunks]  an empty text goes
 * @property {Record<string, unknown>} [documents]  undefined removes
 * @property {KeptDraft} [draft]  goes, if it still lies there
 */

/** @typedef {(name: typeof stores[number]) => IDBObjectStore} At  the stores of one transaction */

/** Strict: on the disk, not only on its way there. @typedef {"strict" | "relaxed"} Durability */

/** The disk was written by a later version of the app. */
export class OlderApp extends Error {}
/** Another keeper leads: nothing was written. */
export class NotLeader extends Error {}

export class Store {
  /** Null where the browser closed it, as after an error of its disk. @type {IDBDatabase | null} */
  #database = null;
  /** The number under which this store's keeper leads; 0 writes nothing. */
  #turn = 0;

  /** Called when another tab brings a newer app's disk. @type {() => void} */
  onNewer = () => {};

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  static async open(name = "daybook") {
    const store = new Store(name);
    await store.#connect();
    return store;
  }

  /** @returns {Promise<IDBDatabase>} */
  #connect() {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(this.name, schema);
      opening.onupgradeneeded = () => {
        for (const store of stores) {
          if (!opening.result.objectStoreNames.contains(store)) {
            opening.result.createObjectStore(store, store === "journal" ? { autoIncrement: true } : {});
          }
        }
      };
      opening.onsuccess = () => {
        const database = opening.result;
        this.#database = database;
        database.onclose = () => this.#database = null;
        database.onversionchange = () => {
          database.close();
          this.onNewer();
        };
        resolve(database);
      };
      opening.onerror = () =>
        reject(opening.error?.name === "VersionError" ? new OlderApp("the disk is newer") : opening.error);
    });
  }

  /** From now on this keeper leads, and no other's writes are taken. */
  async takeLead() {
    await this.#transact("readwrite", async (at) => {
      const turn = (/** @type {number} */ (await asked(at("paper").get("turn"))) ?? 0) + 1;
      at("paper").put(turn, "turn");
      this.#turn = turn;
    });
    return this.#turn;
  }

  /** Everything that a book is made of. @param {Book} book */
  async read(book) {
    /** @type {{chunks: string[], journal: string[], documents: Map<string, unknown>}} */
    const read = { chunks: [], journal: [], documents: new Map() };
    await this.#transact("readonly", async (at) => {
      const inBook = IDBKeyRange.bound([book], [book, []]);
      const [chunks, journal, names, documents] = await Promise.all([
        asked(at("chunk").getAll(inBook)),
        asked(at("journal").getAll()),
        asked(at("paper").getAllKeys()),
        asked(at("paper").getAll()),
      ]);
      read.chunks = chunks;
      read.journal = journal.filter((entry) => entry.book === book).map((entry) => entry.text);
      names.forEach((name, index) => read.documents.set(String(name), documents[index]));
    });
    return read;
  }

  /**
   * Writes a change; it is on the disk when this returns, or, where it is relaxed, with the next that is not. Answers
   * whether nothing lies any more where its draft lay.
   * @param {Change} change @param {Durability} [durability]
   */
  async write(change, durability) {
    let isGone = true;
    await this.#transact("readwrite", (at) => {
      // Asked in the transaction that writes: where another tab leads by now, nothing of this is kept.
      const leads = this.#needLead(at);
      leads.catch(() => {});
      if (change.emptiesJournal) at("journal").clear();
      for (const text of change.journal ?? []) at("journal").add({ book: change.book, text });
      for (const [number, text] of change.chunks ?? []) {
        if (text) at("chunk").put(text, [change.book, number]);
        else at("chunk").delete([change.book, number]);
      }
      for (const [name, value] of Object.entries(change.documents ?? {})) {
        if (value === undefined) at("paper").delete(name);
        else at("paper").put(value, name);
      }
      const goes = change.draft && takeDraft(at("picture"), change.draft).then((went) => isGone = went);
      return Promise.all([leads, goes]);
    }, durability);
    return isGone;
  }

  /** Removes everything of everybody but the number of the leader. */
  async empty() {
    await this.#transact("readwrite", async (at) => {
      await this.#needLead(at);
      for (const store of stores) at(store).clear();
      at("paper").put(this.#turn, "turn");
    });
  }

  /** @param {string} subscription @returns {Promise<unknown>} */
  async picture(subscription) {
    /** @type {unknown} */
    let picture;
    await this.#transact("readonly", async (at) => picture = await asked(at("picture").get(subscription)));
    return picture;
  }

  /** Of no weight: lost with the machine's power, and not missed. @param {string} subscription @param {unknown} picture */
  async keepPicture(subscription, picture) {
    await this.#transact("readwrite", (at) => at("picture").put(picture, subscription), "relaxed").catch(() => {});
  }

  /** What is half written, by view. */
  async drafts() {
    /** @type {Record<string, Draft>} */
    const drafts = {};
    await this.#transact("readonly", async (at) => {
      const all = IDBKeyRange.bound(draftName(""), draftName("\uffff"));
      const [names, found] = await Promise.all([
        asked(at("picture").getAllKeys(all)),
        asked(at("picture").getAll(all)),
      ]);
      names.forEach((name, index) => drafts[String(name).slice(draftName("").length)] = found[index]);
    });
    return drafts;
  }

  /** Of little weight: a crash does not take it, but a loss of power may. @param {string} where @param {Draft | null} draft */
  async keepDraft(where, draft) {
    await this.#transact("readwrite", async (at) => {
      await this.#needLead(at);
      if (draft) at("picture").put(draft, draftName(where));
      else at("picture").delete(draftName(where));
    }, "relaxed");
  }

  /** @param {At} at */
  async #needLead(at) {
    if (await asked(at("paper").get("turn")) !== this.#turn) throw new NotLeader("another keeper leads");
  }

  close() {
    this.#database?.close();
    this.#database = null;
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(at: At) => unknown} body
   * @param {Durability} [durability]
   */
  async #transact(mode, body, durability = "strict") {
    const database = this.#database ?? await this.#connect();
    const transaction = database.transaction([...stores], mode, { durability });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
    });
    // Whoever awaits it hears of it; nobody has to, where the body fails first.
    ended.catch(() => {});
    try {
      await body((name) => transaction.objectStore(name));
    } catch (error) {
      try {
        transaction.abort();
      } catch { /* it was over */ }
      throw error;
    }
    await ended;
  }
}

/**
 * What became a task goes, and not what was typed there since. Answers whether nothing lies there any more.
 * @param {IDBObjectStore} pictures @param {KeptDraft} taken
 */
export async function takeDraft(pictures, { where, draft }) {
  const there = /** @type {Draft | undefined} */ (await asked(pictures.get(draftName(where))));
  if (there && (there.title !== draft.title || there.notes !== draft.notes)) return false;
  pictures.delete(draftName(where));
  return true;
}

/** @param {string} where */
function draftName(where) {
  return `draft:${where}`;
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
