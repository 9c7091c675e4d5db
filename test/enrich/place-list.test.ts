import { guessChoice } from '../../src/places/place-choice';
import { readPlaceList } from '../../src/enrich/place-list';
import { listOf } from './list-of-places';

describe('a list of places', () => {
  it('has the header that a person says it has', () => {
    const list = listOf([['Store'], ['Koramangala 5th Block, Bengaluru']]);
    expect(list.columns.hasHeader).toBe(false);
    expect(readPlaceList(list.block, true).columns.hasHeader).toBe(true);
  });

  it('of one column holds addresses, whatever stands there', () => {
    expect(guessChoice(listOf([['12'], ['13']])).kind).toBe('address');
    expect(guessChoice(listOf([['12', '13']])).kind).toBe('coordinates');
  });
});
