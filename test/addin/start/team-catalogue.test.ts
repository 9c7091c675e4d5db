import { createTeamCatalogue } from '../../../src/addin/start/team-catalogue';
import type { Connection } from '../../../src/engine/client/connection';
import { HandClock } from '../../engine/lookup/hand-clock';

const OFFER = {
  names: [
    {
      name: 'w_a',
      title: 'A',
      unit: 'kg',
      description: 'What it is',
      others: [{ column: 'topic', text: 'T' }],
    },
    { name: 'not a name' },
    { name: 'w_b', title: 7, others: 'x' },
    null,
  ],
  models: [
    { id: 'm-1', name: 'Shops', note: 'Any day' },
    { id: '..', name: 'Bad' },
    { id: 'm-2' },
    3,
  ],
};

/** A gateway at one address; at any other an ordinary service that takes whatever key. */
function setUp() {
  const clock = new HandClock();
  const asked: string[] = [];
  const state = {
    credential: 'locus_a-token',
    address: 'https://gateway.test',
    tag: '"1"',
    isCut: false,
  };
  const connection = (): Connection => ({
    addresses: { attributeUrl: state.address, modelUrl: state.address },
    credential: state.credential,
  });
  const fetch = (url: string, { headers }: RequestInit): Promise<Response> => {
    const known = (headers as Record<string, string>)['if-none-match'];
    asked.push(known === undefined ? url : `${url} ${known}`);
    if (!url.startsWith('https://gateway.test'))
      return Promise.resolve(new Response('{}', { status: 404 }));
    if (url.endsWith('/v1/me')) return Promise.resolve(Response.json({ gateway: 'locus' }));
    if (known === state.tag) return Promise.resolve(new Response(null, { status: 304 }));
    const whole = JSON.stringify(OFFER);
    const body = state.isCut ? cutOff(whole.slice(0, whole.length / 2)) : whole;
    return Promise.resolve(new Response(body, { headers: { etag: state.tag } }));
  };
  return {
    clock,
    asked,
    state,
    open: createTeamCatalogue({ connection: { current: connection }, fetch, clock }),
  };
}

/** A body whose connection breaks after this text. */
function cutOff(text: string): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new Error('cut'));
      else controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  });
}

describe('what a gateway lists for everybody', () => {
  it('is read with care: what is no name and no model is left out', async () => {
    const listed = await setUp().open();
    expect(listed?.names).toEqual([OFFER.names[0], { name: 'w_b' }]);
    expect(listed?.models).toEqual([{ id: 'm-1', name: 'Shops', note: 'Any day' }]);
  });

  it('is asked for once in a while, and not sent again while nothing has changed', async () => {
    const { clock, asked, state, open } = setUp();
    const [first, second] = await Promise.all([open(), open()]);
    expect(first).toBe(second);
    await clock.advance(31_000);
    expect(await open()).toBe(first);
    state.tag = '"2"';
    await clock.advance(31_000);
    expect(await open()).not.toBe(first);
    expect(asked.map((url) => url.replace('https://gateway.test', ''))).toEqual([
      '/v1/me',
      '/v1/catalogue',
      '/v1/catalogue "1"',
      '/v1/catalogue "1"',
    ]);
  });

  it('stays as it was where a reply is cut off, and is asked for anew', async () => {
    const { clock, state, open } = setUp();
    state.isCut = true;
    expect(await open()).toBeUndefined();
    await clock.advance(31_000);
    state.isCut = false;
    const first = await open();
    expect(first?.names).toHaveLength(2);
    Object.assign(state, { tag: '"2"', isCut: true });
    await clock.advance(31_000);
    expect(await open()).toBe(first);
    state.isCut = false;
    await clock.advance(31_000);
    expect((await open())?.tag).toBe('"2"');
  });

  it('is asked of no ordinary service: of one with an ordinary key nothing at all', async () => {
    const { asked, state, open } = setUp();
    state.credential = 'an-ordinary-key';
    expect(await open()).toBeUndefined();
    expect(asked).toEqual([]);
    state.credential = 'locus_but-of-a-service';
    state.address = 'https://service.test';
    expect(await open()).toBeUndefined();
    expect(asked).toEqual(['https://service.test/v1/me']);
  });
});
