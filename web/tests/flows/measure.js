// What is wrong with how a narrow screen is laid out: it scrolls sideways, words stand a few letters a line, or texts and
// controls are cut or lie on each other. Evaluated in the page; answers sentences.
(() => {
  /** Texts with fewer letters in a line, on average, are spelled and not read. */
  const fewest = 4;
  /** @type {Set<string>} */
  const found = new Set();
  const over = document.querySelector("dialog[open], :popover-open") ?? document.querySelector(".pane:not([hidden])");
  const roots = over ? [over] : [...document.querySelectorAll("#main, .tabs, .opener")];
  const seen = { opacityProperty: true, visibilityProperty: true };

  for (const node of document.querySelectorAll("html, .scroller, .head, .pane, .popover, dialog")) {
    const wide = node.scrollWidth - node.clientWidth;
    if (node.checkVisibility() && wide > 1) found.add(`${nameOf(node)} is ${wide} pixels too wide`);
  }
  const solid = [...roots.flatMap(linesIn), ...roots.flatMap(controlsIn)];
  solid.forEach((one, at) => {
    for (const other of solid.slice(at + 1)) {
      if (collide(one, other)) found.add(`${one.name} and ${other.name} collide`);
    }
  });
  return [...found];

  /** The lines of all texts. @param {Element} root */
  function linesIn(root) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walk.nextNode()) {
      const node = /** @type {Text} */ (walk.currentNode);
      const holder = /** @type {Element} */ (node.parentElement);
      const text = node.data.trim();
      if (!text || !holder.checkVisibility(seen) || holder.closest(".unseen, [aria-hidden=true], option")) continue;
      // What only readers are told stands in a box of one pixel.
      if (holder.getBoundingClientRect().width <= 1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const count = new Set(lines.map(({ top }) => Math.round(top))).size;
      if (text.length >= 2 * fewest && text.length / count < fewest) found.add(`"${text}" stands in ${count} lines`);
      for (const box of lines) all.push({ node: holder, name: `"${text}"`, box });
    }
    return all;
  }

  /** Everything that is pressed or written in. @param {Element} root */
  function controlsIn(root) {
    const all = [root, ...root.querySelectorAll("*")].filter((node) =>
      node.matches("button, a, input, select, textarea")
    );
    return all.filter((node) => node.checkVisibility(seen) && !node.closest(".unseen")).map((node) => {
      const box = node.getBoundingClientRect();
      if (box.left < -1 || box.right > innerWidth + 1) found.add(`${nameOf(node)} leaves the screen`);
      if (node.tagName === "BUTTON" && node.scrollWidth > node.clientWidth + 1) found.add(`${nameOf(node)} is cut`);
      return { node, name: nameOf(node), box };
    });
  }

  /** @typedef {{node: Element, name: string, box: DOMRect}} Solid @param {Solid} one @param {Solid} other */
  function collide(one, other) {
    if (one.node.contains(other.node) || other.node.contains(one.node)) return false;
    // What scrolls goes below what stays, and is meant to.
    if (scrollerOf(one.node) !== scrollerOf(other.node)) return false;
    const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    return across > 2 && down > 2;
  }

  /** @param {Element} node */
  function scrollerOf(node) {
    return node.closest(".top, .detail-head") ??
      node.closest(".scroller, .pane, .palette-list, .popover, dialog, .tabs");
  }

  /** @param {Element} node */
  function nameOf(node) {
    const label = node.getAttribute("aria-label") || node.textContent?.trim().slice(0, 30);
    return `${node.tagName.toLowerCase()}.${node.className} ${label}`;
  }
})();
