/** Whether somebody has set a reminder in this tab. */
import { Signal } from "../signal.js";

export const remindersWanted = new Signal(false);
