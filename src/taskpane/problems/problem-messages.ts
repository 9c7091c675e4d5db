import type { FormulaFix } from '../../functions/problems';
import type { LookupErrorCode } from '../../lookup';

/** What to call each kind of problem, and what a person can do about it. */
export const problemTexts: Readonly<Record<LookupErrorCode, ProblemTexts>> = {
  'invalid-argument': words('Formula error', 'Fix the formula or the cells it uses.'),
  'invalid-variable': words('Invalid name', 'Check the spelling of the name in the formula.'),
  'unknown-model': words(
    'Unknown model',
    'Check the model in the formula. Models shows its name in formulas.',
  ),
  'key-refused': words('API key rejected', 'Enter a valid key above.'),
  rejected: words(
    'Request rejected',
    'Check the place, the name or model, the date and the variables in the formula.',
  ),
  // The service says the same of a name that it does not know and of a place without a value.
  'no-value': words(
    'No value for this place',
    'The service has nothing with this name for this place. Check the spelling.',
  ),
  'no-key': words(
    'API key needed',
    'Enter your key above, or ask the sender to save results in the workbook.',
  ),
  'out-of-credits': words('Out of credits', 'Add credits, then select Retry failed.'),
  held: words(
    'Needs your approval',
    'Not requested without your approval. To decide again, select Retry failed.',
  ),
  'over-budget': words('Over today’s budget', 'Raise the budget or continue tomorrow.'),
  previewing: words('Formula not finished', 'Finish the formula.'),
  throttled: words('Service busy', 'Wait a moment, then select Retry failed.'),
  offline: words(
    'Can’t reach the service',
    'Locus retries when it can. To retry now, select Retry failed.',
  ),
  'timed-out': words(
    'No reply in time',
    'Select Retry failed. Locus doesn’t retry a score on its own: it may have been charged.',
  ),
  'service-failed': words('Service error', 'Wait a few minutes, then select Retry failed.'),
  'unreadable-reply': words('Unreadable reply', 'Check the service addresses under Advanced.'),
  cancelled: words('Cancelled', 'Select Retry failed to request again.'),
};

export const fixTitles: Readonly<Record<FormulaFix, string>> = {
  swap: 'Swap latitude and longitude',
  spelling: 'Correct the function’s name',
  quotes: 'Add quotes',
};

export interface ProblemTexts {
  readonly title: string;
  readonly advice: string;
}

/** Where asking again may bring another outcome; elsewhere a person must change something first. */
export const RETRYABLE: ReadonlySet<LookupErrorCode> = new Set([
  'rejected',
  'out-of-credits',
  'throttled',
  'offline',
  'timed-out',
  'service-failed',
  'unreadable-reply',
  'cancelled',
]);

function words(title: string, advice: string): ProblemTexts {
  return { title, advice };
}
