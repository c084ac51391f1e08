/**
 * Tells what a press on a row becomes. A mouse drags after 4 pixels. A finger that moves before 300 ms scrolls or swipes,
 * one that rests lifts the row, and one that then still rests at 1,000 ms means the menu; a tap never becomes a drag. On
 * the circle a finger that rests lifts nothing, and means the states.
 * Nothing here knows of the screen or the clock.
 */

export const liftAfter = 300;
export const menuAfter = 1000;
const mouseSlack = 4;
const touchSlack = 8;
/** The edge of the screen belongs to the browser and the system. */
export const edge = 20;

/** @typedef {"waits" | "lifted" | "drag" | "swipe" | "menu" | "states" | "over"} State */

export class Press {
  /** @type {State} */
  state = "waits";

  /** @param {{isMouse: boolean, x: number, y: number, width: number, onCircle?: boolean}} start */
  constructor({ isMouse, x, y, width, onCircle = false }) {
    this.isMouse = isMouse;
    this.onCircle = onCircle;
    this.x = x;
    this.y = y;
    this.atEdge = x < edge || x > width - edge;
  }

  /** @param {number} x @param {number} y @returns {State} */
  moved(x, y) {
    const across = Math.abs(x - this.x);
    const along = Math.abs(y - this.y);
    const far = Math.max(across, along);
    if (this.state === "lifted") {
      if (far > mouseSlack) this.state = "drag";
    } else if (this.state === "waits" && this.isMouse) {
      if (far >= mouseSlack) this.state = "drag";
    } else if (this.state === "waits" && far > touchSlack) {
      this.state = across > along * 1.2 && !this.atEdge ? "swipe" : "over";
    }
    return this.state;
  }

  /** The clock has gone on. @param {number} milliseconds  since the press @returns {State} */
  held(milliseconds) {
    if (this.isMouse) return this.state;
    if (this.onCircle) {
      // A slow press still is one.
      if (this.state === "waits" && milliseconds >= menuAfter) this.state = "states";
      return this.state;
    }
    if (this.state === "waits" && milliseconds >= liftAfter) this.state = "lifted";
    if (this.state === "lifted" && milliseconds >= menuAfter) this.state = "menu";
    return this.state;
  }
}
