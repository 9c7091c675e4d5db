"""What openpyxl reads otherwise in the second of two folders: `judge.py BEFORE AFTER`, as JSON by file."""

import json
import re
import sys
import zipfile
from pathlib import Path

import openpyxl


def plain(value):
    return repr(getattr(value, "text", value)) if value is not None else None


def side(part):
    return (part.style, colour(part.color)) if part and part.style else None


def colour(part):
    """Without what is opaque in any case; black is what a colour is that is not named."""
    rgb = part.rgb[-6:] if part is not None and part.type == "rgb" else "000000"
    return None if rgb == "000000" else rgb


def look(cell):
    font, fill, border, align = cell.font, cell.fill, cell.border, cell.alignment
    stops = [stop.color.rgb for stop in fill.stop] if fill.tagname == "gradientFill" else None
    pattern = fill.fill_type if stops is None else None
    return {
        "font": (font.name, font.sz, bool(font.b), bool(font.i), font.u, bool(font.strike)),
        "script": (font.vertAlign, colour(font.color)),
        "fill": (pattern, pattern and colour(fill.fgColor), stops),
        "border": [side(getattr(border, name)) for name in ("left", "right", "top", "bottom")],
        "diagonal": (side(border.diagonal), bool(border.diagonalUp), bool(border.diagonalDown)),
        "align": (align.horizontal, align.vertical or "bottom", align.textRotation or 0),
        "flow": (bool(align.wrap_text), align.indent, bool(align.shrink_to_fit), align.readingOrder),
        "locked": (cell.protection.locked, cell.protection.hidden),
        "format": cell.number_format,
        "style": cell.style,
        "quoted": bool(cell.quotePrefix),
    }


def parts_of(sheet):
    view, setup = sheet.sheet_view, sheet.page_setup
    yield "merged", sorted(map(str, sheet.merged_cells.ranges))
    yield "frozen", sheet.freeze_panes
    yield "zoom", view.zoomScale or 100
    yield "view", (view.showGridLines is not False, bool(view.rightToLeft), view.view or "normal")
    yield "shown", (view.showZeros is not False, view.showRowColHeaders is not False, bool(view.showFormulas))
    yield "state", sheet.sheet_state
    yield "tab", colour(sheet.sheet_properties.tabColor)
    yield "page", (setup.orientation, setup.fitToHeight, sheet.page_margins.left)
    yield "fit", bool(sheet.sheet_properties.pageSetUpPr and sheet.sheet_properties.pageSetUpPr.fitToPage)
    yield "grid printed", bool(sheet.print_options.gridLines)
    yield "header", (sheet.oddHeader.center.text, sheet.oddFooter.right.text)
    yield "breaks", [[each.id for each in breaks.brk] for breaks in (sheet.row_breaks, sheet.col_breaks)]
    yield "titles", sheet.print_title_rows
    yield "filter", sheet.auto_filter.ref
    yield "tables", {part.name: (part.ref, [c.name for c in part.tableColumns]) for part in sheet.tables.values()}
    yield "rules", sorted((str(r.sqref), [x.type for x in r.rules]) for r in sheet.conditional_formatting)
    yield "validations", [str(each.sqref) for each in sheet.data_validations.dataValidation]
    yield "charts", len(sheet._charts)
    yield "protected", bool(sheet.protection.sheet)
    yield "names", {name: (part.attr_text, bool(part.hidden)) for name, part in sheet.defined_names.items()}
    for letter, column in sorted(sheet.column_dimensions.items()):
        if column.customWidth or column.hidden:
            width = None if column.hidden else round(column.width)
            yield f"column {letter}", (width, bool(column.hidden))
    for number, row in sorted(sheet.row_dimensions.items()):
        if row.ht is not None or row.hidden or row.outlineLevel:
            yield f"row {number}", (row.ht, bool(row.hidden), row.outlineLevel or 0)
    for cells in sheet.iter_rows():
        for cell in cells:
            if cell.value is None and not cell.has_style:
                continue
            at = cell.coordinate
            yield f"{at} value", (cell.data_type, plain(cell.value), getattr(cell.value, "ref", None))
            yield f"{at} rich", type(cell.value).__name__ == "CellRichText"
            yield f"{at} note", cell.comment and cell.comment.text
            yield f"{at} link", cell.hyperlink and cell.hyperlink.target
            for name, value in look(cell).items():
                yield f"{at} {name}", value


def beyond(path):
    """What openpyxl does not read: parts, and elements of sheets."""
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
        sheets = "".join(package.read(name).decode() for name in names if "/worksheets/sheet" in name)
    parts = {name.split("/")[-2] for name in names if "/" in name} & set(PARTS)
    return sorted(parts | set(re.findall(r"<(scenario|customSheetView)\b", sheets)))


PARTS = ["threadedComments", "slicers", "richData", "featurePropertyBag", "docMetadata", "_xmlsignatures"]


def facts(path):
    book = openpyxl.load_workbook(path, rich_text=True)
    told = {"sheets": book.sheetnames}
    told["names"] = {n: (p.attr_text, p.comment) for n, p in book.defined_names.items()}
    calc = book.calculation
    told["calculated on load"] = bool(calc.fullCalcOnLoad)
    told["calculated"] = (calc.calcMode or "auto", bool(calc.iterate), calc.iterateCount or 100, calc.fullPrecision is not False)
    told["structure"] = bool(book.security and book.security.lockStructure)
    told["beyond openpyxl"] = beyond(path)
    for name in ("title", "creator", "subject", "keywords", "description", "category"):
        told[name] = getattr(book.properties, name)
    for sheet in book:
        told.update({f"{sheet.title}: {name}": value for name, value in parts_of(sheet)})
    return told


def differences(before, after):
    one, other = facts(before), facts(after)
    return {
        name: [one.get(name), other.get(name)]
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    }


before, after = map(Path, sys.argv[1:])
found = {path.stem: differences(path, after / path.name) for path in sorted(before.glob("*.xlsx"))}
print(json.dumps(found, default=str, ensure_ascii=False))
