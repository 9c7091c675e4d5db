import { t } from '../../engine/language/speech';
import { createSerialQueue, ListenerSet } from '../../engine/lookup';
import { readXmlElement, versionOf, xmlElement, xmlSafeJson } from '../spreadsheet/xml-element';
import { canonicalJson, readJsonObject, type JsonObject } from './json-document';
import type { CannotDo } from '../spreadsheet/sheet';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import { editSettings, type EditFault, type SettingsEdit } from './workbook-edits';
import { CANNOT, safeParts } from './safe-parts';
import {
  mergeWorkbookSettings,
  readWorkbookSettings,
  type WorkbookSettings,
} from './workbook-settings';

/** The settings that travel with the open workbook. Nothing here throws or rejects. */
export interface WorkbookStore {
  /** The same object until something changes. */
  current(): WorkbookState;
  /** Settles when the settings of the workbook open by then have been read, or that has failed. */
  whenRead(): Promise<void>;
  /** Reads them again, as after a failure. */
  read(): Promise<void>;
  /**
   * Makes all of the edits or none, in the workbook first. Keeps what another copy of the add-in
   * has written meanwhile.
   */
  edit(edits: readonly SettingsEdit[]): Promise<SettingsSaving>;
  subscribe(listener: () => void): () => void;
}

export interface WorkbookState {
  readonly settings: WorkbookSettings;
  readonly reading: SettingsReading;
}

/**
 * How reading the settings went:
 *
 * - `damaged`: some of it was unreadable. That stays until the next change sets it aside.
 * - `newer`: a later version wrote it. Locus uses what it understands, and changes nothing.
 * - `failed`: the workbook could not be read. `message` tells why.
 */
export type SettingsReading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer' }
  | { readonly kind: 'failed'; readonly message: string };

/** The outcome of an edit. `secret` means that the settings would contain the credential. */
export type SettingsSaving =
  | { readonly kind: 'saved' }
  | {
      readonly kind: 'not-saved';
      readonly reason: EditFault | 'newer' | 'secret' | 'another-workbook';
    }
  | { readonly kind: 'failed'; readonly message: string };

export interface WorkbookStoreOptions {
  readonly parts: WorkbookParts;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** What must never be written into a workbook. */
  readonly credential: () => string | undefined;
}

/** Creates the store of a host's workbook, and starts reading at once. */
export function createWorkbookStore({
  parts,
  now,
  credential,
}: WorkbookStoreOptions): WorkbookStore {
  const listeners = new ListenerSet();
  let document: JsonObject = {};
  let state: WorkbookState = stateOf(document, { kind: 'reading' });
  let reading: Promise<void>;
  // Each edit reads what the one before has written.
  const inTurn = createSerialQueue();

  function become(next: JsonObject, how: SettingsReading): void {
    document = next;
    state = stateOf(next, how);
    listeners.notify();
  }

  async function read(): Promise<void> {
    const opened = parts.opened();
    const found = await readFound(parts);
    if (opened !== parts.opened()) return reading;
    if (found.kind === 'failed') become(document, found);
    else if (found.isNewer) become(found.document, { kind: 'newer' });
    else become(found.document, { kind: found.damaged.length > 0 ? 'damaged' : 'read' });
  }

  /** @param opened the workbook that was open when the edit was made. */
  async function edit(edits: readonly SettingsEdit[], opened: number): Promise<SettingsSaving> {
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    const safe = safeParts(parts);
    const found = await readFound(parts);
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    if (found.kind === 'failed') return found;
    if (found.isNewer) return { kind: 'not-saved', reason: 'newer' };
    const base = mergeWorkbookSettings(document, found.document);
    const edited = editSettings(base, edits, now());
    if (edited.kind === 'not-saved') return edited;
    if (holds(edited.document, credential())) return { kind: 'not-saved', reason: 'secret' };
    const aside = await safe.setAside(SET_ASIDE_NAMESPACE, found.damaged, CANNOT_SET_ASIDE);
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    if (aside.kind === 'failed') return aside;
    const written = await safe.write(SETTINGS_NAMESPACE, [writeSettingsPart(edited.document)]);
    if (written.kind === 'failed') return written;
    if (opened === parts.opened()) become(edited.document, { kind: 'read' });
    return { kind: 'saved' };
  }

  parts.subscribe(() => {
    become({}, { kind: 'reading' });
    reading = read();
  });
  reading = read();
  return {
    current: () => state,
    whenRead: () => reading,
    read: () => (reading = read()),
    edit(edits) {
      const opened = parts.opened();
      return inTurn(() => edit(edits, opened)).catch(() => CANNOT);
    },
    subscribe: listeners.subscribe,
  };
}

