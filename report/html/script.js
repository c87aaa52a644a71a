(() => {
  "use strict";
  const bar = document.getElementById("filter");
  const all = document.querySelectorAll("details");
  const at = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

  // What a link leads to is opened.
  const openTarget = () => {
    let target = null;
    try { target = at(); } catch { return; }
    if (!target) return;
    if (target.hidden) reset();
    const details = target.matches("details") ? target : target.querySelector("details");
    if (details) details.open = true;
    target.scrollIntoView();
  };

  // Paper cannot be unfolded.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...all].filter((d) => !d.open);
    for (const d of closed) d.open = true;
  });
  addEventListener("afterprint", () => {
    for (const d of closed) d.open = false;
    closed = [];
  });

  let reset = () => {};
  if (bar) filter();
  addEventListener("hashchange", openTarget);
  openTarget();

  function filter() {
    const rows = [...document.querySelectorAll("tr.f")].map((row) => ({
      row, shown: true, words: null, s: row.dataset.s, c: row.dataset.c.split(" "), v: row.dataset.v.split(" "), p: row.dataset.p.split(" "), n: Number(row.dataset.f || 1),
    }));
    const total = rows.reduce((sum, f) => sum + f.n, 0);
    const boxes = [...bar.querySelectorAll("input[type=checkbox]")];
    const [check, server, file] = ["c", "v", "p"].map((name) => bar.querySelector(`select[name=${name}]`));
    const query = bar.querySelector("input[type=search]");
    const count = document.getElementById("shown");
    const nothing = document.getElementById("nothing");
    const resetButton = document.getElementById("reset");

    // What can be seen of a finding, without the help that all findings of a check share.
    const wordsOf = (f) => {
      if (f.words === null) {
        const parts = [...f.row.cells].slice(0, 5).map((c) => c.textContent);
        parts.push(f.row.querySelector("summary").textContent, f.row.querySelector(".seen").textContent);
        f.words = parts.join("\n").toLowerCase();
      }
      return f.words;
    };

    // A click on the head of a column sorts by it, a second one the other way round. The page begins with the most severe.
    const heads = [...document.querySelectorAll("table.fs thead th")].slice(0, 5);
    const names = heads.map((th) => th.textContent.toLowerCase());
    const collator = new Intl.Collator("en", { numeric: true });
    let order = "";
    const sort = (wanted) => {
      const back = wanted.startsWith("-");
      const column = Math.max(names.indexOf(wanted.replace("-", "")), 0);
      order = column === 0 && !back ? "" : (back ? "-" : "") + names[column];
      const keys = new Map(rows.map((f) => [f, f.row.cells[column].textContent]));
      const sorted = [...rows];
      if (column > 0) sorted.sort((a, b) => collator.compare(keys.get(a), keys.get(b)));
      if (back) sorted.reverse();
      heads.forEach((th, i) => {
        if (i === column) th.ariaSort = back === (column === 0) ? "ascending" : "descending"; else th.removeAttribute("aria-sort");
      });
      rows[0].row.parentElement.append(...sorted.map((f) => f.row));
    };
    heads.forEach((th, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      button.addEventListener("click", () => { sort((order || names[0]) === names[i] ? `-${names[i]}` : names[i]); changed(); });
      th.replaceChildren(button);
    });
    heads[0].ariaSort = "descending";

    // Only rows that appear or disappear are touched, and nothing that is laid out is read.
    const apply = () => {
      const severities = new Set(boxes.filter((b) => b.checked).map((b) => b.value));
      const terms = query.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const f of rows) {
        const fits = (severities.size === 0 || severities.has(f.s)) && (check.value === "" || f.c.includes(check.value)) &&
          (server.value === "" || f.v.includes(server.value)) && (file.value === "" || f.p.includes(file.value)) &&
          terms.every((t) => wordsOf(f).includes(t));
        if (fits) shown += f.n;
        if (fits !== f.shown) {
          f.shown = fits;
          f.row.hidden = !fits;
        }
      }
      const state = new URLSearchParams();
      if (severities.size) state.set("s", [...severities].join(","));
      for (const control of [check, server, file, query]) if (control.value) state.set(control.name, control.value);
      count.textContent = state.toString() ? `${shown} of ${total} shown` : `${total} shown`;
      if (order) state.set("o", order);
      const active = state.toString();
      nothing.hidden = shown > 0;
      resetButton.disabled = !active;
      return active;
    };
    // The filter is part of the address, so that a view can be bookmarked.
    const changed = () => {
      const active = apply();
      try { history.replaceState(null, "", active ? `#?${active}` : location.pathname + location.search); } catch { /* a frame without an address */ }
    };
    let pending = 0;
    const later = () => {
      cancelAnimationFrame(pending);
      pending = requestAnimationFrame(changed);
    };
    const restore = () => {
      if (!location.hash.startsWith("#?")) return;
      const state = new URLSearchParams(location.hash.slice(2));
      const severities = (state.get("s") || "").split(",");
      for (const b of boxes) b.checked = severities.includes(b.value);
      for (const control of [check, server, file, query]) {
        control.value = state.get(control.name) || "";
        if (control.selectedIndex === -1) control.value = "";
      }
      if ((state.get("o") || "") !== order) sort(state.get("o") || "");
      apply();
    };
    reset = () => {
      for (const b of boxes) b.checked = false;
      for (const control of [check, server, file, query]) control.value = "";
      if (order) sort("");
      changed();
    };

    bar.addEventListener("change", changed);
    query.addEventListener("input", later);
    resetButton.addEventListener("click", () => { reset(); query.focus(); });
    const setAll = (open) => {
      for (const f of rows) if (f.shown) f.row.querySelector("details").open = open;
    };
    document.getElementById("open").addEventListener("click", () => setAll(true));
    document.getElementById("close").addEventListener("click", () => setAll(false));
    addEventListener("hashchange", restore);
    addEventListener("keydown", (e) => {
      if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest("input, select, textarea")) {
        e.preventDefault();
        query.focus();
      } else if (e.key === "Escape" && e.target === query && query.value) {
        query.value = "";
        changed();
      }
    });
    // A click anywhere on the row opens it, unless it is meant for something in it or selects text.
    document.querySelector("table.fs tbody").addEventListener("click", (e) => {
      if (e.target.closest("summary, .body, a") || String(getSelection())) return;
      const row = e.target.closest("tr.f");
      if (row) {
        const details = row.querySelector("details");
        details.open = !details.open;
      }
    });

    bar.hidden = false;
    apply();
    restore();
  }
})();
