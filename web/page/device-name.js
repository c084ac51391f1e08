/** What this device is called until somebody renames it: `Firefox on Linux`. */
import { words } from "./words/words.js";

const browsers = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], [
  "Safari/",
  "Safari",
]];
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
];

/** @param {string} agent  the browser's own description of itself */
export function deviceName(agent) {
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1] ?? "Browser";
  const system = systems.find(([mark]) => agent.includes(mark))?.[1];
  return system ? words.deviceOn(browser, system) : browser;
}
