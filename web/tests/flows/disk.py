"""What the app keeps in its browser's database, read and changed from beside it."""

# What fails here is told: a promise that nobody keeps would be waited for without end.
OPENED = """
const asked = (request) => new Promise((found, fail) => {
  request.onsuccess = () => found(request.result);
  request.onerror = () => fail(request.error);
});

/** The app's database; null where the app has not made it yet. */
const opened = async () => {
  const opening = indexedDB.open("daybook");
  let absent = false;
  // Whoever opens a database that is not there makes an empty one, and the app would never fill it.
  opening.onupgradeneeded = () => {
    absent = true;
    opening.transaction.abort();
  };
  try {
    return await asked(opening);
  } catch (error) {
    if (absent) return null;
    throw error;
  }
};
"""

# Wherever among the documents it lies.
TOKEN = """
const documents = await asked(database.transaction("paper").objectStore("paper").getAll());
return JSON.stringify(documents).match(/daybook_[A-Za-z0-9_-]{20,}/)?.[0] ?? null;
"""

# What is half written.
DRAFTS = """
const pictures = database.transaction("picture").objectStore("picture");
const [names, found] = await Promise.all([asked(pictures.getAllKeys()), asked(pictures.getAll())]);
return found.filter((_, at) => String(names[at]).startsWith("draft:"));
"""

EVERYTHING = """
const found = [];
for (const name of database.objectStoreNames) {
  found.push(await asked(database.transaction(name).objectStore(name).getAll()));
}
return JSON.stringify(found);
"""

EIGHT_DAYS_LATER = """
const documents = database.transaction("paper", "readwrite").objectStore("paper");
const access = await asked(documents.get("access"));
documents.put({ ...access, since: Date.now() - 8 * 86_400_000 }, "access");
await new Promise((done, fail) => {
  documents.transaction.oncomplete = done;
  documents.transaction.onabort = () => fail(documents.transaction.error);
});
"""


def with_disk(page, work):
    """What this work with the app's `database` brings; nothing where there is none."""
    return page.evaluate(f"""async () => {{
      {OPENED}
      const database = await opened();
      if (database === null) return null;
      try {{
        {work}
      }} finally {{
        database.close();
      }}
    }}""")
