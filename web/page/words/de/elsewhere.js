/** Aufgaben, die von anderswo kommen: die Seite, die sie annimmt, und die Wege dorthin. */

export const newTask = {
  title: "Neue Aufgabe",
  brought: "Das hat eine andere App oder Seite ausgefüllt. Gespeichert wird erst, wenn du die Eingabetaste drückst.",
  /** @param {string} place */
  saved: (place) => `Zu ${place} hinzugefügt.`,
  place: "Ort",
  places: { inbox: "Eingang", today: "Heute" },
  /** @param {number} count */
  waiting: (count) =>
    count === 1 ? "Eine weitere ist noch nicht gespeichert" : `${count} weitere sind noch nicht gespeichert`,
  /** @param {string} name */
  continueWith: (name) => `Weiter mit ${name}`,
  /** @param {string} place */
  show: (place) => `${place} zeigen`,
  close: "Dieses Fenster schließen",
};

export const ways = {
  title: "Von anderswo aufschreiben",
  share: "Das Teilen-Menü",
  shareMore:
    "Mit Chrome oder Edge installiert, steht Daybook im Teilen-Menü, wo Telefon oder Computer eines haben. Was du teilst, " +
    "steht im Feld einer neuen Aufgabe. Die Eingabetaste speichert sie.",
  bookmark: "Ein Lesezeichen",
  bookmarkMore:
    "Auf jeder Seite öffnet es eine neue Aufgabe mit ihrem Namen, ihrer Adresse und dem, was du markiert hast.",
  bookmarkHere: "Zieh das hier zu deinen Lesezeichen:",
  bookmarkName: "Zu Daybook",
  bookmarkDrag: "Zieh es zu deinen Lesezeichen, oder kopiere seinen Text in ein neues.",
  bookmarkText: "Text des Lesezeichens",
  link: "Ein Link",
  linkMore:
    "Ein Link öffnet eine neue Aufgabe mit title, text und url. Von selbst speichert er nichts: das tust du, mit der " +
    "Eingabetaste.",
  linkAddress: "Der Link",
  shortcuts: "Kurzbefehle auf iPhone, iPad und Mac",
  shortcutsMore: "Ein Kurzbefehl, ein Knopf oder deine Stimme fügt eine Aufgabe hinzu, ohne dass du Daybook öffnest.",
  steps: [
    "Erstelle unten ein Token. Es kann Aufgaben hinzufügen und nichts sehen.",
    "Leg in Kurzbefehle einen Kurzbefehl mit „Nach Eingabe fragen“ an, oder lass ihn Text aus dem Teilen-Menü annehmen.",
    "Füg „Inhalte von URL abrufen“ mit der Adresse unten hinzu. Methode: POST.",
    "Füg unter „Header“ Authorization hinzu. Der Text ist Bearer, ein Leerzeichen und das Token.",
    "Wähl bei „Haupttext der Anfrage“ JSON, und füg den Text title hinzu: die Eingabe des Kurzbefehls.",
    "Um zu hören, was hinzugefügt wurde, hol mit „Wörterbuchwert abrufen“ sentence aus der Antwort, und lass es sprechen.",
  ],
  address: "Adresse",
  make: "Token erstellen",
  placeholder: "Kurzbefehl auf meinem Telefon",
  ready: "Das Token für den Kurzbefehl",
  how: "Kopiere es, oder scanne es mit dem Telefon, das den Kurzbefehl hat. Es wird nur jetzt gezeigt.",
  token: "Token",
  qr: "QR-Code mit dem Token",
  end: "Den Zugang kannst du ihm unter „Apps und Zugänge“ wieder nehmen.",
};
