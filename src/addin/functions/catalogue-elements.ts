import type { NameListing } from '../../engine/catalogue/catalogue';
import type { KnownNames } from '../../engine/catalogue/known-names';
import { oneFault, plainElements } from './elements';
import type { Elements } from './elements';
import { BLANK, read, refused, unusable } from '../../engine/places/fault';
import type { Fault } from '../../engine/language/cell-fault';
import type { Reading } from '../../engine/places/fault';
import { countOf } from './argument-grid';
import type { Grid } from './argument-grid';
import { quotation } from '../../engine/language/quotation';

/** Two columns: each known name that matches the search, and what is known about it. */
export async function catalogueElements(names: KnownNames, search: Grid): Promise<Elements> {
  const words = readSearch(search);
  if (words.kind === 'fault') return oneFault(words.fault);
  const text = words.kind === 'read' ? words.value : '';
  const found = await findNames(names, text);
  if (found === undefined) return oneFault(CANNOT_SEARCH);
  if (found.count === 0) return oneFault(nothingFound(text, names));
  return plainElements({ rows: found.count, columns: 2 }, (index) => {
    const row = Math.floor(index / 2);
    return { kind: 'text', text: index % 2 === 0 ? found.name(row) : found.about(row) };
  });
}

/** Undefined if the catalogue cannot be opened. */
async function findNames(names: KnownNames, search: string): Promise<NameListing | undefined> {
  try {
    return await names.find(search);
  } catch {
    return undefined;
  }
}

/** Desktop Excel passes a blank cell as 0. */
function readSearch(grid: Grid): Reading<string> {
  if (countOf(grid) > 1) return refused('The search is a range', 'use one cell or text');
  const cell = grid.cell(0);
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : read(String(cell.number));
  return unusable('The search', cell, 'use part of a name');
}

const CANNOT_SEARCH: Fault = {
  code: 'offline',
  kind: 'not-available',
  message:
    "Locus couldn't load its list of attributes: check your network, then select Retry failed.",
};

function nothingFound(text: string, names: KnownNames): Fault {
  const meant = names.nearest(text.toLowerCase());
  const advice =
    meant === undefined ? 'try part of it.' : `did you mean "${quotation(meant, 40)}"?`;
  const message = `No attribute matches "${quotation(text)}": ${advice}`;
  return { code: 'no-value', kind: 'not-available', message };
}
