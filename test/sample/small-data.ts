import { placePincodes } from '../../src/sample/pincode-area';
import type { SampleData } from '../../src/sample/sample-data';

/** Two fictional towns and a village, about a tenth of a degree apart. */
export function smallData(): SampleData {
  return {
    areas: placePincodes(
      [
        office({ o: 'Lake View H.O', p: '700001', t: 'HO', a: 20, n: 80 }),
        office({ o: 'Town Hospital S.O', p: '700001', t: 'PO', a: 20.005, n: 80.005 }),
        office({ o: 'Grain Market S.O', p: '700002', t: 'PO', a: 20.1, n: 80.1 }),
        office({ o: 'River Village B.O', p: '700003', t: 'BO', a: 20.2, n: 80 }),
      ],
      () => undefined,
    ),
    cities: [
      { name: 'Lakeview City', population: 500_000, lat: 20, lng: 80 },
      { name: 'Grainton', population: 30_000, lat: 20.1, lng: 80.1 },
    ],
  };
}

type Office = Parameters<typeof placePincodes>[0][number];

export function office(record: Partial<Office>): Office {
  return {
    o: 'Somewhere B.O',
    p: '700001',
    t: 'BO',
    a: 0,
    n: 0,
    ...record,
  };
}
