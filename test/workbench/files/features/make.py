"""Makes a workbook for each feature that a workbook can hold: `make.py FOLDER`.

By openpyxl and XlsxWriter, neither of which Locus uses. What the workbench does with each feature is
in features.json. Some of these files are kept in the folder `made`.
"""

import datetime
import sys
import zipfile
from pathlib import Path

import openpyxl
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
from openpyxl.styles import Alignment, Border, Font, GradientFill, NamedStyle, PatternFill
from openpyxl.styles import Protection, Side
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.pagebreak import Break, ColBreak
from openpyxl.worksheet.table import Table, TableStyleInfo

CITIES = ["Pune", "Thane", "Nashik"]


def listed(sheet):
    sheet.append(["City", "Rent"])
    for index, city in enumerate(CITIES):
        sheet.append([city, 7 + index])


def look(**parts):
    def fill(book, sheet):
        listed(sheet)
        for name, value in parts.items():
            setattr(sheet["A1"], name, value)

    return fill


def on(act):
    def fill(book, sheet):
        listed(sheet)
        act(book, sheet)

    return fill


def values(book, sheet):
    sheet.append([1, 1.1, 1e-7, 12345678901234, True, False, "007", "=not", "", None])
    sheet.append(["line\nbreak", " spaces ", "हिन्दी", "é😀", "#N/A", "a'b\"c"])
    sheet["F2"].data_type = "s"
    sheet.append([datetime.date(2026, 11, 28), datetime.datetime(9999, 12, 31, 23, 59)])


def formulas(book, sheet):
    listed(sheet)
    for index, text in enumerate(
        [
            "=SUM(B2:B4)",
            '=COUNTIF($A$2:$A$4,"P*")',
            "=A2&\" \"&B2",
            "=IF(B2>7.5,1.50,-2)",
            "=_xlfn.XLOOKUP(\"Pune\",A2:A4,B2:B4)",
            "=_xlfn.LET(_xlpm.a,B2,_xlpm.a+1)",
            "='Other sheet'!A1",
            "=SUM(A:A,2:2)",
        ]
    ):
        sheet.cell(index + 1, 4, text)
    book.create_sheet("Other sheet")["A1"] = 5


def array(book, sheet):
    listed(sheet)
    sheet["D1"] = ArrayFormula("D1:D3", "=B2:B4*2")


def one_cell_array(book, sheet):
    listed(sheet)
    sheet["D1"] = ArrayFormula("D1", "=SUM(LEN(A2:A4))")


def table(book, sheet):
    listed(sheet)
    part = Table(displayName="Sites", ref="A1:B4")
    part.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2", showRowStripes=True)
    sheet.add_table(part)
    sheet["D1"] = "=SUM(Sites[Rent])"
    sheet["D2"] = '=COUNTIF($A$2:$A$4,"Pune")+ROWS(Sites[])'
    sheet["D3"] = "=Sites[[#This Row],[Rent]]*2"
    book.defined_names["cities"] = DefinedName("cities", attr_text="Sheet!$A$2:$A$4")
    book.defined_names["rents"] = DefinedName("rents", attr_text="Sites[Rent]")


def names(book, sheet):
    listed(sheet)
    book.defined_names["rate"] = DefinedName("rate", attr_text="0.5")
    book.defined_names["cities"] = DefinedName("cities", attr_text="Sheet!$A$2:$A$4", comment="ours")
    sheet.defined_names["local"] = DefinedName("local", attr_text="Sheet!$B$2", hidden=True)
    sheet["D1"] = "=COUNTA(cities)*rate"


def formats(book, sheet):
    for row, pattern in enumerate(
        ["0.00", "0%", "#,##0", "dd/mm/yyyy", "hh:mm", '"₹" #,##0.00', "0.00E+00", "@", "[Red]-0"]
    ):
        sheet.cell(row + 1, 1, 0.125).number_format = pattern


def sizes(book, sheet):
    listed(sheet)
    sheet.column_dimensions["A"].width = 30
    sheet.column_dimensions["B"].hidden = True
    sheet.row_dimensions[1].height = 45
    sheet.row_dimensions[3].hidden = True


def wrapped(book, sheet):
    listed(sheet)
    sheet["A1"] = "A header that is much longer than its column"
    sheet["A1"].alignment = Alignment(wrap_text=True)
    sheet.row_dimensions[1].height = 60


def views(book, sheet):
    listed(sheet)
    sheet.freeze_panes = "B2"
    sheet.sheet_view.zoomScale = 85
    sheet.sheet_view.showGridLines = False
    sheet.sheet_properties.tabColor = "1F4E79"


