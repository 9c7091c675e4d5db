import { decodeLookupReply } from '../../src/engine/contract/lookup-reply';
import type { DecodedLookup } from '../../src/engine/contract/lookup-reply';
import { decodeScoreReply } from '../../src/engine/contract/score-reply';
import type { DecodedScore } from '../../src/engine/contract/score-reply';
import { createSampleAtlas } from '../../src/sample/sample-atlas';
import { createSampleService } from '../../src/sample/sample-service';
import type { SampleService, SampleServiceOptions } from '../../src/sample/sample-service';
import { smallData } from './small-data';

export const KEY = 'locus-demo-key';
export const NOW = Date.UTC(2026, 10, 21);
export const LOOKUP = '/production/v1.0/getvariablesbulk';
/** The middle of the fictional town. */
export const TOWN = { lat: 20, lng: 80 };

/** A sample service in-process, with a clock that stands still and recorded delays. */
export interface Bench {
  readonly service: SampleService;
  readonly delays: readonly number[];
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  lookup(body: object, headers?: Record<string, string>): Promise<DecodedLookup>;
  score(model: string, body: object): Promise<DecodedScore>;
}

export function createBench(options: Partial<SampleServiceOptions> = {}): Bench {
  const delays: number[] = [];
  const service = createSampleService({
    atlas: createSampleAtlas(smallData()),
    now: () => NOW,
    today: () => '2026-11-21',
    delay: (ms) => {
      delays.push(ms);
      return Promise.resolve();
    },
    ...options,
  });

  async function post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return service.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  return {
    service,
    delays,
    post,
    lookup: async (body, headers) => {
      const names = String((body as { variables?: unknown }).variables).split(',');
      return decodeLookupReply(await raw(await post(LOOKUP, body, headers)), names);
    },
    score: async (model, body) =>
      decodeScoreReply(await raw(await post(`/model/v1.0/${model}`, { key: KEY, ...body }))),
  };
}

/** A reply in the form that the contract's decoders take. */
export async function raw(response: Response) {
  return {
    httpStatus: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
    now: NOW,
  };
}
