import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, personScope } from '../../src/gateway/state/call-ledger';
import { openLmdbState } from '../../src/gateway/state/lmdb-state';
import { openStage } from './gateway-stage';

interface Row {
  readonly id?: string;
  readonly warnings: readonly object[];
}

describe('four fifths of a budget', () => {
  it('are told to the person and the administrator, and no less is', async () => {
    const stage = await openStage();
    try {
      const { id, token } = await stage.person('Asha');
      await stage.person('Binod');
      await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 5, callsPerMonth: 100 });
      const isNearlySpent = async (): Promise<unknown[]> => {
        const { json } = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
        const budget = json['budget'] as Record<string, { readonly isNearlySpent: boolean }>;
        return [budget['day']?.isNearlySpent, budget['month']?.isNearlySpent];
      };
      const ask = async (row: number): Promise<void> =>
        void (await stage.ask(token, { lat: row, lng: 1, variables: 'a' }));
      for (const row of [1, 2, 3]) await ask(row);
      expect(await isNearlySpent()).toEqual([false, false]);
      await ask(4);
      expect(await isNearlySpent()).toEqual([true, false]);
      const { json } = await stage.admin('GET /usage');
      const people = json['people'] as readonly Row[];
      expect(people.find((row) => row.id === id)?.warnings).toEqual([
        { period: 'day', unit: 'calls', used: 4, limit: 5 },
      ]);
      expect(people.filter(({ warnings }) => warnings.length > 0)).toHaveLength(1);
      expect((json['account'] as Row).warnings).toEqual([]);
      // The account’s is everybody’s, though the person has more left of their own.
      await stage.admin(`PUT /people/${id}/budget`, {});
      expect(await isNearlySpent()).toEqual([false, false]);
      await stage.admin('PUT /account/budget', { callsPerMonth: 4 });
      expect(await isNearlySpent()).toEqual([false, true]);
    } finally {
      await stage.close();
    }
  });

  it('are told by scope, once in their period for each share of a limit, however often calls are given back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locus-warnings-'));
    const told: unknown[] = [];
    let now = Date.UTC(2026, 0, 30, 12);
    const state = await openLmdbState({
      folder,
      now: () => now,
      keepAnswersMs: 1,
      keepCountsMs: 1,
      patienceMs: 0,
      onShareSpent: (scope, { period, used, limit, share }) =>
        told.push([scope, period, used, limit, share]),
    });
    try {
      const { ledger } = state;
      const payer = { person: 'asha', team: undefined };
      await ledger.setBudget(personScope('asha'), { callsPerDay: 35 });
      await ledger.setBudget(ACCOUNT, { callsPerMonth: 1000 });
      let calls = 0;
      const reserve = (): Promise<unknown> => ledger.reserve(`c${(calls += 1)}`, [payer], 0);
      const half = ['person:asha', 'day', 18, 35, 50];
      while (calls < 27) await reserve();
      expect(told).toEqual([half]);
      await reserve();
      const first = ['person:asha', 'day', 28, 35, 80];
      expect(told).toEqual([half, first]);
      await ledger.settle('c28', 'released');
      await reserve();
      expect(told).toEqual([half, first]);
      // Of several shares that one call reaches, the most is told.
      await ledger.setBudget(personScope('asha'), { callsPerDay: 30 });
      await reserve();
      now += 86_400_000;
      await ledger.setBudget(ACCOUNT, { callsPerMonth: 60 });
      for (let day = 0; day < 24; day += 1) await reserve();
      now += 86_400_000;
      await reserve();
      expect(told.slice(2)).toEqual([
        ['person:asha', 'day', 29, 30, 80],
        ['account', 'month', 30, 60, 50],
        ['person:asha', 'day', 15, 30, 50],
        ['account', 'month', 48, 60, 80],
        ['person:asha', 'day', 24, 30, 80],
      ]);
    } finally {
      await state.close();
      rmSync(folder, { recursive: true });
    }
  });
});
