"use strict";
(function () {
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const panel = document.getElementById("details");
  const buttons = Array.from(document.querySelectorAll("table.chart button"));
  let chosen = null;

  function make(name, text, className) {
    const node = document.createElement(name);
    if (text !== undefined) { node.textContent = text; }
    if (className) { node.className = className; }
    return node;
  }

  function table(caption, heads, rows) {
    const result = make("table", undefined, "facts");
    result.append(make("caption", caption, "faint"));
    const head = make("tr");
    heads.forEach(function (text) {
      const cell = make("th", text);
      cell.scope = "col";
      head.append(cell);
    });
    const thead = make("thead");
    thead.append(head);
    const body = make("tbody");
    rows.forEach(function (row) {
      const line = make("tr", undefined, row.className);
      row.cells.forEach(function (cell, place) {
        const node = make(place ? "td" : "th", undefined, place === 1 ? "number" : undefined);
        if (!place) { node.scope = "row"; }
        node.append(cell);
        line.append(node);
      });
      body.append(line);
    });
    result.append(thead, body);
    return result;
  }

  function show(button) {
    const cell = data.cells[button.dataset.cell];
    buttons.forEach(function (other) {
      other.setAttribute("aria-pressed", String(other === button));
    });
    chosen = button;
    panel.replaceChildren(make("h2", cell.words));
    const rows = cell.actions.map(function (action) {
      const exact = make("span", action.exact, "exact");
      exact.dataset.action = action.name;
      return {
        className: action.chosen ? "best" : "",
        cells: [action.name, action.decimal, exact],
      };
    });
    panel.append(table(cell.explained, ["Action", "EV", "Exactly"], rows));
    panel.append(make("h3", "How close it is"));
    panel.append(make("p", cell.mistake));
    if (cell.gameCost) {
      panel.append(make("p", cell.gameCost.words));
      panel.append(make("p", cell.gameCost.exact, "exact"));
    }
    panel.append(make("h3", "Hands of this cell that are better played otherwise"));
    if (cell.exceptions.length) {
      panel.append(table(
        "What it gains that hand, and what that adds to the whole game's EV.",
        ["Hand", "Gain", "Best play, and worth"],
        cell.exceptions.map(function (one) {
          const last = make("span");
          last.append(one.best + ", " + one.worth + " ", make("span", one.exact, "exact"));
          return { className: "", cells: [one.hand, one.gain, last] };
        })
      ));
    } else {
      panel.append(make("p", "None: every composition is played as the chart says."));
    }
  }

  function clear() {
    if (chosen) { chosen.setAttribute("aria-pressed", "false"); }
    chosen = null;
    panel.replaceChildren(make("h2", "A cell in detail"), make("p", panel.dataset.hint));
  }

  function mix(share, from, to) {
    return "rgb(" + from.map(function (part, place) {
      return Math.round(part + (to[place] - part) * share);
    }).join(",") + ")";
  }

  const white = [255, 255, 255];
  const blue = [105, 170, 235];
  const orange = [240, 150, 80];

  function heat(view, number) {
    if (view === "ev") {
      return mix(Math.min(1, Math.abs(number)), white, number < 0 ? orange : blue);
    }
    if (number < 0) { return mix(1, white, blue); }
    // Small costs matter most: the square root tells them apart.
    return mix(Math.min(1, Math.sqrt(Math.max(0, number))), white, orange);
  }

  // At most four characters, which is what a cell has room for; the details have every digit.
  function brief(view, number) {
    if (view === "mistake" && number < 0) { return "<0"; }
    const size = Math.abs(number);
    const rounded = size.toFixed(size >= 0.995 ? 1 : view === "ev" ? 2 : 3).replace(/^0\./, ".");
    return (number < 0 && /[1-9]/.test(rounded) ? "-" : "") + rounded;
  }

  function setView(view) {
    document.body.dataset.view = view;
    buttons.forEach(function (button) {
      const cell = data.cells[button.dataset.cell];
      const number = view === "ev" ? cell.ev : cell.cost;
      if (view === "actions") {
        button.textContent = cell.symbol;
        button.style.setProperty("--fill", cell.fill);
      } else if (number === null) {
        button.textContent = "-";
        button.style.setProperty("--fill", "#fff");
      } else {
        button.textContent = brief(view, Number(number));
        button.style.setProperty("--fill", heat(view, Number(number)));
      }
      const said = view === "actions" || number === null ? "" : ", " + Number(number).toFixed(4);
      button.setAttribute("aria-label", cell.words + said);
    });
    document.getElementById("view-words").textContent = data.views[view];
  }

  function step(button, key) {
    const place = buttons.indexOf(button);
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, ArrowUp: place - 10, ArrowDown: place + 10 }[key];
    if (to === undefined || !buttons[to]) { return false; }
    buttons.forEach(function (other) { other.tabIndex = -1; });
    buttons[to].tabIndex = 0;
    buttons[to].focus();
    return true;
  }

  buttons.forEach(function (button, place) {
    button.tabIndex = place ? -1 : 0;
    button.addEventListener("click", function () { show(button); });
    button.addEventListener("keydown", function (event) {
      if (event.key === "Escape") { clear(); }
      if (step(button, event.key)) { event.preventDefault(); }
    });
  });
  document.querySelectorAll("input[name=view]").forEach(function (input) {
    input.addEventListener("change", function () { setView(input.value); });
  });
  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.addEventListener("click", function () {
    const root = document.documentElement;
    const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
  });
  window.addEventListener("beforeprint", function () {
    document.querySelector(".picture details").open = true;
  });
  document.querySelector(".toolbar fieldset").disabled = false;
  clear();
}());
