/** What somebody can choose who plans by parts of the day. */
export const title = "Tagesteile";
export const rules = "Regeln für die Tagesteile";
export const show = "Tagesplan und Vorrat";
export const showMore = "Plane in Vormittag, Nachmittag und Abend";
export const rollover = "Nicht Erledigtes in den Vorrat legen";
export const rolloverMore = "Am Ende des Tages, für Aufgaben in Vormittag, Nachmittag und Abend";
export const unlock = "Ergänzungen warten auf das Muss";
export const unlockMore = "Sie öffnen sich, wenn das Muss ihres Tagesteils erledigt ist";
/** @param {string} bucket */
export const limit = (bucket) => `${bucket}: Aufgaben in einem Tagesteil`;
/** @type {Record<string, string>} */
export const limitMore = {
  mustDo: "Worum es an einem Morgen, Nachmittag oder Abend geht",
  complementary: "Wofür daneben Zeit ist",
  misc: "Kleinigkeiten; was dort aufgeschrieben wird, ist zuerst eine davon",
};
export const backlogLimit = "Aufgaben im Vorrat";
export const backlogLimitMore = "Leer für beliebig viele";
