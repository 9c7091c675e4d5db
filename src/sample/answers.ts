import { CONTRACT_NAMES } from '../engine/contract/attribute-name';
import { parseLookupRequest } from '../engine/contract/lookup-request';
import type { RequestPlace } from '../engine/contract/request-fields';
import { parseScoreRequest } from '../engine/contract/score-request';
import { isRecord, ownField } from '../engine/contract/json-checks';
import type { AttributeName, Attributes, AttributeValues } from './attributes';
import type { Counters } from './counters';
import type { Credits } from './credits';
import type { Geocode } from './geocoder';
import { MODELS } from './models';

/** What the service answers before any fault: a status and the contract's JSON object. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The two operations of the contract, without HTTP. */
export interface Answers {
  lookup(call: { key: string | undefined; json: unknown; unknownNames: UnknownNames }): Answer;
  score(call: { model: string; json: unknown }): Answer;
}

/** Whether an unknown name is left out of the answer, or fails the whole call. */
export type UnknownNames = 'absent' | 'reject';

export interface AnswersOptions {
  readonly attributes: Attributes;
  readonly geocode: Geocode;
  readonly credits: Credits;
  readonly counters: Counters;
  /** The day used for a score without a date, `YYYY-MM-DD`. */
  today(): string;
}

const OK = 200;
const NO_CREDITS = 'This key has no credits left for this call.';

/** Creates the two operations. Each call that succeeds spends a credit for each value. */
export function createAnswers(options: AnswersOptions): Answers {
  const { attributes, geocode, credits, counters } = options;

  function valuesAt(place: RequestPlace): AttributeValues | undefined {
    if (place.kind === 'coordinates') return attributes.at(place);
    const found = geocode(place.address, place.pincode);
    return found && attributes.at(found, found.pincode);
  }

  function charged(key: string, values: number, body: Answer['body']): Answer {
    if (!credits.spend(key, values)) return errorReply(403, NO_CREDITS);
    counters.values(values);
    return { status: OK, body: { ...body, status: OK } };
  }

  const lookup: Answers['lookup'] = ({ key, json, unknownNames }) => {
    if (key === undefined || key === '') return errorReply(401, 'Send the key as x-api-key.');
    if (!credits.isKnown(key)) return errorReply(401, 'This key is not authorised.');
    const request = parseLookupRequest(json);
    if (request.kind === 'invalid') return errorReply(400, request.reason);
    const { place, names } = request.value;
    counters.names(names.length);
    if (unknownNames === 'reject' && !names.every(isKnownName)) {
      return errorReply(400, 'variables holds a name that this service does not know.');
    }
    if (!credits.hasAny(key)) return errorReply(403, NO_CREDITS);
    const values = valuesAt(place);
    const known = names.filter(isKnownName);
    const data = Object.fromEntries(known.map((name) => [name, values ? values[name] : null]));
    return charged(key, values ? known.length : 0, { data });
  };

  const score: Answers['score'] = ({ model: id, json }) => {
    if (!isRecord(json)) return errorReply(400, 'The body must be a JSON object.');
    const key = ownField(json, 'key') ?? '';
    if (key === '') return errorReply(401, 'Send the key in the field key.');
    if (typeof key !== 'string' || !credits.isKnown(key)) {
      return errorReply(403, 'This key is not authorised.');
    }
    const request = parseScoreRequest(json);
    if (request.kind === 'invalid') return errorReply(400, request.reason);
    const model = MODELS.get(id);
    if (!model) return errorReply(404, 'There is no model of that identifier.');
    const { place, date, customVariables = {} } = request.value;
    const result = model.score({
      values: valuesAt(place),
      today: options.today(),
      date,
      customVariables,
    });
    if (result.kind === 'invalid') return errorReply(400, result.reason);
    if (!credits.hasAny(key)) return errorReply(403, NO_CREDITS);
    return charged(key, result.score === null ? 0 : 1, { score: result.score });
  };

  return { lookup, score };
}

/** Returns an error as services behind the contract have been seen to write it. */
export function errorReply(status: number, message: string): Answer {
  return { status, body: { status, message } };
}

function isKnownName(name: string): name is AttributeName {
  return CONTRACT_NAMES.some((known) => known === name);
}
