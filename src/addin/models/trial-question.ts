import { readCell } from '../../engine/places/cell';
import { faultOf } from '../../engine/language/cell-fault';
import { written } from '../../engine/places/dates';
import { pairIn } from '../../engine/places/coordinate-pair';
import { readPair } from '../../engine/places/coordinates';
import {
  addressPlace,
  type CustomVariables,
  type Outcome,
  type Place,
  type ScoreQuestion,
} from '../../engine/lookup';
import { cellText } from '../../engine/language/cell-text';
import { quotation } from '../../engine/language/quotation';
import { listText, numberFormat, t } from '../../engine/language/speech';
import { readPlainNumber } from '../workbook/workbook-model';
import type { ModelVariable, WorkbookModel } from '../spreadsheet/host';

/** The day that a person chose, `YYYY-MM-DD`, or "" for none; and the format to send it in. */
export interface TrialDate {
  readonly day: string;
  readonly format: string;
}

/** A question as a person typed it, or what to do before it can be asked. */
export type TrialReading =
  | { readonly kind: 'question'; readonly question: ScoreQuestion }
  | { readonly kind: 'faulty'; readonly field: 'place' | 'variables'; readonly message: string };

/**
 * @param place an address, or a latitude and a longitude with a comma between them.
 * @param values as typed, in the order of the model's variables, all of which it needs.
 */
export function readTrial(
  { modelId, variables }: WorkbookModel,
  place: string,
  values: readonly string[],
  { day, format }: TrialDate = { day: '', format: '' },
): TrialReading {
  const where = readPlace(place);
  if (typeof where === 'string') return { kind: 'faulty', field: 'place', message: where };
  const entries: [string, string | number][] = [];
  const missing: string[] = [];
  for (const [index, variable] of variables.entries()) {
    const value = readValue(variable, values[index] ?? '');
    if (value === undefined) missing.push(variable.name);
    else if (typeof value === 'object') {
      return { kind: 'faulty', field: 'variables', message: value.message };
    } else entries.push([variable.name, value]);
  }
  if (missing.length > 0) {
    const message = t('Enter {missing}.', { missing: listText(missing) });
    return { kind: 'faulty', field: 'variables', message };
  }
  const customVariables: CustomVariables = Object.fromEntries(entries);
  return {
    kind: 'question',
    question: {
      kind: 'score',
      place: where,
      model: modelId,
      ...(day !== '' && { date: written(new Date(day), format) }),
      ...(entries.length === 0 ? {} : { customVariables }),
    },
  };
}

/** The outcome in words: a score, or why there is none, as a cell would say it. */
export function outcomeText(outcome: Outcome, question: ScoreQuestion): string {
  switch (outcome.kind) {
    case 'found':
      return t('The score is {score}.', { score: SCORE.format(outcome.value) });
    case 'missing':
      return t('The service has no score for this place.');
    default:
      return outcome.error.code === 'rejected'
        ? rejectedText(question, outcome.error.reason)
        : cellText(faultOf(outcome.error, question).message);
  }
}

function rejectedText(
  { date, customVariables, place }: ScoreQuestion,
  reason: string | undefined,
): string {
  if (reason !== undefined)
    return t('The service says “{reason}”', { reason: quotation(reason, 200) });
  const suspects = [
    ...(date === undefined ? [] : [t('the date {date}', { date })]),
    ...(customVariables === undefined ? [] : [t('the variables')]),
    place.kind === 'address' ? t('the address') : t('the coordinates'),
    t('the model'),
  ];
  return t('The service rejected this request: check {suspects}.', {
    suspects: listText(suspects),
  });
}

const SCORE = numberFormat({ maximumFractionDigits: 4 });

function readPlace(text: string): Place | string {
  if (text.trim() === '') return t('Enter an address, or a latitude and longitude.');
  const cell = readCell(text);
  if (cell.kind !== 'text' || pairIn(cell.text) === undefined) return addressPlace(text);
  const reading = readPair(cell);
  if (reading.kind === 'read') return reading.value;
  return reading.kind === 'fault'
    ? cellText(reading.fault.message)
    : t('Enter a latitude and longitude.');
}

function readValue(
  { name, kind }: ModelVariable,
  text: string,
): string | number | undefined | { readonly message: string } {
  const written = text.trim();
  if (written === '') return undefined;
  if (kind === 'text') return written;
  return (
    readPlainNumber(written) ?? { message: t('{name} must be a number, such as 120.5.', { name }) }
  );
}
