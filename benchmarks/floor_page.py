"""The floor of the web app's reactions: a page that looks as the app does at that moment and does the same painting, with
no task behind it. It is measured in turns with the app, so that both share what else the machine does."""

# From the key to the task after the frame that shows what it did, by the page's clock; and to the moment from which the
# app says no more that it is on its way to the disk.
WATCH = """() => {
  globalThis.spans = [];
  globalThis.kept = [];
  globalThis.wanted = null;
  let pressed = 0;
  let waits = null;
  addEventListener("keydown", (event) => {
    if (globalThis.wanted && event.key === globalThis.wanted.key) pressed = event.timeStamp;
  }, true);
  new MutationObserver(() => {
    if (pressed && globalThis.wanted?.isThere()) see();
    if (!waits?.isKept()) return;
    globalThis.kept.push(performance.now() - waits.from);
    waits = null;
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["data-state", "data-id", "aria-busy"],
  });
  const see = () => {
    const from = pressed;
    waits = { from, isKept: globalThis.wanted.isKept };
    pressed = 0;
    globalThis.wanted = null;
    requestAnimationFrame(() => setTimeout(() => globalThis.spans.push(performance.now() - from)));
  };
}"""

# What the next key has to bring: a row with a title, or another state of a row.
WANTED = """([key, title, id]) => {
  const find = title === null
    ? () => document.querySelector(`.rows .row[data-id='${id}']`)
    : () => [...document.querySelectorAll(".rows .title")].find((one) => one.textContent === title)?.closest(".row");
  const before = find()?.dataset.state;
  const isThere = () => find()?.dataset.state !== before;
  // What was completed may stand out of sight by then.
  const isKept = () => !find()?.ariaBusy;
  globalThis.wanted = { key, isThere, isKept };
}"""

PAINT = """() => {
  const rows = document.querySelector(".rows");
  const field = document.querySelector(".capture .field");
  const scroller = document.querySelector(".scroller");
  let count = 0;
  addEventListener("keydown", (event) => {
    const row = document.activeElement;
    if (event.key === "Enter" && row === field) {
      event.preventDefault();
      const last = rows.lastElementChild;
      const offset = new DOMMatrix(last.style.transform).m42 + 44;
      const node = last.cloneNode(true);
      node.querySelector(".title").textContent = field.value;
      node.dataset.id = `floor-${count += 1}`;
      node.style.transform = `translateY(${offset}px)`;
      field.value = "";
      rows.append(node);
      rows.firstElementChild.remove();
      rows.style.height = `${offset + 44}px`;
      scroller.scrollTop = scroller.scrollHeight;
    } else if (event.key === " " && row.classList.contains("row")) {
      event.preventDefault();
      row.dataset.state = row.dataset.state === "active" ? "completed" : "active";
      row.querySelector(".circle").classList.add("changed");
    }
  }, true);
}"""

# Of the rows that can be seen: an open one, as long as there are any. On the floor none goes away.
CHOOSE = """() => {
  const seen = document.querySelector(".scroller").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".rows .row")].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top > seen.top + 140 && bottom < seen.bottom - 60;
  });
  const open = rows.filter((row) => row.dataset.state !== "completed");
  const row = (open[3] ?? open.at(-1) ?? rows[3]) ?? document.querySelector(".rows .row");
  row.focus({ preventScroll: true });
  return row.dataset.id;
}"""


class Slowed:
    """Pages at a processor so many times slower, until it ends. The session says it again after each navigation for as
    long as it lives, so it must not outlive what is measured with it."""

    def __init__(self, context, pages, cpu):
        self.sessions = [] if cpu == 1 else [context.new_cdp_session(page) for page in pages]
        for session in self.sessions:
            session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})

    def end(self):
        for session in self.sessions:
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            session.detach()


def beside(context, page):
    """The floor as the page looks now; both are watched from here on."""
    look = page.evaluate("""() => {
      const copy = document.documentElement.cloneNode(true);
      copy.querySelectorAll("script, link").forEach((node) => node.remove());
      return copy.outerHTML;
    }""")
    styles = page.evaluate("fetch(document.querySelector('link[rel=stylesheet]').href).then((answer) => answer.text())")
    floor = context.new_page()
    floor.set_content(look.replace("</head>", f"<style>{styles}</style></head>"))
    # The watcher hears of a key before it is painted.
    page.evaluate(WATCH)
    floor.evaluate(WATCH)
    floor.evaluate(PAINT)
    return floor
