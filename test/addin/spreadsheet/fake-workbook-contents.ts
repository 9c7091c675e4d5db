import { inputAsText } from '../../../src/addin/spreadsheet/block-writing';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import type {
  TextKind,
  TextPlace,
  WorkbookContents,
  WorkbookText,
} from '../../../src/addin/spreadsheet/workbook-contents';
import type { FakeSheet } from './fake-sheet';
import type { FakeWorkbookParts } from './fake-workbook-parts';

/** What a workbook holds beside its cells, in memory. */
export interface FakeWorkbookContents {
  readonly contents: WorkbookContents;
  /** Puts a text where such texts stand; the place is its label. */
  plant(kind: Exclude<TextKind, 'part' | 'sheet'>, label: string, text: string): void;
  /** What stands there now, by label. */
  texts(kind: TextKind): Record<string, string>;
  /** Reading this area fails from now on. */
  fail(area: string): void;
  /** Told of each reading, before it is done. */
  onRead(listen: (area: string) => void): void;
}

interface Item {
  readonly kind: TextKind;
  readonly label: string;
  text: string;
}

export function createFakeWorkbookContents(
  sheet: FakeSheet,
  parts?: FakeWorkbookParts,
): FakeWorkbookContents {
  const items: Item[] = [];
  const failing = new Set<string>();
  let listen: (area: string) => void = () => undefined;

  const rowsOf = (name: string): CellInput[][] =>
    sheet.read(`'${name.replaceAll("'", "''")}'!A1:H80`);
  const placeOf = ({ kind, label }: Item): TextPlace => ({
    kind,
    id: label,
    field: kind === 'sheet' ? 'name' : 'text',
    label,
    address: kind === 'note' || kind === 'comment' ? label : undefined,
    repair: 'replace',
  });

  function replacePart(before: string, after: string | null): void {
    const index = parts?.held.indexOf(before) ?? -1;
    parts?.held.splice(index, 1, ...(after === null ? [] : [after]));
  }

  function others(): WorkbookText[] {
    const sheets = sheet
      .names()
      .map((name) => ({ kind: 'sheet' as const, label: name, text: name }));
    const held = (parts?.held ?? []).map((text, index) => ({
      kind: 'part' as const,
      label: `part ${index}`,
      text,
    }));
    return [...sheets, ...held, ...items].map((item) => ({
      place: placeOf(item),
      text: item.text,
    }));
  }

  const contents: WorkbookContents = {
    survey: () =>
      Promise.resolve({
        kind: 'survey',
        areas: [
          ...sheet.names().map((name) => ({ id: `cells ${name}`, size: 640 })),
          { id: 'others', size: 10 },
        ],
        unseen: ['pictures'],
      }),
    async read(area, from) {
      listen(area);
      if (failing.has(area)) return { kind: 'failed', message: 'This cannot be read now.' };
      if (area === 'others') return { kind: 'texts', texts: others(), next: undefined };
      const name = area.replace('cells ', '');
      const all = rowsOf(name);
      const rows = all.slice(from, from + AT_ONCE);
      const block = await sheet.sheet.readBlock(
        `'${name.replaceAll("'", "''")}'!A${from + 1}:H${from + AT_ONCE}`,
      );
      const shown = block.kind === 'block' ? block.block : undefined;
      return {
        kind: 'cells',
        sheet: name,
        row: from,
        column: 0,
        values: rows.map((line, r) =>
          line.map((input, c) => {
            if (typeof input !== 'string' || !input.startsWith('=')) {
              return typeof input === 'string' ? inputAsText(input) : String(input ?? '');
            }
            const content = shown?.values[r]?.[c] ?? '';
            return typeof content === 'object' ? content.error : String(content);
          }),
        ),
        formulas: rows.map((line) =>
          line.map((input) => (typeof input === 'string' && input.startsWith('=') ? input : '')),
        ),
        next: from + AT_ONCE < all.length ? from + AT_ONCE : undefined,
      };
    },
    change(place, before, after) {
      const found = others().find(
        ({ place: own }) => own.kind === place.kind && own.id === place.id,
      );
      if (found?.text !== before) return Promise.resolve({ kind: 'gone' });
      if (place.kind === 'sheet') sheet.rename(before, after ?? 'Sheet');
      else if (place.kind === 'part') replacePart(before, after);
      else {
        const item = items.find(({ kind, label }) => kind === place.kind && label === place.id);
        if (item !== undefined && after === null) items.splice(items.indexOf(item), 1);
        else if (item !== undefined) item.text = after ?? '';
      }
      return Promise.resolve({ kind: 'changed' });
    },
  };
  return {
    contents,
    plant: (kind, label, text) => void items.push({ kind, label, text }),
    texts: (kind) =>
      Object.fromEntries(
        others()
          .filter(({ place }) => place.kind === kind)
          .map(({ place, text }) => [place.label, text]),
      ),
    fail: (area) => void failing.add(area),
    onRead: (next) => void (listen = next),
  };
}

const AT_ONCE = 25;
