import { readXmlElement, xmlElement } from '../spreadsheet/xml-element';

/** Namespace of the parts that hold answers. Must never change: workbooks contain it. */
export const ANSWERS_NAMESPACE = 'urn:locus:answers';

/**
 * What one part holds. `newer`: written by a later version · `damaged`: broken, hostile, or too
 * large. Locus uses nothing of either, and leaves it as it is.
 */
export type AnswersPartReading =
  | {
      readonly kind: 'answers';
      /** Each unpacks on its own. */
      readonly blocks: readonly string[];
      /** Epoch milliseconds at which it was written; 0 if it does not say. */
      readonly savedAt: number;
    }
  | { readonly kind: 'newer' | 'damaged' };

export function writeAnswersPart(blocks: readonly string[], savedAt: number): string {
  return xmlElement(
    'answers',
    { xmlns: ANSWERS_NAMESPACE, version: String(VERSION), saved: String(Math.floor(savedAt)) },
    blocks.join(SEPARATOR),
  );
}

/** Takes any text and never throws. */
export function readAnswersPart(xml: string): AnswersPartReading {
  // Our parts contain no entities, and decoding a million of them would be slow.
  if (xml.length > MAX_LENGTH || xml.includes('&')) return { kind: 'damaged' };
  const element = readXmlElement(xml);
  const version = wholeNumber(element?.attributes.get('version'));
  if (element === undefined || version === undefined || version === 0) return { kind: 'damaged' };
  if (version > VERSION) return { kind: 'newer' };
  if (element.text === undefined) return { kind: 'damaged' };
  const blocks = element.text.split(SPACE).filter((block) => block !== '');
  if (blocks.length > MAX_BLOCKS) return { kind: 'damaged' };
  return { kind: 'answers', blocks, savedAt: wholeNumber(element.attributes.get('saved')) ?? 0 };
}

/** An attribute of the root element, so that it can be read whatever is inside. */
const VERSION = 1;
const SEPARATOR = '\n';
/** Another program may have moved the line breaks, but not into a word. */
const SPACE = /\s+/;

/** The most that a workbook keeps in one part: Locus wrote no larger text. */
const MAX_LENGTH = 1_000_000;
const MAX_BLOCKS = 1_000;

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
