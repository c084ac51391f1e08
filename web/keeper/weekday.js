/** On which day the week begins where a person lives. */

/** Regions whose week begins on another day than Monday, as CLDR has them. */
const saturday = "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY";
const sunday =
  "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA " +
  "PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW";

/** @typedef {Intl.Locale & {getWeekInfo?: () => {firstDay: number}, weekInfo?: {firstDay: number}}} Locale */

/** From 1 for Monday to 7. Not every browser knows it. @param {string} language  of the browser, such as `en-GB` */
export function firstWeekday(language) {
  const locale = /** @type {Locale} */ (new Intl.Locale(language));
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? firstWeekdayIn(locale.maximize().region ?? "");
}

/** @param {string} region */
export function firstWeekdayIn(region) {
  if (region === "MV") return 5;
  if (saturday.split(" ").includes(region)) return 6;
  return sunday.split(" ").includes(region) ? 7 : 1;
}
