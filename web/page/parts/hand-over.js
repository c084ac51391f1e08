/** Gives a file to the person: to another app where fingers would, else into the browser's downloads. */
import { download } from "./keep-waiting.js";

/**
 * Answers what became of it; it fails where there is no room for it.
 * @param {Blob} content @param {string} name @returns {Promise<"shared" | "saved" | "cancelled">}
 */
export async function handOver(content, name) {
  const file = new File([content], name, { type: content.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // A kind of file that this device does not share, or a press that lies too long back.
    }
  }
  download(name, file, content.type);
  return "saved";
}
