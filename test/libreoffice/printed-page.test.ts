import { deflateSync } from 'node:zlib';
import type { PrintedPage } from '../../src/addin/spreadsheet/printed-page';
import { sheetOf } from '../../src/workbench/files/page-sheet';
import { write } from '../workbench/files/file-steps';
import { pdfFromLibreOffice } from './sheets';

const width = 700;
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55', 'hex'),
  idat(),
  Buffer.from('0000000049454e44ae426082', 'hex'),
]).toString('base64');

test.each([1, 10, 40])('a page of %d lines, a chart and a map is one page of A4', async (lines) => {
  const page: PrintedPage = {
    id: 'ranking',
    name: 'Ranking page',
    columns: [
      { width: 500, align: 'left' },
      { width: 200, align: 'right' },
    ],
    rows: [
      { kind: 'title', text: 'Läden: the best of 40 places', height: 30 },
      { kind: 'heading', cells: ['Place', 'Score'], height: 22 },
      ...Array.from({ length: lines }, (_, at) => ({
        kind: 'line' as const,
        cells: [`दुकान ${at}`, 100 - at],
        height: 22,
      })),
      { kind: 'drawing', png, width, height: 300, description: 'Scores' },
      { kind: 'drawing', png, width, height: 380, description: 'A map' },
    ],
  };
  const sheet = sheetOf(page, 'Ranking page');
  const saved = { sheetOrder: [sheet.id], sheets: { [sheet.id]: sheet } };
  const pdf = pdfFromLibreOffice(await write(saved, sheet.id)).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, across, up] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  expect([Number(across), Number(up)].map(Math.round)).toEqual([595, 842]);
  expect(pdf.match(/\/Subtype\s*\/Image/g)?.length).toBeGreaterThan(0);
});

/** The only grey of a picture of one pixel. */
function idat(): Buffer {
  const data = deflateSync(Buffer.from([0, 200]));
  const body = Buffer.concat([Buffer.from('IDAT'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([size, body, sum]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
