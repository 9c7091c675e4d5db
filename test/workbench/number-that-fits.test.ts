import { numberThatFits } from '../../src/workbench/number-that-fits';

describe('a number in a narrow cell', () => {
  const within = (room: number) => (text: string) => text.length <= room;

  test.each([
    [1_234_567, 7, '1234567'],
    [1_234_567, 6, '######'],
    [-120, 3, '###'],
    [12.9352345, 6, '12.935'],
    [12.9352345, 2, '13'],
    [12.9352345, 1, '#'],
    [-0.4, 2, '##'],
    [0.000123, 4, '####'],
    [120.04, 5, '120'],
    [99.96, 4, '100'],
    [1e21, 4, '####'],
    ['1,234.50', 7, '#######'],
    ['1/3/2024', 7, '#######'],
    ['12%', 2, '##'],
  ])('%p in room for %d shows %s, and never the beginning of it', (value, room, shown) => {
    expect(numberThatFits(value, within(room))).toBe(shown);
  });
});
