import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemFault } from './exit-code';
import { FileFault } from './table';

/** A file that can be read more than once. */
export interface InputFile {
  /** The name that people know. */
  readonly name: string;
  readonly file: FileHandle;
  readonly bytes: number;
  /** The file's mode; undefined for standard input or a pipe. */
  readonly mode?: number;
  /** @throws FileFault if it has been changed since it was opened. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const STANDARD = '-';

/**
 * Opens a file. Input that is not a file is first copied to a private one.
 *
 * @param path `-` for the standard input.
 * @throws FileFault
 */
export async function openInput(path: string, input: NodeJS.ReadableStream): Promise<InputFile> {
  if (path === STANDARD) return copyOf(input, 'Standard input');
  const file = await open(path).catch((error: unknown) => {
    throw systemFault(error, path, 'read');
  });
  const before = await file.stat();
  if (before.isDirectory()) {
    await file.close();
    throw new FileFault(`${path} is a folder. Name a file.`);
  }
  // A pipe, such as a shell's <(…), can be read only once.
  if (!before.isFile()) return copyOf(file.createReadStream(), path);
  return {
    name: path,
    file,
    bytes: before.size,
    mode: before.mode,
    async check() {
      const now = await stat(path).catch(() => undefined);
      const isSame =
        now?.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
      if (!isSame)
        throw new FileFault(`${path} has changed while it was being read. Run it again.`);
    },
    close: () => file.close(),
  };
}

async function copyOf(input: NodeJS.ReadableStream, name: string): Promise<InputFile> {
  const folder = mkdtempSync(join(tmpdir(), 'locus-'));
  const path = join(folder, 'input');
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    const file = await open(path);
    const { size } = await file.stat();
    const check = (): Promise<void> => Promise.resolve();
    return { name, file, bytes: size, check, close: () => file.close() };
  } catch (error) {
    throw systemFault(error, path, 'write');
  } finally {
    // The file is open, so it stays readable. It disappears when this process ends.
    rmSync(folder, { recursive: true, force: true });
  }
}
