"""For `npm run test:formats`: writes one hard list with other programs, and reads what Locus makes of it.

lists.py write FOLDER        a file from each writer
lists.py judge FOLDER        for each line of standard input, an output's path, what is wrong in it
"""

import datetime
import json
import sys
from pathlib import Path

import duckdb
import geopandas
import openpyxl
import pandas
import polars
import pyarrow.parquet
from shapely.geometry import MultiPoint, Point

TEXTS = [
    'Café "A", B; C|D', "two\nlines", "कैफ़े \u2028 x", "🏪", "=1+1", "NULL", "007", "1.10",
    "9007199254740993", "9999-12-31", "12.935199737548828", "a\\b", "O'Neil", "-", '5" pipe', " x ",
    "Grüße, Łódź", "#N/A", "TRUE", "1e5", "   ", "\u00a0",
]
ROWS = [
    {
        "text": text,
        "ward": ["1.1", "1.10"][at % 2],
        "id": 9007199254740992 + at,
        "lat": round(12.1 + at / 100, 2),
        "lng": 77.6,
    }
    for at, text in enumerate(TEXTS)
]
DATE = datetime.date(9999, 12, 31)


def write(folder: Path) -> None:
    frame = pandas.DataFrame(ROWS)
    # A workbook's numbers have 15 digits.
    sheet = frame.astype({"id": str})
    frame.to_csv(folder / "pandas.csv", index=False)
    frame.to_csv(folder / "pandas-utf16.csv", index=False, sep="\t", encoding="utf-16")
    frame.to_csv(folder / "pandas-1252.csv", index=False, sep=";", encoding="cp1252", errors="ignore")
    frame.to_json(folder / "pandas.ndjson", orient="records", lines=True)
    frame.to_parquet(folder / "pandas.parquet", index=False)
    sheet.to_excel(folder / "pandas-openpyxl.xlsx", index=False, engine="openpyxl")
    options = {"strings_to_formulas": False, "strings_to_numbers": False}
    with pandas.ExcelWriter(
        folder / "pandas-xlsxwriter.xlsx", engine="xlsxwriter", engine_kwargs={"options": options}
    ) as book:
        sheet.to_excel(book, index=False)
    unformulas(folder / "pandas-openpyxl.xlsx")
    other = polars.DataFrame(ROWS)
    other.write_csv(folder / "polars.csv")
    other.write_ndjson(folder / "polars.ndjson")
    other.with_columns(lat=polars.col("lat").cast(polars.Float32)).write_parquet(
        folder / "polars-float32.parquet"
    )
    list_of = 'SELECT "text", ward, id::DECIMAL(38,0) id, lat, lng, DATE \'9999-12-31\' AS opened, \'12345678901234567890.10\'::DECIMAL(38,2) AS amount%s FROM frame'
    for end in ("csv", "parquet", "ndjson"):
        kind = "JSON" if end == "ndjson" else end
        # JSON has no infinity.
        more = "" if end == "ndjson" else ", 'infinity'::DOUBLE AS ratio"
        duckdb.sql(f"COPY ({list_of % more}) TO '{folder / ('duckdb.' + end)}' (FORMAT {kind})")
    points = geopandas.GeoDataFrame(
        frame, geometry=[Point(row["lng"], row["lat"], 920.5) for row in ROWS], crs="EPSG:4326"
    )
    points.to_file(folder / "gdal.geojson", driver="GeoJSON", engine="pyogrio")
    points.to_file(folder / "gdal-records.geojsonl", driver="GeoJSONSeq", engine="pyogrio", RS="YES")
    points.to_parquet(folder / "geopandas.parquet")
    alone = points.set_geometry([MultiPoint([point]) for point in points.geometry])
    alone.to_parquet(folder / "geopandas-multipoint.parquet")
    alone.to_file(folder / "gdal-multipoint.geojson", driver="GeoJSON", engine="pyogrio")
    text = frame.to_csv(index=False, quoting=1, lineterminator="\r\n")
    (folder / "powershell.csv").write_bytes(text.encode("utf-16"))
    half = len(frame) // 2
    parts = [frame[:half], frame[half:]]
    joined = b"".join(b"\xef\xbb\xbf" + part.to_csv(index=False).encode() for part in parts)
    (folder / "cat.csv").write_bytes(joined)
    lines = "".join(
        json.dumps(row, ensure_ascii=False) + "\r\n" for row in ROWS
    )
    (folder / "powershell.ndjson").write_bytes(lines.encode("utf-16"))


