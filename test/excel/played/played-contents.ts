import type { PlayedObject } from './played-objects';
import { playedRange } from './played-range';
import { parseArea } from '../../../src/addin/spreadsheet/cell-address';
import { PlayedError } from './played-workbook';
import type { PlayedName, PlayedRemark, PlayedTexts } from './played-texts';
import type { PlayedPicture, PlayedSheet, PlayedWorkbook } from './played-workbook';

/** The children of a workbook's object that give way to these. */
export function contentsOfWorkbook(
  workbook: PlayedWorkbook,
  contents: PlayedTexts,
): NonNullable<PlayedObject['children']> {
  return {
    Names: () => names(workbook, contents, ''),
    Comments: () => remarks(workbook, contents.comments),
    Settings: () => keyed(contents.settings),
    Properties: () => properties(contents),
  };
}

/** The children of a sheet's object. */
export function contentsOfSheet(
  workbook: PlayedWorkbook,
  contents: PlayedTexts,
  sheet: PlayedSheet,
): NonNullable<PlayedObject['children']> {
  return {
    Names: () => names(workbook, contents, sheet.id),
    Shapes: () => shapes(sheet),
    PageLayout: () => pageLayout(sheet),
    Charts: () => charts(sheet),
  };
}

function pageLayout({ printing }: PlayedSheet): PlayedObject {
  const set = (name: string) => (value: unknown) => void (printing[name] = value);
  return {
    setters: {
      PaperSize: set('paper'),
      Orientation: set('orientation'),
      Zoom: set('zoom'),
      CenterHorizontally: set('isCentred'),
    },
    methods: {
      SetPrintArea: (area: PlayedObject) => set('area')(area.key),
      SetPrintMargins: (unit: unknown, margins: unknown) => set('margins')([unit, margins]),
    },
  };
}

/** What a chart is given, by the names on the wire: `Title.Text`. */
function charts(sheet: PlayedSheet): PlayedObject {
  return {
    methods: {
      Add(kind: unknown, source: PlayedObject, by: unknown) {
        const chart: Record<string, unknown> = { kind, source: source.key, by };
        sheet.charts.push(chart);
        return chartOf(chart, sheet.charts.length - 1);
      },
      Indexer: (key: string) => chartOf(sheet.charts[Number(key)] ?? {}, Number(key)),
    },
  };
}

function chartOf(chart: Record<string, unknown>, index: number): PlayedObject {
  const part = (path: string, names: readonly string[]): PlayedObject => ({
    setters: Object.fromEntries(
      names.map((name) => [name, (value: unknown) => void (chart[`${path}${name}`] = value)]),
    ),
  });
  const axis = (name: string, names: readonly string[]): PlayedObject => ({
    ...part(`${name}.`, names),
    children: { MajorGridlines: () => part(`${name}.MajorGridlines.`, ['Visible']) },
  });
  return {
    key: String(index),
    properties: { Id: () => String(index), Name: () => `Chart ${String(index + 1)}` },
    ...part('', ['Left', 'Top', 'Width', 'Height']),
    children: {
      Title: () => part('Title.', ['Text']),
      Legend: () => part('Legend.', ['Visible', 'Position']),
      DataLabels: () => part('DataLabels.', ['ShowValue']),
      Axes: () => ({
        children: {
          ValueAxis: () => axis('ValueAxis', ['Minimum']),
          CategoryAxis: () => axis('CategoryAxis', ['ReversePlotOrder']),
        },
      }),
    },
  };
}

/** A picture that was just added is square, its ratio locked, as Excel adds them. */
function shapes(sheet: PlayedSheet): PlayedObject {
  return {
    items: () => sheet.pictures.map(shapeOf),
    methods: {
      AddImage(base64: string) {
        if (sheet.isProtected) throw new PlayedError('AccessDenied');
        const size = { left: 0, top: 0, width: 100, height: 100 };
        const name = `Picture ${String(sheet.pictures.length + 1)}`;
        sheet.pictures.push({ base64, ...size, isRatioLocked: true, description: '', name });
        return shapeOf(sheet.pictures.at(-1) as PlayedPicture, sheet.pictures.length - 1);
      },
      Indexer: (key: string) => shapeOf(sheet.pictures[Number(key)] as PlayedPicture, Number(key)),
    },
  };
}

function shapeOf(picture: PlayedPicture, index: number): PlayedObject {
  const scale = (side: 'width' | 'height', value: unknown): void => {
    const factor = Number(value) / picture[side];
    const other = side === 'width' ? 'height' : 'width';
    if (picture.isRatioLocked) picture[other] *= factor;
    picture[side] = Number(value);
  };
  return {
    key: String(index),
    properties: {
      Id: () => String(index),
      Name: () => picture.name,
      Type: () => 'Image',
      AltTextTitle: () => '',
      AltTextDescription: () => picture.description,
      Left: () => picture.left,
      Top: () => picture.top,
    },
    setters: {
      Left: (left) => void (picture.left = Number(left)),
      Top: (top) => void (picture.top = Number(top)),
      Width: (width) => scale('width', width),
      Height: (height) => scale('height', height),
      LockAspectRatio: (isLocked) => void (picture.isRatioLocked = isLocked === true),
      AltTextDescription: (text) => void (picture.description = String(text)),
      Name: (name) => void (picture.name = String(name)),
    },
  };
}

