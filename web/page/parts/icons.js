/** The icons: lines of 1.75 on a square of 24, in the colour of the text. They say nothing that words do not say. */

/** @type {Record<string, string>} */
const shapes = {
  inbox: "M3 13h5l1.5 3h5L16 13h5M3 13l3-8h12l3 8v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  today: "M12 3.5l2.6 5.5 6 .8-4.4 4.1 1.1 5.9L12 17l-5.3 2.8 1.1-5.9L3.4 9.800l6-.8z",
  upcoming: "M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4",
  past: "M12 7v5l3 2M3.5 12a8.500 8.500 0 1 0 2.600-6.100M3.500 4v4h4",
  overdue: "M6 21V4M6 5c5-3 7 2 12 0v9c-5 2-7-3-12 0",
  logbook: "M6 3h11a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 12l2 2 4-4",
  deleted: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  list: "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01",
  filter: "M4 5h16l-6.200 7.500V18l-3.600 2v-7.500z",
  plus: "M12 5v14M5 12h14",
  more:
    "M5 11.300a.7.7 0 1 0 0 1.400a.7.7 0 0 0 0-1.400zM12 11.300a.7.7 0 1 0 0 1.400a.7.7 0 0 0 0-1.400zM19 11.300a.7.7 0 1 0 0 " +
    "1.400a.7.7 0 0 0 0-1.400z",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM20 20l-4-4",
  settings:
    "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM19 12l2-1-1-3-2.200.2-1.300-1.300L16.700 4.700 14 3.500 12.500 5h-1L10 3.500 7.300 " +
    "4.700l.2 2.200-1.300 1.300L4 8l-1 3 2 1-2 1 1 3 2.200-.2 1.300 1.300-.2 2.200L10 20.500 11.500 19h1l1.500 1.500 2.700-1.200-.2-2.200 1.300-1.300L20 16l1-3z",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  note: "M5 7h14M5 12h14M5 17h8",
  date: "M5 5h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3 10h18M8 3v4M16 3v4",
  due: "M6 21V4M6 5c5-3 7 2 12 0v9c-5 2-7-3-12 0",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15zM10 21h4",
  repeat: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  check: "M5 12.500l4.500 4.500L19 7.500",
  device: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4.500 20c1-4 4-5 7.500-5s6.500 1 7.500 5",
  tomorrow:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1 1M17.400 17.400l1 1M18.400 5.600l-1 1M6.600 17.400l-1 1",
  keys:
    "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
  up: "M12 19V5M6 11l6-6 6 6",
  top: "M5 4h14M12 20V8.500M6.500 14l5.500-5.500 5.500 5.500",
  start: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM10.500 9l4.500 3-4.500 3z",
  edit: "M4.500 19.500l1-4L16 5l3 3L8.500 18.500zM13.500 7.500l3 3",
  select: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM8.500 12.300l2.500 2.500 4.500-5",
  down: "M12 5v14M6 13l6 6 6-6",
  menu: "M4 7h16M4 12h16M4 17h16",
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
