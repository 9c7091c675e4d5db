import { createSuggestions } from '../../engine/catalogue/suggestion';
import type { NameListing } from '../../engine/catalogue/catalogue';
import { createKnownNames, type KnownNames } from '../../engine/catalogue/known-names';
import type { Fault } from '../../engine/language/cell-fault';
import { quotation } from '../../engine/language/quotation';
import { SLICE_MS, TimeSlicer } from '../../engine/lookup';
import { BLANK, read, type Reading, faulty, unusable } from '../../engine/places/fault';
import {
  addressLocations,
  scoredAddressLocations,
  coordinateLocations,
  type Locations,
} from './locations';
import { attributeElements } from './attribute-elements';
import { createNearestReader, distanceElements, type ListedPlaces } from './near-elements';
import { CellReports } from './cell-reports';
import { type Elements, oneFault, plainElements } from './elements';
import {
  QueuedFormula,
  type FormulaParts,
  type ReadElements,
  type Shown,
} from './formula-calculation';
import type { FunctionHost } from './function-host';
import { countOf, readGrid, type Grid } from './argument-grid';
import { mayHoldTitles } from './names';
import type { TitleIndex } from '../../engine/catalogue/title-index';
import type { Calculation } from './invocation';
import { scoreElements, type Workbook } from './score-elements';
import { variablesElements } from './variables-elements';

/**
 * The custom functions for one host. They take whatever the host passes and never reject: whatever
 * goes wrong becomes an error in a cell. The rows and columns of each result are those that the
 * function of functions.ts describes.
 */
export interface Formulas {
  attributes(lat: unknown, lng: unknown, variables: unknown, calculation: Calculation): Rows;
  attributesOfAddress(
    address: unknown,
    pincode: unknown,
    variables: unknown,
    calculation: Calculation,
  ): Rows;
  score(address: unknown, scored: Scored, calculation: Calculation): Rows;
  scoreOfCoordinates(lat: unknown, lng: unknown, scored: Scored, calculation: Calculation): Rows;
  variablesText(names: unknown, values: unknown, calculation: Calculation): Rows;
  catalogue(search: unknown, calculation: Calculation): Rows;
  distance(
    lat1: unknown,
    lng1: unknown,
    lat2: unknown,
    lng2: unknown,
    calculation: Calculation,
  ): Rows;
  nearest(lat: unknown, lng: unknown, list: ListedPlaces, calculation: Calculation): Rows;
}

/** What a formula shows, row by row. It never rejects. */
export type Rows = Promise<Shown[][]>;

/** The arguments of a score besides its place, as the host passes them. */
export interface Scored {
  readonly model: unknown;
  readonly date: unknown;
  readonly customVariables: unknown;
}

/**
 * How long formulas may calculate at once in the task in which the host reads and starts 10,000
 * invocations. That alone may take 40 of the 50 ms after which a page feels stuck.
 */
const FIRST_SLICE_MS = 3;

/**
 * Creates the functions for a host. All formulas of the host share one slicer, so that however many
 * calculate, the page gets its turn in between.
 */
