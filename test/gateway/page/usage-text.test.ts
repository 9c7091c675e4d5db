import type { Usage } from '../../../src/gateway/page/gateway-client';
import {
  breakdownCsv,
  dayText,
  hasPrices,
  moneyText,
  spentText,
  usageCsv,
} from '../../../src/gateway/page/usage-text';

const rupees = { lookup: 0.25, score: 2, models: [], currency: 'INR' };

describe('usage as CSV', () => {
  it('has a line for each day, and one below it for each model', () => {
    const models = [{ model: 'retail', charged: 1, booked: 2, price: 4 }];
    const csv = usageCsv([
      { day: '2026-11-21', charged: 3, booked: 4, reserved: 0, price: 4.5, models },
      { day: '2026-11-22', charged: 0, booked: 0, reserved: 0, price: 0 },
    ]);
    expect(csv.split('\r\n')).toEqual([
      'day,model,charged,booked,price',
      '2026-11-21,,3,4,4.5',
      '2026-11-21,retail,1,2,4',
      '2026-11-22,,0,0,0',
      '',
    ]);
  });

  it('holds no model that a spreadsheet would run or split', () => {
    const models = ['=1+1', '+x', '@x', '-x', 'a,b', 'a"b', 'a\r\nb', '＝1'].map((model) => ({
      model,
      charged: 0,
      booked: 1,
      price: 0,
    }));
    const csv = usageCsv([{ day: 'd', charged: 0, booked: 8, reserved: 0, price: 0, models }]);
    expect(csv).toContain("\r\nd,'=1+1,0,1,0\r\nd,'+x,0,1,0\r\nd,'@x,0,1,0\r\nd,'-x,0,1,0\r\n");
    expect(csv).toContain('d,"a,b",0,1,0\r\nd,"a""b",0,1,0\r\nd,"a\r\nb",0,1,0\r\nd,\'＝1,0,1,0');
  });
});

test('a month is split by person, team or model, the most calls first, without the idle', () => {
  const row = { charged: 1, price: 0.5 };
  const usage = {
    period: '2026-11',
    teams: [{ ...row, id: 't1', name: 'Research', booked: 7 }],
    people: [
      { ...row, id: 'p1', name: 'Asha', team: 't1', booked: 2 },
      { ...row, id: 'p2', name: '=x', team: null, booked: 5, isDeleted: true },
      { ...row, id: 'p3', name: 'Idle', team: null, booked: 0 },
    ],
    models: [{ ...row, model: 'retail, big', booked: 3 }],
  } as unknown as Usage;
  const header = 'period,id,name,team,charged,booked,price';
  const lines = (csv: string): string[] => csv.trimEnd().split('\r\n');
  expect(lines(breakdownCsv(usage, 'people'))).toEqual([
    header,
    "2026-11,p2,'=x,,1,5,0.5",
    '2026-11,p1,Asha,Research,1,2,0.5',
  ]);
  expect(lines(breakdownCsv(usage, 'teams'))).toEqual([header, '2026-11,t1,Research,,1,7,0.5']);
  expect(lines(breakdownCsv(usage, 'models'))).toEqual([
    header,
    '2026-11,"retail, big","retail, big",,1,3,0.5',
  ]);
});

test('what was spent is told in price only where calls have one', () => {
  expect(spentText({ booked: 1200, price: 300 }, rupees)).toBe('1,200 calls today, 300 INR');
  expect(spentText({ booked: 3, price: 0 }, { ...rupees, lookup: 0, score: 0 })).toBe(
    '3 calls today',
  );
  const free = { ...rupees, lookup: 0, score: 0 };
  expect(hasPrices({ ...free, score: 0.001 })).toBe(true);
  expect(hasPrices({ ...free, models: [{ model: 'flood', price: 0.5 }] })).toBe(true);
  expect([0.0015, 12.345].map((amount) => moneyText(amount, { currency: '' }))).toEqual([
    '0.0015 credits',
    '12.35 credits',
  ]);
});

describe('a day', () => {
  it.each([
    ['2026-11-28T19:00:00.000Z', 'Asia/Kolkata', 29],
    [Date.parse('2026-11-28T18:29:00Z'), 'Asia/Kolkata', 28],
    ['2026-11-28T03:00:00.000Z', 'America/New_York', 27],
    ['2026-11-28', 'America/New_York', 28],
    ['2026-11-28', 'Pacific/Kiritimati', 28],
  ])('of %s is that of the reader’s clock in %s', (time, timeZone, day) => {
    expect(dayText(time, timeZone)).toContain(String(day));
  });
});
