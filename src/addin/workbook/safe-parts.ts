import { t } from '../../engine/language/speech';
import type { CannotDo } from '../spreadsheet/sheet';
import {
  FORMER_NAMESPACES,
  type PartsWriting,
  type WorkbookParts,
} from '../spreadsheet/workbook-parts';
import { xmlElement, xmlSafeJson } from '../spreadsheet/xml-element';

/** The parts of the workbook that was open when this was created. */
export interface SafeParts extends Pick<WorkbookParts, 'read' | 'write' | 'remove'> {
  isStillOpen(): boolean;
  /**
   * Adds damaged parts, whole and untouched, to those set aside before. Callers change nothing in
   * their old place before this has succeeded.
   */
  setAside(namespace: string, damaged: readonly string[], failure: CannotDo): Promise<PartsWriting>;
}

/** What is returned if the host rejects. */
export const CANNOT: CannotDo = {
  kind: 'failed',
  get message() {
    return t('The workbook can’t be read or changed right now. Try again.');
  },
};

/** Wraps the parts of a host. If it rejects, against its promise, that counts as a failure. */
export function safeParts(parts: WorkbookParts): SafeParts {
  const opened = parts.opened();
  const safe: SafeParts = {
    isStillOpen: () => parts.opened() === opened,
    read: (namespace) => safely(() => parts.read(namespace)),
    write: (namespace, texts) =>
      safely(async () => {
        for (const old of FORMER_NAMESPACES) await parts.remove(old);
        return parts.write(namespace, texts);
      }),
    remove: (namespace) => safely(() => parts.remove(namespace)),
    async setAside(namespace, damaged, failure) {
      if (damaged.length === 0) return { kind: 'written' };
      const before = await safe.read(namespace);
      if (before.kind === 'failed') return before;
      if (!safe.isStillOpen()) return CANNOT;
      const texts = damaged.map((xml) => setAsidePart(namespace, xml));
      const added = texts.filter((xml) => !before.parts.includes(xml));
      const written = await safe.write(namespace, [...before.parts, ...added]);
      return written.kind === 'failed' ? failure : written;
    },
  };
  return safe;
}

/** A part that keeps any text unchanged, as a JSON string inside its one element. */
function setAsidePart(namespace: string, xml: string): string {
  return xmlElement('set-aside', { xmlns: namespace }, xmlSafeJson(JSON.stringify(xml)));
}

async function safely<Result>(run: () => Promise<Result>): Promise<Result | CannotDo> {
  try {
    return await run();
  } catch {
    return CANNOT;
  }
}
