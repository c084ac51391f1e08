/**
 * The worker of one tab: hands its keeper what browsers have.
 */
import { timers } from "./clock.js";
import { lastScreen } from "./last-screen.js";
import { becomeLeader } from "./leader.js";
import { NotLeader } from "./store.js";
import { TabKeeper } from "./tab-keeper.js";

const keeper = new TabKeeper({
  show: (message) => self.postMessage(message),
  channel: new BroadcastChannel("daybook"),
  locks: navigator.locks ?? null,
  clock: timers,
  lead: becomeLeader,
  lastScreen,
});
self.addEventListener("message", ({ data }) => keeper.hear(data));
self.addEventListener("online", () => keeper.renew());
// An error that nobody caught ends this keeper; the next one begins with what is on the disk.
self.addEventListener("unhandledrejection", ({ reason }) => reason instanceof NotLeader || keeper.fall("fell"));
