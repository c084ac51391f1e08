/** A QR code as a picture in the document. */
import { qr } from "../qr.js";

const space = "http://www.w3.org/2000/svg";
/** A margin that readers need. */
const margin = 4;

/** @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const squares = qr(text);
  const size = squares.length + 2 * margin;
  const path = squares.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + margin} ${y + margin}h1v1h-1z` : ""))
    .join("");
  const drawn = document.createElementNS(space, "svg");
  drawn.setAttribute("viewBox", `0 0 ${size} ${size}`);
  drawn.setAttribute("shape-rendering", "crispEdges");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  drawn.append(line);
  return drawn;
}
