import { t } from '../engine/language/speech';
import { createSerialQueue } from '../engine/lookup';
import {
  partsFault,
  type PartsReading,
  type PartsWriting,
  type WorkbookParts,
} from '../addin/spreadsheet/workbook-parts';
import { inExcel } from './failure';

/**
 * Gives the add-in the workbook's custom XML parts (ExcelApi 1.5). Each has a request of its own,
 * because it may be large.
 */
export function createWorkbookParts(): WorkbookParts {
  // Two writes at once would each see the other's parts as old ones.
  const inTurn = createSerialQueue();
  return {
    read: (namespace) => inTurn(() => readParts(namespace)),
    write: (namespace, parts) => inTurn(() => writeParts(namespace, parts)),
    remove: (namespace) => inTurn(() => writeParts(namespace, [])),
    // Excel runs the add-in once for each workbook, so no other workbook is ever opened.
    opened: () => 0,
    subscribe: () => () => undefined,
  };
}

function readParts(namespace: string): Promise<PartsReading> {
  return inExcel(async (context) => {
    const parts = await itemsOf(context, namespace);
    return { kind: 'parts', parts: await textsOf(context, parts) };
  });
}

function writeParts(namespace: string, parts: readonly string[]): Promise<PartsWriting> {
  const message = partsFault(namespace, parts);
  if (message !== undefined) return Promise.resolve({ kind: 'failed', message });
  return inExcel(async (context) => {
    const old = await itemsOf(context, namespace);
    const added: Excel.CustomXmlPart[] = [];
    try {
      for (const part of parts) {
        added.push(context.workbook.customXmlParts.add(part));
        await context.sync();
      }
      // Excel for Mac has been seen to keep nothing without reporting it.
      const read = await textsOf(context, await itemsOf(context, namespace));
      if (!parts.every((part) => read.some((text) => isSameXml(text, part)))) {
        await remove(context, added);
        return { kind: 'failed', message: notKept() };
      }
    } catch (error) {
      await remove(context, added);
      throw error;
    }
    await remove(context, old);
    const left = new Set((await itemsOf(context, namespace)).map(({ id }) => id));
    if (old.some(({ id }) => left.has(id))) return { kind: 'failed', message: notRemoved() };
    return { kind: 'written' };
  });
}

const notKept = (): string =>
  t('Excel didn’t keep the saved data. Save the workbook, reopen it and try again.');

const notRemoved = (): string =>
  t('Excel kept the data that was saved before. Finish editing the cell and try again.');

async function itemsOf(
  context: Excel.RequestContext,
  namespace: string,
): Promise<Excel.CustomXmlPart[]> {
  const found = context.workbook.customXmlParts.getByNamespace(namespace);
  found.load('items/id');
  await context.sync();
  return found.items;
}

async function textsOf(
  context: Excel.RequestContext,
  parts: readonly Excel.CustomXmlPart[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const part of parts) {
    const text = part.getXml();
    await context.sync();
    texts.push(text.value);
  }
  return texts;
}

/** Removes parts one by one: one that is gone already must not prevent removing the others. */
async function remove(
  context: Excel.RequestContext,
  parts: readonly Excel.CustomXmlPart[],
): Promise<void> {
  for (const part of parts) {
    try {
      part.delete();
      await context.sync();
    } catch {
      // A part that stays does no harm: whoever reads it judges it by its content.
    }
  }
}

/** Excel may return a part with an XML declaration that was not written. */
function isSameXml(read: string, written: string): boolean {
  return withoutDeclaration(read) === withoutDeclaration(written);
}

function withoutDeclaration(xml: string): string {
  return xml.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?/, '').trimEnd();
}