export function createFormulas(host: FunctionHost): Formulas {
  const names = host.names ?? createKnownNames({ clock: host.clock });
  const models = createSuggestions({ entries: () => host.modelNames?.() ?? NO_MODELS });
  const parts: FormulaParts = {
    engine: host.engine,
    spending: host.spending,
    slicer: new TimeSlicer(host.clock, { sliceMs: SLICE_MS, firstMs: FIRST_SLICE_MS }),
    reports: new CellReports(host),
    renewals: host.renewals,
    longestResult: host.longestResult ?? Infinity,
    cellError: (kind, message) => host.cellError(kind, message),
    nearest: (name) => names.nearest(name),
    nearestModel: (written) => models.nearest(written),
    namesLoading: () => names.loading(),
  };

  host.subscribeOpened?.(() => parts.reports.changing.forget());

  /**
   * Waits for what a score depends on besides its arguments. Without a date, it needs no calendar.
   */
  function whenWorkbookKnown({ date }: Scored): Promise<unknown> | undefined {
    const models = host.whenModelsKnown?.();
    const calendar = (date ?? null) === null ? undefined : host.whenDateSystemKnown?.();
    return models === undefined ? calendar : Promise.all([models, calendar]);
  }

  function show<First, Second, Third>(
    calculation: Calculation,
    read: ReadElements<First, Second, Third>,
    first: First,
    second: Second,
    third: Third,
  ): Rows {
    return new Promise((resolve) => {
      const formula = new QueuedFormula(parts, calculation, resolve, read, first, second, third);
      parts.slicer.run(formula);
    });
  }

  function readScores(locations: Locations, scored: Scored): Elements | Promise<Elements> {
    const read = (): Elements =>
      scoreElements(
        locations,
        {
          model: readGrid(scored.model),
          date: readGrid(scored.date),
          customVariables: readGrid(scored.customVariables),
        },
        workbookOf(host),
      );
    return whenWorkbookKnown(scored)?.then(read) ?? read();
  }

  /** Only a text that does not look like a name makes a formula wait for the known names. */
  function readAttributes(locations: Locations, variables: Grid): Elements | Promise<Elements> {
    const read = (titles?: TitleIndex): Elements => attributeElements(locations, variables, titles);
    return mayHoldTitles(variables) ? names.titles().then(read, () => read()) : read();
  }

  const readAttributesOfCoordinates = (lat: unknown, lng: unknown, variables: unknown) =>
    readAttributes(coordinateLocations(readGrid(lat), readGrid(lng)), readGrid(variables));
  const readAttributesOfAddress = (address: unknown, pincode: unknown, variables: unknown) =>
    readAttributes(
      addressLocations(readGrid(address), readGrid(pincode), host.pincodes?.()),
      readGrid(variables),
    );
  const readScore = (address: unknown, scored: Scored) =>
    readScores(scoredAddressLocations(readGrid(address), host.pincodes?.()), scored);
  const readScoreOfCoordinates = (lat: unknown, lng: unknown, scored: Scored) =>
    readScores(coordinateLocations(readGrid(lat), readGrid(lng)), scored);
  const readVariables = (variables: unknown, values: unknown) =>
    variablesElements(readGrid(variables), readGrid(values));
  const readNearest = createNearestReader();
  const readCatalogue = (search: unknown) => catalogueElements(names, readGrid(search));

  return {
    attributes: (lat, lng, variables, calculation) =>
      show(calculation, readAttributesOfCoordinates, lat, lng, variables),
    attributesOfAddress: (address, pincode, variables, calculation) =>
      show(calculation, readAttributesOfAddress, address, pincode, variables),
    score: (address, scored, calculation) =>
      show(calculation, readScore, address, scored, undefined),
    scoreOfCoordinates: (lat, lng, scored, calculation) =>
      show(calculation, readScoreOfCoordinates, lat, lng, scored),
    variablesText: (names, values, calculation) =>
      show(calculation, readVariables, names, values, undefined),
    catalogue: (search, calculation) =>
      show(calculation, readCatalogue, search, undefined, undefined),
    distance: (lat1, lng1, lat2, lng2, calculation) =>
      show(calculation, distanceElements, lat1, lng1, [lat2, lng2] as const),
    nearest: (lat, lng, list, calculation) => show(calculation, readNearest, lat, lng, list),
  };
}

const NO_MODELS: readonly { readonly name: string }[] = [];

/** Each formula reads the workbook's settings again, because they may change at any time. */
function workbookOf(host: FunctionHost): Workbook {
  return {
    modelId: (alias) => host.modelId(alias),
    variablesOf: (model) => host.variablesOf?.(model) ?? [],
    dateStyle: {
      uses1904Dates: host.uses1904Dates?.() ?? false,
      format: host.dateFormat?.() ?? 'YYYY-MM-DD',
    },
  };
}

/** Two columns: each known name that matches the search, and what is known about it. */
async function catalogueElements(names: KnownNames, search: Grid): Promise<Elements> {
  const words = readSearch(search);
  if (words.kind === 'fault') return oneFault(words.fault);
  const text = words.kind === 'read' ? words.value : '';
  const found = await findNames(names, text);
  if (found === undefined) return oneFault(CANNOT_SEARCH);
  if (found.count === 0) return oneFault(nothingFound(text, names));
  return plainElements({ rows: found.count, columns: 2 }, (index) => {
    const row = Math.floor(index / 2);
    return { kind: 'text', text: index % 2 === 0 ? found.name(row) : found.about(row) };
  });
}

/** Undefined if the catalogue cannot be opened. */
async function findNames(names: KnownNames, search: string): Promise<NameListing | undefined> {
  try {
    return await names.find(search);
  } catch {
    return undefined;
  }
}

/** Desktop Excel passes a blank cell as 0. */
function readSearch(grid: Grid): Reading<string> {
  if (countOf(grid) > 1) return faulty('The search is a range', 'use one cell or text');
  const cell = grid.cell(0);
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : read(String(cell.number));
  return unusable('The search', cell, 'use part of a name');
}

const CANNOT_SEARCH: Fault = {
  code: 'offline',
  kind: 'not-available',
  message:
    "Locus couldn't load its list of attributes: check your network, then select Retry failed.",
};

function nothingFound(text: string, names: KnownNames): Fault {
  const meant = names.nearest(text.toLowerCase());
  const advice =
    meant === undefined ? 'try part of it.' : `did you mean "${quotation(meant, 40)}"?`;
  const message = `No attribute matches "${quotation(text)}": ${advice}`;
  return { code: 'no-value', kind: 'not-available', message };
}