def printing(book, sheet):
    listed(sheet)
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = openpyxl.worksheet.properties.PageSetupProperties(
        fitToPage=True
    )
    sheet.print_options.gridLines = True
    sheet.page_margins.left = 0.3
    sheet.oddHeader.center.text = "Sites & rents"
    sheet.oddFooter.right.text = "Page &P of &N"
    sheet.row_breaks.append(Break(id=2))
    sheet.col_breaks = ColBreak()
    sheet.col_breaks.append(Break(id=1))


def properties(book, sheet):
    listed(sheet)
    book.properties.title = "Sites & rents"
    book.properties.creator = "Asha"
    book.properties.subject = "Expansion"
    book.properties.keywords = "a, b"
    book.properties.description = "Made by hand"
    book.properties.category = "Plans"


def chart(book, sheet):
    listed(sheet)
    drawn = BarChart()
    drawn.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4))
    sheet.add_chart(drawn, "E2")


def named_style(book, sheet):
    listed(sheet)
    book.add_named_style(NamedStyle("Ours", font=Font(name="Calibri", size=11, bold=True)))
    sheet["A1"].style = "Ours"


def validation(book, sheet):
    listed(sheet)
    rule = DataValidation(type="list", formula1='"a,b"')
    sheet.add_data_validation(rule)
    rule.add("A2:A4")


def rich(book, sheet):
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    listed(sheet)
    sheet["A2"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))


def link(book, sheet):
    listed(sheet)
    sheet["A2"].hyperlink = "https://example.com"


def calculation(book, sheet):
    listed(sheet)
    book.calculation.calcMode = "manual"
    book.calculation.iterate = True
    book.calculation.iterateCount = 50
    book.calculation.fullPrecision = False


def shown(book, sheet):
    listed(sheet)
    view = sheet.sheet_view
    view.showZeros = view.showRowColHeaders = False
    view.showFormulas = True
    view.view = "pageBreakPreview"


def with_part(name):
    """What openpyxl does not write: a part as Excel names it."""

    def add(parts):
        parts[name] = "<x/>"

    return add


def with_element(xml):
    def add(parts):
        sheet = "xl/worksheets/sheet1.xml"
        parts[sheet] = parts[sheet].decode().replace("<pageMargins", f"{xml}<pageMargins", 1)

    return add


BEYOND_OPENPYXL = {
    "thread-of-comments": with_part("xl/threadedComments/threadedComment1.xml"),
    "slicer": with_part("xl/slicers/slicer1.xml"),
    "picture-in-cell": with_part("xl/richData/rdrichvalue.xml"),
    "checkbox-in-cell": with_part("xl/featurePropertyBag/featurePropertyBag.xml"),
    "sensitivity-label": with_part("docMetadata/LabelInfo.xml"),
    "signature": with_part("_xmlsignatures/sig1.xml"),
    "scenario": with_element('<scenarios><scenario name="Best"/></scenarios>'),
    "custom-view": with_element('<customSheetViews><customSheetView guid="{A}"/></customSheetViews>'),
}


