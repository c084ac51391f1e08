/** Whether somebody has set a time in this tab that they may want to be reminded of. */
import { Signal } from "../signal.js";

export const remindersWanted = new Signal(false);
