import type { WorkBook } from '@e965/xlsx';
import { areaOf } from './list-choice';
import type { Area } from './list-choice';

/** A table of a sheet, as Excel’s *Insert > Table* makes it. */
export interface SheetTable {
  readonly name: string;
  /** With its header, without its totals. */
  readonly area: Area;
  readonly hasHeader: boolean;
  readonly totals: number;
}

/** What the library leaves out of a workbook’s parts. */
export class XlsxParts {
  /** Read with `bookFiles`: each part by its path. */
  constructor(private readonly book: WorkBook) {}

  /** The sheet that was in front when the workbook was saved, by its number from 0. */
  activeSheet(): number {
    const [view] = tags(this.part('xl/workbook.xml'), 'workbookView');
    return Number(view?.get('activeTab') ?? 0);
  }

  tablesOf(sheet: number): readonly SheetTable[] {
    const { id } = (this.book.Workbook?.Sheets?.[sheet] ?? {}) as { readonly id?: string };
    const [path] = this.targets('xl/workbook.xml', ({ get }) => get('Id') === id);
    if (path === undefined) return [];
    const isTable = ({ get }: Attributes): boolean => get('Type')?.endsWith('/table') === true;
    return this.targets(path, isTable).flatMap((part) => {
      const [table] = tags(this.part(part), 'table');
      const area = areaOf(table?.get('ref') ?? '');
      if (table === undefined || area === undefined) return [];
      const totals = Number(table.get('totalsRowCount') ?? 0);
      const name = table.get('displayName') ?? table.get('name') ?? '';
      const hasHeader = table.get('headerRowCount') !== '0';
      return [{ name, area: { ...area, lastRow: area.lastRow - totals }, hasHeader, totals }];
    });
  }

  /** The parts that a part refers to. */
  private targets(path: string, isWanted: (relation: Attributes) => boolean): readonly string[] {
    const [folder = '', file = ''] = /^(.*\/)([^/]*)$/.exec(path)?.slice(1) ?? [];
    return tags(this.part(`${folder}_rels/${file}.rels`), 'Relationship')
      .filter((relation) => isWanted(relation))
      .map((relation) =>
        new URL(relation.get('Target') ?? '', `file:///${folder}`).pathname.slice(1),
      );
  }

  private part(path: string): string {
    const { files = {} } = this.book as unknown as {
      readonly files?: Readonly<Record<string, { readonly content?: Uint8Array }>>;
    };
    const { content } = files[path] ?? {};
    return content === undefined ? '' : Buffer.from(content).toString('utf8');
  }
}

interface Attributes {
  get(name: string): string | undefined;
}

/** The attributes of each element of this name, with any prefix. */
function tags(xml: string, name: string): readonly Attributes[] {
  const elements = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)>`, 'g');
  return Array.from(xml.matchAll(elements), ([, inside = '']) => {
    const pairs = [...inside.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
    const values = new Map(pairs.map(([, key = '', one, two]) => [key, one ?? two ?? '']));
    return { get: (key: string) => values.get(key) };
  });
}