function names(workbook: PlayedWorkbook, { names: all }: PlayedTexts, scope: string): PlayedObject {
  const own = all.get(scope) ?? [];
  all.set(scope, own);
  /** As Excel does for the value of a name that calls, by itself or another, such a function. */
  const crashes = (formula: string): boolean =>
    /LOC[A-Z_]+\(/i.test(formula.replace(/"[^"]*"/g, '')) ||
    [...all.values()]
      .flat()
      .some((other) => new RegExp(`\\b${other.name}\\b`).test(formula) && crashes(other.formula));
  const objectOf = (item: PlayedName): PlayedObject => ({
    key: item.name,
    properties: {
      Name: () => item.name,
      Formula: () => item.formula,
      Value() {
        if (crashes(item.formula)) throw new PlayedError('GeneralException');
        return item.formula;
      },
      Comment: () => item.comment,
    },
    setters: {
      Formula: (formula) => void (item.formula = String(formula)),
      Comment: (comment) => void (item.comment = String(comment)),
      Visible: (isVisible) => void (item.isHidden = isVisible === false),
    },
    methods: {
      Delete: () => void own.splice(own.indexOf(item), 1),
      GetRangeOrNullObject() {
        const area = parseArea(item.formula.slice(1));
        if (area?.sheet === undefined || workbook.sheetNamed(area.sheet) === undefined) return null;
        const { sheet, area: at } = workbook.locate(item.formula.slice(1));
        return playedRange(workbook, sheet, at);
      },
    },
  });
  const named = collection(own, objectOf, ({ name }) => name);
  const add = (name: string, formula: string, comment = ''): PlayedObject => {
    const isTaken = own.some((item) => item.name.toLowerCase() === name.toLowerCase());
    if (isTaken || !/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) || !formula.startsWith('=')) {
      throw new PlayedError('InvalidArgument');
    }
    const item: PlayedName = { name, formula, comment };
    own.push(item);
    return objectOf(item);
  };
  const orNull = (name: string): PlayedObject | null => {
    const item = own.find((each) => each.name === name);
    return item === undefined ? null : objectOf(item);
  };
  return { ...named, methods: { ...named.methods, Add: add, GetItemOrNullObject: orNull } };
}

function remarks(workbook: PlayedWorkbook, all: PlayedRemark[]): PlayedObject {
  return collection(
    all,
    (remark) => ({
      key: remark.id,
      ...contentOf(remark, all),
      children: {
        Replies: () =>
          collection(
            remark.replies,
            (reply) => ({ key: reply.id, ...contentOf(reply, remark.replies) }),
            ({ id }) => id,
          ),
      },
      methods: {
        Delete: () => void all.splice(all.indexOf(remark), 1),
        GetLocation: () => {
          const { sheet, area } = workbook.locate(remark.address);
          return playedRange(workbook, sheet, area);
        },
      },
    }),
    ({ id }) => id,
  );
}

function contentOf<Item extends { readonly id: string; content: string }>(
  item: Item,
  all: Item[],
): PlayedObject {
  return {
    properties: { Id: () => item.id, Content: () => item.content },
    setters: { Content: (text) => void (item.content = String(text)) },
    methods: { Delete: () => void all.splice(all.indexOf(item), 1) },
  };
}

function keyed(held: Map<string, unknown>): PlayedObject {
  const objectOf = (key: string): PlayedObject => ({
    key,
    properties: { Key: () => key, Value: () => held.get(key) },
    methods: { Delete: () => void held.delete(key) },
  });
  return {
    ...collection([...held.keys()], objectOf, (key) => key),
    methods: {
      ...collection([...held.keys()], objectOf, (key) => key).methods,
      Add: (key: string, value: unknown) => {
        held.set(key, value);
        return objectOf(key);
      },
    },
  };
}

const PROPERTIES = [
  'Title',
  'Subject',
  'Author',
  'Manager',
  'Company',
  'Category',
  'Keywords',
  'Comments',
  'LastAuthor',
];

function properties({ properties: held, customProperties }: PlayedTexts): PlayedObject {
  return {
    properties: Object.fromEntries(PROPERTIES.map((name) => [name, () => held.get(name) ?? ''])),
    setters: Object.fromEntries(
      PROPERTIES.map((name) => [name, (text: unknown) => void held.set(name, String(text))]),
    ),
    children: { Custom: () => keyed(customProperties) },
  };
}

function collection<Item>(
  all: readonly Item[],
  objectOf: (item: Item) => PlayedObject,
  keyOf: (item: Item) => string,
): PlayedObject {
  const find = (key: string): PlayedObject => {
    const item = all.find((candidate) => keyOf(candidate) === key);
    if (item === undefined) throw new PlayedError('ItemNotFound');
    return objectOf(item);
  };
  return { items: () => all.map(objectOf), methods: { Indexer: find, GetItem: find } };
}
