import { t } from '../../engine/language/speech';
import type { ProblemCode } from '../functions/problems';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { RETRYABLE } from '../problems';

/** What a person can do here about a cell's error, with one button. */
export interface Cure {
  readonly title: string;
  run(address: string, ports: Pick<PanePorts, 'retry'>, goToView: PaneViewProps['goToView']): void;
}

/** Undefined if only the formula can be changed. */
export function cureOf(code: ProblemCode): Cure | undefined {
  return RETRYABLE.has(code) ? RETRY : CURES[code];
}

const RETRY: Cure = {
  title: t('Retry this cell'),
  run: (address, { retry }) => void retry([address]).catch(() => undefined),
};

const ENTER_KEY: Cure = {
  title: t('Enter API key'),
  run: (_address, _ports, goToView) => goToView('home', { isKeyNeeded: true }),
};

const FIND_NAME: Cure = {
  title: t('Find an attribute'),
  run: (_address, _ports, goToView) => goToView('names'),
};

const CURES: Readonly<Partial<Record<ProblemCode, Cure>>> = {
  'no-key': ENTER_KEY,
  'key-refused': ENTER_KEY,
  'no-value': FIND_NAME,
  'invalid-variable': FIND_NAME,
  'unknown-model': {
    title: t('Open models'),
    run: (_address, _ports, goToView) => goToView('models'),
  },
  held: RETRY,
  'over-budget': {
    title: t('Change budget'),
    run: (_address, _ports, goToView) => goToView('more', { part: 'spending' }),
  },
};
