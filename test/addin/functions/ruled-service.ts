import type {
  CallKind,
  LookupCall,
  LookupErrorCode,
  LookupReply,
  Place,
  ScoreCall,
  ScoreReply,
  Source,
} from '../../../src/engine/lookup';

/** Answers by the rule in formulas.json, and records what it was sent. */
export class RuledService implements Source {
  readonly sent: Record<string, unknown>[] = [];

  scope(_kind: CallKind): string {
    return 'table';
  }

  refusal(_kind: CallKind): LookupErrorCode | undefined {
    return undefined;
  }

  lookup({ place, names }: LookupCall): Promise<LookupReply> {
    this.sent.push({ ...placeFields(place), variables: names.join(',') });
    if (names.some((name) => name.endsWith('400'))) {
      return Promise.resolve({ kind: 'failed', code: 'rejected', status: 400 });
    }
    const values = names.map((name) => [name, attributeValue(place, name)] as const);
    return Promise.resolve({ kind: 'answered', values: new Map(values) });
  }

  score({ place, model, date, customVariables }: ScoreCall): Promise<ScoreReply> {
    this.sent.push({
      model,
      ...scoredPlaceFields(place),
      ...(date !== undefined && { date }),
      ...(customVariables !== undefined && { custom_variables: customVariables }),
    });
    if (model === 'nobody') {
      return Promise.resolve({ kind: 'failed', code: 'unknown-model', status: 404 });
    }
    if (date === 'bad') {
      return Promise.resolve({ kind: 'failed', code: 'rejected', status: 400 });
    }
    const count = Object.keys(customVariables ?? {}).length;
    const value = model.endsWith('x') ? null : 10_000 * count + 1_000 * model.length;
    return Promise.resolve({
      kind: 'answered',
      value: value === null ? null : rounded(value + placeValue(place)),
    });
  }
}

function attributeValue(place: Place, name: string): number | null {
  return name.endsWith('x') ? null : rounded(1_000 * name.length + placeValue(place));
}

function placeValue(place: Place): number {
  if (place.kind === 'coordinates') return place.lat + place.lng / 1_000;
  return place.address.length + (Number(place.pincode.slice(-3)) || 0) / 1_000;
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function placeFields(place: Place): Record<string, unknown> {
  return place.kind === 'coordinates'
    ? { lat: place.lat, lng: place.lng }
    : { address: place.address, pincode: place.pincode };
}

function scoredPlaceFields(place: Place): Record<string, unknown> {
  return place.kind === 'coordinates'
    ? { lat: place.lat, lng: place.lng }
    : { address: place.address };
}
