import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { parseLookupRequest } from '../../../src/engine/contract/lookup-request';
import { LOOKUP_PATH, SCORE_PATH_PREFIX } from '../../../src/engine/contract/paths';
import type { RequestPlace } from '../../../src/engine/contract/request-fields';
import { parseScoreRequest } from '../../../src/engine/contract/score-request';
import { addressPlace, coordinatePlace } from '../../../src/engine/lookup';
import type { Place } from '../../../src/engine/lookup';
import { createStaticFiles } from '../../../src/node/static-files';
import type { SentCall } from './formula-calls';
import { RuledService } from './ruled-service';

/** The service that the table's rows describe, over HTTP, with the built add-in. */
export interface FormulaService {
  readonly address: string;
  /** The bodies of all calls, without the key; a score's body includes its model. */
  readonly sent: readonly SentCall[];
  /** Forgets what was sent. */
  reset(): void;
  stop(): Promise<void>;
}

export async function startFormulaService(distDir: string): Promise<FormulaService> {
  const files = createStaticFiles(distDir, 'workbench.html');
  const rules = new RuledService();
  const sent: SentCall[] = [];

  async function lookup(body: unknown): Promise<Response> {
    sent.push(body as SentCall);
    const request = parseLookupRequest(body);
    if (request.kind === 'invalid') return refusal(400);
    const { place, names } = request.value;
    const reply = await rules.lookup({ place: placeOf(place), names });
    if (reply.kind === 'failed') return refusal(reply.status);
    return Response.json({ data: Object.fromEntries(reply.values), status: 200 });
  }

  async function score(model: string, body: unknown): Promise<Response> {
    const fields = Object.entries(body as SentCall).filter(([name]) => name !== 'key');
    sent.push({ model, ...Object.fromEntries(fields) });
    const request = parseScoreRequest(body);
    if (request.kind === 'invalid') return refusal(400);
    const { place, ...options } = request.value;
    const reply = await rules.score({ model, place: placeOf(place), ...options });
    if (reply.kind === 'failed') return refusal(reply.status);
    return Response.json({ score: reply.value, status: 200 });
  }

  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request: Request) {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === LOOKUP_PATH) {
        return lookup(await request.json());
      }
      if (request.method === 'POST' && pathname.startsWith(SCORE_PATH_PREFIX)) {
        const model = decodeURIComponent(pathname.slice(SCORE_PATH_PREFIX.length));
        return score(model, await request.json());
      }
      return (await files(request)) ?? refusal(404);
    },
  }) as Server;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent,
    reset: () => void sent.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function placeOf(place: RequestPlace): Place {
  return place.kind === 'coordinates'
    ? coordinatePlace(place.lat, place.lng)
    : addressPlace(place.address, place.pincode);
}

function refusal(status = 500): Response {
  return Response.json({ status }, { status });
}
