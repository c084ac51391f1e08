/** The icons: lines of 1.75 on a square of 24, in the colour of the text. They say nothing that words do not say. */

/** @type {Record<string, string>} */
const shapes = {
  inbox: "M3 13h5l1.5 3h5L16 13h5M3 13l3-8h12l3 8v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  today: "M12 3.5l2.6 5.5 6 .8-4.4 4.1 1.1 5.9L12 17l-5.3 2.8 1.1-5.9L3.4 9.8l6-.8z",
  upcoming: "M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4",
  month:
    "M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4M7.5 13.5h.01M12 " +
    "13.5h.01M16.5 13.5h.01M7.5 17h.01M12 17h.01",
  undo: "M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  past: "M12 7v5l3 2M3.5 12a8.5 8.5 0 1 0 2.6-6.1M3.5 4v4h4",
  overdue: "M6 21V4M6 5c5-3 7 2 12 0v9c-5 2-7-3-12 0",
  logbook: "M6 3h11a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 12l2 2 4-4",
  deleted: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  board: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
  backlog: "M3.5 4.5h17v4h-17zM5 8.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8.5M10 12.5h4",
  morning: "M3 19h18M7.5 15.5a4.5 4.5 0 0 1 9 0M12 4v4M9.5 6.2L12 4l2.5 2.2M4.5 10l1.6 1.6M19.5 10l-1.6 1.6",
  afternoon: "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2",
  evening: "M19.8 14.6A8.3 8.3 0 0 1 9.4 4.2a8.3 8.3 0 1 0 10.4 10.4z",
  lock: "M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  filter: "M4 5h16l-6.2 7.5V18l-3.6 2v-7.5z",
  plus: "M12 5v14M5 12h14",
  more: "M5 11.3a.7.7 0 1 0 0 1.4a.7.7 0 0 0 0-1.4zM12 11.3a.7.7 0 1 0 0 1.4a.7.7 0 0 0 0-1.4zM19 11.3a.7.7 0 1 0 0 " +
    "1.4a.7.7 0 0 0 0-1.4z",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM20 20l-4-4",
  settings: "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM19 12l2-1-1-3-2.2.2-1.3-1.3L16.7 4.7 14 3.5 12.5 5h-1L10 3.5 7.3 " +
    "4.7l.2 2.2-1.3 1.3L4 8l-1 3 2 1-2 1 1 3 2.2-.2 1.3 1.3-.2 2.2L10 20.5 11.5 19h1l1.5 1.5 2.7-1.2-.2-2.2 1.3-1.3L20 16l1-3z",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  note: "M5 7h14M5 12h14M5 17h8",
  date: "M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4",
  due: "M6 21V4M6 5c5-3 7 2 12 0v9c-5 2-7-3-12 0",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4",
  repeat: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  device: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4.5 20c1-4 4-5 7.5-5s6.5 1 7.5 5",
  tomorrow:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M18.4 5.6l-1 1M6.6 17.4l-1 1",
  keys:
    "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
  up: "M12 19V5M6 11l6-6 6 6",
  top: "M5 4h14M12 20V8.5M6.5 14l5.5-5.5 5.5 5.5",
  start: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM10.5 9l4.5 3-4.5 3z",
  edit: "M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3",
  select: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM8.5 12.3l2.5 2.5 4.5-5",
  down: "M12 5v14M6 13l6 6 6-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  tag: "M4 4h8l8 8-8 8-8-8zM8.2 8.2h.01",
  priority: "M12 4v10M12 19.5h.01",
  category: "M4 6.5h6l2 2.5h8v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18z",
  parts: "M5 5v9.5A2.5 2.5 0 0 0 7.5 17H11M5 9h6M14 7h6v4h-6zM14 15h6v4h-6z",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  skip: "M5 6l7 6-7 6zM13 6l7 6-7 6z",
  statistics: "M5 20v-6M12 20V4M19 20v-10",
};

/** What stands before a list's name: a dot of its colour, and a funnel where a filter finds its tasks. */
export function listMark(
  /** @type {string | null | undefined} */ colour,
  /** @type {string | null | undefined} */ filter,
  kind = "",
) {
  if (typeof filter === "string") {
    const funnel = icon("filter", kind);
    if (colour) funnel.style.color = colour;
    return funnel;
  }
  const dot = document.createElement("span");
  dot.className = `dot ${kind}`.trim();
  if (colour) dot.style.backgroundColor = colour;
  return dot;
}

const space = "http://www.w3.org/2000/svg";

/** @param {keyof typeof shapes & string} name @param {string} [kind]  a further class */
export function icon(name, kind = "") {
  const drawn = document.createElementNS(space, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("class", `icon ${kind}`.trim());
  drawn.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", shapes[name]);
  drawn.append(line);
  return drawn;
}
