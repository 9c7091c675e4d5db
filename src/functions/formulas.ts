import { createKnownNames } from '../catalogue/known-names';
import { answer } from './answers';
import type { Answerer, Shown } from './answers';
import { attributeElements } from './attribute-elements';
import { catalogueElements } from './catalogue-elements';
import type { Elements } from './elements';
import type { Fault } from './fault';
import type { FunctionHost } from './function-host';
import { readGrid } from './grid';
import type { Calculation } from './invocation';
import { addressLocations, coordinateLocations, scoredAddressLocations } from './locations';
import { createReports } from './reports';
import { scoreElements } from './score-elements';
import type { Workbook } from './score-elements';
import { createTurns } from './turns';
import { variablesElements } from './variables-elements';

/**
 * The custom functions, over one host. Arguments are whatever the host passes. None of them
 * rejects: whatever goes wrong is an error in a cell.
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
}

export type Rows = Promise<Shown[][]>;

export interface Scored {
  readonly model: unknown;
  readonly date: unknown;
  readonly customVariables: unknown;
}

export function createFormulas(host: FunctionHost): Formulas {
  const names = host.names ?? createKnownNames({ clock: host.clock });
  const reports = createReports(host);
  const answerer: Answerer = {
    engine: host.engine,
    turns: createTurns(host.clock),
    cellError: (kind, message) => host.cellError(kind, message),
    nearest: (name) => names.nearest(name),
    namesLoading: () => names.loading(),
  };

  /** What a score depends on beside its arguments; a date left out needs no calendar. */
  function whenWorkbookKnown({ date }: Scored): Promise<unknown> | undefined {
    const models = host.whenModelsKnown?.();
    const calendar = (date ?? null) === null ? undefined : host.whenDateSystemKnown?.();
    return models === undefined ? calendar : Promise.all([models, calendar]);
  }

  async function show(
    calculation: Calculation,
    elements: () => Elements,
    preparation?: () => Promise<unknown> | undefined,
  ): Rows {
    const { address, isPreview, signal } = calculation;
    const report = reports.begin(isPreview ? undefined : address);
    try {
      const preparing = preparation?.();
      if (preparing !== undefined) await preparing;
      const { rows, ...told } = await answer(answerer, elements, calculation);
      report(signal.aborted ? undefined : told);
      return rows;
    } catch {
      // Nothing here throws as far as is known; Excel would lose the text, the workbench its grid.
      report({ problems: [{ ...UNEXPECTED, count: 1 }] });
      return [[host.cellError(UNEXPECTED.kind, UNEXPECTED.message)]];
    }
  }

  function showScores(
    locations: ReturnType<typeof coordinateLocations>,
    { model, date, customVariables }: Scored,
  ): Elements {
    return scoreElements(
      locations,
      {
        model: readGrid(model),
        date: readGrid(date),
        customVariables: readGrid(customVariables),
      },
      workbookOf(host),
    );
  }

  return {
    attributes: (lat, lng, variables, calculation) =>
      show(calculation, () =>
        attributeElements(coordinateLocations(readGrid(lat), readGrid(lng)), readGrid(variables)),
      ),
    attributesOfAddress: (address, pincode, variables, calculation) =>
      show(calculation, () =>
        attributeElements(
          addressLocations(readGrid(address), readGrid(pincode)),
          readGrid(variables),
        ),
      ),
    score: (address, scored, calculation) =>
      show(
        calculation,
        () => showScores(scoredAddressLocations(readGrid(address)), scored),
        () => whenWorkbookKnown(scored),
      ),
    scoreOfCoordinates: (lat, lng, scored, calculation) =>
      show(
        calculation,
        () => showScores(coordinateLocations(readGrid(lat), readGrid(lng)), scored),
        () => whenWorkbookKnown(scored),
      ),
    variablesText: (names, values, calculation) =>
      show(calculation, () => variablesElements(readGrid(names), readGrid(values))),
    catalogue(search, calculation) {
      let found: Elements;
      const find = async (): Promise<void> => {
        found = await catalogueElements(names, readGrid(search));
      };
      return show(calculation, () => found, find);
    },
  };
}

const UNEXPECTED: Fault = {
  code: 'invalid-argument',
  kind: 'value',
  message: 'Locus could not work this formula out: check its arguments.',
};

/** A workbook may change its settings at any time, so they are read anew by each formula. */
function workbookOf(host: FunctionHost): Workbook {
  return {
    modelId: (alias) => host.modelId(alias),
    dateStyle: {
      uses1904Dates: host.uses1904Dates?.() ?? false,
      format: host.dateFormat?.() ?? 'YYYY-MM-DD',
    },
  };
}
