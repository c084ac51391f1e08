/** The camera that looks away from the person, and the texts of the QR codes before it. */
import { textScanned } from "./scanned.js";

/** The longer side of a picture that is looked at: enough for a code that fills half of it. */
const longest = 640;
/** Between two pictures, in milliseconds: the page has other things to do. */
const pause = 120;

/** Where the browser has one and lends it: over HTTPS and on this machine. */
export const hasCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

export class Camera {
  #isOver = false;
  /** @type {MediaStream | null} */
  #stream = null;

  /**
   * Shows what it sees, and tells each text that it reads, until it is ended.
   * @param {HTMLVideoElement} video @param {(text: string) => void} found @param {() => void} lost  it was taken away
   * @throws {DOMException} where there is none, or it is not allowed
   */
  async begin(video, found, lost) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    this.#stream = stream;
    if (this.#isOver) return this.end();
    for (const track of stream.getTracks()) track.onended = lost;
    video.srcObject = stream;
    await video.play();
    const read = await reader();
    const look = async () => {
      if (this.#isOver) return;
      const text = video.videoWidth > 0 ? await read(video) : null;
      if (this.#isOver) return;
      if (text !== null) found(text);
      setTimeout(() => look().catch(lost), pause);
    };
    look().catch(lost);
  }

  /** Its light goes out. */
  end() {
    this.#isOver = true;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
  }
}

/**
 * What reads a picture: the browser where it can, and else what is here.
 * @returns {Promise<(video: HTMLVideoElement) => Promise<string | null> | string | null>}
 */
async function reader() {
  const own = ownReader();
  const Detector = /** @type {any} */ (globalThis).BarcodeDetector;
  try {
    if (!(await Detector?.getSupportedFormats())?.includes("qr_code")) return own;
    const detector = new Detector({ formats: ["qr_code"] });
    // Some browsers have it and fail where it would need what the system has not.
    return async (video) => {
      try {
        return (await detector.detect(video))[0]?.rawValue || null;
      } catch {
        return own(video);
      }
    };
  } catch {
    return own;
  }
}

function ownReader() {
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  return (/** @type {HTMLVideoElement} */ video) => {
    const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [video.videoWidth, video.videoHeight].map((side) => Math.round(side * scale));
    [canvas.width, canvas.height] = [width, height];
    brush?.drawImage(video, 0, 0, width, height);
    return brush ? textScanned(brush.getImageData(0, 0, width, height)) : null;
  };
}
