/**
 * The screens that are no view: settings, devices, the account, signing in, pairing, letting in, and addresses of nothing.
 *
 * @import { Pointer } from "../list/pointer.js"
 * @import { Address } from "../router.js"
 */
import { LaterCalendar, LaterPage } from "./later.js";
import { UnknownPage } from "./unknown.js";

/** @typedef {{node: HTMLElement, focus(): void, end(): void}} Page */

/** @param {Exclude<Address, {screen: "view" | "task"}>} where @param {Pointer} pointer @returns {Page} */
export function pageOf(where, pointer) {
  switch (where.screen) {
    case "settings":
      return new LaterPage((more) => new more.SettingsPage());
    case "devices":
      return new LaterPage((more) => new more.DevicesPage());
    case "account":
      return new LaterPage((more) => new more.AccountPage());
    case "apps":
      return new LaterPage((more) => new more.AppsPage());
    case "proposals":
      return new LaterPage((more) => new more.ProposalsPage());
    case "data":
      return new LaterPage((more) => new more.DataPage());
    case "unsent":
      return new LaterPage((more) => new more.UnsentPage());
    case "signIn":
      return new LaterPage((more) => new more.SignInPage());
    case "letIn":
      return new LaterPage((more) => new more.LetInPage());
    case "arrive":
      return new LaterPage((more) => new more.ArrivePage());
    case "board":
      return new LaterPage((more) => new more.BoardPage());
    case "calendar":
      return new LaterCalendar(where, pointer);
    case "history":
      return new LaterPage((more) => new more.HistoryPage(where));
    case "review":
      return new LaterPage((more) => new more.ReviewPage(where));
    case "statistics":
      return new LaterPage((more) => new more.StatisticsPage());
    case "notifications":
      return new LaterPage((more) => new more.NotificationsPage());
    case "newTask":
      return new LaterPage((more) => new more.NewTaskPage(where));
    case "captureWays":
      return new LaterPage((more) => new more.CaptureWaysPage());
    case "widget":
      return new LaterPage((more) => new more.WidgetPage(where));
    case "unknown":
      return new UnknownPage(where.path);
    case "pair":
      return new LaterPage((more) => new more.PairPage(where.code));
  }
}
