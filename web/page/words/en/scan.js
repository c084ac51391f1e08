/** Reading the picture that another device shows. */
export const begin = "Scan with the camera";
export const asking = "The browser asks for the camera ...";
export const looking = "Hold the picture that the other device shows before the camera.";
export const picture = "What the camera sees";
export const read = "The picture is read";
export const other = "This is a QR code, but not one that adds a device.";
/** @param {string} host */
export const elsewhere = (host) => `This code belongs to ${host}. Open ${host} and join there.`;
export const none = "Here the browser does not lend its camera. Type the code instead.";
export const forbidden = "The camera was not allowed. Type the code instead, or allow it in the browser's settings.";
export const missing = "There is no camera that could be used. Type the code instead.";
