/**
 * Pieces of pictures. Their looks are classes and attributes: the content policy lets no style stand in the document.
 *
 * @import { Attributes, Child } from "../element.js"
 * @import { Label, Size } from "./scales.js"
 */
import { dress, nodesOf } from "../element.js";
import { firstFitting, letters } from "./scales.js";

const space = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Attributes} [attributes] @param {...(Child | Child[])} children
 */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(space, name);
  dress(made, attributes);
  made.append(...nodesOf(children));
  return made;
}

/** As exact as can be seen. @param {number} value */
export function sharp(value) {
  return Math.round(value * 10) / 10;
}

/**
 * Labels under or above a picture: the first of these sets that has room.
 * @param {Label[][]} sets @param {number} y @param {Size} size @param {number} left  where the first may begin
 */
export function axis(sets, y, size, left = 0) {
  return firstFitting(sets, { ...size, width: size.width - left }).map(({ text, x, anchor }) =>
    drawn(
      "text",
      { class: "axis", x: sharp(left + x), y: sharp(y), "text-anchor": anchor, "aria-hidden": "true" },
      text,
    )
  );
}

/** As high as a line of labels. @param {Size} size */
export function axisHeight({ rem }) {
  return letters * 1.6 * rem;
}
