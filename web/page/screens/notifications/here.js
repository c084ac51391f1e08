/** Whether this browser shows notifications, and what it says about that itself. */
import { remark } from "../../deeds.js";
import { check, group, setting } from "../../parts/page.js";
import { element } from "../../element.js";
import { preferences } from "../../preferences.js";
import { isOn, permission, show } from "../../reminders/system.js";
import { switchOff, switchOn } from "../../reminders/this-device.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

/** @param {() => void} changed  the channels may be others now */
export function hereGroup(changed) {
  const box = check(isOn(), async (on) => {
    if (on) {
      if (!await switchOn()) remark(w.disabled);
    } else await switchOff();
    changed();
  });
  box.disabled = ["denied", "missing"].includes(permission());
  return group(w.here, [
    setting(w.notify, box, sentence()),
    isOn() && setting(w.testMore, element("button", { class: "soft", onclick: test }, w.test)),
  ]);
}

function sentence() {
  const said = permission();
  if (said === "missing") return w.missing;
  if (said === "denied") return w.denied;
  if (!isOn()) return w.off;
  return preferences.value.notifyKind === "webPush" ? w.push : w.live;
}

async function test() {
  const ring = { tag: "example", task: null, subject: "test", at: new Date().toISOString() };
  if (!await show({ ...ring, title: w.testTitle, body: w.testBody }, () => {})) remark(w.denied);
}
