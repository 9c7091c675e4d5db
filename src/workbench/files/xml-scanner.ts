import { damaged, tooLarge, UnreadableFile } from './unreadable-file';

export type XmlEvent = 'open' | 'close' | 'text' | 'end';

/**
 * Goes through an XML text from tag to tag. Prefixes are left out of names, since programs differ
 * in them. Nothing is ever expanded or fetched: a document type ends the reading, as Excel does.
 * Takes time in proportion to the text, whatever is in it.
 */
export class XmlScanner {
  /** Of the last tag. */
  name = '';
  private position = 0;
  private attributes = '';
  private content = '';
  private isCData = false;
  private closesItself = false;
  private steps = 0;

  constructor(private readonly xml: string) {}

  /** To be called where the page may breathe: only what is done in one go is limited. */
  rest(): void {
    this.steps = 0;
  }

  /** Throws `UnreadableFile` for what is no XML, and for more at once than a page can stand. */
  next(): XmlEvent {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw tooLarge('a part of it has too many elements');
    if (this.closesItself) {
      this.closesItself = false;
      return 'close';
    }
    const { xml, position } = this;
    if (position >= xml.length) return 'end';
    if (xml.charCodeAt(position) !== LESS_THAN) return this.plainText();
    const second = xml.charCodeAt(position + 1);
    if (second === SLASH) return this.closingTag();
    if (second === QUESTION_MARK) return this.passOver('?>');
    if (second === EXCLAMATION_MARK) return this.declaration();
    return this.openingTag();
  }

  /** Of the last opening tag. */
  attribute(name: string): string | undefined {
    ATTRIBUTE.lastIndex = 0;
    for (
      let found = ATTRIBUTE.exec(this.attributes);
      found;
      found = ATTRIBUTE.exec(this.attributes)
    ) {
      const [, written, double, single = ''] = found;
      if (written === name) return decoded(double ?? single);
    }
    return undefined;
  }

  /** Of the last text. */
  text(): string {
    return this.isCData ? this.content : decoded(this.content);
  }

  /** All text within the element just opened; behind it afterwards. */
  innerText(): string {
    let text = '';
    for (let depth = 1; depth > 0;) {
      const event = this.next();
      if (event === 'text') text += this.text();
      else if (event === 'end') throw damaged();
      else depth += event === 'open' ? 1 : -1;
    }
    return text;
  }

  /** Behind the element just opened. */
  skip(): void {
    for (let depth = 1; depth > 0;) {
      const event = this.next();
      if (event === 'end') throw damaged();
      if (event !== 'text') depth += event === 'open' ? 1 : -1;
    }
  }

  private plainText(): XmlEvent {
    const next = this.xml.indexOf('<', this.position);
    const end = next < 0 ? this.xml.length : next;
    this.content = this.xml.slice(this.position, end);
    this.isCData = false;
    this.position = end;
    return 'text';
  }

  private closingTag(): XmlEvent {
    const end = this.endOf('>', this.position);
    this.name = localName(this.xml.slice(this.position + 2, end - 1).trimEnd());
    this.position = end;
    return 'close';
  }

  private openingTag(): XmlEvent {
    const { xml } = this;
    let end = this.position + 1;
    for (let quote = 0; ; end += 1) {
      if (end >= xml.length) throw damaged();
      const code = xml.charCodeAt(end);
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
      else if (code === GREATER_THAN) break;
    }
    this.closesItself = xml.charCodeAt(end - 1) === SLASH;
    const inside = xml.slice(this.position + 1, this.closesItself ? end - 1 : end);
    const space = inside.search(SPACES);
    this.name = localName(space < 0 ? inside : inside.slice(0, space));
    this.attributes = space < 0 ? '' : inside.slice(space + 1);
    this.position = end + 1;
    return 'open';
  }

  private declaration(): XmlEvent {
    const { xml, position } = this;
    if (xml.startsWith('<!--', position)) return this.passOver('-->');
    if (!xml.startsWith(CDATA, position)) throw new UnreadableFile(DOCUMENT_TYPE);
    const end = this.endOf(']]>', position);
    this.content = xml.slice(position + CDATA.length, end - ']]>'.length);
    this.isCData = true;
    this.position = end;
    return 'text';
  }

  private passOver(mark: string): XmlEvent {
    this.position = this.endOf(mark, this.position);
    this.content = '';
    return 'text';
  }

  private endOf(mark: string, from: number): number {
    const at = this.xml.indexOf(mark, from);
    if (at < 0) throw damaged();
    return at + mark.length;
  }
}

/** The text of a part: in UTF-8 unless a byte order mark says otherwise. */
export function xmlText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** Half a second; the looks of a workbook, read in one go, take a fifth of it at most. */
const MOST_STEPS = 4_000_000;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const EXCLAMATION_MARK = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SPACES = /\s/;
const CDATA = '<![CDATA[';
const DOCUMENT_TYPE =
  'The file holds a document type declaration, which no workbook needs and which can be used for attacks. It is not opened.';

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Each match begins where the one before has ended, and so none begins inside a value. */
const ATTRIBUTE = /\s*(?:[\w.-]*:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LAST_CODE_POINT = 0x10ffff;

/** An ampersand that stands for nothing stays as it is. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = Number(decimal ?? `0x${hex ?? ''}`);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