thin, red = Side(style="thin", color="FF1F4E79"), Side(style="double", color="FFFF0000")
OPENPYXL = {
    "values": values,
    "formulas": formulas,
    "array-formula": array,
    "array-formula-of-one-cell": one_cell_array,
    "table": table,
    "names": names,
    "number-formats": formats,
    "bold-italic-colour": look(font=Font(name="Arial", size=14, bold=True, italic=True, color="FFC00000")),
    "underline-double": look(font=Font(name="Calibri", size=11, underline="double")),
    "underline": look(font=Font(name="Calibri", size=11, underline="single")),
    "strike": look(font=Font(name="Calibri", size=11, strike=True)),
    "superscript": look(font=Font(name="Calibri", size=11, vertAlign="superscript")),
    "fill": look(fill=PatternFill("solid", fgColor="FFFFEB84")),
    "fill-pattern": look(fill=PatternFill("lightUp", fgColor="FFFF0000", bgColor="FFFFFF00")),
    "fill-gradient": look(fill=GradientFill(degree=90, stop=("FFFFFFFF", "FF4472C4"))),
    "borders": look(border=Border(left=thin, right=red, top=thin, bottom=red)),
    "border-diagonal": look(border=Border(diagonal=thin, diagonalUp=True)),
    "align": look(alignment=Alignment(horizontal="right", vertical="center")),
    "align-fill": look(alignment=Alignment(horizontal="fill", vertical="justify")),
    "align-across": look(alignment=Alignment(horizontal="centerContinuous")),
    "rotated-up": look(alignment=Alignment(textRotation=45)),
    "rotated-down": look(alignment=Alignment(textRotation=135)),
    "rotated-stacked": look(alignment=Alignment(textRotation=255)),
    "indent": look(alignment=Alignment(horizontal="left", indent=2)),
    "indent-right": look(alignment=Alignment(horizontal="right", indent=1)),
    "shrink": look(alignment=Alignment(shrinkToFit=True, readingOrder=2)),
    "wrapped": wrapped,
    "unlocked": look(protection=Protection(locked=False, hidden=True)),
    "quote-prefix": look(font=Font(name="Calibri", size=11), quotePrefix=True),
    "sizes": sizes,
    "views": views,
    "merged": on(lambda book, sheet: sheet.merge_cells("A6:B7")),
    "right-to-left": on(lambda book, sheet: setattr(sheet.sheet_view, "rightToLeft", True)),
    "hidden-sheet": on(lambda book, sheet: setattr(book.create_sheet("Back"), "sheet_state", "hidden")),
    "very-hidden-sheet": on(
        lambda book, sheet: setattr(book.create_sheet("Back"), "sheet_state", "veryHidden")
    ),
    "printing": printing,
    "properties": properties,
    "comment": on(lambda book, sheet: setattr(sheet["A2"], "comment", Comment("Seen", "Asha"))),
    "filter": on(lambda book, sheet: setattr(sheet.auto_filter, "ref", "A1:B4")),
    "colour-scale": on(
        lambda book, sheet: sheet.conditional_formatting.add(
            "B2:B4",
            ColorScaleRule(
                start_type="min", start_color="FFFFFFFF", end_type="max", end_color="FF63BE7B"
            ),
        )
    ),
    "conditional-format": on(
        lambda book, sheet: sheet.conditional_formatting.add(
            "B2:B4", CellIsRule(operator="greaterThan", formula=["8"], font=Font(bold=True))
        )
    ),
    "chart": chart,
    "named-style": named_style,
    "validation": validation,
    "hyperlink": link,
    "rich-text": rich,
    "groups": on(lambda book, sheet: sheet.row_dimensions.group(2, 3)),
    "calculation": calculation,
    "view-options": shown,
    "data-table": on(
        lambda book, sheet: sheet.__setitem__("D2", DataTableFormula(ref="D2:D4", r1="B2"))
    ),
    "structure-protection": on(
        lambda book, sheet: setattr(book, "security", WorkbookProtection(lockStructure=True))
    ),
    "protection": on(lambda book, sheet: setattr(sheet.protection, "sheet", True)),
    "print-titles": on(lambda book, sheet: setattr(sheet, "print_title_rows", "1:1")),
}


def by_xlsxwriter(path):
    """Formulas without results, and what pandas writes with it."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Data")
        header = book.add_format({"bold": True, "border": 1, "align": "center", "valign": "top"})
        sheet.write_row(0, 0, ["City", "Rent", "Twice"], header)
        for row, city in enumerate(CITIES, 1):
            sheet.write_row(row, 0, [city, 7 + row])
            sheet.write_formula(row, 2, f"=B{row + 1}*2")
        sheet.write_dynamic_array_formula("E2:E4", "=B2:B4+1")
        sheet.write_dynamic_array_formula("F1", "=SUM(LEN(A2:A4))")
        sheet.add_table("G1:H4", {"name": "Twin", "columns": [{"header": "a"}, {"header": "b"}]})
        sheet.write_formula("I1", "=SUM(Twin[b])+SUM($H$2:$H$4)")
        sheet.set_landscape()
        sheet.set_zoom(120)
        sheet.set_column("A:A", 25, book.add_format({"indent": 1, "rotation": 30}))


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, fill in OPENPYXL.items():
        book = openpyxl.Workbook()
        fill(book, book.active)
        book.save(folder / f"{name}.xlsx")
    for name, add in BEYOND_OPENPYXL.items():
        book = openpyxl.Workbook()
        listed(book.active)
        book.save(folder / f"{name}.xlsx")
        with zipfile.ZipFile(folder / f"{name}.xlsx") as package:
            parts = {part: package.read(part) for part in package.namelist()}
        add(parts)
        with zipfile.ZipFile(folder / f"{name}.xlsx", "w") as package:
            for part, content in parts.items():
                package.writestr(part, content)
    by_xlsxwriter(folder / "xlsxwriter.xlsx")


main(Path(sys.argv[1]))
