import { freeSheetName, quotedSheet } from '../addin/spreadsheet/cell-address';
import {
  cellsOfPage,
  DRAWING_SPACE,
  heightOf,
  nameOfPage,
  PAGE_FILL,
  PAGE_LOOKS,
  PAGE_MARGIN,
  PAGE_RULE,
  pageFingerprint,
  type MakePage,
  type PageDrawing,
  type PageLine,
  type PageText,
  type PrintedPage,
} from '../addin/spreadsheet/printed-page';
import { inExcel } from './failure';
import { readAllInputs } from './sheet-reading';
import { POINTS, put } from './sheet-writing';
import { setNumberFormat } from './text-format';

/** Adds the page as a sheet. This needs ExcelApi 1.9, as pictures do. */
export const makePage: MakePage = (page) =>
  inExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    const earlier = await earlierPage(context, page);
    const names = worksheets.items.map(({ name }) => name);
    const sheet = worksheets.add(freeSheetName(page.name, names));
    sheet.load('id,name');
    await context.sync();
    try {
      const after = await put({ context, sheet, row: 0, column: 0, left: [] }, cellsOfPage(page));
      for (const [at, { width }] of page.columns.entries()) {
        sheet.getRangeByIndexes(0, at, 1, 1).format.columnWidth = width * POINTS;
      }
      for (const [at, row] of page.rows.entries()) {
        const range = sheet.getRangeByIndexes(at, 0, 1, page.columns.length);
        range.format.rowHeight = heightOf(row) * POINTS;
        if (row.kind !== 'drawing') writeLook(page, row, range);
      }
      sheet.showGridlines = false;
      setPage(page, sheet);
      await context.sync();
      for (const [at, row] of page.rows.entries()) {
        if (row.kind === 'drawing') await draw(page, row, at, sheet);
      }
      // Once the new page is whole, it takes the name and the place of the earlier one.
      if (earlier?.isChanged === false) {
        sheet.position = earlier.sheet.position;
        earlier.sheet.delete();
        await context.sync();
        sheet.name = earlier.sheet.name;
        sheet.load('name');
        await context.sync();
      }
      await keepName(context, page, sheet.name, pageFingerprint(after));
      const area = { row: 0, column: 0, rows: page.rows.length, columns: page.columns.length };
      return {
        kind: 'made',
        sheet: sheet.name,
        written: { ...area, sheet: sheet.name, sheetId: sheet.id, after, before: undefined },
        earlier: earlier === undefined ? 'none' : earlier.isChanged ? 'kept' : 'replaced',
      };
    } catch (error) {
      sheet.delete();
      await context.sync();
      throw error;
    }
  });

/** Finds the page that the workbook has. Undefined if there is none, or its sheet was deleted. */
async function earlierPage(context: Excel.RequestContext, { id }: PrintedPage) {
  const name = context.workbook.names.getItemOrNullObject(nameOfPage(id));
  name.load('comment');
  const range = name.getRangeOrNullObject();
  range.load('worksheet/name,worksheet/position');
  await context.sync();
  if (name.isNullObject || range.isNullObject) return undefined;
  const sheet = range.worksheet;
  const now = await readAllInputs(context, sheet);
  return { sheet, isChanged: pageFingerprint(now) !== name.comment };
}

async function keepName(
  context: Excel.RequestContext,
  { id }: PrintedPage,
  sheet: string,
  made: string,
): Promise<void> {
  const { names } = context.workbook;
  const before = names.getItemOrNullObject(nameOfPage(id));
  await context.sync();
  if (!before.isNullObject) before.delete();
  const name = names.add(nameOfPage(id), `=${quotedSheet(sheet)}!$A$1`, made);
  name.visible = false;
  await context.sync();
}

function writeLook(page: PrintedPage, row: PageText | PageLine, range: Excel.Range): void {
  const { size, isBold, colour } = PAGE_LOOKS[row.kind];
  range.format.font.size = size;
  range.format.font.bold = isBold;
  range.format.font.color = colour;
  range.format.verticalAlignment = Excel.VerticalAlignment.center;
  range.format.wrapText = true;
  if ('text' in row) {
    range.merge();
    range.format.horizontalAlignment = Excel.HorizontalAlignment.left;
    return;
  }
  if (row.kind === 'heading') range.format.fill.color = PAGE_FILL;
  const rule = range.format.borders.getItem(Excel.BorderIndex.edgeBottom);
  rule.style = Excel.BorderLineStyle.continuous;
  rule.color = PAGE_RULE;
  for (const [column, { align }] of page.columns.entries()) {
    const cell = range.getCell(0, column);
    cell.format.horizontalAlignment = Excel.HorizontalAlignment[align];
    const format = row.formats?.[column];
    if (format !== undefined) setNumberFormat(cell, format);
  }
}

function setPage({ rows, columns }: PrintedPage, sheet: Excel.Worksheet): void {
  const { pageLayout } = sheet;
  pageLayout.paperSize = Excel.PaperType.a4;
  pageLayout.orientation = Excel.PageOrientation.portrait;
  pageLayout.zoom = { horizontalFitToPages: 1, verticalFitToPages: 1 };
  pageLayout.centerHorizontally = true;
  pageLayout.setPrintArea(sheet.getRangeByIndexes(0, 0, rows.length, columns.length));
  const side = PAGE_MARGIN / 10;
  pageLayout.setPrintMargins(Excel.PrintMarginUnit.centimeters, {
    left: side,
    right: side,
    top: side,
    bottom: side,
  });
}

/** Adds the drawing: Excel's own chart if it describes one, else the picture. */
async function draw(
  { columns }: PrintedPage,
  { png, width, height, description, chart }: PageDrawing,
  at: number,
  sheet: Excel.Worksheet,
): Promise<void> {
  const { context } = sheet;
  const cell = sheet.getRangeByIndexes(at, 0, 1, columns.length);
  cell.load('top');
  await context.sync();
  const place = {
    left: 0,
    top: cell.top + (DRAWING_SPACE / 2) * POINTS,
    width: width * POINTS,
    height: height * POINTS,
  };
  if (chart === undefined) {
    const shape = sheet.shapes.addImage(png);
    // With a locked ratio, setting the height would change the width.
    shape.lockAspectRatio = false;
    Object.assign(shape, place);
    shape.lockAspectRatio = true;
    shape.altTextDescription = description;
  } else {
    const { row, column, rows, columns: wide } = chart;
    const source = sheet.getRangeByIndexes(row, column, rows, wide);
    const bars = sheet.charts.add(
      Excel.ChartType.barClustered,
      source,
      Excel.ChartSeriesBy.columns,
    );
    Object.assign(bars, place);
    bars.title.text = description;
    bars.legend.visible = wide > 2;
    bars.legend.position = Excel.ChartLegendPosition.top;
    bars.dataLabels.showValue = true;
    bars.axes.valueAxis.minimum = 0;
    bars.axes.valueAxis.majorGridlines.visible = false;
    // Excel draws the first row at the bottom.
    bars.axes.categoryAxis.reversePlotOrder = true;
  }
  await context.sync();
}
