import type { LookupErrorCode } from '../../lookup';

/** What to call each kind of problem, and what a person can do about it. */
export const problemTexts: Readonly<Record<LookupErrorCode, ProblemTexts>> = {
  'invalid-argument': words(
    'Something in the formula is off',
    'Change the formula or the cells it reads.',
  ),
  'invalid-variable': words(
    'A name is not right',
    'Check the spelling of the name in the formula.',
  ),
  'unknown-model': words(
    'The model is not known',
    'Check the model in the formula. Its alias is its “Name in formulas” under Models.',
  ),
  'key-refused': words('The key was refused', 'Enter the right key above.'),
  rejected: words(
    'The service would not take the question',
    'Check the name and the place in the formula.',
  ),
  // The service says the same of a name that it does not know and of a place without a value.
  'no-value': words(
    'No value here',
    'The service gave nothing by this name at this place. Check the spelling of the name.',
  ),
  'no-key': words(
    'No key yet',
    'Enter your key above. The service gives keys; whoever sent the workbook can also save these values in it.',
  ),
  'out-of-credits': words('No credits left', 'Add credits, then press “Retry failed”.'),
  held: words(
    'Needs your approval',
    'Not asked without your approval. Press “Retry failed” to be asked again.',
  ),
  'over-budget': words('Over the day’s budget', 'Raise the budget, or go on tomorrow.'),
  previewing: words('Still being typed', 'Finish the formula.'),
  throttled: words('The service was too busy', 'Wait a little, then press “Retry failed”.'),
  offline: words(
    'The service could not be reached',
    'Check the network, then press “Retry failed”.',
  ),
  'timed-out': words('No reply in time', 'Press “Retry failed”.'),
  'service-failed': words('The service had a problem', 'Press “Retry failed” in a few minutes.'),
  'unreadable-reply': words(
    'The reply made no sense',
    'Check the service addresses under Advanced.',
  ),
  cancelled: words('Cancelled', 'Press “Retry failed” to ask after all.'),
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
