import { passwordProtected } from '../../engine/places/file-kinds';
import { Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { t } from '../../engine/language/speech';
import type { Slicer } from '../../engine/lookup';
import { damaged, tooLarge, UnreadableFile } from './unreadable-file';
import { XmlScanner } from './xml-scanner';

/** The parts of a zip file by name, unpacked one at a time. */
export interface ReadPackage {
  /** The names as the file writes them, without a leading slash. */
  readonly names: readonly string[];
  /** Whether the part exists. Capitals don't matter, as in Open XML. */
  has(name: string): boolean;
  /**
   * Returns a part's text; "" if there is no such part.
   *
   * @throws UnreadableFile
   */
  text(name: string | undefined): Promise<string>;
  /**
   * Returns the bytes of a part that is not text, in base64; "" if there is no such part.
   *
   * @throws UnreadableFile
   */
  base64(name: string): Promise<string>;
}

export interface PackageLimits {
  readonly maxParts: number;
  /** The limit of everything unpacked, whatever sizes the file claims. */
  readonly maxBytes: number;
}

/**
 * Opens a zip file. Counts bytes as they are unpacked, and never relies on the sizes that the file
 * claims.
 *
 * @throws UnreadableFile
 */
export async function openPackage(
  bytes: Uint8Array<ArrayBuffer>,
  { maxParts, maxBytes }: PackageLimits,
  slice: Slicer,
): Promise<ReadPackage> {
  const parts = await partsOf(bytes, maxParts);
  const promised = [...parts.values()].reduce((sum, part) => sum + part.entry.uncompressedSize, 0);
  if (promised > maxBytes) throw tooMuch(maxBytes);
  let unpacked = 0;

  async function unpack(entry: FileEntry): Promise<Uint8Array> {
    const whole = new Uint8Array(entry.uncompressedSize);
    let length = 0;
    let fault: unknown;
    const writable = new WritableStream<Uint8Array>({
      async write(piece) {
        unpacked += piece.length;
        try {
          if (unpacked > maxBytes || length + piece.length > whole.length) throw tooMuch(maxBytes);
          await slice();
        } catch (reason) {
          fault = reason;
          throw reason;
        }
        whole.set(piece, length);
        length += piece.length;
      },
    });
    try {
      await entry.getData(writable, { checkSignature: true });
    } catch {
      throw fault ?? damaged();
    }
    if (length !== whole.length) throw damaged();
    return whole;
  }

  async function bytesOf(name: string): Promise<Uint8Array> {
    const entry = parts.get(keyOf(name))?.entry;
    if (entry === undefined) return new Uint8Array();
    if (entry.encrypted) throw new UnreadableFile(passwordProtected());
    return unpack(entry);
  }

  return {
    names: [...parts.values()].map(({ name }) => name),
    has: (name) => parts.has(keyOf(name)),
    text: async (name = '') => xmlText(await bytesOf(name)),
    base64: async (name) =>
      btoa(Array.from(await bytesOf(name), (byte) => String.fromCharCode(byte)).join('')),
  };
}

interface Part {
  readonly name: string;
  readonly entry: FileEntry;
}

async function partsOf(
  bytes: Uint8Array<ArrayBuffer>,
  maxParts: number,
): Promise<ReadonlyMap<string, Part>> {
  const parts = new Map<string, Part>();
  try {
    const entries = new ZipReader(new Uint8ArrayReader(bytes), OPTIONS).getEntriesGenerator();
    for await (const entry of entries) {
      if (entry.directory) continue;
      if (parts.size >= maxParts)
        throw tooLarge(t('it has more than {maxParts} parts', { maxParts: String(maxParts) }));
      const name = nameOf(entry.filename);
      // With two parts of the same name, programs would differ in which one they read.
      if (parts.has(keyOf(name))) throw damaged();
      parts.set(keyOf(name), { name, entry });
    }
  } catch (reason) {
    throw reason instanceof UnreadableFile ? reason : damaged();
  }
  return parts;
}

/** Runs in the page itself: the page's security policy would have to allow a worker's script. */
const OPTIONS = { useWebWorkers: false, strictness: 'tolerant' } as const;

/** Some programs write backslashes, and some a leading slash. */
function nameOf(written: string): string {
  return written.replaceAll('\\', '/').replace(/^\/+/, '');
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function tooMuch(maxBytes: number): UnreadableFile {
  const megabytes = Math.round(maxBytes / 1_000_000);
  return tooLarge(
    t('unpacked it would be larger than {megabytes} MB', { megabytes: String(megabytes) }),
  );
}

/** A relation from one part of a package to another. */
export interface Relation {
  readonly id: string;
  /** The last word of the relation's type: `worksheet`, `styles`, `customXml`, … */
  readonly kind: string;
  /** The other part's name. */
  readonly target: string;
}

/**
 * Returns a part's relations within its package. `''` is the package itself. Leaves out targets
 * outside it, because nothing is ever fetched.
 */
export async function relationsOf(opened: ReadPackage, part: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  const xml = new XmlScanner(await opened.text(relationsPart(part)));
  for (const name of xml.elements()) {
    if (name !== 'Relationship' || xml.attribute('TargetMode') === 'External') continue;
    relations.push({
      id: xml.attribute('Id') ?? '',
      kind: (xml.attribute('Type') ?? '').replace(/^.*\//, ''),
      target: resolved(part, xml.attribute('Target') ?? ''),
    });
  }
  return relations;
}

/** Returns the target of the first relation of this kind whose part exists. */
export function targetOf(
  opened: ReadPackage,
  relations: readonly Relation[],
  kind: string,
): string | undefined {
  return relations.find((each) => each.kind === kind && opened.has(each.target))?.target;
}

/** Returns the name of the part with a part's relations. */
export function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** `../customXml/item1.xml` beside `xl/workbook.xml` is `customXml/item1.xml`. */
function resolved(from: string, target: string): string {
  const folders = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.' && step !== '') folders.push(step);
  }
  return folders.join('/');
}

/** The text of a part: in UTF-8 unless a byte order mark says otherwise. */
function xmlText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}
