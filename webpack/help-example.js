'use strict';
const { html } = require('./markup');

/**
 * A row of the table of formulas as a small sheet: what the sheet holds, the formula in its cell,
 * and what the formula shows. `row.example.cell` is the formula's cell.
 */
function exampleOf(row) {
  const cells = cellsOf(row);
  const messages = [...cells.values()].filter(({ message }) => message !== undefined);
  return html`<figure class="example">
    <figcaption>${capital(row.what)}</figcaption>
    <p class="bar"><span class="at">${row.example.cell}</span><code>${row.formula}</code></p>
    <div class="scroll" tabindex="0" role="group" aria-label="The sheet: ${row.what}">
      ${sheetOf(cells)}
    </div>
    ${
      messages.length > 0 &&
      html`<ul class="said">
        ${messages.map(({ name, message }) => html`<li><b>${name}</b> says: ${message}</li>`)}
      </ul>`
    }
    <p class="cost">${costOf(row.calls)}</p>
  </figure>`;
}

/** Cells by name. @throws Error if what the formula shows would cover what the sheet holds. */
function cellsOf({ sheet = {}, shows, example }) {
  const cells = new Map();
  const put = (corner, rows, kind) => {
    const start = positionOf(corner);
    rows.forEach((line, y) =>
      line.forEach((content, x) => {
        const at = { row: start.row + y, column: start.column + x };
        const name = nameOf(at);
        if (cells.has(name)) throw new Error(`the example at ${example.cell} covers ${name}`);
        const isAnchor = kind === 'shown' && x === 0 && y === 0;
        cells.set(name, {
          ...at,
          name,
          kind: isAnchor ? 'shown anchor' : kind,
          ...looksOf(content, kind),
        });
      }),
    );
  };
  for (const [corner, rows] of Object.entries(sheet)) put(corner, rows, 'held');
  put(example.cell, Array.isArray(shows) ? shows : [[shows]], 'shown');
  return cells;
}

/** An error in the table is its kind and, after a space, its message. */
function looksOf(content, kind) {
  const [, error, message] = /^(#(?:VALUE!|N\/A))(?: (.*))?$/.exec(content) ?? [];
  if (error !== undefined) return { text: error, look: 'error', message };
  if (typeof content === 'number') return { text: numberText(content, kind), look: 'number' };
  return { text: content === null ? '' : String(content), look: 'text' };
}

/**
 * A number that the sheet holds is shown in full; a result has the two decimals that people read.
 */
function numberText(number, kind) {
  return String(kind === 'held' ? number : Math.round(number * 100) / 100);
}

function sheetOf(cells) {
  const all = [...cells.values()];
  const rows = count(Math.max(...all.map(({ row }) => row)) + 1);
  const columns = count(Math.max(...all.map(({ column }) => column)) + 1);
  return html`<table class="sheet">
    <tr>
      <td></td>
      ${columns.map((column) => html`<th scope="col">${lettersOf(column)}</th>`)}
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          <th scope="row">${row + 1}</th>
          ${columns.map((column) => cellOf(cells.get(nameOf({ row, column }))))}
        </tr>`,
    )}
  </table>`;
}

function cellOf(cell) {
  if (cell === undefined) return html`<td></td>`;
  return html`<td class="${cell.kind} ${cell.look}">${cell.text}</td>`;
}

function costOf(calls) {
  if (calls === 0) return 'Asks the service nothing.';
  return calls === 1 ? 'One call to the service.' : `${calls} calls to the service.`;
}

function positionOf(name) {
  const [, letters, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  if (letters === undefined)
    throw new Error(`an example stands at a cell from A to Z, not ${name}`);
  return { row: Number(row) - 1, column: letters.charCodeAt(0) - 65 };
}

function nameOf({ row, column }) {
  return `${lettersOf(column)}${row + 1}`;
}

function lettersOf(column) {
  return String.fromCharCode(65 + column);
}

function count(length) {
  return Array.from({ length }, (_, index) => index);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

module.exports = { exampleOf };
