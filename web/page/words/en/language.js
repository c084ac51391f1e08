/** The choice of a language. Each is called what it calls itself. */

export const name = "Language";
export const choices = { system: "As the browser", en: "English", de: "Deutsch" };
export const away = "This language cannot be loaded now. Try again once the network is there.";
