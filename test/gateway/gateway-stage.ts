import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration, type Configuration } from '../../src/gateway/configuration';
import { startGateway, type RunningGateway } from '../../src/gateway/gateway';
import { startFaultyService, type FaultyService } from './faulty-service';

export const ADMINISTRATOR = 'an-administrators-token-for-tests';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: Record<string, unknown>;
}

/** A gateway with its data in a folder of its own, in front of a faulty service. */
export interface GatewayStage {
  readonly service: FaultyService;
  readonly folder: string;
  gateway: RunningGateway;
  /** Stops it, and starts it again on the same data, or on what becomes of it meanwhile. */
  restart(meanwhile?: () => void | Promise<void>): Promise<void>;
  close(): Promise<void>;
  /** Administration: the method and path, such as `POST /teams`. */
  admin(what: string, body?: object, token?: string): Promise<Reply>;
  /** A new person with a token, and an id. */
  person(name: string, team?: string): Promise<{ readonly id: string; readonly token: string }>;
  ask(token: string, body: object): Promise<Reply>;
  score(token: string, body: object, model?: string): Promise<Reply>;
  send(path: string, init: RequestInit): Promise<Reply>;
}

export async function openStage(change: Partial<Configuration> = {}): Promise<GatewayStage> {
  const service = await startFaultyService();
  const folder = mkdtempSync(join(tmpdir(), 'locus-gateway-'));
  const configuration: Configuration = {
    ...readConfiguration({
      LOCUS_ATTRIBUTE_URL: service.url,
      LOCUS_MODEL_URL: service.url,
      LOCUS_PROVIDER_KEY: 'provider-key',
      LOCUS_DATA: folder,
      LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      LOCUS_LOG_LEVEL: 'silent',
      PORT: '0',
      ADMIN_PORT: '0',
    }),
    ...change,
  };
  const stage: GatewayStage = {
    service,
    folder,
    gateway: await startGateway(configuration),
    async restart(meanwhile = () => {}) {
      await stage.gateway.stop();
      await meanwhile();
      stage.gateway = await startGateway(configuration);
    },
    async close() {
      await stage.gateway.stop();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
    admin(what, body, token = ADMINISTRATOR) {
      const [method = 'GET', path = ''] = what.split(' ');
      const headers = { authorization: `Bearer ${token}` };
      return exchange(`${stage.gateway.administrators}/admin/api${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    async person(name, team) {
      const made = await stage.admin('POST /people', { name, team });
      const id = String(made.json['id']);
      const token = await stage.admin(`POST /people/${id}/tokens`, {});
      return { id, token: String(token.json['token']) };
    },
    ask: (token, body) =>
      stage.send('/production/v1.0/getvariablesbulk', {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify(body),
      }),
    score: (token, body, model = 'retail') =>
      stage.send(`/model/v1.0/${model}`, {
        method: 'POST',
        body: JSON.stringify({ key: token, ...body }),
      }),
    send: (path, init) => exchange(stage.gateway.people + path, init),
  };
  return stage;
}

async function exchange(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  let json: Record<string, unknown> = {};
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not every reply is JSON.
  }
  return { status: response.status, headers: response.headers, text, json };
}

/** What a gateway counts, as its administrators' port names it. */
export async function metricNames(): Promise<string[]> {
  const stage = await openStage();
  try {
    const reply = await fetch(`${stage.gateway.administrators}/metrics`);
    return [...(await reply.text()).matchAll(/^# TYPE (\w+)/gm)]
      .map(([, name = '']) => name)
      .sort();
  } finally {
    await stage.close();
  }
}
