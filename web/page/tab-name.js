/**
 * A tab keeps its name for as long as it is open: a keeper that is started again answers under it what the one before it
 * did already. Made by hand, since `crypto.randomUUID` is there over HTTPS alone.
 */
export function tabName() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
