import { askCatalogue } from '../../../src/engine/client/gateway-catalogue';
import { HandClock } from '../lookup/hand-clock';

const DESCRIBED = { name: 'w_a', title: 'A', unit: 'kg', description: 'What it is' };
const others = [{ column: 'topic', text: 'T' }];

it('is read with care: what is no name and no model is left out', async () => {
  const reply = {
    names: [{ ...DESCRIBED, others }, { name: 'not a name' }, { name: 'w_b', title: 7 }, null],
    models: [
      { id: 'm-1', name: 'Shops', note: 'Any day' },
      { id: '..', name: 'Bad' },
      { id: 'm-2' },
      3,
    ],
  };
  const fetch = () => Promise.resolve(Response.json(reply, { headers: { etag: '"1"' } }));
  expect(await askCatalogue('https://g.test', 't', { fetch, clock: new HandClock() })).toEqual({
    names: [{ ...DESCRIBED, others }, { name: 'w_b' }],
    models: [{ id: 'm-1', name: 'Shops', note: 'Any day' }],
    tag: '"1"',
  });
});
