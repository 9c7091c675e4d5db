import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';

/**
 * Commas, quotation marks, UTF-8, from the first line; no formulas; every sheet into a file of its
 * own (`-1`): wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents.
 */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

/**
 * What LibreOffice shows of each sheet of a workbook, by the sheets' names, as a person's own
 * installation does: with a profile that has just been made, and so with its settings as they come.
 */
export function sheetsInLibreOffice(bytes: Uint8Array): Record<string, string[][]> {
  return converted(bytes, AS_CSV, (output) => {
    const files = readdirSync(output).map((file) => {
      const text = readFileSync(join(output, file), 'utf8');
      const name = file.replace(/^book-/, '').replace(/\.csv$/, '');
      return [name, Papa.parse<string[]>(text, { skipEmptyLines: false }).data] as const;
    });
    return Object.fromEntries(files);
  });
}

/** What LibreOffice prints of a workbook. */
export function pdfFromLibreOffice(bytes: Uint8Array): Buffer {
  return converted(bytes, 'pdf', (output) => readFileSync(join(output, 'book.pdf')));
}

function converted<Result>(
  bytes: Uint8Array,
  format: string,
  take: (output: string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'locus-libreoffice-'));
  try {
    writeFileSync(join(folder, 'book.xlsx'), bytes);
    const output = join(folder, 'made');
    mkdirSync(output);
    execFileSync(
      process.env.SOFFICE ?? 'soffice',
      [
        '--headless',
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        ...['--convert-to', format],
        ...['--outdir', output],
        join(folder, 'book.xlsx'),
      ],
      { stdio: 'ignore', timeout: 120_000 },
    );
    return take(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
