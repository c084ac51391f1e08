/** What the server does not have yet, as a file that the person keeps. */
import { refuse } from "../deeds.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";

export async function keepWaiting() {
  const answer = await keeper.session({ act: "waiting" });
  if (answer.kind === "refused") return refuse(answer.code);
  const { document } = answer.with ?? {};
  download(
    "daybook-waiting.json",
    typeof document === "string" ? document : JSON.stringify(document, null, 2),
    "application/json",
  );
}

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
