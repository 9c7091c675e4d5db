import { createTeamNames } from '../../../src/addin/start/team-catalogue';
import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import { ListenerSet } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

const LISTED: readonly DescribedName[] = [
  { name: 'w_new_tt', unit: 'persons', description: 'All of them' },
  { name: 'w_pop_tt', title: 'People' },
  { name: 'w_own_tt', title: 'Theirs' },
  { name: 'w_new_tt', unit: 'the later of two' },
];

function setUp() {
  const clock = new HandClock();
  const connection = new ListenerSet<[boolean]>();
  const catalogue = createCatalogue({ clock });
  const listings: ((names: readonly DescribedName[] | undefined) => void)[] = [];
  const names = createTeamNames(
    { names: { open: () => Promise.resolve(catalogue) }, connection },
    () =>
      new Promise((resolve) =>
        listings.push((found) => resolve(found && { names: found, models: [], tag: undefined })),
      ),
  );
  const known = (name: string) => catalogue.entries().find((entry) => entry.name === name);
  return { clock, connection, catalogue, listings, names, known };
}

describe('the names that a gateway lists for everybody', () => {
  it('are there with unit and meaning, until another account has none', async () => {
    const { clock, connection, catalogue, listings, names, known } = setUp();
    await names.open();
    await catalogue.take([{ name: 'w_own_tt', title: 'Mine' }], 'add');
    listings[0]?.(LISTED);
    await clock.drain();
    expect(known('w_new_tt')).toEqual({ ...LISTED[3], origin: 'team' });
    expect(known('w_pop_tt')).toEqual({ name: 'w_pop_tt', title: 'People', origin: 'team' });
    expect(known('w_own_tt')).toMatchObject({ title: 'Mine', origin: 'imported' });
    expect(catalogue.entries().filter(({ name }) => name === 'w_own_tt')).toHaveLength(1);
    expect(catalogue.nearest('w_new_t')).toBe('w_new_tt');
    expect(catalogue.state()).toMatchObject({ imported: 1, learned: 0 });
    connection.notify(false);
    listings[1]?.(undefined);
    await clock.drain();
    expect(known('w_new_tt')).toBeUndefined();
    expect(known('w_pop_tt')).toEqual({ name: 'w_pop_tt', origin: 'contract' });
    expect(known('w_own_tt')).toMatchObject({ title: 'Mine' });
  });

  it('are not those of a gateway that replies after another was asked', async () => {
    const { clock, connection, listings, names, known } = setUp();
    await names.open();
    connection.notify(false);
    listings[1]?.([{ name: 'w_second_tt' }]);
    await clock.drain();
    listings[0]?.(LISTED);
    await clock.drain();
    expect([known('w_second_tt')?.origin, known('w_new_tt')]).toEqual(['team', undefined]);
  });

  it('are not asked for before anybody looks for names', () => {
    const { connection, listings } = setUp();
    connection.notify(false);
    expect(listings).toEqual([]);
  });
});
