import { cellName } from '../../addin/spreadsheet/cell-address';
import type { Note } from './notes-reading';
import { textElement } from './string-table';
import { SHEET_NAMESPACE, XML_DECLARATION } from './xml-names';

/** The part with the notes of a sheet. */
export function notesPart(notes: readonly Note[]): string {
  const written = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${cellName(row, column)}" authorId="0"><text>${textElement(text)}</text></comment>`,
  );
  return (
    `${XML_DECLARATION}<comments xmlns="${SHEET_NAMESPACE}"><authors><author></author></authors>` +
    `<commentList>${written.join('')}</commentList></comments>`
  );
}

/** The notes' drawing, without which Excel shows none, in the older format (VML). */
export function noteDrawingPart(notes: readonly Note[]): string {
  const shapes = notes.map(
    ({ row, column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${column + 1}, 15, ${row}, 2, ${column + 3}, 31, ${row + 4}, 1</x:Anchor>` +
      `<x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column>` +
      '</x:ClientData></v:shape>',
  );
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${shapes.join('')}</xml>`
  );
}
