import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['soffice', 'libreoffice'];
const ELSEWHERE = [
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  '/usr/lib/libreoffice/program/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

/** The path of LibreOffice on this machine, or undefined. `SOFFICE` in the environment wins. */
export function findLibreOffice() {
  const { SOFFICE, PATH = '' } = process.env;
  if (SOFFICE) return existsSync(SOFFICE) ? SOFFICE : undefined;
  const onPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find((path) => existsSync(path));
}
