import { t } from '../../engine/language/speech';
import type { CellProblem, ProblemCode } from '../functions/problems';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { ShownPrice } from '../spreadsheet/shown-price';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { REMEDIES, RETRYABLE } from '../problems';

/** What a person can do here about a cell's error, with one button. */
export interface Cure {
  readonly title: string;
  /** It may make calls. */
  readonly isPriced?: boolean;
  run(
    address: string,
    ports: Pick<PanePorts, 'retry' | 'host'>,
    goToView: PaneViewProps['goToView'],
    price: ShownPrice,
  ): void;
}

/** What a cell asks for, as far as it decides what helps. */
export interface Wanted {
  /** A model's score, and no attribute. */
  readonly isScore: boolean;
  /** At an address, and not at coordinates. */
  readonly isAddress: boolean;
  /** An attribute that is among the known ones: its spelling is right. */
  readonly isKnown: boolean;
  /** The cells in which a person can correct what is sent; a formula's own, if it writes a part. */
  readonly cells: InputCells;
}

export interface InputCells {
  readonly formula: string;
  readonly place: string;
  /** Undefined without a date. */
  readonly date: string | undefined;
  /** By the variable's name, as far as the formula tells; "" for any of them. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Undefined if only the formula can be changed. */
export function cureOf(
  { code, message }: Pick<CellProblem, 'code' | 'message'>,
  wanted: Wanted | undefined,
): Cure | undefined {
  if (code === 'rejected') return wanted && correctInput(message, wanted);
  // With a model, or a name that is known, it is the place that has no value.
  const isPlace = code === 'no-value' && (wanted?.isScore === true || wanted?.isKnown === true);
  if (isPlace) return correctPlace(wanted);
  const remedy = REMEDIES[code];
  if (remedy === undefined) return RETRYABLE.has(code) ? RETRY : CURES[code];
  return { title: remedy.title, run: (_address, _ports, goToView) => remedy.go(goToView) };
}

function correctPlace({ isAddress, cells }: Wanted): Cure {
  return goingTo(cells.place, isAddress ? t('Add city or pincode') : t('Check the coordinates'));
}

/** To ask the same again would be rejected again, and may be paid for: the input has to change. */
function correctInput(message: string, { isAddress, cells }: Wanted): Cure {
  const [, reason = ''] = REASON.exec(message) ?? [];
  const named = [...cells.variables].find(([name]) => name !== '' && reason.includes(name));
  const variable = named?.[1] ?? cells.variables.get('');
  if (variable !== undefined && (named !== undefined || /variable/i.test(reason))) {
    return goingTo(variable, t('Check the variables'));
  }
  if (cells.date !== undefined && /\bdate\b/i.test(reason)) {
    return goingTo(cells.date, t('Check the date'));
  }
  if (/address|pincode|place|\b(?:lat|lng|lon|latitude|longitude)\b/i.test(reason)) {
    return goingTo(cells.place, isAddress ? t('Check the address') : t('Check the coordinates'));
  }
  return goingTo(cells.formula, t('Check the formula'));
}

/** How a cell's message quotes the service. */
const REASON = /^The service says "(.*)": /s;

function goingTo(cell: string, title: string): Cure {
  return { title, run: (_address, { host }) => void host.cells.goTo(cell).catch(() => undefined) };
}

const RETRY: Cure = {
  title: t('Retry this cell'),
  isPriced: true,
  run: (address, { retry }, _goToView, price) =>
    void retry([address], price).catch(() => undefined),
};

const FIND_NAME: Cure = {
  title: t('Find an attribute'),
  run: (_address, _ports, goToView) => goToView('names'),
};

const CURES: Readonly<Partial<Record<ProblemCode, Cure>>> = {
  'no-value': FIND_NAME,
  'invalid-variable': FIND_NAME,
  held: RETRY,
};
