import { EMPTY_RECORDS } from '../empty-records';
import { Authenticator } from '../../../src/gateway/sign-in/authenticator';
import { Directory } from '../../../src/gateway/directory';
import { StoreDown } from '../../../src/gateway/state/shared-state';

it('takes the same steps for a token that is unknown, revoked, expired or of another use', async () => {
  const reads: string[] = [];
  const store = {
    ...EMPTY_RECORDS,
    changedSince: (version: number | undefined) => {
      reads.push('changes');
      return Promise.resolve({ version: version ?? 0, records: [] });
    },
  };
  const directory = await Directory.load(store, () => 1000);
  const authenticator = new Authenticator({ directory, jwt: undefined });
  const { id } = await directory.addPerson({
    ...{ name: 'Asha', team: undefined, role: 'person', oid: undefined },
  });
  const given = { person: id, use: 'service', label: '' } as const;
  const good = await directory.addToken(given);
  const revoked = await directory.addToken(given);
  await directory.revoke(revoked.token);
  const expired = await directory.addToken({ ...given, expiresAt: 999 });
  const other = await directory.addToken({ ...given, use: 'administration' });
  const found: unknown[] = [];
  for (const secret of ['locus_nothing', ...[revoked, expired, other].map((each) => each.secret)]) {
    reads.length = 0;
    found.push([await authenticator.identify(secret), reads.length]);
  }
  expect(found).toEqual([
    [undefined, 1],
    ['retired', 1],
    ['retired', 1],
    ['retired', 1],
  ]);
  reads.length = 0;
  expect(await authenticator.identify(good.secret)).toMatchObject({ person: { id } });
  expect(reads).toEqual([]);
});

it('knows a person by an oid that somebody else had before, in whichever order it learns of that', async () => {
  const changes: { kind: string; record: object }[] = [];
  const store = {
    ...EMPTY_RECORDS,
    changedSince: (version = 0) => Promise.resolve({ version, records: changes.splice(0) }),
  };
  const directory = await Directory.load(store, () => 1000);
  const oid = 'oid-1';
  const asha = await directory.addPerson({ name: 'Asha', team: undefined, role: 'person', oid });
  const ravi = await directory.addPerson({ name: 'Ravi', team: undefined, role: 'person' });
  const give = { kind: 'person', record: { ...ravi, oid } };
  const take = { kind: 'person', record: { ...asha, oid: undefined } };
  changes.push(give, take);
  await directory.refresh();
  expect(directory.personByOid(oid)?.id).toBe(ravi.id);
  // And back: one of the two IDs is the lower.
  changes.push({ kind: 'person', record: asha }, { kind: 'person', record: ravi });
  await directory.refresh();
  expect(directory.personByOid(oid)?.id).toBe(asha.id);
});

it('says that the store is down, not that a token is wrong, where only the store could tell', async () => {
  let isDown = false;
  const store = {
    ...EMPTY_RECORDS,
    changedSince: (version: number | undefined) =>
      isDown
        ? Promise.reject(new StoreDown('no answer'))
        : Promise.resolve({ version: version ?? 0, records: [] }),
  };
  const directory = await Directory.load(store, () => 1000);
  const authenticator = new Authenticator({ directory, jwt: undefined });
  const { id } = await directory.addPerson({ name: 'Asha', team: undefined, role: 'person' });
  const given = { person: id, use: 'service', label: '' } as const;
  const good = await directory.addToken(given);
  const revoked = await directory.addToken(given);
  await directory.revoke(revoked.token);
  isDown = true;
  await expect(authenticator.identify('locus_nothing')).rejects.toThrow(StoreDown);
  expect(await authenticator.identify(revoked.secret)).toBe('retired');
  expect(await authenticator.identify(good.secret)).toMatchObject({ person: { id } });
  isDown = false;
  expect(await authenticator.identify('locus_nothing')).toBeUndefined();
});
