import { t } from '../../engine/language/speech';
import {
  nameMeantBy,
  type CellProblem,
  type FormulaFix,
  type ProblemCode,
} from '../functions/problems';
import { cellText } from '../../engine/language/cell-text';
import type { PaneViewProps } from '../pane/parts/pane-view';

/** The title of each kind of problem, and what a person can do about it. */
export const problemTexts: Readonly<Record<ProblemCode, ProblemTexts>> = {
  'invalid-argument': words(t('Formula error'), t('Fix the formula or the cells it uses.')),
  'invalid-variable': words(
    t('Invalid attribute'),
    t('Check the spelling of the attribute in the formula.'),
  ),
  'unknown-model': words(
    t('Unknown model'),
    t('Check the model in the formula. Models lists the names you can use.'),
  ),
  'key-refused': words(t('API key rejected'), t('Enter a valid key under Connection.')),
  rejected: words(
    t('Request rejected'),
    t('Check the place, the attribute or model, the date and the variables in the formula.'),
  ),
  // The service gives the same reply for a name that it does not know and a place without a value.
  'no-value': words(
    t('No value for this place'),
    t('The service has no value here. Check the place, and the attribute’s spelling or the model.'),
  ),
  'no-key': words(
    t('API key needed'),
    t('Enter your key under Connection, or ask the sender to save results in the workbook.'),
  ),
  'out-of-credits': words(t('Out of credits'), t('Add credits, then select Retry failed.')),
  held: words(t('Needs your approval'), t('Not requested without your approval.')),
  'over-budget': words(t('Over budget'), t('Raise the budget, or wait until it resets.')),
  previewing: words(t('Formula not finished'), t('Finish the formula.')),
  throttled: words(t('Service busy'), t('Wait a moment, then select Retry failed.')),
  offline: words(
    t('Can’t reach the service'),
    t('Locus retries when it can. To retry now, select Retry failed.'),
  ),
  'timed-out': words(
    t('No reply'),
    t('Select Retry failed. Locus doesn’t retry a score on its own: it may have been charged.'),
  ),
  'service-failed': words(t('Service error'), t('Wait a few minutes, then select Retry failed.')),
  'wrong-address': words(
    t('Wrong address'),
    t('The service isn’t at its address. Check the addresses under Advanced.'),
  ),
  untrusted: words(
    t('Certificate not trusted'),
    t('Check the addresses under Advanced, or ask your administrator.'),
  ),
  'unreadable-reply': words(
    t('Unreadable reply'),
    t('Check the service addresses under Advanced.'),
  ),
  'gateway-failed': words(
    t('The gateway could not answer'),
    t('Each cell says why. Select Retry failed, or ask the gateway’s administrator.'),
  ),
  cancelled: words(t('Cancelled'), t('Select Retry failed to request again.')),
  'not-shown': words(
    t('Result not shown'),
    t('Locus calculates the cells again. If that doesn’t help, press F2 and Enter in the cell.'),
  ),
};

export function fixTitle(fix: FormulaFix): string {
  const name = nameMeantBy(fix);
  return name === undefined ? FIXES[fix as keyof typeof FIXES] : t('Change to {name}', { name });
}

const FIXES = {
  swap: t('Swap latitude and longitude'),
  spelling: t('Correct the function’s name'),
  quotes: t('Add quotes'),
};

export interface ProblemTexts {
  readonly title: string;
  readonly advice: string;
}

/**
 * Codes for which asking again may help. For the others, a person must change something first. What
 * the service has rejected as wrong, it would reject again, and might charge for again.
 */
export const RETRYABLE: ReadonlySet<ProblemCode> = new Set([
  'out-of-credits',
  'throttled',
  'offline',
  'timed-out',
  'service-failed',
  'wrong-address',
  'untrusted',
  'unreadable-reply',
  'gateway-failed',
  'cancelled',
  'not-shown',
]);

/**
 * Codes whose reason has nothing to do with a single cell: without a key, every cell lacks a value
 * for the same reason, so a look at one of them does not help.
 */
export const SHARED_REASONS: ReadonlySet<ProblemCode> = new Set([
  'no-key',
  'key-refused',
  'out-of-credits',
  'held',
  'over-budget',
  'throttled',
  'offline',
  'service-failed',
  'wrong-address',
  'untrusted',
  'cancelled',
]);

/** Where a person can do something about a kind of problem, and the button that leads there. */
interface Remedy {
  readonly title: string;
  go(goToView: PaneViewProps['goToView']): void;
}

const ENTER_KEY: Remedy = {
  title: t('Enter API key'),
  go: (goToView) => goToView('home', { isKeyNeeded: true }),
};

const CHECK_CONNECTION: Remedy = {
  title: t('Check the connection'),
  go: (goToView) => goToView('home', { isKeyNeeded: true }),
};

export const REMEDIES: Readonly<Partial<Record<ProblemCode, Remedy>>> = {
  'no-key': ENTER_KEY,
  'key-refused': ENTER_KEY,
  'wrong-address': CHECK_CONNECTION,
  untrusted: CHECK_CONNECTION,
  'unknown-model': { title: t('Open models'), go: (goToView) => goToView('models') },
  'over-budget': {
    title: t('Change budget'),
    go: (goToView) => goToView('more', { part: 'spending' }),
  },
};

function words(title: string, advice: string): ProblemTexts {
  return { title, advice };
}

/**
 * Writes the problems as lines to paste into a sheet or a message: the cell, the problem, its
 * message.
 */
export function problemText(problems: readonly CellProblem[]): string {
  const lines = problems.map(({ address, code, message }) =>
    [address, problemTexts[code].title, cellText(message)].map(plain).join('\t'),
  );
  return [t('Cell\tProblem\tMessage'), ...lines].join('\n');
}

/** A message may quote a cell, which may contain anything, so it is made safe to paste. */
function plain(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replace(/^[=+\-@]/, "'$&");
}
