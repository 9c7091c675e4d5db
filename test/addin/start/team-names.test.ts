import { createDeviceNames } from '../../../src/addin/start/core';
import { FakeCatalogueStore } from '../../engine/catalogue/fake-store';
import { HandClock } from '../../engine/lookup/hand-clock';

const LISTED = [
  { name: 'w_new_tt', unit: 'persons', description: 'All of them' },
  { name: 'w_pop_tt', title: 'People' },
  { name: 'w_own_tt', title: 'Theirs' },
  { name: 'w_new_tt', unit: 'the later of two' },
];

/** A gateway at one address; at any other an ordinary service that takes whatever key. */
function setUp() {
  const clock = new HandClock();
  const asked: string[] = [];
  const listeners = new Set<(isElsewhere: boolean) => void>();
  const state = {
    ...{ credential: 'locus_a-token', address: 'https://gateway.test' },
    ...{ tag: '"1"', isCut: false, names: LISTED as readonly { name: string }[] },
    held: undefined as Promise<void> | undefined,
  };
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    const { tag, isCut, names, held } = state;
    const known = (headers as Record<string, string>)['if-none-match'];
    asked.push(`${url.replace('https://gateway.test', '')} ${known ?? ''}`.trim());
    if (!url.startsWith('https://gateway.test')) return new Response('{}', { status: 404 });
    if (url.endsWith('/v1/me')) return Response.json({ gateway: 'locus' });
    await held;
    if (known === tag) return new Response(null, { status: 304 });
    const whole = JSON.stringify({ names, models: [] });
    return new Response(isCut ? cutOff(whole.slice(0, whole.length / 2)) : whole, {
      headers: { etag: tag },
    });
  };
  const names = createDeviceNames({
    clock,
    connection: {
      current: () => ({
        addresses: { attributeUrl: state.address, modelUrl: state.address },
        credential: state.credential,
      }),
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    fetch,
    openStore: () => new FakeCatalogueStore(),
    sheet: { formulas: () => Promise.resolve({ kind: 'formulas', formulas: [] }) },
    recalculate: () => Promise.resolve(),
  });
  /** The connection changes, after so many seconds. */
  async function change(changes: Partial<typeof state>, seconds = 31): Promise<void> {
    await clock.advance(seconds * 1_000);
    Object.assign(state, changes);
    listeners.forEach((listener) => listener(false));
    await settled();
  }
  const known = async (name: string) =>
    (await names.open()).entries().find((entry) => entry.name === name);
  return { clock, asked, state, names, change, known };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

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

describe('the names that a gateway lists for everybody', () => {
  it('are there with unit and meaning, until another account has none', async () => {
    const { names, change, known } = setUp();
    const catalogue = await names.open();
    await settled();
    await catalogue.take([{ name: 'w_own_tt', title: 'Mine' }], 'add');
    expect(await known('w_new_tt')).toEqual({ ...LISTED[3], origin: 'team' });
    expect(await known('w_pop_tt')).toEqual({ name: 'w_pop_tt', title: 'People', origin: 'team' });
    expect(await known('w_own_tt')).toMatchObject({ title: 'Mine', origin: 'imported' });
    expect(catalogue.entries().filter(({ name }) => name === 'w_own_tt')).toHaveLength(1);
    expect(catalogue.nearest('w_new_t')).toBe('w_new_tt');
    expect(catalogue.state()).toMatchObject({ imported: 1, learned: 0 });
    await change({ credential: 'locus_another', names: [] }, 0);
    expect(await known('w_new_tt')).toBeUndefined();
    expect(await known('w_pop_tt')).toEqual({ name: 'w_pop_tt', origin: 'contract' });
    expect(await known('w_own_tt')).toMatchObject({ title: 'Mine' });
  });

  it('are asked for once in a while, and not sent again while nothing has changed', async () => {
    const { asked, names, change, known } = setUp();
    await names.open();
    await settled();
    await change({}, 29);
    expect(asked).toEqual(['/v1/me', '/v1/catalogue']);
    await change({}, 2);
    expect(await known('w_new_tt')).toBeDefined();
    await change({ tag: '"2"', names: [{ name: 'w_later_tt' }] });
    expect(asked.slice(2)).toEqual(['/v1/catalogue "1"', '/v1/catalogue "1"']);
    expect([await known('w_new_tt'), (await known('w_later_tt'))?.origin]).toEqual([
      undefined,
      'team',
    ]);
  });

  it('stay as they were where a reply is cut off, and are asked for anew', async () => {
    const { names, change, known } = setUp();
    await names.open();
    await settled();
    const next = { tag: '"2"', names: [{ name: 'w_later_tt' }] };
    await change({ ...next, isCut: true });
    expect(await known('w_new_tt')).toBeDefined();
    await change({ isCut: false });
    expect([await known('w_new_tt'), (await known('w_later_tt'))?.name]).toEqual([
      undefined,
      'w_later_tt',
    ]);
  });

  it('are not those of a gateway that replies after another was asked', async () => {
    const { state, names, change, known } = setUp();
    let reply = (): void => {};
    state.held = new Promise((resolve) => (reply = resolve));
    await names.open();
    await settled();
    const second = [{ name: 'w_second_tt' }];
    await change({ credential: 'locus_another', held: undefined, names: second }, 0);
    reply();
    await settled();
    expect([(await known('w_second_tt'))?.origin, await known('w_new_tt')]).toEqual([
      'team',
      undefined,
    ]);
  });

  it('are asked of no ordinary service: of one with an ordinary key nothing at all', async () => {
    const { asked, state, names, change } = setUp();
    state.credential = 'an-ordinary-key';
    await names.open();
    await change({});
    expect(asked).toEqual([]);
    await change({ credential: 'locus_but-of-a-service', address: 'https://service.test' });
    expect(asked).toEqual(['https://service.test/v1/me']);
  });

  it('are not asked for before anybody looks for names', async () => {
    const { asked, change } = setUp();
    await change({});
    expect(asked).toEqual([]);
  });
});
