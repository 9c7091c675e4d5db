import { hashToken } from '../../../src/gateway/token-format';
import { openLmdbState } from '../../../src/gateway/state/lmdb-state';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { openStage, type GatewayStage } from '../gateway-stage';
import { Browser, signInWith, startProvider, type Provider } from './company-provider';

const DAY_MS = 86_400_000;

interface Listed {
  readonly id: string;
  readonly revokedAt?: number;
}

const tokensOf = async (stage: GatewayStage, id: string, query = '') =>
  (await stage.admin(`GET /people/${id}/tokens${query}`)).json as unknown as {
    readonly tokens: readonly Listed[];
    readonly next: string | null;
  };

describe('somebody who signs in again and again', () => {
  let provider: Provider;
  let stage: GatewayStage;
  beforeEach(async () => {
    provider = await startProvider();
    stage = await openStage({ signIn: signInWith(provider) });
  });
  afterEach(async () => {
    await stage.close();
    await provider.stop();
  });

  it('has ten sessions, the latest, and thirty within the time that one lasts', async () => {
    const made = await stage.admin('POST /people', { name: 'Ravi', oid: 'ravi' });
    const id = String(made.json['id']);
    const door = `${stage.gateway.people}/account/sign-in`;
    const signIn = async () => {
      const browser = new Browser('ravi');
      return { browser, at: (await browser.follow(door)).at };
    };
    const [first, second] = [await signIn(), await signIn()];
    const many = await Promise.all(Array.from({ length: 40 }, signIn));
    const ends = many.map(({ at }) => new URL(at).hash);
    expect(ends.filter((hash) => hash === '')).toHaveLength(28);
    expect(ends.filter((hash) => hash === '#sign-in=too-often')).toHaveLength(12);
    const { tokens } = await tokensOf(stage, id);
    expect(tokens).toHaveLength(30);
    expect(tokens.filter(({ revokedAt }) => revokedAt === undefined)).toHaveLength(10);
    for (const { browser } of [first, second]) {
      const api = `${stage.gateway.people}/account/api/me`;
      expect((await browser.get(api, { 'x-locus-csrf': '1' })).status).toBe(401);
    }
  });
});

it('drops tokens that ended long ago from memory and store, and lists the others page by page', async () => {
  const stage = await openStage();
  const stored = async <T>(act: (state: SharedState) => Promise<T>): Promise<T> => {
    const always = { keepAnswersMs: DAY_MS, keepCountsMs: 400 * DAY_MS, patienceMs: 100 };
    const { folder } = stage;
    const state = await openLmdbState({ folder, now: Date.now, ...always });
    try {
      return await act(state);
    } finally {
      await state.close();
    }
  };
  try {
    const { id } = await stage.person('Asha');
    const now = Date.now();
    const token = { person: id, use: 'service', label: '', createdAt: now - 40 * DAY_MS };
    const session = { ...token, isSession: true, use: 'account' };
    const ends: Record<string, object> = {
      old_session: { ...session, expiresAt: now - 1 },
      revoked_session: { ...session, expiresAt: now + DAY_MS, revokedAt: now - DAY_MS },
      expired_long_ago: { ...token, expiresAt: now - 31 * DAY_MS },
      revoked_long_ago: { ...token, revokedAt: now - 31 * DAY_MS },
      revoked_lately: { ...token, revokedAt: now - 29 * DAY_MS },
      // The configuration may still have it, and would bring it back.
      administrators: { ...token, use: 'administration', revokedAt: now - 99 * DAY_MS },
    };
    await stage.restart(() =>
      stored(async ({ records }) => {
        for (const [each, record] of Object.entries(ends)) {
          await records.put('token', each, { ...record, id: each, hash: hashToken(each) });
          await records.put('token-use', each, { id: each, day: now / DAY_MS - 40 });
        }
        for (let each = 0; each < 2500; each += 1) {
          const old = `session-${each}`;
          const record = { ...ends['old_session'], id: old, hash: hashToken(old) };
          await records.put('token', old, record);
        }
      }),
    );
    const { tokens } = await tokensOf(stage, id);
    const left = ['revoked_session', 'revoked_lately', 'administrators'];
    const listed = left.filter((each) => each !== 'administrators');
    expect(tokens.map((each) => each.id)).toEqual(expect.arrayContaining(listed));
    expect(tokens).toHaveLength(listed.length + 1);
    const first = await tokensOf(stage, id, '?limit=2');
    const second = await tokensOf(stage, id, `?limit=2&after=${first.next}`);
    expect([...first.tokens, ...second.tokens]).toEqual(tokens);
    expect(second.next).toBeNull();
    let kept: readonly string[] = [];
    const isEnded = (each: string): boolean =>
      each.startsWith('session-') || (each in ends && !left.includes(each));
    const read = () =>
      stored(async ({ records }) => {
        const uses = (await records.load('token-use')) as readonly Listed[];
        const all = (await records.load('token')) as readonly Listed[];
        kept = [...all, ...uses].map((each) => each.id);
      });
    // It sweeps as it starts, and stops to do so when it ends.
    for (let turn = 0; turn < 20 && (turn === 0 || kept.some(isEnded)); turn += 1) {
      await stage.restart(read);
    }
    expect(kept.filter(isEnded)).toEqual([]);
    expect(kept.filter((each) => each in ends).sort()).toEqual([...left, ...left].sort());
  } finally {
    await stage.close();
  }
});
