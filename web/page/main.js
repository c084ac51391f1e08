/** Begins the page: the look, the keeper, the shell, the place. */
import { whenDone } from "./deeds.js";
import { connect, keeper } from "./desk.js";
import { deviceName } from "./device-name.js";
import { countFaults } from "./faults.js";
import { hearOffers } from "./install.js";
import { Keys } from "./keys.js";
import { hearNews } from "./news.js";
import { followNotAccepted } from "./not-accepted.js";
import { laterBy } from "./parts/later.js";
import { wear } from "./preferences.js";
import { hearReminders } from "./reminders/hear.js";
import { followBoard } from "./regions.js";
import { follow } from "./router.js";
import { focusCapture } from "./screen.js";
import { keepMore } from "./screens/later.js";
import { Shell } from "./shell.js";
import { startKeeper } from "./start-keeper.js";
import { startAddress } from "./start.js";
import { offerParts } from "./subtasks/offer.js";
import { tabName } from "./tab-name.js";
import { followVisits } from "./visits.js";
import { language } from "./words/language.js";

const tab = tabName();

wear();
// Before the browser asks whether to install it: in the language that is spoken here.
if (language !== "en") {
  document.querySelector("link[rel='manifest']")?.setAttribute("href", `/app/app.${language}.webmanifest`);
}
hearOffers();
whenDone(offerParts);
laterBy(() => import("./more.js"));
connect(startKeeper, () => ({
  kind: "hello",
  tab,
  version: document.documentElement.dataset.version ?? "",
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  deviceName: deviceName(navigator.userAgent),
  visible: document.visibilityState === "visible",
}));
countFaults();
hearNews();
hearReminders();
followBoard();
followNotAccepted();
followVisits();
follow(startAddress);
new Keys(new Shell().closeTask);
if (new URLSearchParams(location.search).has("new")) focusCapture();
document.addEventListener("visibilitychange", () => keeper.visible(document.visibilityState === "visible"));
// By then the tasks are on the screen.
setTimeout(keepMore, 3_000);
