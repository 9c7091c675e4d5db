import { t } from '../../engine/language/speech';
import type { ProblemCode } from '../functions/problems';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { REMEDIES, RETRYABLE } from '../problems';

/** What a person can do here about a cell's error, with one button. */
export interface Cure {
  readonly title: string;
  run(
    address: string,
    ports: Pick<PanePorts, 'retry' | 'host'>,
    goToView: PaneViewProps['goToView'],
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
  /** The cell in which the place can be corrected. */
  readonly placeCell: string;
}

/** Undefined if only the formula can be changed. */
export function cureOf(code: ProblemCode, wanted: Wanted | undefined): Cure | undefined {
  if (RETRYABLE.has(code)) return RETRY;
  // With a model, or a name that is known, it is the place that has no value.
  const isPlace = code === 'no-value' && (wanted?.isScore === true || wanted?.isKnown === true);
  if (isPlace) return correctPlace(wanted);
  const remedy = REMEDIES[code];
  return remedy === undefined
    ? CURES[code]
    : { title: remedy.title, run: (_address, _ports, goToView) => remedy.go(goToView) };
}

function correctPlace({ isAddress, placeCell }: Wanted): Cure {
  return {
    title: isAddress ? t('Add city or pincode') : t('Check the coordinates'),
    run: (_address, { host }) => void host.cells.goTo(placeCell).catch(() => undefined),
  };
}

const RETRY: Cure = {
  title: t('Retry this cell'),
  run: (address, { retry }) => void retry([address]).catch(() => undefined),
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
