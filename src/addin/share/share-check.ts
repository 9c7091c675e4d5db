import { createSlicer, type Clock } from '../../engine/lookup';
import { cellAddress, type SheetCell } from '../spreadsheet/cell-address';
import type {
  CellTexts,
  ContentsArea,
  TextKind,
  WorkbookContents,
  WorkbookText,
} from '../spreadsheet/workbook-contents';
import {
  createKeySearch,
  type KeySearch,
  type KeyWriting,
  repairedCell,
  repairedPlace,
} from './key-search';

/** A place in the workbook that holds a key. A finding contains no character of the key. */
export interface Finding {
  /** Valid for this check only. */
  readonly id: number;
  readonly kind: 'cell' | TextKind;
  /** The name by which a person knows the place, without any key in it. */
  readonly label: string;
  /** Whether there is a cell to go to. */
  readonly canGo: boolean;
  /** `shown`: by a formula that does not contain the key. */
  readonly as: 'text' | 'formula' | 'shown';
  readonly writing: KeyWriting;
  readonly fix: Fix;
}

/**
 * How to repair it: `replace` takes the key out of a text and leaves the rest, `clear` empties the
 * cell, `remove` deletes what holds the text. `none`: only a person can.
 */
export type Fix = 'replace' | 'clear' | 'remove' | 'none';

export interface ShareCheckOptions {
  readonly contents: WorkbookContents;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** What must not leave. Kept only here, and only while repairs need the result. */
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(share: number): void;
}

export type ShareCheckResult =
  | CheckedWorkbook
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

export interface CheckedWorkbook {
  readonly kind: 'checked';
  /** Whether there was a key to look for. */
  readonly hadKey: boolean;
  readonly findings: readonly Finding[];
  /** What this host gives no access to. */
  readonly unseen: readonly string[];
  /** What should have been checked but could not be, in sentences. */
  readonly troubles: readonly string[];
  /** Bytes of what Locus keeps in the workbook. */
  readonly locusBytes: number;
  /** The search for the keys, which repairs repeat. */
  readonly search: KeySearch;
  /** Where a finding is, by its id. A function, so that no log or JSON shows what is there. */
  locationOf(id: number): FindingLocation | undefined;
  /** The cell that shows a finding, if any does. */
  addressOf(id: number): string | undefined;
}

export type FindingLocation =
  | { readonly kind: 'cell'; readonly cell: FoundCell }
  | { readonly kind: 'text'; readonly text: WorkbookText };

/** A cell that holds a key, in an area of the workbook's contents; zero-based. */
export interface FoundCell extends SheetCell {
  readonly area: string;
  readonly as: 'text' | 'formula' | 'shown';
}

/** Checks everything in the workbook. Never rejects, and never holds up the page noticeably. */
export async function checkWorkbook(options: ShareCheckOptions): Promise<ShareCheckResult> {
  const { contents, signal, clock, keys } = options;
  const survey = await contents.survey();
  if (survey.kind === 'failed') return survey;
  const total = survey.areas.reduce((sum, { size }) => sum + size, 0);
  const search = createKeySearch(keys);
  const slice = createSlicer(clock);
  const findings: Finding[] = [];
  const locations: FindingLocation[] = [];
  const troubles = new Set<string>();
  let locusBytes = 0;
  let before = 0;

  async function checkArea({ id, size }: ContentsArea): Promise<void> {
    let read = 0;
    for (let from: number | undefined = 0; from !== undefined && !signal.aborted;) {
      const reading = await contents.read(id, from);
      if (reading.kind === 'failed') return void troubles.add(reading.message);
      if (reading.kind === 'texts') await checkTexts(reading.texts);
      else {
        await checkCells(id, reading);
        read += reading.values.length * (reading.values[0]?.length ?? 0);
        options.onProgress((before + Math.min(read, size)) / Math.max(1, total));
      }
      from = reading.next;
      await slice();
    }
  }

  async function checkTexts(texts: readonly WorkbookText[]): Promise<void> {
    for (const text of texts) {
      const { kind, label } = text.place;
      if (kind === 'part' && LOCUS_PART.test(text.text)) locusBytes += text.text.length;
      const writing = await search.lookIn(text.text, slice);
      if (writing === undefined) continue;
      add(
        { kind, label, as: 'text', writing, fix: fixOfText(text, search) },
        { kind: 'text', text },
      );
    }
  }

  async function checkCells(area: string, block: CellTexts): Promise<void> {
    const { sheet, values, formulas } = block;
    // Few blocks hold a key, and few rows of those: one look at all of their texts tells.
    const lines = values.map((line, r) => [...line, ...(formulas[r] ?? [])].join(BETWEEN));
    if ((await search.lookIn(lines.join(BETWEEN), slice)) === undefined) return;
    for (const [r, line] of lines.entries()) {
      if ((await search.lookIn(line, slice)) === undefined) continue;
      for (const [c, value] of (values[r] ?? []).entries()) {
        const formula = formulas[r]?.[c] ?? '';
        const inFormula = search.writingIn(formula);
        const writing = inFormula ?? search.writingIn(value);
        if (writing === undefined) continue;
        const as = inFormula !== undefined ? 'formula' : formula === '' ? 'text' : 'shown';
        const cell: FoundCell = { area, sheet, row: block.row + r, column: block.column + c, as };
        const fix = repairedCell(as, value, formula, search) === '' ? 'clear' : 'replace';
        add({ kind: 'cell', label: addressOfCell(cell), as, writing, fix }, { kind: 'cell', cell });
      }
    }
  }

  function add(finding: Omit<Finding, 'id' | 'canGo'>, location: FindingLocation): void {
    const id = findings.length;
    const canGo = location.kind === 'cell' || location.text.place.address !== undefined;
    findings.push({ ...finding, id, canGo, label: search.without(finding.label) });
    locations.push(location);
  }

  for (const area of survey.areas) {
    await checkArea(area);
    if (signal.aborted) return { kind: 'cancelled' };
    before += area.size;
  }
  return {
    kind: 'checked',
    hadKey: search.canFind,
    findings,
    unseen: survey.unseen,
    troubles: [...troubles],
    locusBytes,
    search,
    locationOf: (id) => locations[id],
    addressOf: (id) => addressOf(locations[id]),
  };
}

const LOCUS_PART = /^[^>]*\sxmlns="urn:locus:/;
/** Stands between two cells, so that no key reaches from one into the other. */
const BETWEEN = '\u0001';

function addressOfCell({ sheet, row, column }: FoundCell): string {
  return cellAddress(sheet, row, column);
}

function addressOf(location: FindingLocation | undefined): string | undefined {
  return location?.kind === 'cell' ? addressOfCell(location.cell) : location?.text.place.address;
}

function fixOfText({ place, text }: WorkbookText, search: KeySearch): Fix {
  if (place.repair === 'none') return 'none';
  return repairedPlace(place, text, search) === null ? 'remove' : 'replace';
}
