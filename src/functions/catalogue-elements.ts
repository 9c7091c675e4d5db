import { aboutOf, searchCatalogue } from './catalogue';
import type { Catalogue } from './catalogue';
import { oneFault, plainElements } from './elements';
import type { Elements } from './elements';
import { BLANK, read, refused, unusable } from './fault';
import type { Fault, Reading } from './fault';
import { countOf } from './grid';
import type { Grid } from './grid';
import { quotation } from './quotation';
import type { Suggestions } from './suggestion';

/** Two columns: each known name that fits the search, and what is known of it. */
export function catalogueElements(
  catalogue: Catalogue,
  suggestions: Suggestions,
  search: Grid,
): Elements {
  const words = readSearch(search);
  if (words.kind === 'fault') return oneFault(words.fault);
  const text = words.kind === 'read' ? words.value : '';
  const found = searchCatalogue(catalogue.entries(), text);
  if (found.length === 0) return oneFault(nothingFound(text, suggestions));
  return plainElements({ rows: found.length, columns: 2 }, (index) => {
    const entry = found[Math.floor(index / 2)];
    if (entry === undefined) return BLANK;
    return { kind: 'text', text: index % 2 === 0 ? entry.name : aboutOf(entry) };
  });
}

/** 0 is how a blank cell arrives on the desktop. */
function readSearch(grid: Grid): Reading<string> {
  if (countOf(grid) > 1) return refused('The search is a range', 'give one cell or a text');
  const cell = grid.cell(0);
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : read(String(cell.number));
  return unusable('The search', cell, 'a part of a name');
}

function nothingFound(text: string, suggestions: Suggestions): Fault {
  if (text === '') {
    const message = 'No names are known yet: import them in the Locus pane.';
    return { code: 'no-value', kind: 'not-available', message };
  }
  const meant = suggestions.nearest(text.toLowerCase());
  const advice =
    meant === undefined ? 'try a part of it' : `did you mean "${quotation(meant, 40)}"?`;
  const message = `No known name fits "${quotation(text)}": ${advice}${meant === undefined ? '.' : ''}`;
  return { code: 'no-value', kind: 'not-available', message };
}
