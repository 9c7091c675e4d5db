import { createWorkbookParts } from '../../src/excel/workbook-parts';
import { failedFor, startPlayedExcel } from './played/excel-api';
import type { PlayedWorkbook } from './played/played-workbook';

const NAMESPACE = 'urn:locus:settings';
const OLD = `<settings xmlns="${NAMESPACE}">old</settings>`;
const NEW = `<settings xmlns="${NAMESPACE}">new</settings>`;
const FOREIGN = '<other xmlns="urn:other">theirs</other>';

const excel = startPlayedExcel();
let workbook: PlayedWorkbook;

beforeEach(() => {
  workbook = excel.open();
  workbook.addPart(FOREIGN);
  workbook.addPart(OLD);
});

const held = (): string[] => [...workbook.parts.values()].sort();

describe('parts in Excel', () => {
  it('that Excel does not keep, without a word, leave the old ones', async () => {
    workbook.addPart = () => workbook.nextId();
    expect(await createWorkbookParts().write(NAMESPACE, [NEW])).toEqual(failedFor(/didn’t keep/));
    expect(held()).toEqual([FOREIGN, OLD].sort());
  });

  it('that Excel keeps cut short are taken out again', async () => {
    const add = workbook.addPart.bind(workbook);
    workbook.addPart = (xml) => add(xml.replace('new', 'n'));
    expect(await createWorkbookParts().write(NAMESPACE, [NEW])).toMatchObject({ kind: 'failed' });
    expect(held()).toEqual([FOREIGN, OLD].sort());
  });

  it('that Excel gives back with a declaration are still the same', async () => {
    const add = workbook.addPart.bind(workbook);
    workbook.addPart = (xml) => add(`<?xml version="1.0" encoding="utf-8"?>\r\n${xml}`);
    expect(await createWorkbookParts().write(NAMESPACE, [NEW])).toEqual({ kind: 'written' });
    expect(held()).toHaveLength(2);
  });

  it('of which the second is refused are all taken out again', async () => {
    let adding = 0;
    excel.failWhen(({ ObjectPaths }) => {
      const isAdding = Object.values(ObjectPaths).some(({ Name }) => Name === 'Add');
      if (isAdding) adding += 1;
      return isAdding && adding === 2 ? 'RequestPayloadSizeLimitExceeded' : undefined;
    });
    const parts = createWorkbookParts();
    expect(await parts.write(NAMESPACE, [NEW, NEW])).toMatchObject({ kind: 'failed' });
    expect(held()).toEqual([FOREIGN, OLD].sort());
    expect(await parts.write(NAMESPACE, [NEW])).toEqual({ kind: 'written' });
    expect(held()).toEqual([FOREIGN, NEW].sort());
  });

  it('that Excel does not let go are not called removed', async () => {
    excel.failWhen(({ ObjectPaths, Actions }) => {
      const isDeleting = [...Object.values(ObjectPaths), ...Actions].some(
        ({ Name }) => Name === 'Delete',
      );
      return isDeleting ? 'InvalidOperationInCellEditMode' : undefined;
    });
    const parts = createWorkbookParts();
    const refused = failedFor(/saved before/);
    expect(await parts.remove(NAMESPACE)).toEqual(refused);
    expect(await parts.write(NAMESPACE, [NEW])).toEqual(refused);
    excel.failWhen(() => undefined);
    expect(await parts.remove(NAMESPACE)).toEqual({ kind: 'written' });
    expect(held()).toEqual([FOREIGN]);
  });

  it('of 1 MB travel one by one', async () => {
    const large = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (letter) => `<settings xmlns="${NAMESPACE}">${letter.repeat(999_900)}</settings>`,
    );
    expect(await createWorkbookParts().write(NAMESPACE, large)).toEqual({ kind: 'written' });
    const { request, reply } = excel.largest();
    expect(Math.max(request, reply)).toBeLessThan(1_100_000);
  });
});