def unformulas(path: Path) -> None:
    """openpyxl takes `=1+1` and `#N/A` for what they look like, unless it is told."""
    book = openpyxl.load_workbook(path)
    for cells in book.active.iter_rows():
        for cell in cells:
            if isinstance(cell.value, str):
                cell.data_type = "s"
    book.save(path)


def rows_of(path: Path) -> list[dict]:
    match path.suffix:
        case ".csv" | ".txt" | ".tsv":
            start = path.read_bytes()[:2000].decode("utf-8-sig")
            sign = "\t" if "\t" in start.split("\n")[0] else ";" if ";" in start.split("\n")[0] else ","
            frame = pandas.read_csv(path, sep=sign, dtype=str, keep_default_na=False, encoding="utf-8-sig")
            return frame.to_dict("records")
        case ".ndjson" | ".jsonl":
            lines = path.read_text("utf-8").split("\n")
            return [json.loads(line, parse_int=str, parse_float=str) for line in lines if line]
        case ".geojson":
            # GDAL has to take it, too.
            assert len(geopandas.read_file(path, engine="pyogrio")) > 0
            whole = json.loads(path.read_text("utf-8"), parse_int=str, parse_float=str)
            return [
                feature["properties"] | {"height": height_in(feature["geometry"])}
                for feature in whole["features"]
            ]
        case ".parquet":
            return pyarrow.parquet.read_table(path).to_pylist()
        case ".xlsx":
            header, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
            return [dict(zip(header, row)) for row in rows]
    raise ValueError(path)


def height_in(geometry: dict | None) -> str | None:
    if geometry is None:
        return None
    coordinates = geometry["coordinates"]
    first = coordinates[0] if geometry["type"] == "MultiPoint" else coordinates
    return first[2] if len(first) > 2 else None


def judge(path: Path) -> list[str]:
    found = []
    is_1252 = "1252" in path.name
    # A 32-bit float stays one in Parquet.
    nearly = 1e-5 if path.name == "polars-float32.parquet.parquet" else 1e-9
    rows = [row for row in rows_of(path) if row["text"] != "text"]
    if len(rows) != len(ROWS):
        return [f"{len(rows)} rows of {len(ROWS)}"]
    for right, row in zip(ROWS, rows):
        text = right["text"].encode("cp1252", "ignore").decode("cp1252") if is_1252 else right["text"]
        for name, value in (("text", text), ("ward", right["ward"]), ("id", str(right["id"]))):
            own = "" if row[name] is None else str(row[name])
            if own != value:
                found.append(f"{name}: {own!r} for {value!r}")
        if "lat" in row and abs(float(row["lat"]) - right["lat"]) > nearly:
            found.append(f"lat: {row['lat']!r} for {right['lat']!r}")
        if "opened" in row and str(row["opened"])[:10] != "9999-12-31":
            found.append(f"opened: {row['opened']!r}")
        if "amount" in row and str(row["amount"]) != "12345678901234567890.10":
            found.append(f"amount: {row['amount']!r}")
        if "ratio" in row and str(row["ratio"]) not in ("inf", "Infinity"):
            found.append(f"ratio: {row['ratio']!r}")
        if path.name.startswith("gdal") and "height" in row and float(row["height"]) != 920.5:
            found.append(f"height: {row['height']!r}")
        if row["locus_status"] != "done":
            found.append(f"status: {row['locus_status']}, {row['locus_error']}")
    return found


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]))
    else:
        for line in sys.stdin:
            path = Path(line.strip())
            try:
                wrong = judge(path)
            except Exception as error:  # noqa: BLE001
                wrong = [f"{type(error).__name__}: {error}"]
            print(json.dumps({"file": path.name, "wrong": wrong[:3]}), flush=True)
