// Sorts tables by a column, and copies them for a spreadsheet.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const value = (row, at) => row.cells[at].dataset.value ?? row.cells[at].textContent;
  table.tHead.querySelectorAll("th").forEach((head, at) => {
    head.firstElementChild.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.querySelectorAll("th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].sort((one, other) => {
        const [a, b] = [value(one, at), value(other, at)];
        const order = a !== "" && b !== "" && !isNaN(a) && !isNaN(b) ? a - b : a.localeCompare(b);
        return down ? -order : order;
      });
      body.append(...rows);
    });
  });
}
for (const button of document.querySelectorAll("button.copy")) {
  button.addEventListener("click", async () => {
    const table = document.getElementById(button.dataset.of);
    const lines = [...table.rows].map((row) =>
      [...row.cells].map((cell) => cell.dataset.value ?? cell.textContent.trim()).join("\t"));
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      button.textContent = "Copied";
    } catch {
      // Pages without leave for the clipboard mark the table instead.
      getSelection().selectAllChildren(table);
      button.textContent = "Marked: copy it with Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy for a spreadsheet"), 2500);
  });
}
