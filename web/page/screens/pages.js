/**
 * The screens that are no view: settings, devices, the account, signing in, pairing, and addresses of nothing.
 *
 * @import { Address } from "../router.js"
 */
import { AccountPage } from "./account.js";
import { ArrivePage } from "./arrive.js";
import { DevicesPage } from "./devices.js";
import { LaterPage } from "./later.js";
import { PairPage } from "./pair.js";
import { SettingsPage } from "./settings.js";
import { SignInPage } from "./sign-in.js";
import { UnknownPage } from "./unknown.js";

/** @typedef {{node: HTMLElement, focus(): void, end(): void}} Page */

/** @param {Exclude<Address, {screen: "view" | "task"}>} where @returns {Page} */
export function pageOf(where) {
  switch (where.screen) {
    case "settings":
      return new SettingsPage();
    case "devices":
      return new DevicesPage();
    case "account":
      return new AccountPage();
    case "signIn":
      return new SignInPage();
    case "arrive":
      return new ArrivePage();
    case "history":
      return new LaterPage((more) => new more.HistoryPage(where.task));
    case "notifications":
      return new LaterPage((more) => new more.NotificationsPage());
    case "unknown":
      return new UnknownPage(where.path);
    case "pair":
      return new PairPage(where.code);
  }
}
