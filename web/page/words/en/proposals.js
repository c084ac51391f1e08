/** What assistants would like to have done. */
import { plural } from "../forms.js";

export const title = "Proposals";
export const asking = "Asking the server ...";
export const none = "Nothing is proposed. What an assistant would like to change waits here for you.";
/** @param {string} name */
export const from = (name) => `${name} proposes`;
/** @param {string} note */
export const note = (note) => `“${note}”`;
/** @param {string} made @param {string} until */
export const made = (made, until) => `Nothing is changed yet. Proposed ${made}; it waits until ${until}.`;
export const apply = "Apply";
/** @param {number} count */
export const applySome = (count) => plural(count, { one: "Apply the one chosen", other: "Apply the # chosen" });
export const dismiss = "Dismiss...";
export const dismissQuestion = {
  title: "Dismiss this proposal?",
  sentence: "Nothing is changed. Who proposed it can propose it again.",
  yes: "Dismiss",
};
export const dismissed = "Dismissed";
export const applied = "Applied";
export const gone = "This proposal is not there any more.";
export const changed = "Something changed meanwhile, so nothing was done. This is what it would come to now.";
export const alone = "Without the others it would come to this. Nothing was done yet.";
export const all = "Show all of it";
export const nothing = "Nothing of it can be done any more.";
/** @param {string} why */
export const refused = (why) => `Cannot be done: ${why}`;
/** @param {number} count */
export const deletes = (count) => ({
  title: plural(count, { one: "Delete one task on every device?", other: "Delete # tasks on every device?" }),
  sentence: "That is most of what there is. One undo brings all of them back.",
  yes: "Apply",
});
export const more = "What AI assistants would like to change is shown to you first. You apply it, or you do not.";
export const open = "Look at proposals";
