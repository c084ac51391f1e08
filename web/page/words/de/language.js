/** The choice of a language. Each is called what it calls itself. */

export const name = "Sprache";
export const choices = { system: "Wie der Browser", en: "English", de: "Deutsch" };
export const away = "Diese Sprache lässt sich gerade nicht laden. Versuch es, sobald das Netz wieder da ist.";