interface Found {
  readonly kind: 'found';
  readonly document: JsonObject;
  readonly damaged: readonly string[];
  readonly isNewer: boolean;
}

/** A file may hold several of our parts, as after two copies were merged: they are read as one. */
async function readFound(parts: WorkbookParts): Promise<Found | CannotDo> {
  const texts = await safeParts(parts).read(SETTINGS_NAMESPACE);
  if (texts.kind === 'failed') return texts;
  // Locus writes one part, and merged copies have a few, but a file may contain anything.
  const length = texts.parts.reduce((sum, xml) => sum + xml.length, 0);
  if (texts.parts.length > MAX_PARTS || length > MAX_LENGTH) return TOO_MUCH;
  const readings = texts.parts.map((xml) => ({ xml, reading: readSettingsPart(xml) }));
  let document: JsonObject = {};
  for (const { reading } of readings) {
    if (reading.kind !== 'damaged') document = mergeWorkbookSettings(document, reading.document);
  }
  return {
    kind: 'found',
    document,
    damaged: readings.filter(({ reading }) => reading.kind === 'damaged').map(({ xml }) => xml),
    isNewer: readings.some(({ reading }) => reading.kind === 'newer'),
  };
}

const ANOTHER_WORKBOOK: SettingsSaving = { kind: 'not-saved', reason: 'another-workbook' };

const MAX_PARTS = 10;
const MAX_LENGTH = 2_000_000;

const TOO_MUCH: CannotDo = {
  kind: 'failed',
  get message() {
    return t('This workbook has more settings than Locus can read. They’re left as they are.');
  },
};

const CANNOT_SET_ASIDE: CannotDo = {
  kind: 'failed',
  get message() {
    return t('This workbook’s settings are damaged and couldn’t be backed up.');
  },
};

function stateOf(document: JsonObject, reading: SettingsReading): WorkbookState {
  return { settings: readWorkbookSettings(document), reading };
}

/** Anything shorter occurs in many texts by chance. */
const SHORTEST_SECRET = 6;

function holds(document: JsonObject, credential: string | undefined): boolean {
  if (credential === undefined || credential.length < SHORTEST_SECRET) return false;
  return canonicalJson(document).includes(JSON.stringify(credential).slice(1, -1));
}

/**
 * What one part of a workbook holds. `newer` means that a later version wrote it: Locus may use
 * what it understands of it, but not change it. A `damaged` part is broken, hostile or too large.
 */
type SettingsPartReading =
  | { readonly kind: 'settings' | 'newer'; readonly document: JsonObject }
  | { readonly kind: 'damaged' };

/** Namespace of the part with a workbook's settings. Must never change: workbooks contain it. */
export const SETTINGS_NAMESPACE = 'urn:locus:workbook-settings';

/** Namespace of unreadable parts, kept whole and untouched. Must never change either. */
export const SET_ASIDE_NAMESPACE = 'urn:locus:workbook-settings:set-aside';

/** An attribute of the root element, so that it can be read whatever is inside. */
const VERSION = 1;

/** Twice what a workbook can keep in one part, so that Locus cannot have written a larger text. */
const MAX_PART_LENGTH = 2_000_000;

/** Writes the settings as a part. */
export function writeSettingsPart(document: JsonObject): string {
  const attributes = { xmlns: SETTINGS_NAMESPACE, version: String(VERSION) };
  return xmlElement('settings', attributes, xmlSafeJson(canonicalJson(document)));
}

/** Reads a part from any text. Never throws. */
export function readSettingsPart(xml: string): SettingsPartReading {
  if (xml.length > MAX_PART_LENGTH) return DAMAGED;
  const element = readXmlElement(xml);
  const version = versionOf(element);
  if (element === undefined || version === undefined) return DAMAGED;
  const document = element.text === undefined ? undefined : readJsonObject(element.text);
  if (version > VERSION) return { kind: 'newer', document: document ?? {} };
  return document === undefined ? DAMAGED : { kind: 'settings', document };
}

const DAMAGED: SettingsPartReading = { kind: 'damaged' };
