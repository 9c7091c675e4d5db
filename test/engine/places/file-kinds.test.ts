import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { zipSync } from 'fflate';
import { fileKindFault } from '../../../src/engine/places/file-kinds';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const zip = (...names: readonly string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, bytes('x')])));
const compound = (name: string): Uint8Array =>
  Buffer.concat([bytes('\xD0\xCF\x11\xE0'.padEnd(2048, '\0')), Buffer.from(name, 'utf16le')]);
const book = (bookType: xlsx.BookType): Uint8Array => {
  const made = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet([['lat', 'lng']]), 'Stores');
  return new Uint8Array(xlsx.write(made, { type: 'buffer', bookType }) as Buffer);
};

it.each([
  ['an old workbook', readFileSync('test/field/files/F30.xls'), 'older Excel workbook'],
  ['an old workbook as written', book('biff8'), 'older Excel workbook'],
  ['a very old one', book('biff2'), 'older Excel workbook'],
  ['a workbook with a password', compound('EncryptedPackage'), 'password-protected'],
  ['an old letter', compound('WordDocument'), 'Word, which has no table'],
  ['Excel 2003 XML', readFileSync('test/field/files/F30xml.xls'), 'Excel 2003 XML'],
  ['Excel 2003 XML as written', book('xlml'), 'Excel 2003 XML'],
  ['a web page', book('html'), 'HTML'],
  ['a table of a web page', bytes('\r\n <TABLE border=1><tr><td>Lat'), 'HTML'],
  ['a web page in UTF-16', Buffer.from('\uFEFF<html><body>', 'utf16le'), 'HTML'],
  ['a web page in one file', bytes('MIME-Version: 1.0\r\n'), 'MHTML'],
  ['OpenDocument', book('ods'), 'OpenDocument (.ods)'],
  ['OpenDocument, packed again', zip('content.xml'), 'the format OpenDocument'],
  ['flat OpenDocument', book('fods'), 'OpenDocument XML'],
  ['a binary workbook', book('xlsb'), '.xlsb'],
  ['a letter', zip('[Content_Types].xml', 'word/document.xml'), 'Word (.docx)'],
  ['a zip with a list', zip('stores.csv'), 'compressed (ZIP). Unpack it'],
  ['a map in a zip', zip('doc.kml'), 'KMZ'],
  ['gzip', gzipSync('lat,lng'), 'compressed (GZIP)'],
  ['zstd', bytes('\x28\xB5\x2F\xFD\x04'), 'compressed (Zstandard)'],
  ['PDF', bytes('%PDF-1.7\n%\xE2\xE3'), 'PDF, which has no table'],
  ['a photo', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF'), 'JPEG'],
  ['a database', bytes('SQLite format 3\0\x10\0'), 'SQLite. Export it as CSV'],
  ['a dBASE table', bytes('\x03\x7A\x07\x1A\x05\0\0\0\xC1\0\x20\0'.padEnd(90, '\0')), 'dBASE'],
  ['Parquet', bytes('PAR1\x15\0\x15'), 'Parquet. Export it'],
  ['a shapefile', bytes('\0\0\x27\x0A'.padEnd(100, '\0')), 'Shapefile'],
  ['JSON', bytes('[\n  {"lat": 12.9}\n]'), 'JSON. Export'],
  ['lines of JSON', bytes('{"lat":12.9}\n{"lat":13}\n'), 'JSON. Export'],
  ['GeoJSON', bytes('{ "type": "FeatureCollection", "features": [] }'), 'GeoJSON'],
  ['KML', bytes('<?xml version="1.0"?>\n<kml xmlns="x">'), 'KML'],
  ['SQL', bytes('-- MySQL dump 10.13\nCREATE TABLE'), 'SQL'],
  ['a program', bytes('\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\x02\0'), 'neither text nor a workbook'],
])('says what a file is, and what to save it as: %s', (_what, file, said) => {
  expect(fileKindFault(file)).toContain(said);
});

it.each([
  ['a workbook', book('xlsx')],
  ['a list', bytes('lat,lng\n1,2\n')],
  ['a list with brackets in its header', bytes('<DATE>,<LAT>\n1,2\n')],
  ['a list with other brackets', bytes('[id],[lat]\n1,2\n')],
  ['a list in braces', bytes('{id},name\n1,2\n')],
  ['a list that ends in zeros', bytes(`lat,lng\n1,2\n${'\0'.repeat(500)}`)],
  ['a list in UTF-16 without a mark', readFileSync('test/field/files/F6.csv')],
  ['a list of those who begin like others', bytes('BMW,PKW,II\n1,2,3\n')],
  ['nothing', bytes('')],
])('lets pass %s', (_what, file) => {
  expect(fileKindFault(file)).toBeUndefined();
});
