import { SaxesParser, type SaxesOptions } from 'saxes';
import { t } from '../../engine/language/speech';
import { xmlEscaped } from '../../engine/places/workbook-text';
import { damaged, tooLarge, UnreadableFile } from './unreadable-file';

export type XmlEvent = 'open' | 'close' | 'text' | 'end';

/**
 * Goes through an XML text from tag to tag. Names come without prefixes, because programs differ in
 * them. Never expands or fetches anything: a document type declaration ends the reading, as in
 * Excel.
 *
 * The parser pushes what it finds. It gets one piece of the text at a time, and the next one when
 * the caller has taken all events of the last, so that a large part is never in memory twice.
 */
export class XmlScanner {
  /** The name of the last tag. */
  name = '';
  private attributes: Readonly<Record<string, string>> = {};
  private content = '';
  private readonly parser = new SaxesParser<Options>({ xmlns: false, position: false });
  private found: Found[] = [];
  private taken = 0;
  private position = 0;
  private steps = 0;

  constructor(private readonly xml: string) {
    const { parser } = this;
    const add = (event: Found): void => void this.found.push(event);
    parser.on('opentag', ({ name, attributes }) => add({ kind: 'open', name, attributes }));
    parser.on('closetag', ({ name }) => add({ kind: 'close', name }));
    parser.on('text', (text) => add({ kind: 'text', text }));
    parser.on('cdata', (text) => add({ kind: 'text', text }));
    // Nothing to read, but a step after which the page may get a turn.
    const pass = (): void => add({ kind: 'text', text: '' });
    parser.on('comment', pass);
    parser.on('processinginstruction', pass);
    parser.on('doctype', () => {
      throw new UnreadableFile(documentType());
    });
    parser.on('error', ({ message }) => {
      if (!HARMLESS.test(message)) throw damaged();
    });
  }

  /**
   * Call it when the caller yields to the page, because only the steps between two calls are
   * limited.
   */
  rest(): void {
    this.steps = 0;
  }

  /**
   * Goes to the next event.
   *
   * @throws UnreadableFile if the text is not XML, or takes more steps at once than allowed.
   */
  next(): XmlEvent {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw tooLarge(t('a part of it has too many elements'));
    while (this.taken >= this.found.length) {
      if (this.position >= this.xml.length) return this.end();
      this.found = [];
      this.taken = 0;
      this.parser.write(this.xml.slice(this.position, this.position + PIECE_LENGTH));
      this.position += PIECE_LENGTH;
    }
    const event = this.found[this.taken] as Found;
    this.taken += 1;
    if (event.kind === 'text') this.content = event.text;
    else this.name = localName(event.name);
    if (event.kind === 'open') this.attributes = event.attributes;
    return event.kind;
  }

  /** Whether an attribute of the last opening tag is true; `usually` if it is missing. */
  isTrue(name: string, usually = false): boolean {
    const text = this.attribute(name);
    return text === undefined ? usually : ['1', 'true', 'on'].includes(text);
  }

  /** Returns an attribute of the last opening tag; undefined if it is missing. */
  attribute(name: string): string | undefined {
    for (const written in this.attributes) {
      if (localName(written) === name) return this.attributes[written];
    }
    return undefined;
  }

  /** Returns all attributes of the last opening tag that have no prefix. */
  ownAttributes(): [name: string, value: string][] {
    return Object.entries(this.attributes).filter(([name]) => !/:|^xmlns$/.test(name));
  }

  /**
   * Returns the element just opened with its content, as XML without prefixes, and moves past it.
   * Attributes that name another part of the file have a prefix, and are left out.
   *
   * @param attributes returns the attributes of an element that gets others.
   */
  copy(attributes: () => [name: string, value: string][] | undefined = () => undefined): string {
    const copied: string[] = [];
    const open = (): void => {
      const written = (attributes() ?? this.ownAttributes()).map(
        ([name, value]) => ` ${name}="${xmlEscaped(value)}"`,
      );
      copied.push(`<${this.name}${written.join('')}>`);
    };
    open();
    for (let depth = 1; depth > 0;) {
      const event = this.next();
      if (event === 'end') throw damaged();
      if (event === 'text') copied.push(xmlEscaped(this.content));
      else if (event === 'open') open();
      else copied.push(`</${this.name}>`);
      if (event !== 'text') depth += event === 'open' ? 1 : -1;
    }
    return copied.join('');
  }

  /** Returns the last text. */
  text(): string {
    return this.content;
  }

  /** Returns all text inside the element just opened, and moves past it. */
  innerText(): string {
    let text = '';
    for (let depth = 1; depth > 0;) {
      const event = this.next();
      if (event === 'text') text += this.content;
      else if (event === 'end') throw damaged();
      else depth += event === 'open' ? 1 : -1;
    }
    return text;
  }

  /** Moves past the element just opened, and calls back for each element inside, at any depth. */
  within(visit?: (name: string) => void): void {
    for (let depth = 1; depth > 0;) {
      const event = this.next();
      if (event === 'end') throw damaged();
      if (event !== 'text') depth += event === 'open' ? 1 : -1;
      if (event === 'open') visit?.(this.name);
    }
  }

  /** Goes to each further opening element, up to the end. */
  *elements(): Generator<string> {
    for (let event = this.next(); event !== 'end'; event = this.next()) {
      if (event === 'open') yield this.name;
    }
  }

  /** Closing the parser reports elements that are still open. A missing part reads as empty. */
  private end(): XmlEvent {
    if (this.xml !== '' && !this.parser.closed) this.parser.close();
    return 'end';
  }
}

/** Names are taken as written, since some programs do not declare their prefixes. */
type Options = SaxesOptions & { readonly xmlns: false };

type Found =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** About a second; the styles of a workbook, read in one go, stay below it. */
const MOST_STEPS = 1_000_000;
const PIECE_LENGTH = 65_536;
/** What other programs accept, and write: a control character, a lone ampersand. */
const HARMLESS = /disallowed character|entity|whitespace required/;
const documentType = (): string =>
  t(
    'For your safety, this file wasn’t opened: it contains a document type declaration, which workbooks don’t need and attackers can misuse.',
  );

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
