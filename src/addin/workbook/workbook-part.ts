import { canonicalJson, readJsonObject } from './json-document';
import type { JsonObject } from './json-document';
import { readXmlElement, xmlElement, xmlSafeJson } from '../spreadsheet/xml-element';

/**
 * What one part of a workbook holds. `newer`: written by a later version; Locus may use what it
 * understands of it, but not change it · `damaged`: broken, hostile, or too large.
 */
export type SettingsPartReading =
  | { readonly kind: 'settings' | 'newer'; readonly document: JsonObject }
  | { readonly kind: 'damaged' };

/** Namespace of the part with a workbook's settings. Must never change: workbooks contain it. */
export const SETTINGS_NAMESPACE = 'urn:locus:workbook-settings';

/** Namespace of unreadable parts, kept whole and untouched. Must never change either. */
export const SET_ASIDE_NAMESPACE = 'urn:locus:workbook-settings:set-aside';

/** An attribute of the root element, so that it can be read whatever is inside. */
const VERSION = 1;

/** Twice what a workbook keeps in one part: Locus wrote no larger text. */
const MAX_LENGTH = 2_000_000;

export function writeSettingsPart(document: JsonObject): string {
  const attributes = { xmlns: SETTINGS_NAMESPACE, version: String(VERSION) };
  return xmlElement('settings', attributes, xmlSafeJson(canonicalJson(document)));
}

/** Takes any text and never throws. */
export function readSettingsPart(xml: string): SettingsPartReading {
  if (xml.length > MAX_LENGTH) return DAMAGED;
  const element = readXmlElement(xml);
  const version = readVersion(element?.attributes.get('version'));
  if (element === undefined || version === undefined) return DAMAGED;
  const document = element.text === undefined ? undefined : readJsonObject(element.text);
  if (version > VERSION) return { kind: 'newer', document: document ?? {} };
  return document === undefined ? DAMAGED : { kind: 'settings', document };
}

const DAMAGED: SettingsPartReading = { kind: 'damaged' };

function readVersion(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
