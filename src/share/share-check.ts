import { createSlicer } from '../lookup';
import type { Clock } from '../lookup';
import { formatArea } from '../spreadsheet/cell-address';
import { toCellArea } from '../spreadsheet/sheet-region';
import type {
  CellTexts,
  ContentsArea,
  WorkbookContents,
  WorkbookText,
} from '../spreadsheet/workbook-contents';
import { createCellSearch } from './cell-search';
import type { FoundCells } from './cell-search';
import type { Finding, Fix } from './findings';
import { withoutKeys } from './key-removal';
import { createKeySearch } from './key-search';
import type { KeySearch } from './key-search';
import { matchInPacked } from './packed-search';
import { repairedFormula, repairedPlace, repairedText } from './repairs';
import { matchesIn } from './text-pieces';

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
  /** The cells that show a finding, if any do. */
  addressOf(id: number): string | undefined;
}

export type FindingLocation =
  | { readonly kind: 'cells'; readonly cells: FoundCells; readonly area: string }
  | { readonly kind: 'text'; readonly text: WorkbookText };

/** Checks everything in the workbook. Never rejects, and never holds up the page noticeably. */
export async function checkWorkbook(options: ShareCheckOptions): Promise<ShareCheckResult> {
  const { contents, signal } = options;
  const survey = await contents.survey();
  if (survey.kind === 'failed') return survey;
  const walk = createWalk(options);
  const total = survey.areas.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const area of survey.areas) {
    let within = 0;
    await walk.readArea(area, (share) => {
      within = Math.min(1, within + share);
      options.onProgress((before + within * area.size) / Math.max(1, total));
    });
    if (signal.aborted) return { kind: 'cancelled' };
    before += area.size;
  }
  return { ...walk.result(), unseen: survey.unseen };
}

interface Walk {
  readArea(area: ContentsArea, onProgress: (share: number) => void): Promise<void>;
  result(): Omit<CheckedWorkbook, 'unseen'>;
}

function createWalk({ contents, clock, keys, signal }: ShareCheckOptions): Walk {
  const search = createKeySearch(keys);
  const slice = createSlicer(clock);
  const findings: Finding[] = [];
  const locations = new Map<number, FindingLocation>();
  const troubles = new Set<string>();
  let locusBytes = 0;

  function add(
    finding: Omit<Finding, 'id' | 'label' | 'canGo'>,
    label: string,
    location: FindingLocation,
  ): void {
    const id = findings.length;
    const canGo = location.kind === 'cells' || location.text.place.address !== undefined;
    findings.push({ id, label: withoutKeys(label, search), canGo, ...finding });
    locations.set(id, location);
  }

  function addCells(found: readonly FoundCells[], area: string, block: CellTexts): void {
    for (const cells of found) {
      const { as, writing, isWhole } = cells;
      const fix = fixOfCells(cells, block, search);
      const finding = {
        kind: 'cell',
        as: as === 'value' ? 'text' : as,
        writing,
        isWhole,
        fix,
      } as const;
      add(finding, formatArea(toCellArea(cells)), { kind: 'cells', cells, area });
    }
  }

  async function readText(text: WorkbookText): Promise<void> {
    const { place } = text;
    if (place.kind === 'part' && LOCUS_PART.test(text.text)) locusBytes += text.text.length;
    if (!search.canFind) return;
    const [plain] = await matchesIn(text.text, search, slice);
    const packed =
      plain === undefined && place.kind === 'part'
        ? await matchInPacked(text.text, search, slice)
        : undefined;
    const match = plain ?? packed;
    if (match === undefined) return;
    const { writing, isWhole } = match;
    const as = packed === undefined ? 'text' : 'packed';
    const fix = fixOfText(text, search);
    add({ kind: place.kind, as, writing, isWhole, fix }, place.label, { kind: 'text', text });
  }

  return {
    async readArea(area, onProgress) {
      const cellSearch = createCellSearch(search, slice);
      for (let from: number | undefined = 0; from !== undefined && !signal.aborted;) {
        const reading = await contents.read(area.id, from);
        if (reading.kind === 'failed') {
          troubles.add(reading.message);
          return;
        }
        if (reading.kind === 'texts') {
          for (const text of reading.texts) await readText(text);
        } else if (search.canFind) {
          addCells(await cellSearch.read(reading), area.id, reading);
          if (reading.next === undefined) addCells(await cellSearch.end(), area.id, reading);
          onProgress((reading.values.length * (reading.values[0]?.length ?? 0)) / area.size);
        }
        from = reading.next;
        await slice();
      }
    },
    result: () => ({
      kind: 'checked',
      hadKey: search.canFind,
      findings,
      troubles: [...troubles],
      locusBytes,
      search,
      locationOf: (id) => locations.get(id),
      addressOf(id) {
        const location = locations.get(id);
        if (location?.kind === 'cells') return formatArea(toCellArea(location.cells));
        return location?.text.place.address;
      },
    }),
  };
}

const LOCUS_PART = /^[^>]*\sxmlns="urn:locus:/;

function fixOfCells(
  cells: FoundCells,
  { row, column, values, formulas }: CellTexts,
  search: KeySearch,
): Fix {
  const at = (texts: CellTexts['values']): string =>
    texts[cells.row - row]?.[cells.column - column] ?? '';
  if (cells.as === 'formula')
    return repairedFormula(at(formulas), search) === '' ? 'clear' : 'replace';
  if (cells.as === 'value') return repairedText(at(values), search) === '' ? 'clear' : 'replace';
  return 'clear';
}

function fixOfText({ place, text }: WorkbookText, search: KeySearch): Fix {
  if (place.repair === 'none') return 'none';
  return repairedPlace(place, text, search) === null ? 'remove' : 'replace';
}
