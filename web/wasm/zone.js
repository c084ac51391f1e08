/**
 * A time zone as the core takes it: when each span of equal offset begins. The browser knows zones, the core does not.
 *
 * @param {string} name
 * @param {{from?: number, until?: number}} [years]
 * @returns {{name: string, starts: number[], offsets: number[]}}
 */
export function spans(name, { from = 2000, until = 2060 } = {}) {
  return told(name, from, until) ?? searched(name, from, until);
}

/**
 * From the browser's own list of transitions, where it has one.
 * @param {string} name @param {number} from @param {number} until
 */
function told(name, from, until) {
  const { Temporal } = /** @type {any} */ (globalThis);
  if (!Temporal) return null;
  const begin = Date.UTC(from, 0, 1);
  let at = Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(name);
  const starts = [begin / 1000];
  const offsets = [at.offsetNanoseconds / 1e9];
  for (;;) {
    at = at.getTimeZoneTransition("next");
    if (!at || at.epochMilliseconds >= Date.UTC(until, 0, 1)) break;
    // A transition may change the name of a time alone.
    if (at.offsetNanoseconds / 1e9 === offsets[offsets.length - 1]) continue;
    starts.push(at.epochMilliseconds / 1000);
    offsets.push(at.offsetNanoseconds / 1e9);
  }
  return { name, starts, offsets };
}

/**
 * By looking at the clock every two weeks, and between two looks that differ for the second of the change.
 * @param {string} name @param {number} from @param {number} until
 */
export function searched(name, from, until) {
  const clock = clockOf(name);
  const begin = Date.UTC(from, 0, 1) / 1000;
  const end = Date.UTC(until, 0, 1) / 1000;
  const starts = [begin];
  const offsets = [clock(begin)];
  // No zone changes twice within two weeks and ends where it began, but for Ramadan in Morocco, which takes four.
  const step = 14 * 86_400;
  for (let second = begin; second < end; second += step) {
    let [low, high] = [second, second + step];
    const after = clock(high);
    if (after === offsets[offsets.length - 1]) continue;
    const before = offsets[offsets.length - 1];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (clock(middle) === before) low = middle;
      else high = middle;
    }
    starts.push(high);
    offsets.push(after);
  }
  return { name, starts, offsets };
}

/**
 * How far the clocks of a zone are east of Greenwich at a second, in seconds.
 * @param {string} name
 * @returns {(second: number) => number}
 */
function clockOf(name) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (second) => {
    /** @type {Record<string, number>} */
    const part = {};
    for (const { type, value } of format.formatToParts(second * 1000)) part[type] = Number(value);
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) / 1000 - second;
  };
}
